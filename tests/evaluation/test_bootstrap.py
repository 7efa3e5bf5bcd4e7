"""The paired cluster bootstrap, against full enumeration, and on hostile input."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import isnan
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from typo.errors import InvalidArgument
from typo.evaluation import METRICS, Answers, Estimate, Record, paired_bootstrap, resampled_differences
from typo.evaluation.bootstrap import clusters, column, estimate, score_resamples

Make = Callable[..., Record]
Table = dict[str, list[Record]]
Pair = tuple[Record, Record]
NAMES = {"acc": "accuracy", "brier": "brier", "nll": "nll", "ece": "ece10"}
ALL = tuple(METRICS[name] for name in NAMES)


def pairs_of(table: Table, condition: str) -> list[Pair]:
    return list(zip(table["original"], table[condition], strict=True))


@pytest.mark.parametrize("condition", ["low", "high"])
def test_the_point_and_the_interval_agree_with_full_enumeration(table: Table, reference: Any, condition: str) -> None:
    estimates = paired_bootstrap(pairs_of(table, condition), ALL)
    for name, found in zip(NAMES, estimates, strict=True):
        expected = reference["bootstrap"][f"{NAMES[name]}:{condition}-original"]
        assert found.delta == pytest.approx(expected["point"], abs=1e-12)
        # Accuracy has a coarse distribution: neighbouring values are up to 1/40 apart.
        allowed = 0.026 if name == "acc" else 0.01
        assert [found.low, found.high] == pytest.approx(expected["ci95_exact"], abs=allowed)


@pytest.mark.parametrize("condition", ["low", "high"])
@pytest.mark.parametrize("name", NAMES)
def test_scores_of_all_possible_resamples_have_the_exact_interval(
    table: Table, reference: Any, condition: str, name: str
) -> None:
    metric = METRICS[name]
    groups = [record.group for record in table["original"]]
    names = sorted(set(groups))
    counts = np.array([np.bincount(draw, minlength=6) for draw in itertools.product(range(6), repeat=6)], dtype=float)
    scores = []
    for side in ("original", condition):
        rows = metric.statistics(Answers.of(table[side]))
        sums = np.array([rows[[group == wanted for group in groups]].sum(axis=0) for wanted in names])
        scores.append(metric.score(counts @ sums))
    bounds = np.quantile(scores[1] - scores[0], [0.025, 0.975])
    expected = reference["bootstrap"][f"{NAMES[name]}:{condition}-original"]["ci95_exact"]
    assert list(bounds) == pytest.approx(expected, abs=1e-12)


def made(make: Make, count: int, groups: int = 0, seed: int = 0) -> list[Pair]:
    numbers = random.Random(seed)
    pairs = []
    for index in range(count):
        sides = []
        for condition in ("original", "ime"):
            weights = [numbers.random() for _ in range(4)]
            chances = tuple(weight / sum(weights) for weight in weights)
            sides.append(
                make(
                    id=str(index), condition=condition, gold=numbers.randrange(4), probabilities=chances,
                    answer=chances.index(max(chances)), group=str(index % groups) if groups else "",
                )
            )  # fmt: skip
        pairs.append((sides[0], sides[1]))
    return pairs


def test_the_resamples_are_the_same_on_every_machine_and_under_every_numpy(make: Make) -> None:
    # Written down once: a change here changes published intervals.
    drawn = resampled_differences(made(make, 50), ALL, resamples=5, seed=3)
    assert drawn[:, 0].round(12).tolist() == [-0.14, -0.08, 0.04, 0.02, 0.04]


def test_the_global_state_of_random_numbers_is_neither_read_nor_written(make: Make) -> None:
    pairs = made(make, 20)
    np.random.seed(1)  # noqa: NPY002 - the very state that must not matter
    random.seed(1)
    first = resampled_differences(pairs, ALL, resamples=50)
    states = (random.random(), np.random.random())  # noqa: NPY002
    np.random.seed(1)  # noqa: NPY002
    random.seed(1)
    assert states == (random.random(), np.random.random())  # noqa: NPY002
    np.random.seed(2)  # noqa: NPY002
    assert (resampled_differences(pairs, ALL, resamples=50) == first).all()


def test_another_seed_draws_other_resamples_of_much_the_same_width(make: Make) -> None:
    pairs = made(make, 300)
    one, other = (paired_bootstrap(pairs, ALL[:1], seed=seed)[0] for seed in (0, 1))
    assert one.delta == other.delta
    assert (resampled_differences(pairs, ALL[:1], seed=0) != resampled_differences(pairs, ALL[:1], seed=1)).any()
    assert [one.low, one.high] == pytest.approx([other.low, other.high], abs=0.02)


def test_whole_clusters_are_drawn(make: Make) -> None:
    # Ten copies of every document say no more than one: with clusters the interval stays as wide as it was.
    singles = made(make, 40)
    copies = [(before, after) for before, after in singles for _ in range(10)]
    alone = paired_bootstrap(singles, ALL[:1])[0]
    grouped = paired_bootstrap(copies, ALL[:1])[0]
    assert grouped == pytest.approx(alone)
    apart = [
        (make(id=f"{i}", answer=before.answer, gold=before.gold), make(id=f"{i}", answer=after.answer, gold=after.gold))
        for i, (before, after) in enumerate(copies)
    ]
    free = paired_bootstrap(apart, ALL[:1])[0]
    assert free.high - free.low < (alone.high - alone.low) / 2.5


def test_a_document_with_the_name_of_a_group_is_not_in_it(make: Make) -> None:
    one, two = make(id="a"), make(id="b", group="a")
    wrong = make(id="b", group="a", answer=1)
    assert len(set(resampled_differences([(one, one), (two, wrong)], ALL[:1])[:, 0])) == 3


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30), st.integers(0, 5))
@settings(max_examples=50)
def test_the_interval_holds_the_difference_and_no_more_than_is_possible(rows: list[Any], seed: int) -> None:
    def record(index: int, condition: str, right: bool) -> Record:
        return Record(
            model="m",
            benchmark="b",
            format="gen",
            condition=condition,
            id=str(index),
            gold=0,
            answer=0 if right else None,
        )

    pairs = [(record(i, "original", a), record(i, "ime", b)) for i, (a, b) in enumerate(rows)]
    found = paired_bootstrap(pairs, ALL[:1], resamples=2000, seed=seed)[0]
    assert -1 <= found.low <= found.delta + 1e-9
    assert found.delta - 1e-9 <= found.high <= 1
    if all(before == after for before, after in rows):
        assert (found.delta, found.low, found.high) == (0, 0, 0)


def test_one_document_has_an_interval_of_one_point(make: Make) -> None:
    found = paired_bootstrap([(make(), make(answer=1))], ALL[:1], resamples=100)[0]
    assert found[:5] == (1, 0, -1, -1, -1)


def test_resamples_that_are_all_alike_make_no_claim(make: Make) -> None:
    one_group = [(make(id=str(n), group="g"), make(id=str(n), group="g", answer=n % 2)) for n in range(10)]
    all_turned = [(make(id=str(n)), make(id=str(n), answer=1)) for n in range(3)]
    for pairs in (one_group, all_turned):
        found = paired_bootstrap(pairs, ALL[:1], resamples=100)[0]
        assert isnan(found.p)
        assert isnan(found.p_centred)
    assert paired_bootstrap(one_group[:1], ALL[:1], resamples=100)[0].p == 1


def test_an_infinite_nll_has_no_interval_and_spoils_no_other(make: Make) -> None:
    pairs = made(make, 30)
    before, _ = pairs[0]
    pairs[0] = (before, make(id="0", gold=0, answer=1, probabilities=(0.0, 1.0)))
    accuracy, _, likelihood, _ = paired_bootstrap(pairs, ALL, resamples=200)
    assert likelihood.delta == float("inf")
    assert isnan(likelihood.low)
    assert isnan(likelihood.high)
    assert accuracy.low <= accuracy.delta <= accuracy.high


def test_nothing_to_resample_is_refused(make: Make) -> None:
    with pytest.raises(InvalidArgument, match="no documents"):
        paired_bootstrap([], ALL)
    with pytest.raises(InvalidArgument, match="resamples=0"):
        paired_bootstrap(made(make, 2), ALL, resamples=0)


MADE = "mc_numpy_default_rng(0).integers(0,6,(10000,6))"


@pytest.mark.parametrize("condition", ["low", "high"])
@pytest.mark.parametrize("name", NAMES)
def test_the_resamples_of_the_reference_give_its_intervals_and_p_values(
    table: Table, reference: Any, condition: str, name: str
) -> None:
    expected = reference["bootstrap"][f"{NAMES[name]}:{condition}-original"]
    columns = [column(METRICS[name], Answers.of(table[side])) for side in ("original", condition)]
    names = sorted({record.group for record in table["original"]})
    sums = np.zeros((6, sum(one.table.shape[1] for one in columns)))
    for row, record in zip(np.hstack([one.table for one in columns]), table["original"], strict=True):
        sums[names.index(record.group)] += row

    def estimated(draws: Any) -> Estimate:
        counts = np.array([np.bincount(draw, minlength=6) for draw in draws], dtype=float)
        before, after = score_resamples(counts, columns, sums).T
        return estimate(columns[0].score, columns[1].score, before, after, level=0.95)

    seeded = estimated(np.random.default_rng(0).integers(0, 6, (10_000, 6)))
    assert seeded.delta == pytest.approx(expected["point"], abs=1e-12)
    assert [seeded.low, seeded.high] == pytest.approx(expected[MADE]["ci95"], abs=1e-12)
    p_value = expected[MADE]["p_two_sided_percentile=2*min((1+#<=0),(1+#>=0))/(B+1)"]
    assert seeded.p == pytest.approx(p_value, abs=1e-12)
    exact = estimated(list(itertools.product(range(6), repeat=6)))
    count = 6**6
    # The p-values of full enumeration count no resample more.
    assert exact.p * (count + 1) / count == pytest.approx(expected["p_two_sided_percentile_exact"], abs=3 / count)
    assert (exact.p_centred * (count + 1) - 1) / count == pytest.approx(expected["p_centered_exact"], abs=1 / count)


@given(st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=1, max_size=4), st.integers(0, 9))
@settings(max_examples=30)
def test_a_resample_scores_as_the_documents_drawn_written_out(draws: list[list[int]], seed: int) -> None:
    numbers = random.Random(seed)
    records = []
    for index in range(12):
        scores = tuple(numbers.gauss(0, 2) for _ in range(numbers.randrange(1, 5)))
        gold = numbers.randrange(len(scores))
        records.append(
            Record(
                model="m", benchmark="b", format="f", condition="c", id=str(index), gold=gold, scores=scores,
                group=str(index % 5),
            )
        )  # fmt: skip
    counts = np.array([[1.0, *row] for row in draws])
    for metric in METRICS.values():
        if metric.applies(records[0]):
            one = column(metric, Answers.of(records))
            sums = np.array(
                [one.table[[int(record.group) == group for record in records]].sum(0) for group in range(5)]
            )
            found = score_resamples(counts, [one], sums)[:, 0]
            for count, value in zip(counts, found, strict=True):
                written = [record for record in records for _ in range(int(count[int(record.group)]))]
                expected = metric.score(metric.statistics(Answers.of(written)).sum(axis=0))
                assert value == pytest.approx(float(expected), abs=1e-9)


def test_a_difference_that_rounding_alone_makes_is_none(make: Make) -> None:
    pairs = [(one, replace(one, condition="ime")) for one, _ in made(make, 50)]
    for found in paired_bootstrap(pairs, tuple(METRICS[name] for name in ("acc", "brier", "nll", "ece", "margin"))):
        assert found[2:] == (0, 0, 0, 1, 1)
        assert found.relative == 0


def test_documents_of_the_same_name_in_two_benchmarks_are_two_clusters(make: Make) -> None:
    records = [make(id="1"), make(id="1", benchmark="exam"), make(id="2", group="g"), make(group="g", benchmark="exam")]
    assert clusters(records) == [0, 1, 2, 3]


def test_a_difference_in_the_last_digit_is_none() -> None:
    drawn = np.full(100, 0.3)
    found = estimate(0.3, 0.1 + 0.2, drawn, drawn + np.spacing(0.3), level=0.95)
    assert found[2:] == (0, 0, 0, 1, 1)


@dataclass(frozen=True)
class Odd:
    """A metric whose statistics are what it is told."""

    table: Any
    name: str = "odd"

    def applies(self, record: Record) -> bool:
        return True

    def statistics(self, answers: Answers) -> Any:
        return self.table

    def score(self, sums: Any) -> Any:
        return sums[..., 0]


@pytest.mark.parametrize(
    ("told", "named"),
    [([[1.0]], "shape"), ([1.0, 2.0], "shape"), ([[1.0], [float("nan")]], r"odd is NaN for document b \(original\)")],
)
def test_a_metric_that_makes_something_else_is_named(make: Make, told: Any, named: str) -> None:
    with pytest.raises(InvalidArgument, match=named):
        column(Odd(told), Answers.of([make(id="a"), make(id="b")]))
