"""Temperature scaling: one number a model that makes its confidence fit how often it is right.

The negative log-likelihood is convex in 1/T, so that the best temperature is where its derivative is zero; bisection
finds it to the last digit (Guo et al. 2017 for the method).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from typo.evaluation.answers import Answers

    Floats = NDArray[np.float64]

__all__ = ["HIGHEST", "LOWEST", "Temperature", "fit_temperature"]

LOWEST, HIGHEST = 0.05, 20.0
_STEPS = 100  # halvings: more than the digits of a float


@dataclass(frozen=True, slots=True)
class Temperature:
    """A temperature, what it was fitted on, and what that gained.

    - `value`: within 0.05 to 20; `n`: documents fitted on; `nll_before`, `nll_after`: their mean NLL at 1 and at
      `value`.
    - `flag`: empty; `lowest` or `highest`, where the NLL still falls at that end (all answers right; scores that say
      nothing, or the wrong thing); `flat`, where the scores of every document's options are equal, and
      `impossible`, where a right option is held impossible, so that the NLL is infinite at any temperature: 1 is taken.
    """

    value: float
    n: int
    nll_before: float
    nll_after: float
    flag: str = ""


def fit_temperature(answers: Answers) -> Temperature:
    """Find the temperature at which the mean NLL of answers is least, within 0.05 to 20.

    Raises `InvalidArgument` for no answers, and for some without probabilities.
    """
    import numpy as np

    logs = answers.logs()
    chosen = logs[np.arange(len(logs)), answers.gold]
    if np.isneginf(chosen).any():
        return Temperature(1.0, len(logs), inf, inf, "impossible")
    finite = np.where(np.isneginf(logs), 0.0, logs)
    possible = ~np.isneginf(logs)

    def slope(beta: float) -> float:
        """Return the derivative of the NLL at 1/T = beta."""
        weights = np.where(possible, np.exp(beta * (finite - logs.max(axis=1, keepdims=True))), 0.0)
        expected = (weights * finite).sum(axis=1) / weights.sum(axis=1)
        return float((expected - chosen).mean())

    def mean_nll(temperature: float) -> float:
        scaled = answers.at(temperature).logs()
        return float(-scaled[np.arange(len(scaled)), answers.gold].mean())

    spread = np.where(possible, logs, -np.inf).max(axis=1) - np.where(possible, logs, np.inf).min(axis=1)
    if not spread.any():
        value, flag = 1.0, "flat"
    elif slope(1 / HIGHEST) >= 0:
        value, flag = HIGHEST, "highest"
    elif slope(1 / LOWEST) <= 0:
        value, flag = LOWEST, "lowest"
    else:
        low, high = 1 / HIGHEST, 1 / LOWEST
        for _ in range(_STEPS):
            middle = (low + high) / 2
            low, high = (middle, high) if slope(middle) < 0 else (low, middle)
        value, flag = 2 / (low + high), ""
    return Temperature(value, len(logs), mean_nll(1.0), mean_nll(value), flag)
