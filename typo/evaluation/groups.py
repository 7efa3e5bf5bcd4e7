"""Comparisons put together: by model, by language, by direction, by subject, and over the rates."""

from __future__ import annotations

import re
from math import fsum, isfinite, nan
from typing import TYPE_CHECKING, NamedTuple

from typo.errors import check_choice
from typo.evaluation.answers import Answers
from typo.evaluation.arms import ORIGINAL
from typo.evaluation.bootstrap import Pair, column
from typo.evaluation.compare import ALL, Comparison, Series
from typo.evaluation.models import find_model, language_group
from typo.evaluation.plugins import metric

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from typo.evaluation.models import Model

    Key = Callable[[Comparison], str]

__all__ = [
    "Category",
    "Dose",
    "DosePoint",
    "Group",
    "TuningGap",
    "by_category",
    "by_direction",
    "by_language",
    "by_model",
    "dose_response",
    "grouped",
    "tuning_gaps",
]

_MODEL = ("family", "tier", "tuned", "japanese", "reasoning")
_LANGUAGE = ("language", "script", "level")
# The part of a condition's name that is its level.
_LEVEL = re.compile(r"(?:^|_)(?:r[0-9]+|low|high)(?=_|$)")
# Where a comparison counts: its keys, format, factor, shots, condition and metric.
_Place = tuple[tuple[str, ...], str, str, "int | None", str, str]


class Group(NamedTuple):
    """The mean over the comparisons of a group, under one condition, of their primary metric.

    `n` comparisons; `relative`: `delta` as a share of `before`, NaN where that is 0.
    """

    group: tuple[str, ...]
    format: str
    factor: str
    shots: int | None
    condition: str
    metric: str
    n: int
    before: float
    after: float
    delta: float
    relative: float


def grouped(comparisons: Iterable[Comparison], *keys: Key) -> tuple[Group, ...]:
    """Average the comparisons that have the same keys, over models and benchmarks alike, each with the same weight.

    Those pooled over benchmarks, and those for which a key is empty, are left out. With no key, all are one group.
    """
    found: dict[_Place, list[Comparison]] = {}
    for row in comparisons:
        names = tuple(key(row) for key in keys)
        if row.benchmark != ALL and all(names):
            place = (names, row.format, row.factor, row.shots, row.condition, row.primary)
            found.setdefault(place, []).append(row)
    return tuple(_group(place, rows) for place, rows in found.items())


def _group(place: _Place, rows: Sequence[Comparison]) -> Group:
    estimates = [row.estimates[row.primary] for row in rows]
    before, after = (fsum(getattr(found, side) for found in estimates) / len(rows) for side in ("before", "after"))
    return Group(*place, len(rows), before, after, after - before, _share(after - before, before))


def by_model(models: Mapping[str, Model], what: str) -> Key:
    """Return the key of a model's `family`, `tier`, `tuned`, `japanese` or `reasoning`; empty for an unknown model."""
    check_choice("what", what, _MODEL)

    def key(row: Comparison) -> str:
        model = find_model(models, row.model)
        if model is None:
            return ""
        value = getattr(model, what)
        return value if isinstance(value, str) else what if value else f"not {what}"

    return key


def by_language(what: str) -> Key:
    """Return the key of the texts' `language`, its `script`, or its resource `level`; empty where it is not known."""
    check_choice("what", what, _LANGUAGE)

    def key(row: Comparison) -> str:
        code = row.pairs[0][1].language
        if what == "language":
            return code
        known = language_group(code)
        return "" if known is None else str(getattr(known, what))

    return key


def by_direction(row: Comparison) -> str:
    """Return the key of a translation's direction, from one language into the other; empty for anything else."""
    after = row.pairs[0][1]
    return f"{after.language}→{after.target}" if after.language and after.target else ""


class TuningGap(NamedTuple):
    """What a condition does to a base model and to the instruct model made from it; `difference` is the second's more.

    The drops are differences of the primary metric from the original; the relative ones a share of it.
    """

    base: str
    instruct: str
    benchmark: str
    format: str
    factor: str
    shots: int | None
    condition: str
    metric: str
    base_delta: float
    instruct_delta: float
    base_relative: float
    instruct_relative: float
    difference: float


