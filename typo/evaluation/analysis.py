"""The whole analysis of a study: every comparison, and what can only be said over all of them."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING, Any, NamedTuple

from typo.evaluation.answers import Answers
from typo.evaluation.arms import ORIGINAL, Resampling
from typo.evaluation.bootstrap import column
from typo.evaluation.compare import ALL, Comparison, compare, fit_originals
from typo.evaluation.groups import Dose, dose_response
from typo.evaluation.metrics import METRICS
from typo.evaluation.plain import plain
from typo.evaluation.significance import holm
from typo.evaluation.temperature import Temperature, fit_temperature

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from typo.evaluation.records import Record

__all__ = ["Analysis", "Effect", "Fit", "TemperatureCheck", "analyse"]

_PARTS = ("effects", "doses", "fits", "checks", "resampling", "held_out")
# The metrics whose effects are claimed, and thus corrected for together.
_CLAIMED = ("acc", "brier", "nll", "ece", "chrf", "bleu")


class Effect(NamedTuple):
    """One contrast of one metric, with its p-value adjusted for all of its family.

    - `contrast`: `perturbation`, the condition minus the original, both in `arm`; or `intervention`, the arm minus the
      arm `none` of the same condition.
    - `delta` = `after` - `before`, `relative` as a share of `before`; `low` and `high` are pointwise.
    - `p_holm`: `p` adjusted (Holm 1979) over models, conditions and metrics of the same benchmark, format, factor,
      shots, contrast and arm; NaN for metrics that are described and not claimed.
    """

    model: str
    benchmark: str
    format: str
    factor: str
    shots: int | None
    condition: str
    contrast: str
    arm: str
    metric: str
    before: float
    after: float
    delta: float
    relative: float
    low: float
    high: float
    p: float
    p_centred: float
    p_holm: float


class Fit(NamedTuple):
    """A temperature of a model, fitted on what is held out.

    `scope`: `global`, the originals of all benchmarks, which makes the calibrated arms; `benchmark`, the originals of
    one; `condition`, all benchmarks under that condition, for comparison only.
    """

    model: str
    format: str
    shots: int | None
    scope: str
    benchmark: str
    condition: str
    temperature: Temperature


class TemperatureCheck(NamedTuple):
    """The mean NLL of one condition of one benchmark at each temperature; NaN where there is none.

    `increased`: the global temperature made it worse than no temperature; `reversed`: and the benchmark's own did not.
    """

    model: str
    benchmark: str
    format: str
    factor: str
    shots: int | None
    condition: str
    none: float
    by_global: float
    by_benchmark: float
    by_condition: float
    increased: bool
    reversed: bool


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a study found.

    - `comparisons`: as `compare` gives them, those pooled over benchmarks and factors included.
    - `effects`: a row a contrast and metric. `doses`: the primary metric over the rates.
    - `fits`, `checks`: the temperatures, and what each does to the NLL.
    - `resampling`: how the intervals were made; `held_out`: how many records were set aside to fit temperatures.
    """

    comparisons: tuple[Comparison, ...]
    effects: tuple[Effect, ...]
    doses: tuple[Dose, ...]
    fits: tuple[Fit, ...]
    checks: tuple[TemperatureCheck, ...]
    resampling: Resampling
    held_out: int

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers as plain values, without the records; what is not a number is None."""
        return {
            "comparisons": [row.to_dict() for row in self.comparisons],
            **{name: plain(getattr(self, name)) for name in _PARTS},
        }


def analyse(
    records: Iterable[Record],
    *,
    metrics: Sequence[str] | None = None,
    pool: Sequence[str] = ("benchmark", "factor"),
    resamples: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
) -> Analysis:
    """Compare all conditions of a study, adjust the p-values, and check the temperatures.

    The arguments and errors are those of `compare`.
    """
    every = tuple(records)
    comparisons = compare(every, metrics=metrics, pool=pool, resamples=resamples, seed=seed, level=level)
    fits = _fits(every)
    return Analysis(
        comparisons=comparisons,
        effects=_adjusted(effect for row in comparisons for effect in _effects(row)),
        doses=dose_response(comparisons),
        fits=fits,
        checks=tuple(check for row in comparisons if (check := _checked(row, fits))),
        resampling=Resampling(resamples, seed, level),
        held_out=sum(record.held_out for record in every),
    )


def _effects(row: Comparison) -> list[Effect]:
    made = []
    for arm in row.arms.values():
        for contrast, estimates in (("perturbation", arm.effect), ("intervention", arm.gain)):
            if contrast == "perturbation" and row.condition == ORIGINAL:
                continue
            for metric, found in estimates.items():
                before, after, delta, low, high, p, p_centred = found
                made.append(
                    Effect(
                        *row.series, row.condition, contrast, arm.name, metric, before, after, delta, found.relative,
                        low, high, p, p_centred, nan,
                    )
                )  # fmt: skip
    return made


def _adjusted(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    rows = list(effects)
    families: dict[tuple[object, ...], list[int]] = {}
    for place, row in enumerate(rows):
        if row.metric in _CLAIMED or row.metric not in METRICS:
            family = (row.benchmark, row.format, row.factor, row.shots, row.contrast, row.arm)
            families.setdefault(family, []).append(place)
    for places in families.values():
        for place, adjusted in zip(places, holm([rows[place].p for place in places]), strict=True):
            rows[place] = rows[place]._replace(p_holm=adjusted)
    return tuple(rows)


def _fits(records: Sequence[Record]) -> tuple[Fit, ...]:
    """Fit the temperatures of every model, format and number of shots: over all, a benchmark, and a condition."""
    fits = [Fit(*key, "global", ALL, ORIGINAL, found) for key, found in fit_originals(records).items()]
    parts: dict[tuple[str, str, int | None, str, str, str], list[Record]] = {}
    for record in records:
        if record.held_out and not record.twin and record.probabilities is not None:
            own = ("benchmark", record.benchmark, ORIGINAL)
            scope = own if record.condition == ORIGINAL else ("condition", ALL, record.condition)
            parts.setdefault((record.model, record.format, record.shots, *scope), []).append(record)
    return (*fits, *(Fit(*key, fit_temperature(Answers.of(found))) for key, found in parts.items()))


def _checked(row: Comparison, fits: Sequence[Fit]) -> TemperatureCheck | None:
    """Compare the temperatures on one condition; None for what is pooled over benchmarks, or without a temperature."""
    values = {fit[:6]: fit.temperature.value for fit in fits}
    model = (row.model, row.format, row.shots)
    over_all = (*model, "global", ALL, ORIGINAL)
    if over_all not in values or row.benchmark == ALL:
        return None
    fitted = over_all if row.condition == ORIGINAL else (*model, "condition", ALL, row.condition)
    answers = Answers.of([after for _, after in row.pairs])

    def nll(key: tuple[object, ...]) -> float:
        return column(METRICS["nll"], answers.at(values[key])).score if key in values else nan

    none = column(METRICS["nll"], answers).score
    shared, own = nll(over_all), nll((*model, "benchmark", row.benchmark, ORIGINAL))
    return TemperatureCheck(
        *row.series, row.condition, none, shared, own, nll(fitted), shared > none, shared > none >= own
    )
