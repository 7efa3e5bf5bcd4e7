"""The quick way for words whose edits do not depend on the text gives what the planner gives, and is really taken."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import typo
from typo import Perturber
from typo.quick_words import Drawing

WORDS = st.sampled_from(
    ["l'école", "Aujourd’hui,", "d'aujourd'hui", "pêche", "où", "élève.", "(l'été)", "a", "12", "b2b", "x@y.z", "\n",
     "{n}", "e\u0301te\u0301", "qu'il", "peut-être", "vêtement/forêt", "«\u00a0déjà\u00a0»", "c'est-à-dire",
     "l'eau\nd'où", "14%", "M&S", "&lt;", "`l'eau`", "", "anticonstitutionnellement" * 2]
)  # fmt: skip
TEXTS = st.lists(WORDS | st.text(max_size=3), max_size=30).map(" ".join) | st.text(max_size=20)
NAMES = ("fr.apostrophe", "fr.apostrophe@paper", "fr.diacritics", "fr.keyboard", "fr.keyboard@paper")


def planned(noisy: Perturber) -> Perturber:
    """Return the same Perturber without its quick way."""
    slow = Perturber(
        noisy.transform,
        rate=noisy.rate,
        seed=noisy.seed,
        min_edits=noisy.min_edits,
        max_edits=noisy.max_edits,
        per=noisy.per,
    )
    object.__setattr__(slow, "_quick", None)
    return slow


@pytest.mark.parametrize("name", NAMES)
@given(
    TEXTS,
    st.integers() | st.text(max_size=3),
    st.sampled_from([0.0, 0.05, 0.5, 1.0]),
    st.sampled_from([0, 2]),
    st.sampled_from(["word", "unit"]),
)
@example("un\ndeux élèves", 1, 1.0, 0, "unit")
@example(" ".join(["l'élève d'où"] * 300), 1, 1.0, 0, "word")
@example(" ".join(["l'élève"] * 90), 1, 1.0, 0, "word")
@example(" ".join(["où"] * 30), 1, 1.0, 0, "word")
def test_the_quick_way_for_words_gives_what_the_planner_gives(
    name: str, text: str, key: int | str, rate: float, least: int, per: str
) -> None:
    noisy = Perturber(typo.get(name), rate=rate, min_edits=least, max_edits=None if least else 40, per=per)
    assert noisy.apply(text, key=key) == planned(noisy).apply(text, key=key)


@pytest.mark.parametrize("lang", ["en", "it"])
@given(TEXTS, st.integers())
@example("I don't think it's far, they'll say un po' dell'altro", 1)
def test_the_quick_way_of_other_languages_gives_what_the_planner_gives(lang: str, text: str, key: int) -> None:
    noisy = Perturber(typo.get("apostrophes", lang=lang, style="accent"), rate=0.5)
    assert noisy.apply(text, key=key) == planned(noisy).apply(text, key=key)


def test_the_quick_way_for_words_is_taken_for_plain_sentences_and_only_for_them() -> None:
    noisy = Perturber(typo.get("fr.keyboard"))
    assert noisy._quick is not None
    for text in ("L'école est déjà ouverte.", "12 34", "", "une\u00a0rue/avenue"):
        assert noisy._quick(text, 1) is not None
    for text in ("voir https://example.org/a", "e\u0301cole", "{nom} de l'élève", "a" * 100, "a " * 5000):
        assert noisy._quick(text, 1) is None
    assert Perturber(typo.get("fr.keyboard"), protect=("number",))._quick is None
    letters = Perturber(typo.get("diacritics", level="mark"))
    assert letters._quick is not None
    assert letters._quick("été", 1) is None


def test_results_do_not_change_when_the_kept_words_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    from typo import quick_words

    monkeypatch.setattr(quick_words, "MOST", 3)
    noisy = Perturber(typo.get("neighbour", shortest=5), rate=0.5)
    text = "chaque élève connaissait cette vieille rivière derrière notre maison"
    assert noisy.apply(text, key=1) == planned(noisy).apply(text, key=1)


def test_transforms_that_draw_word_by_word_say_so() -> None:
    assert all(isinstance(typo.get(name), Drawing) for name in ("apostrophes", "diacritics", "neighbour"))
    assert not isinstance(typo.get("keyboard"), Drawing)
