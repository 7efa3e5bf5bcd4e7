"""Metrics of answers to multiple-choice questions.

Plain functions of one question, for whoever scores documents one by one; and the same as `Metric` objects, which
give statistics per document and a score from their sums. Whatever compares conditions is written against the
latter, once for all metrics.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from math import fsum, inf, isfinite, log
from typing import TYPE_CHECKING, Protocol

from typo.errors import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from typo.evaluation.records import Record

    Floats = NDArray[np.float64]

__all__ = ["METRICS", "Metric", "brier", "check_probabilities", "ece", "margin", "nll"]

_BINS = 10
# The upper borders of all bins but the last, as numpy.linspace makes them: 3 * 0.1 is not 0.3, and a confidence of
# 0.1 + 0.2 belongs below that border.
_BORDERS = tuple(border * 0.1 for border in range(1, _BINS))


def check_probabilities(probabilities: Sequence[float], gold: int) -> None:
    """Raise `InvalidArgument` unless there is a probability in 0..1 for every option, and `gold` is one of them.

    >>> check_probabilities([0.5, float("nan")], 0)
    Traceback (most recent call last):
    typo.errors.InvalidArgument: probabilities holds nan, which is outside 0..1.
    """
    for probability in probabilities:
        if not isfinite(probability) or not 0 <= probability <= 1:
            raise InvalidArgument(f"probabilities holds {probability!r}, which is outside 0..1.")
    if not 0 <= gold < len(probabilities):
        raise InvalidArgument(f"gold={gold} is outside 0..{len(probabilities) - 1}.")


def brier(probabilities: Sequence[float], gold: int) -> float:
    """Return the squared distance of the probabilities from the right answer, 0 (sure and right) to 2.

    >>> brier([0.5, 0.5], 0)
    0.5
    """
    check_probabilities(probabilities, gold)
    return fsum((p - (index == gold)) ** 2 for index, p in enumerate(probabilities))


def nll(probabilities: Sequence[float], gold: int) -> float:
    """Return minus the natural logarithm of the right answer's probability; infinite where that is 0.

    >>> round(nll([0.5, 0.5], 0), 4)
    0.6931
    """
    check_probabilities(probabilities, gold)
    return -log(probabilities[gold]) if probabilities[gold] else inf


def margin(probabilities: Sequence[float], gold: int) -> float:
    """Return by how much the right answer is likelier than the likeliest wrong one, -1 to 1.

    >>> round(margin([0.2, 0.5, 0.3], 2), 2)
    -0.2
    """
    check_probabilities(probabilities, gold)
    others = [p for index, p in enumerate(probabilities) if index != gold]
    return probabilities[gold] - max(others, default=0.0)


def ece(answers: Iterable[tuple[float, float]]) -> float:
    """Return the expected calibration error of (confidence, correct 0 or 1) pairs over ten bins of equal width.

    A bin holds the confidences above its lower border up to its upper one, as in the usual definition (Guo et al.
    2017); NaN for no answers.

    >>> round(ece([(0.95, 1.0), (0.85, 0.0)]), 2)
    0.45
    """
    gaps: list[list[float]] = [[] for _ in range(_BINS)]
    count = 0
    for confidence, correct in answers:
        gaps[bisect_left(_BORDERS, confidence)].append(correct - confidence)
        count += 1
    return fsum(abs(fsum(gap)) for gap in gaps) / count if count else float("nan")


class Metric(Protocol):
    """What a score is made of.

    `statistics` gives one row of numbers a record; `score` makes the scores of `sums`, sums of such rows along
    the last axis but one: `score(statistics(records).sum(axis=0))` is the score of the records, and sums of many
    resamples are scored at once. `needs_probabilities` tells whether records of answers alone will do.
    """

    @property
    def name(self) -> str:
        """The metric's name."""

    @property
    def needs_probabilities(self) -> bool:
        """Whether it is made of probabilities."""

    def statistics(self, records: Sequence[Record]) -> Floats:
        """Return the statistics, an array of (records, numbers)."""

    def score(self, sums: Floats) -> Floats:
        """Return the score of each row of sums."""


@dataclass(frozen=True, slots=True)
class _Mean:
    """The mean of a number per record."""

    name: str
    needs_probabilities: bool
    value: Callable[[Record], float]

    def statistics(self, records: Sequence[Record]) -> Floats:
        import numpy as np  # here, since the functions above serve where no arrays are wanted

        return np.array([(self.value(record), 1.0) for record in records], dtype=np.float64).reshape(-1, 2)

    def score(self, sums: Floats) -> Floats:
        quotient: Floats = sums[..., 0] / sums[..., 1]
        return quotient


@dataclass(frozen=True, slots=True)
class _Calibration:
    """The expected calibration error: what confidence and correctness sum to in each bin, and how many there are."""

    name: str = "ece"
    needs_probabilities: bool = True

    def statistics(self, records: Sequence[Record]) -> Floats:
        import numpy as np

        rows = np.zeros((len(records), _BINS + 1))
        rows[:, _BINS] = 1.0
        for row, record in zip(rows, records, strict=True):
            confidence = max(_probabilities(record))
            row[bisect_left(_BORDERS, confidence)] = record.correct - confidence
        return rows

    def score(self, sums: Floats) -> Floats:
        import numpy as np

        error: Floats = np.abs(sums[..., :_BINS]).sum(axis=-1) / sums[..., _BINS]
        return error


def _probabilities(record: Record) -> Sequence[float]:
    if record.probabilities is None:
        raise InvalidArgument(f"document {record.id} ({record.condition}) has no probabilities.")
    return record.probabilities


def _of_probabilities(name: str, function: Callable[[Sequence[float], int], float]) -> Metric:
    return _Mean(name, True, lambda record: function(_probabilities(record), record.gold))


METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        _Mean("acc", False, lambda record: float(record.correct)),
        _of_probabilities("brier", brier),
        _of_probabilities("nll", nll),
        _Calibration(),
        _of_probabilities("margin", margin),
    )
}
