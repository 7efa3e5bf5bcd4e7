"""The arms of a condition: as it is, calibrated, restored, and both."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING, NamedTuple

from typo.evaluation.bootstrap import Column, Estimate, clusters, column, estimate, resampled_scores
from typo.evaluation.metrics import BINS, METRICS, bins

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from typo.evaluation.answers import Answers
    from typo.evaluation.metrics import Metric

__all__ = ["ARMS", "NONE", "ORIGINAL", "Arm", "Bin", "Measured", "Resampling", "curve", "measure"]

ORIGINAL = "original"
NONE = "none"
ARMS = (NONE, "calibrated", "restored", "combined")
_CALIBRATED = {NONE: "calibrated", "restored": "combined"}


class Bin(NamedTuple):
    """The answers whose confidence falls into one bin: how many, their mean confidence, the share that is right."""

    n: int
    confidence: float
    accuracy: float


class Resampling(NamedTuple):
    """How intervals are made: the number and seed of the resamples, and how often an interval is to hold the truth."""

    resamples: int = 10_000
    seed: int = 0
    level: float = 0.95


@dataclass(frozen=True, slots=True)
class Arm:
    """One way to treat the answers of a condition.

    - `temperature` that the log-probabilities were divided by; 1 without calibration.
    - `scores`: each metric's value over the documents shared with the original.
    - `effect`: by metric, this condition minus the original, both in this arm; empty where the original lacks it.
    - `gain`: by metric, this arm minus the arm `none` of the same condition; empty for that arm itself.
    - `curve`: confidence and accuracy in ten bins; empty without probabilities.
    """

    name: str
    temperature: float
    scores: Mapping[str, float]
    effect: Mapping[str, Estimate]
    gain: Mapping[str, Estimate]
    curve: tuple[Bin, ...]


class Measured(NamedTuple):
    """The arms of a condition by name, and what the edited words are worth (None without the twin `deletion`)."""

    arms: dict[str, Arm]
    deletion: Estimate | None


def measure(
    answers: Mapping[str, Mapping[str, Answers]],
    metrics: Sequence[Metric],
    resampling: Resampling,
    temperature: float | None,
) -> dict[str, Measured]:
    """Measure conditions over the same documents, all on the same resamples.

    `answers` holds, for each condition, the original among them, the answers to its texts (`none`) and to its twins
    (`restored`, `deletion`) if there are any; the calibrated arms are made of these at the temperature.
    """
    every = {condition: _with_calibrated(arms, temperature) for condition, arms in answers.items()}
    table = _columns(every, metrics)
    member = clusters(answers[ORIGINAL][NONE].records)
    drawn = resampled_scores(list(table.values()), member, resamples=resampling.resamples, seed=resampling.seed)
    place = {cell: number for number, cell in enumerate(table)}

    def estimated(before: tuple[str, str], after: tuple[str, str], metric: str) -> Estimate:
        one, other = (*before, metric), (*after, metric)
        sides = drawn[:, place[one]], drawn[:, place[other]]
        return estimate(table[one].score, table[other].score, *sides, level=resampling.level)

    def contrast(before: tuple[str, str], after: tuple[str, str]) -> dict[str, Estimate]:
        return {metric.name: estimated(before, after, metric.name) for metric in metrics}

    def arm_of(condition: str, arm: str) -> Arm:
        return Arm(
            name=arm,
            temperature=temperature if temperature and arm in _CALIBRATED.values() else 1.0,
            scores={metric.name: table[condition, arm, metric.name].score for metric in metrics},
            effect=contrast((ORIGINAL, arm), (condition, arm)) if arm in every[ORIGINAL] else {},
            gain={} if arm == NONE else contrast((condition, NONE), (condition, arm)),
            curve=curve(every[condition][arm]),
        )

    return {
        condition: Measured(
            {arm: arm_of(condition, arm) for arm in ARMS if arm in arms},
            estimated((condition, "deletion"), (condition, NONE), "margin") if "deletion" in arms else None,
        )
        for condition, arms in every.items()
    }


def _columns(
    answers: Mapping[str, Mapping[str, Answers]], metrics: Sequence[Metric]
) -> dict[tuple[str, str, str], Column]:
    """Return the statistics by condition, arm and metric; what is without the edited words has a margin only."""
    margin = METRICS["margin"]
    table = {
        (condition, arm, metric.name): column(metric, found)
        for condition, arms in answers.items()
        for arm, found in arms.items()
        for metric in (metrics if arm in ARMS else [margin])
    }
    for condition, arms in answers.items():
        if "deletion" in arms:
            table.setdefault((condition, NONE, "margin"), column(margin, arms[NONE]))
    return table


def _with_calibrated(arms: Mapping[str, Answers], temperature: float | None) -> dict[str, Answers]:
    made = dict(arms)
    for plain, scaled in _CALIBRATED.items():
        if temperature and plain in arms and arms[plain].log_probabilities is not None:
            made[scaled] = arms[plain].at(temperature)
    return made


def curve(answers: Answers) -> tuple[Bin, ...]:
    """Return confidence and accuracy in ten bins of equal width; nothing without probabilities."""
    if answers.log_probabilities is None:
        return ()
    confidence = answers.confidence()
    found = bins(confidence)
    parts = [found == number for number in range(BINS)]
    return tuple(
        Bin(int(part.sum()), float(confidence[part].mean()), float(answers.correct[part].mean()))
        if part.any()
        else Bin(0, nan, nan)
        for part in parts
    )
