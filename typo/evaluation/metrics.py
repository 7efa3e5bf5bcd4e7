"""Metrics of probabilistic answers to multiple-choice questions.

Plain functions of one question, and the one metric that needs all questions at once.
"""

from __future__ import annotations

from math import fsum, inf, isfinite, log
from typing import TYPE_CHECKING

from typo.errors import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["brier", "check_probabilities", "ece", "margin", "nll"]

_BINS = 10


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

    A bin holds the confidences above its lower border up to its upper one, as in the usual definition; NaN
    for no answers.

    >>> round(ece([(0.95, 1.0), (0.85, 0.0)]), 2)
    0.45
    """
    confidences: list[list[float]] = [[] for _ in range(_BINS)]
    hits: list[list[float]] = [[] for _ in range(_BINS)]
    for confidence, correct in answers:
        index = max(0, -int(-confidence * _BINS // 1) - 1)
        confidences[index].append(confidence)
        hits[index].append(correct)
    count = sum(map(len, hits))
    if not count:
        return float("nan")
    return fsum(abs(fsum(sure) - fsum(right)) for sure, right in zip(confidences, hits, strict=True)) / count
