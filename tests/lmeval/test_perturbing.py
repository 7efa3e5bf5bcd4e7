"""What conditions make of documents."""

from __future__ import annotations

import pytest

import typo
from typo import InvalidArgument
from typo_lmeval.benchmarks import BENCHMARKS
from typo_lmeval.catalogue import CONDITIONS
from typo_lmeval.perturbing import _deleted, make, perturber_of, rates_of
from typo_lmeval.settings import Settings, settings

TEXTS = [
    "L'ami d'Élodie s'étonne qu'on n'ait pas éteint la lampe de l'entrée avant l'arrivée des invités.",
    "Le chat dort sur un tapis gris.",
    "Après l'école, l'élève préféré d'Aurélie n'a qu'une idée : l'été à l'océan.",
    "D'où vient l'odeur étrange qu'il y a dans l'étable d'à côté ?",
]
NAMES = [str(place) for place in range(len(TEXTS))]
ROW = BENCHMARKS["fr_arc"]
FIELDS = [{"question": text} for text in TEXTS]


@pytest.mark.parametrize(
    ("text", "spans", "left"),
    [
        ("Une forêt, vue d'en haut", [(7, 8)], "Une, vue d'en haut"),
        ("Une forêt, vue d'en haut", [(15, 18)], "Une forêt, vue haut"),
        ("un deux trois", [(0, 1)], "deux trois"),
        ("un deux trois", [(0, 1), (4, 5)], "trois"),
        ("un deux trois", [(4, 5), (9, 10)], "un"),
        ("un deux trois", [(0, 1), (3, 4), (8, 9)], ""),
        ("peut-être demain", [(2, 3), (6, 7)], "demain"),
        ("un deux", [], "un deux"),
    ],
)
def test_words_that_were_modified_go_with_one_blank(text: str, spans: list[tuple[int, int]], left: str) -> None:
    edits = [typo.Edit(start, end, text[start:end], "x" * (end - start + 1), "") for start, end in spans]
    log = _deleted(text, typo.EditLog(edits, len(text)))
    assert log.apply(text) == left
    assert {edit.label for edit in log.edits} <= {"deletion"}


def test_a_letter_put_in_takes_the_word_that_it_is_in() -> None:
    text = "un deux trois"
    assert _deleted(text, typo.EditLog((typo.Edit(5, 5, "", "x", ""),), len(text))).apply(text) == "un trois"


def test_a_document_that_cannot_take_the_high_level_has_none() -> None:
    made = make(FIELDS, NAMES, NAMES, ROW, CONDITIONS["fr"]["apostrophe_original"], Settings(typo_n="all"))
    assert [one.place for one in made] == [0, 2, 3]


@pytest.mark.parametrize("words", [0, 44, 80])
def test_the_levels_take_the_texts_that_a_strict_sweep_takes(words: int) -> None:
    texts = [text + " Le chat gris dort." * (words // 4) for text in [*TEXTS, "L'ami de Paul voit l'océan."]]
    names = [str(place) for place in range(len(texts))]
    condition = CONDITIONS["fr"]["apostrophe_high"]
    noisy = perturber_of(ROW, condition, Settings())
    assert noisy is not None
    expected = {}
    for place, text in enumerate(texts):
        levels = noisy.sweep(text, rates=rates_of(condition, Settings()), key=names[place], strict=True)
        if levels[-1].edits:
            expected[place] = len(levels[-1].edits)
    fields = [{"question": text} for text in texts]
    made = make(fields, names, names, ROW, condition, Settings(typo_n="all"))
    assert {one.place: len(one.logs["question"]) for one in made} == expected


def test_fewer_documents_are_among_more() -> None:
    condition = CONDITIONS["fr"]["apostrophe_low"]
    one, two = (
        {made.place for made in make(FIELDS, NAMES, NAMES, ROW, condition, Settings(typo_n=number))}
        for number in (1, 2)
    )
    assert len(one) == 1
    assert one < two


def test_where_no_document_is_left_that_is_said() -> None:
    with pytest.raises(InvalidArgument, match=r"documents of fr_arc that are left can take fr\.keyboard; typo_n=9"):
        make(FIELDS[:1], NAMES[:1], NAMES[:1], ROW, CONDITIONS["fr"]["keyboard_low"], Settings(typo_n=9))


def test_whole_numbers_as_the_harness_reads_them_are_whole() -> None:
    assert settings({"typo_seed": -1.0, "typo_n": 1e3})[1:3] == (-1, 1000)
    with pytest.raises(InvalidArgument, match=r"typo_seed must be an int, not float"):
        settings({"typo_seed": 0.5})


def test_the_rate_of_the_highest_level_sets_the_others_in_proportion() -> None:
    low = CONDITIONS["fr"]["apostrophe_low"]
    assert rates_of(low, Settings()) == (0.025, 0.05)
    assert rates_of(low, Settings(typo_rate=0.2)) == (0.1, 0.2)
    assert rates_of(CONDITIONS["multypo"]["r40"], Settings()) == ()


@pytest.mark.parametrize(
    ("condition", "paper", "name"),
    [
        ("r10", False, "Keyboard"), ("r10", True, "tables='paper'"), ("multypo_r10", False, "tables='layout'"),
        ("naive_r10", False, "Naive"),
    ],
)  # fmt: skip
def test_a_condition_names_its_generator(condition: str, paper: bool, name: str) -> None:
    noisy = perturber_of(BENCHMARKS["xnli_de"], CONDITIONS["multypo"][condition], Settings(), paper=paper)
    assert noisy is not None
    assert name in repr(noisy)
    assert noisy.rate == 0.1


def test_an_original_has_nothing_that_perturbs() -> None:
    for family, condition in (("ja", "original"), ("multypo", "r00")):
        row = next(row for row in BENCHMARKS.values() if row.family == family)
        assert perturber_of(row, CONDITIONS[family][condition], Settings()) is None