def tuning_gaps(comparisons: Iterable[Comparison], models: Mapping[str, Model]) -> tuple[TuningGap, ...]:
    """Set each instruct model beside the base model that it was made from, where both were run."""
    rows = [row for row in comparisons if row.condition != ORIGINAL]
    known = {row.model: find_model(models, row.model) for row in rows}
    places = {
        (model.id, row.series._replace(model=""), row.condition): row for row in rows if (model := known[row.model])
    }
    gaps = []
    for row in rows:
        model = known[row.model]
        base = places.get((model.base, row.series._replace(model=""), row.condition)) if model else None
        if base is None:
            continue
        one, other = base.estimates[row.primary], row.estimates[row.primary]
        gaps.append(
            TuningGap(
                base.model, row.model, *row.series[1:], row.condition, row.primary, one.delta, other.delta,
                one.relative, other.relative, other.delta - one.delta,
            )
        )  # fmt: skip
    return tuple(gaps)


class DosePoint(NamedTuple):
    """One rate: what was aimed at and what was done, the score, and its difference from the original."""

    condition: str
    rate: float
    realised: float
    score: float
    delta: float
    relative: float
    low: float
    high: float


class Dose(NamedTuple):
    """How the primary metric falls with the rate: points in order of rate, the original first at rate 0.

    `kind`: what the conditions of the ladder have in common, where a series has several; `slope`: the least-squares
    change for an added rate of 1.
    """

    series: Series
    kind: str
    metric: str
    points: tuple[DosePoint, ...]
    slope: float


def dose_response(comparisons: Iterable[Comparison]) -> tuple[Dose, ...]:
    """Order the conditions of each series by rate, where at least two of a kind tell one above 0 and no two the same.

    Those are of a kind whose names are the same without the level: `naive_r10` and `naive_r40` are one ladder, `r10`
    and `r40` another, and `kana` at 0.1 and `kanji` at 0.4 none.
    """
    series: dict[Series, list[Comparison]] = {}
    for row in comparisons:
        series.setdefault(row.series, []).append(row)
    doses = []
    for key, rows in series.items():
        originals = [row for row in rows if row.condition == ORIGINAL]
        for kind, rated in _ladders(rows).items():
            if len(rated) > 1 and len({row.rate for row in rated}) == len(rated):
                points = [_point(row) for row in [*originals, *sorted(rated, key=lambda row: row.rate or 0.0)]]
                doses.append(Dose(key, kind, rated[0].primary, tuple(points), _slope(points)))
    return tuple(doses)


def _ladders(rows: Iterable[Comparison]) -> dict[str, list[Comparison]]:
    kinds: dict[str, list[Comparison]] = {}
    for row in rows:
        if row.condition != ORIGINAL and row.rate:
            kinds.setdefault(_LEVEL.sub("", row.condition).strip("_"), []).append(row)
    return kinds if len(kinds) > 1 else dict(zip([""], kinds.values(), strict=False))


def _point(row: Comparison) -> DosePoint:
    found = row.estimates[row.primary]
    rate = 0.0 if row.condition == ORIGINAL else row.rate or 0.0
    realised = 0.0 if row.condition == ORIGINAL else row.realised
    return DosePoint(row.condition, rate, realised, found.after, found.delta, found.relative, found.low, found.high)


def _slope(points: Sequence[DosePoint]) -> float:
    rate = fsum(point.rate for point in points) / len(points)
    score = fsum(point.score for point in points) / len(points)
    above = fsum((point.rate - rate) * (point.score - score) for point in points)
    return above / fsum((point.rate - rate) ** 2 for point in points)


class Category(NamedTuple):
    """One subject of a comparison: its documents, and the primary metric under both conditions."""

    category: str
    n: int
    metric: str
    before: float
    after: float
    delta: float
    relative: float


def by_category(row: Comparison) -> tuple[Category, ...]:
    """Break a comparison down by subject, in the order of their names; documents without one are left out."""
    parts: dict[str, list[Pair]] = {}
    for pair in row.pairs:
        if pair[1].category:
            parts.setdefault(pair[1].category, []).append(pair)
    made = []
    for name, pairs in sorted(parts.items()):
        sides = ([pair[side] for pair in pairs] for side in (0, 1))
        before, after = (column(metric(row.primary), Answers.of(side)).score for side in sides)
        share = _share(after - before, before)
        made.append(Category(name, len(pairs), row.primary, before, after, after - before, share))
    return tuple(made)


def _share(delta: float, before: float) -> float:
    return delta / before if before and isfinite(before) else nan
