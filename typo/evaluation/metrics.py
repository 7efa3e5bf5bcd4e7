"""Metrics of answers.

Plain functions of one question with options, for whoever scores documents one by one; and `Metric` objects, which
give statistics per document and a score from their sums. Whatever compares conditions is written against the
latter, once for all metrics.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from math import fsum, inf, isfinite, log
from typing import TYPE_CHECKING, Protocol

from typo.errors import InvalidArgument
from typo.evaluation.overlap import TRANSLATION, Bleu, Chrf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from typo.evaluation.answers import Answers
    from typo.evaluation.records import Record

    Floats = NDArray[np.float64]

__all__ = [
    "BINS",
    "HIGH_CONFIDENCE",
    "METRICS",
    "Mean",
    "Metric",
    "bins",
    "brier",
    "check_probabilities",
    "ece",
    "margin",
    "nll",
]

# Of the expected calibration error: bins of equal width over 0..1 (Guo et al. 2017).
BINS = 10
# From this confidence on, a wrong answer is a high-confidence error.
HIGH_CONFIDENCE = 0.8
# The upper borders of all bins but the last, as numpy.linspace makes them: 3 * 0.1 is not 0.3, and a confidence of
# 0.1 + 0.2 belongs below that border.
_BORDERS = tuple(border * 0.1 for border in range(1, BINS))


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
    gaps: list[list[float]] = [[] for _ in range(BINS)]
    count = 0
    for confidence, correct in answers:
        gaps[bisect_left(_BORDERS, confidence)].append(correct - confidence)
        count += 1
    return fsum(abs(fsum(gap)) for gap in gaps) / count if count else float("nan")


class Metric(Protocol):
    """What a score is made of.

    `statistics` gives one row of numbers a record; `score` makes the scores of `sums`, sums of such rows along
    the last axis but one: `score(statistics(answers).sum(axis=0))` is the score of the records, and sums of many
    resamples are scored at once. So whatever compares conditions, intervals included, works for every metric.
    """

    @property
    def name(self) -> str:
        """The metric's name."""

    def applies(self, record: Record) -> bool:
        """Return whether a record holds what the metric is made of."""

    def statistics(self, answers: Answers) -> Floats:
        """Return the statistics, an array of (records, numbers)."""

    def score(self, sums: Floats) -> Floats:
        """Return the score of each row of sums."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A metric that is the mean of one number a record.

    `value` makes the numbers of all records; `needs_probabilities` tells whether it needs them, or else only a right
    answer to compare with.
    """

    name: str
    value: Callable[[Answers], Floats]
    needs_probabilities: bool = True

    def applies(self, record: Record) -> bool:
        """Return whether the record has probabilities, where they are needed, or else is no translation."""
        return record.probabilities is not None if self.needs_probabilities else record.format != TRANSLATION

    def statistics(self, answers: Answers) -> Floats:
        """Return the number of each record, and 1 to count it."""
        import numpy as np  # here, since the functions above serve where no arrays are wanted

        values = self.value(answers)
        return np.stack([values, np.ones_like(values)], axis=1)

    def score(self, sums: Floats) -> Floats:
        """Return the means."""
        quotient: Floats = sums[..., 0] / sums[..., 1]
        return quotient


@dataclass(frozen=True, slots=True)
class _Calibration:
    """The expected calibration error: what confidence and correctness sum to in each bin, and how many there are."""

    name: str = "ece"

    def applies(self, record: Record) -> bool:
        return record.probabilities is not None

    def statistics(self, answers: Answers) -> Floats:
        import numpy as np

        confidence = answers.confidence()
        rows = np.zeros((len(confidence), BINS + 1))
        rows[np.arange(len(rows)), bins(confidence)] = answers.correct - confidence
        rows[:, BINS] = 1.0
        return rows

    def score(self, sums: Floats) -> Floats:
        import numpy as np

        error: Floats = np.abs(sums[..., :BINS]).sum(axis=-1) / sums[..., BINS]
        return error


def bins(confidence: Floats) -> NDArray[np.intp]:
    """Return the bin of each confidence, 0 to 9, for the expected calibration error and its curve."""
    import numpy as np

    return np.searchsorted(np.array(_BORDERS), confidence, side="left")


def _brier(answers: Answers) -> Floats:
    import numpy as np

    wrong = answers.probabilities()
    wrong[np.arange(len(wrong)), answers.gold] -= 1.0
    squares: Floats = (wrong**2).sum(axis=1)
    return squares


def _nll(answers: Answers) -> Floats:
    import numpy as np

    chosen: Floats = -answers.logs()[np.arange(len(answers.gold)), answers.gold]
    return chosen + 0.0  # no minus zero


def _sure_and_wrong(answers: Answers) -> Floats:
    import numpy as np

    return np.where(answers.confidence() >= HIGH_CONFIDENCE, 1.0 - answers.correct, 0.0)


METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        Mean("acc", lambda answers: answers.correct, needs_probabilities=False),
        Mean("brier", _brier),
        Mean("nll", _nll),
        _Calibration(),
        Mean("margin", lambda answers: answers.gold_margin()),
        Mean("confidence", lambda answers: answers.confidence()),
        Mean("p_gold", lambda answers: answers.p_gold()),
        Mean("hce", _sure_and_wrong),
        Chrf(),
        Bleu(),
    )
}
