"""Two runs set against each other: what is paired, what the differences are, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from typo import InvalidArgument
from typo.evaluation import Contrast, ContrastReport, Record, Resampling, analyse, contrast, paired_bootstrap
from typo.evaluation.metrics import METRICS

Study = Callable[..., list[Record]]
FAST: dict[str, Any] = {"resamples": 400}


def one(rows: tuple[Contrast, ...], **wanted: str) -> Contrast:
    (found,) = [row for row in rows if wanted.items() <= row._asdict().items()]
    return found


def test_two_models_are_compared_over_the_same_documents(study_of: Study) -> None:
    first, second = study_of(models=("one",)), study_of(models=("two",))
    rows = contrast(first, second, **FAST)
    for condition in ("original", "low", "high"):
        sides = [
            sorted((r for r in run if r.condition == condition), key=lambda record: record.id)
            for run in (first, second)
        ]
        (wanted,) = paired_bootstrap(list(zip(*sides, strict=True)), [METRICS["nll"]], **FAST)
        assert one(rows, condition=condition, kind="score", metric="nll")[12:19] == pytest.approx(wanted)


def test_the_drop_is_the_difference_of_the_differences_from_the_originals(study_of: Study) -> None:
    first, second = study_of(models=("one",)), study_of(models=("two",))
    rows = contrast(first, second, **FAST)
    deltas = {}
    for run in (first, second):
        row = next(row for row in analyse(run, **FAST).comparisons if row.condition == "high")
        deltas[row.model] = row.estimates["acc"].delta
    found = one(rows, condition="high", kind="drop", metric="acc")
    assert (found.before, found.after) == pytest.approx((deltas["one"], deltas["two"]))
    assert found.delta == pytest.approx(deltas["two"] - deltas["one"])
    assert found.low <= found.delta <= found.high
    assert not [row for row in rows if row.condition == "original" and row.kind == "drop"]


def test_a_published_recipe_is_compared_with_the_other_of_its_condition(study_of: Study) -> None:
    levels = (("original", 0.0), ("ime", 0.2))
    ours = study_of(levels=levels)
    theirs = [replace(row, condition=row.condition + "_paper" * (row.condition == "ime")) for row in ours]
    rows = contrast(ours, theirs, **FAST)
    assert {(row.condition, row.other) for row in rows} == {("original", "original"), ("ime", "ime_paper")}
    assert {row.delta for row in rows} == {0.0}
    swapped = contrast(theirs, ours, **FAST)
    assert {(row.condition, row.other) for row in swapped} == {("original", "original"), ("ime_paper", "ime")}


def test_factors_are_matched_as_conditions_are(study_of: Study) -> None:
    ours = study_of(factors=("apostrophe",))
    theirs = [replace(row, factor="apostrophe_paper") for row in ours]
    assert {row.factor for row in contrast(ours, theirs, **FAST)} == {"apostrophe"}


def test_originals_that_are_answered_alike_are_no_test(study_of: Study) -> None:
    run = study_of()
    rows = contrast(run, [replace(row, scores=row.scores) for row in run], **FAST)
    assert all(row.p_holm != row.p_holm for row in rows if row.condition == "original")
    assert one(rows, condition="low", metric="acc", kind="score").p_holm == 1.0


def test_documents_that_are_other_questions_are_left_out_and_counted(study_of: Study) -> None:
    first, second = study_of(models=("one",)), study_of(models=("two",))
    other = [
        replace(row, before=(), after=(), edits=(), gold=(row.gold or 0) + 1 if row.gold == 0 else 0, answer=None)
        if row.id == "quiz//3" else row
        for row in second
    ]  # fmt: skip
    found = one(contrast(first, other, **FAST), condition="low", kind="score", metric="acc")
    assert (found.n, found.left_out) == (23, 1)
    fewer = [row for row in second if row.id not in ("quiz//4", "quiz//5")]
    found = one(contrast(first, fewer, **FAST), condition="low", kind="score", metric="acc")
    assert (found.n, found.left_out) == (22, 2)


def test_twins_and_what_is_held_out_do_not_count(study_of: Study) -> None:
    first, second = study_of(models=("one",)), study_of(models=("two",))
    more = [*second, *(replace(row, twin="restored") for row in second)]
    held = [replace(row, held_out=row.id == "quiz//0") for row in more]
    rows = contrast(first, held, **FAST)
    assert {row.n for row in rows} == {23}


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ({"models": ("two", "three")}, "the second run must hold one model, or one of the other run's; it holds two"),
        ({"models": ("two",), "benchmarks": ("other",)}, "no condition of a benchmark, format and number of shots"),
        ({"models": ("two",), "shots": 3}, "no condition of a benchmark, format and number of shots"),
    ],
)
def test_runs_that_have_nothing_in_common_are_one_sentence(study_of: Study, second: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidArgument, match=said):
        contrast(study_of(models=("one",)), study_of(**second), **FAST)


def test_a_condition_without_a_shared_document_is_one_sentence(study_of: Study) -> None:
    first = study_of(models=("one",))
    with pytest.raises(InvalidArgument, match="share no document of quiz under original"):
        contrast(first, [replace(row, id=f"other {row.id}") for row in first], **FAST)
    with pytest.raises(InvalidArgument, match="comes twice under original of quiz"):
        contrast([*first, *first], first, **FAST)


def test_the_report_says_the_same_in_all_formats(study_of: Study) -> None:
    pytest.importorskip("jinja2", reason="needs the extra report")
    rows = contrast(study_of(models=("one",)), study_of(models=("two",)), **FAST)
    made = ContrastReport(rows, ("a (one)", "b (two)"), {"first: run": {"harness": "1"}}, Resampling(400))
    found = one(rows, condition="high", kind="drop", metric="acc")
    shown = f"{found.delta:+.3f}".replace("-", "−")
    for text in (made.to_html(), made.to_markdown(), made.to_latex().replace("$-$", "−")):
        assert shown in text
    assert f"{found.delta:+.3f}" in made.table()
    assert len(json.loads(made.to_json())["contrasts"]) == len(rows) == len(made.to_csv().splitlines()) - 1
    assert "worse than the first run" in made.table()
