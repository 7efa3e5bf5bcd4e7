"""Metrics equal the values that other implementations gave, document by document and from sums."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from math import fsum, inf, isnan, nan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typo.errors import InvalidArgument
from typo.evaluation import METRICS, Answers, Record, brier, ece, margin, nll

Make = Callable[..., Record]
Table = dict[str, list[Record]]
NAMES = {"acc": "accuracy", "brier": "brier", "nll": "nll", "ece": "ece10"}


def score(name: str, records: list[Record]) -> float:
    metric = METRICS[name]
    return float(metric.score(metric.statistics(Answers.of(records)).sum(axis=0)))


@pytest.mark.parametrize("condition", ["original", "low", "high"])
@pytest.mark.parametrize("name", NAMES)
def test_a_metric_equals_its_reference_value(table: Table, reference: Any, condition: str, name: str) -> None:
    expected = reference["conditions"][condition]["uncalibrated"][NAMES[name]]["value"]
    assert score(name, table[condition]) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("condition", ["original", "low", "high", "deletion"])
def test_the_margin_equals_its_reference_value(table: Table, reference: Any, condition: str) -> None:
    expected = reference["deletion_control"]["mean_margin"][condition]
    assert score("margin", table[condition]) == pytest.approx(expected, abs=1e-12)


def test_a_confidence_on_the_border_of_two_bins_belongs_to_the_lower_one(reference: Any) -> None:
    edges = reference["ece_edges"]
    expected = edges["ece (lo,hi] [recommended; sklearn.calibration_curve binning]"]
    assert ece(zip(edges["confidence"], edges["correct"], strict=True)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("confidence", [k / 10 for k in range(11)] + [0.1 + 0.2, 0.1 * 6, 0.1 * 7])
def test_bins_are_those_of_numpy_to_the_last_bit(confidence: float) -> None:
    import numpy as np

    # Next to one answer in the bin that numpy finds, the errors of both cancel; from any other bin they would not.
    index = int(np.searchsorted(np.linspace(0, 1, 11)[1:-1], confidence, side="left"))
    middle = (index + 0.5) / 10
    together = ece([(confidence, 0.0), (middle, 1.0)])
    assert together == pytest.approx(abs(1.0 - confidence - middle) / 2, abs=1e-12)


answers = st.lists(st.floats(0.001, 1), min_size=2, max_size=5).flatmap(
    lambda weights: st.tuples(
        st.just(tuple(weight / fsum(weights) for weight in weights)), st.integers(0, len(weights) - 1)
    )
)


@given(st.lists(answers, min_size=1, max_size=40))
def test_scores_from_sums_are_the_means_of_the_functions_of_one_document(rows: list[Any]) -> None:
    records = [
        Record(
            model="m", benchmark="b", format="letters", condition="original", id=str(index), gold=gold,
            answer=chances.index(max(chances)), probabilities=chances,
        )
        for index, (chances, gold) in enumerate(rows)
    ]  # fmt: skip
    for name, function in (("brier", brier), ("nll", nll), ("margin", margin)):
        assert score(name, records) == pytest.approx(fsum(function(*row) for row in rows) / len(rows))
    pairs = [(max(chances), float(chances.index(max(chances)) == gold)) for chances, gold in rows]
    assert score("ece", records) == pytest.approx(ece(pairs))
    assert score("acc", records) == pytest.approx(fsum(right for _, right in pairs) / len(pairs))


@given(answers)
def test_the_brier_score_stays_within_0_and_2_and_the_margin_within_1(row: Any) -> None:
    assert 0 <= brier(*row) <= 2
    assert -1 <= margin(*row) <= 1
    assert nll(*row) >= 0


def test_a_right_answer_held_impossible_has_an_infinite_nll_and_the_worst_brier_score() -> None:
    assert nll([1.0, 0.0], 1) == inf
    assert brier([1.0, 0.0], 1) == 2.0
    assert isnan(ece([]))


@pytest.mark.parametrize("function", [brier, nll, margin])
@pytest.mark.parametrize(
    ("probabilities", "gold", "named"),
    [
        ([nan, 1.0], 0, "nan"),
        ([0.5, 1.5], 0, "1.5"),
        ([-0.1, 1.1], 0, "-0.1"),
        ([0.5, 0.5], 2, "gold=2"),
        ([], 0, "gold=0"),
    ],
)
def test_what_is_no_probability_is_refused(
    function: Callable[..., float], probabilities: list[float], gold: int, named: str
) -> None:
    with pytest.raises(InvalidArgument, match=named):
        function(probabilities, gold)


def test_a_wrong_answer_is_one_of_high_confidence_from_eight_tenths_on(make: Make) -> None:
    wrong = [make(answer=None, probabilities=(1 - chance, chance)) for chance in (0.79, 0.8, 1.0)]
    assert [score("hce", [record]) for record in wrong] == [0, 1, 1]
    assert score("hce", [make(probabilities=(1.0, 0.0))]) == 0


def test_scores_tell_losses_that_no_probability_could(make: Make) -> None:
    record = make(answer=None, gold=1, scores=(0.0, -800.0))
    assert record.probabilities == (1.0, 0.0)
    assert score("nll", [record]) == 800
    assert score("nll", [make(answer=None, gold=1, probabilities=(1.0, 0.0))]) == inf


def test_a_metric_of_probabilities_names_the_document_that_has_none(make: Make) -> None:
    with pytest.raises(InvalidArgument, match=r"quiz/7 \(ime\) has no probabilities"):
        METRICS["brier"].statistics(Answers.of([make(id="quiz/7", condition="ime")]))


def test_the_functions_of_one_document_need_no_numpy() -> None:
    code = "import sys; sys.modules['numpy'] = None; from typo.evaluation import brier; print(brier([0.5, 0.5], 0))"
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert done.stdout == "0.5\n", done.stderr
