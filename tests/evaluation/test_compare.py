"""Joining conditions with their originals: who is compared with whom, and who is left out."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from typo.edits import Edit
from typo.errors import InvalidArgument
from typo.evaluation import Record, compare

Make = Callable[..., Record]

SLIP: dict[str, Any] = {"edits": (("question", Edit(0, 1, "a", "b")),)}


def run(make: Make, condition: str, answers: dict[str, Any], **told: Any) -> list[Record]:
    return [make(condition=condition, id=name, answer=answer, **told) for name, answer in answers.items()]


def test_documents_are_joined_by_id_whatever_their_order(make: Make) -> None:
    records = run(make, "original", {"a": 0, "b": 1, "c": 0}) + run(make, "ime", {"c": 1, "a": 0, "b": 0}, **SLIP)
    original, ime = compare(records, resamples=200)
    assert (original.condition, ime.condition) == ("original", "ime")
    assert [(before.id, after.id) for before, after in ime.pairs] == [("a", "a"), ("b", "b"), ("c", "c")]
    assert (ime.harmed, ime.helped) == (1, 1)
    assert ime.estimates["acc"].delta == 0
    shuffled = records.copy()
    random.Random(0).shuffle(shuffled)
    assert {row.condition: row for row in compare(shuffled, resamples=200)} == {"original": original, "ime": ime}


def test_a_document_of_one_condition_only_is_named_and_counts_nowhere(make: Make) -> None:
    records = run(make, "original", {"a": 0, "b": 0, "x": 1}) + run(make, "ime", {"a": 0, "b": 1, "y": 0, "z": 0})
    original, ime = compare(records, resamples=100)
    assert (ime.only_original, ime.only_here) == (("x",), ("y", "z"))
    assert len(ime.pairs) == 2
    # The original's accuracy over the shared documents is the one to compare with, not that over all.
    assert (ime.estimates["acc"].before, ime.estimates["acc"].delta) == (1.0, -0.5)
    assert original.estimates["acc"].after == pytest.approx(2 / 3)


def test_only_documents_that_really_differ_count_as_perturbed(make: Make) -> None:
    records = run(make, "original", {"a": 0, "b": 0}) + run(make, "ime", {"a": 1}, **SLIP) + run(make, "ime", {"b": 0})
    _, ime = compare(records, resamples=100)
    assert [after.id for _, after in ime.perturbed] == ["a"]
    assert ime.estimates["acc"].delta == -0.5
    assert ime.estimates_perturbed["acc"].delta == -1.0


def test_a_condition_that_perturbs_nothing_has_no_difference_on_perturbed_documents(make: Make) -> None:
    _, fullwidth = compare(run(make, "original", {"a": 0}) + run(make, "fullwidth", {"a": 0}), resamples=100)
    assert fullwidth.perturbed == ()
    assert fullwidth.estimates_perturbed == {}
    assert fullwidth.estimates["acc"][2:] == (0, 0, 0, 1, 1)


def test_answers_that_were_all_not_understood_are_all_wrong(make: Make) -> None:
    records = [
        make(condition=condition, id=name, answer=None, format="gen")
        for condition in ("original", "ime")
        for name in "ab"
    ]
    _, ime = compare(records, resamples=100)
    assert ime.unparsed == 1.0
    assert ime.estimates["acc"] == (0, 0, 0, 0, 0, 1, 1)
    assert list(ime.estimates) == ["acc"]


def test_models_benchmarks_and_formats_are_kept_apart(make: Make) -> None:
    records = [
        make(condition=condition, model=model, benchmark=benchmark, format=kind, answer=number % 2)
        for number, (model, benchmark, kind) in enumerate(
            (m, b, f) for m in ("m1", "m2") for b in ("quiz", "exam") for f in ("letters", "gen")
        )
        for condition in ("original", "ime")
    ]
    rows = compare(records, resamples=50)
    assert len(rows) == 16
    assert all(row.estimates["acc"].delta == 0 for row in rows)
    assert [row.condition for row in rows] == ["original", "ime"] * 8


CLASHES: list[tuple[str, list[dict[str, Any]], str]] = [
    ("no records", [], "records is empty"),
    ("no original", [{"condition": "ime"}], r"quiz \(letters\) by some-model lack the condition original.*ime"),
    ("twice", [{}, {}], "document quiz/1 comes twice under original"),
    ("nothing shared", [{}, {"condition": "ime", "id": "2"}], "ime and original of quiz share no document"),
    (
        "more options",
        [{"probabilities": (0.7, 0.3)}, {"condition": "ime", "probabilities": (0.7, 0.2, 0.1)}],
        "quiz/1 of quiz is another question under ime.*number of its options",
    ),
    ("another gold", [{}, {"condition": "ime", "gold": 1}], "quiz/1 of quiz is another question under ime"),
    (
        "another text",
        [
            {"before": (("q", "a"),), "after": (("q", "a"),)},
            {"condition": "ime", "before": (("q", "b"),), "after": (("q", "b"),)},
        ],
        "quiz/1 of quiz is another question under ime",
    ),
    (
        "some probabilities",
        [{"probabilities": (0.5, 0.5)}, {"condition": "ime"}],
        r"quiz/1 \(ime\) of quiz has no probabilities; others have",
    ),
]


@pytest.mark.parametrize(("told", "named"), [clash[1:] for clash in CLASHES], ids=[clash[0] for clash in CLASHES])
def test_what_cannot_be_compared_is_refused(make: Make, told: list[dict[str, Any]], named: str) -> None:
    with pytest.raises(InvalidArgument, match=named):
        compare([make(**row) for row in told], resamples=10)
