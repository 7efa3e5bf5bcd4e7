"""The Grammalecte back end against a real server."""

from __future__ import annotations

import pytest

from typo.restore import GrammalecteRestorer, ServerError, restore, restore_all


@pytest.fixture
def restorer(grammalecte: str) -> GrammalecteRestorer:
    return GrammalecteRestorer(grammalecte, timeout=60)


def test_a_real_server_restores_marks_and_slips(restorer: GrammalecteRestorer) -> None:
    restored = restore("La fenetre de la cuisine donne sur le jardim.", restorer)
    assert restored.text == "La fenêtre de la cuisine donne sur le jardim."
    assert restored.log.edits[0].label == "diacritic"


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r", "\n\n"])
def test_places_are_found_behind_line_breaks_and_emoji(restorer: GrammalecteRestorer, line_break: str) -> None:
    text = f"Un \U0001f600 grand chêne.{line_break}\U0001f600 Une fenetre ouverte."
    assert restore(text, restorer).text == text.replace("fenetre", "fenêtre")


def test_grammar_comes_before_spelling_and_can_be_left_out(restorer: GrammalecteRestorer) -> None:
    text = "Il a mange une fenetre."
    kinds = [suggestion.kind for suggestion in restorer.suggest(text)]
    assert kinds[0] != "WORD"
    assert kinds[-1] == "WORD"
    spelling = GrammalecteRestorer(restorer.url, timeout=60, grammar=False)
    assert {suggestion.kind for suggestion in spelling.suggest(text)} == {"WORD"}


def test_typography_is_left_to_the_author(restorer: GrammalecteRestorer) -> None:
    assert restorer.suggest('Il dit : "Oui !"  et c\'est tout...') == []


def test_a_text_without_faults_comes_back_as_it_is(restorer: GrammalecteRestorer) -> None:
    for text in ("", "\n", "Le chat dort sur la table."):
        assert restore(text, restorer).text == text


def test_several_at_a_time_give_what_one_at_a_time_gives(restorer: GrammalecteRestorer) -> None:
    texts = [f"Voici la fenetre {number} et lecole." for number in range(8)]
    assert restore_all(texts, restorer, workers=4) == [restore(text, restorer) for text in texts]


def test_a_lone_surrogate_does_not_stop_it(restorer: GrammalecteRestorer) -> None:
    assert restore("\ud800 fenetre", restorer).text == "\ud800 fenêtre"


def test_another_path_of_the_server_is_told(grammalecte: str) -> None:
    with pytest.raises(ServerError, match=r"/nothing/gc_text/fr answers with the error 404"):
        restore("fenetre", GrammalecteRestorer(f"{grammalecte}/nothing", timeout=60))
