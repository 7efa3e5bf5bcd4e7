"""A broken triplet fails the screen that is there for it, and no other; a sound one fails none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from typo.benchmark import FACTORS, SCREENS, Design, Question, Triplet, Variant, screen
from typo.edits import Edit
from typo.graphemes import trimmed
from typo.planner import edits_at
from typo.registry import language

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "benchmark" / "broken.jsonl").read_text("utf-8").splitlines()
]
TEXT = "La maison du village est grande et belle aussi."
SOUND = ([["maison", "maidon"]], [["maison", "maidon"], ["grande", "grznde"]])


def variant(text: str, changes: list[list[str]], rate: float, words: int) -> Variant:
    edits = []
    for before, after in changes:
        assert text.count(before) == 1, before
        start = text.index(before)
        # One that changes nothing stays, to be found.
        edit = trimmed(text, start, start + len(before), after, "test")
        edits.append(edit or Edit(start, start + len(before), before, before, "test"))
    edits.sort()
    made, done = "", 0
    for edit in edits:
        made, done = made + text[done : edit.start] + edit.replacement, edit.end
    return Variant(rate, edits_at(rate, words), (("q", made + text[done:]),), tuple(("q", edit) for edit in edits))


def triplet(
    text: str = TEXT,
    low: list[list[str]] = SOUND[0],
    high: list[list[str]] = SOUND[1],
    factor: str = "keyboard",
    references: tuple[str, ...] = (),
) -> Triplet:
    question = Question(dataset="d", id="1", fields=(("q", text),), options=("a", "b"), gold=0, references=references)
    (kind,) = [known for known in FACTORS if known.name == factor]
    words = language("fr").count_words(text)
    levels = (variant(text, low, kind.low, words), variant(text, high, kind.high, words))
    return Triplet(question, factor, "test", words, *levels, "signature")


def failed(made: Triplet, question: Question | None = None, **options: Any) -> list[str]:
    return [fault.screen for fault in screen(made, question or made.question, Design(**options))]


@pytest.mark.parametrize("case", CASES, ids=[case["label"] for case in CASES])
def test_each_case_fails_just_the_screens_that_it_names(case: dict[str, Any]) -> None:
    made = triplet(case["text"], case["low"], case["high"], case["factor"], tuple(case.get("references", ())))
    assert failed(made, strict=case.get("strict", False)) == case["screens"]


def test_every_screen_has_a_case_or_a_test_of_its_own() -> None:
    by_case = {name for case in CASES for name in case["screens"]}
    assert set(SCREENS) - by_case == {"scope", "intact"}


def test_text_that_differs_outside_the_edits_fails() -> None:
    made = triplet()
    broken = made._replace(high=made.high._replace(fields=(("q", made.high.fields[0][1] + " "),)))
    assert failed(broken) == ["spans", "structure"]


def test_a_field_that_is_gone_or_new_fails() -> None:
    made = triplet()
    assert failed(made._replace(low=made.low._replace(fields=()))) == ["spans", "distinct"]
    assert failed(made._replace(low=made.low._replace(fields=(*made.low.fields, ("x", "y"))))) == ["spans"]


def test_edits_of_another_text_or_that_overlap_fail() -> None:
    made = triplet()
    field, edit = made.low.edits[0]
    for edits in (((field, edit._replace(original="q")),), ((field, edit), (field, edit._replace(replacement="q")))):
        broken = made._replace(high=made.high._replace(edits=edits), low=made.low._replace(edits=edits))
        assert failed(broken)[0] == "spans"


def test_an_edit_of_a_field_that_is_not_there_fails() -> None:
    made = triplet()
    _, edit = made.low.edits[0]
    high = made.high._replace(edits=(*made.high.edits, ("elsewhere", edit)))
    assert "scope" in failed(made._replace(high=high))


def test_a_change_outside_the_scope_fails() -> None:
    made = triplet()
    fields = (("fixed", "Un texte."), ("q", TEXT))
    question = Question(dataset="d", id="1", fields=fields, gold=0, scope=("q",))

    def widened(level: Variant, text: str) -> Variant:
        return level._replace(fields=(("fixed", text), *level.fields))

    sound = made._replace(question=question, low=widened(made.low, "Un texte."), high=widened(made.high, "Un texte."))
    assert failed(sound) == []
    assert failed(sound._replace(high=widened(made.high, "Un tezte."))) == ["spans", "scope"]
    slip = Edit(5, 6, "x", "z", "test")
    high = widened(made.high, "Un tezte.")
    assert failed(sound._replace(high=high._replace(edits=(("fixed", slip), *high.edits))))[0] == "scope"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("options", ("a", "c")),
        ("gold", 1),
        ("references", ("maison",)),
        ("group", "other"),
        ("fields", (("q", TEXT + " Voilà."),)),
        ("id", "2"),
    ],
)
def test_a_question_that_is_not_as_its_dataset_has_it_fails(name: str, value: object) -> None:
    made = triplet()
    values = {"dataset": "d", "id": "1", "fields": made.question.fields, "options": ("a", "b"), "gold": 0}
    question = Question(**{**values, name: value})  # type: ignore[arg-type]
    assert "intact" in failed(made, question)
    assert failed(made, Question(**values)) == []  # type: ignore[arg-type]


def test_logged_numbers_that_are_not_true_fail() -> None:
    made = triplet()
    assert failed(made._replace(words=made.words + 1)) == ["rates"]
    assert failed(made._replace(low=made.low._replace(target=7))) == ["rates"]
    assert failed(made._replace(low=made.low._replace(rate=0.07))) == ["rates"]


def test_guarded_words_can_be_chosen() -> None:
    made = triplet()
    assert failed(made, guarded=("maison",)) == ["guarded"]
    plural = triplet(
        "Plusieurs maisons.", [["maisons", "maidons"]], [["maisons", "maidons"], ["Plusieurs", "Plusieuts"]]
    )
    assert failed(plural) == ["guarded"]
    assert failed(plural, guarded=()) == []


def test_what_is_protected_can_be_chosen() -> None:
    assert failed(triplet(), protect=("mais[a-z]+",)) == ["protected"]
    # The edit begins inside what is protected, and ends outside.
    low, high = [["élève", "eleve"]], [["élève", "eleve"], ["géographie", "geographie"]]
    made = triplet("L'élève étudie la géographie très tôt le matin.", low, high, "diacritics")
    assert failed(made, protect=("él",)) == ["protected"]
    assert failed(made, protect=("L'",)) == []


def test_a_word_in_nfd_is_looked_up_in_nfc() -> None:
    text = "Le mai\u0308s de la re\u0301gion e\u0301tait beau cette anne\u0301e."
    low, high = [["re\u0301gion", "region"]], [["re\u0301gion", "region"], ["mai\u0308s", "mais"]]
    assert failed(triplet(text, low, high, "diacritics")) == ["word"]


def test_both_apostrophes_are_known() -> None:
    text = "Il l’avait vue à l’école avant l’été."
    low, high = [["l’école", "lécole"]], [["l’école", "lécole"], ["l’avait", "lavait"]]
    assert failed(triplet(text, low, high, "apostrophe")) == ["word"]
