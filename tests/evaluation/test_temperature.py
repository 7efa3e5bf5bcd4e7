"""Temperatures: the reference values, and what is degenerate."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from typo.errors import InvalidArgument
from typo.evaluation import METRICS, Answers, Record, fit_temperature, hold_out

Make = Callable[..., Record]
Table = dict[str, list[Record]]


def test_the_temperature_of_held_out_originals_equals_its_reference_value(table: Table, reference: Any) -> None:
    expected = reference["temperature"]
    fit = fit_temperature(Answers.of(table["held out original"]))
    assert fit.value == pytest.approx(expected["T"], abs=1e-12)
    assert fit.nll_before == pytest.approx(expected["heldout_nll_T1"], abs=1e-12)
    assert fit.nll_after == pytest.approx(expected["heldout_nll_T"], abs=1e-12)
    assert (fit.n, fit.flag) == (10, "")
    low = fit_temperature(Answers.of(table["held out low"]))
    assert low.value == pytest.approx(expected["T_heldout_low"], abs=1e-9)


def test_scores_that_say_the_wrong_thing_end_at_the_highest_temperature_and_are_flagged(table: Table) -> None:
    fit = fit_temperature(Answers.of(table["held out high"]))
    assert (fit.value, fit.flag) == (20.0, "highest")
    assert fit.nll_after < fit.nll_before


NAMES = {
    "accuracy": "acc", "brier": "brier", "nll": "nll", "ece10": "ece", "mean_confidence": "confidence",
    "hce_rate": "hce", "mean_p_gold": "p_gold",
}  # fmt: skip


@pytest.mark.parametrize("condition", ["original", "low", "high"])
@pytest.mark.parametrize("arm", ["uncalibrated", "calibrated"])
def test_every_metric_equals_its_reference_value_before_and_after(
    table: Table, reference: Any, condition: str, arm: str
) -> None:
    temperature = fit_temperature(Answers.of(table["held out original"])).value if arm == "calibrated" else 1.0
    answers = Answers.of(table[condition]).at(temperature)
    for told, name in NAMES.items():
        expected = reference["conditions"][condition][arm][told]
        value = expected["value"] if isinstance(expected, dict) else expected
        metric = METRICS[name]
        assert float(metric.score(metric.statistics(answers).sum(axis=0))) == pytest.approx(value, abs=1e-12)


def of(make: Make, *rows: tuple[float, ...], gold: int = 0) -> Answers:
    return Answers.of([make(id=str(n), gold=gold, answer=None, scores=row) for n, row in enumerate(rows)])


def test_all_right_ends_at_the_lowest_temperature_and_is_flagged(make: Make) -> None:
    fit = fit_temperature(of(make, (0.0, -1.0), (0.0, -3.0, -1.0)))
    assert (fit.value, fit.flag) == (0.05, "lowest")


@pytest.mark.parametrize("row", [(-1.0, -1.0, -1.0), (-2.0,)])
def test_scores_that_are_equal_or_have_no_rival_keep_a_temperature_of_one(make: Make, row: tuple[float, ...]) -> None:
    fit = fit_temperature(of(make, row, row))
    assert (fit.value, fit.flag) == (1.0, "flat")
    assert fit.nll_before == fit.nll_after


def test_an_impossible_option_does_not_count_and_an_impossible_right_one_is_flagged(make: Make) -> None:
    rows = ((0.0, -0.5), (-1.0, 0.0))
    without = fit_temperature(of(make, *rows))
    assert fit_temperature(of(make, *((*row, -inf) for row in rows))).value == pytest.approx(without.value)
    fit = fit_temperature(of(make, (0.0, -inf), gold=1))
    assert (fit.value, fit.nll_before, fit.flag) == (1.0, inf, "impossible")


def test_no_answers_and_answers_without_probabilities_are_refused(make: Make) -> None:
    with pytest.raises(InvalidArgument, match="no probabilities"):
        fit_temperature(Answers.of([]))
    with pytest.raises(InvalidArgument, match=r"quiz/1 .* has no probabilities"):
        fit_temperature(Answers.of([make()]))


scores = st.lists(st.tuples(*[st.floats(-8, 0)] * 3), min_size=1, max_size=12)


@given(scores, st.floats(0.1, 10))
def test_no_other_temperature_does_better(rows: list[tuple[float, ...]], other: float) -> None:
    answers = Answers.of(
        [
            Record(model="m", benchmark="b", format="f", condition="original", id=str(n), gold=n % 3, scores=row)
            for n, row in enumerate(rows)
        ]
    )
    fit = fit_temperature(answers)
    there = answers.at(other).logs()
    assert fit.nll_after <= -there[np.arange(len(rows)), answers.gold].mean() + 1e-9


@given(scores, st.floats(0.1, 10))
def test_a_temperature_leaves_the_order_of_the_options(rows: list[tuple[float, ...]], temperature: float) -> None:
    answers = Answers.of(
        [
            Record(model="m", benchmark="b", format="f", condition="original", id=str(n), gold=0, scores=row)
            for n, row in enumerate(rows)
        ]
    )
    before, after = answers.probabilities(), answers.at(temperature).probabilities()
    assert np.allclose(after.sum(axis=1), 1)
    for one, other in zip(before, after, strict=True):
        assert (np.diff(other[np.argsort(one, kind="stable")]) >= -1e-12).all()


def test_probabilities_and_the_scores_they_are_made_of_scale_alike(make: Make) -> None:
    scored = of(make, (-0.2, -1.4, -3.0), (-2.0, -0.1, -0.4))
    given = Answers.of([make(id=r.id, answer=None, probabilities=r.probabilities) for r in scored.records])
    assert np.allclose(scored.at(1.7).probabilities(), given.at(1.7).probabilities())


def test_the_held_out_part_is_the_same_for_all_conditions_and_models_and_holds_whole_groups(make: Make) -> None:
    records = [
        make(id=f"{n}", condition=condition, model=model, group=f"g{n // 3}", rate=None)
        for n in range(600)
        for condition in ("original", "low")
        for model in ("m1", "m2")
    ]
    kept = hold_out(records, share=0.2)
    held = {record.group for record in kept if record.held_out}
    assert all(record.held_out == (record.group in held) for record in kept)
    assert 20 < len(held) < 60  # of 200, 40 expected
    assert {record.group for record in hold_out(records, share=0.2, seed=1) if record.held_out} != held
    assert held < {record.group for record in hold_out(records, share=0.5) if record.held_out}
    assert not any(record.held_out for record in hold_out(records, share=0))
    assert all(record.held_out for record in hold_out(records, share=1))
    assert hold_out(kept, share=0) == kept
