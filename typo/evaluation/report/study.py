"""What the sections of a report draw from: an analysis, with its comparisons put in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from typo.evaluation.compare import ALL, ORIGINAL, Series
from typo.evaluation.groups import by_category, by_direction, by_language, by_model, grouped, tuning_gaps
from typo.evaluation.plain import plain
from typo.evaluation.report.drawing import Entry, Figure, letter
from typo.evaluation.report.tables import in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from typo.evaluation.analysis import Analysis, Effect
    from typo.evaluation.compare import Comparison
    from typo.evaluation.groups import Category, Group, Key, TuningGap
    from typo.evaluation.models import Model
    from typo.evaluation.report.tables import Table

__all__ = [
    "SIGNIFICANT",
    "WORSE_IF_MORE",
    "Frame",
    "Missing",
    "Section",
    "Study",
    "benchmark_title",
    "chosen",
    "factor_title",
    "shots_in_words",
    "where",
]

# Below this adjusted p-value a difference is marked as no chance.
SIGNIFICANT = 0.05
# The metrics of which more is worse.
WORSE_IF_MORE = frozenset({"brier", "nll", "ece", "hce"})


class Section(NamedTuple):
    """A part of a report: `id`, unlike any other; what a reader must know; tables and figures; notes."""

    id: str
    title: str
    lead: str
    parts: tuple[Table | Figure, ...]
    notes: tuple[str, ...] = ()


class Missing(NamedTuple):
    """A section that the records hold no data for, and what would make them."""

    title: str
    reason: str


class Frame(NamedTuple):
    """Series that were run under conditions in common, to be shown in one table.

    `rows`: for each series, its comparisons by condition; `conditions`: all that any of them has, the original first.
    """

    format: str
    shots: int | None
    metric: str
    conditions: tuple[str, ...]
    rows: Mapping[Series, Mapping[str, Comparison]]


@dataclass(frozen=True, slots=True)
class Study:
    """An analysis and what is known of its models; the rest is put in order once.

    - `effects`: by series, condition, contrast, arm and metric.
    - `names`: the models, in order of appearance.
    - `groups`: by what they are grouped by (`model`, `family`, `language`, ...), means over comparisons; `gaps`: base
      models against instruct models; `categories`: by series and condition, what holds for each subject.
    """

    analysis: Analysis
    models: Mapping[str, Model]
    effects: Mapping[tuple[Series, str, str, str, str], Effect]
    names: tuple[str, ...]
    groups: Mapping[str, tuple[Group, ...]]
    gaps: tuple[TuningGap, ...]
    categories: Mapping[tuple[Series, str], tuple[Category, ...]]

    @classmethod
    def of(cls, analysis: Analysis, models: Mapping[str, Model]) -> Study:
        """Put an analysis in order."""
        effects = {
            (Series(*row[:5]), row.condition, row.contrast, row.arm, row.metric): row for row in analysis.effects
        }
        rows = [row for row in analysis.comparisons if ALL not in (row.benchmark, row.factor)]
        keys: dict[str, tuple[Key, ...]] = {
            "model": (lambda row: row.model,),
            "family": (by_model(models, "family"), by_model(models, "tier")),
            **{what: (by_model(models, what),) for what in ("tuned", "japanese", "reasoning")},
            **{what: (by_language(what),) for what in ("language", "script", "level")},
            "direction": (by_direction,),
        }
        return cls(
            analysis,
            models,
            effects,
            tuple(dict.fromkeys(row.model for row in rows)),
            {name: grouped(rows, *parts) for name, parts in keys.items()},
            tuning_gaps(rows, models),
            {(row.series, row.condition): found for row in rows if (found := by_category(row))},
        )

    def to_dict(self) -> dict[str, Any]:
        """Return what is not in the analysis itself as plain values."""
        return {
            "groups": plain(self.groups),
            "tuning_gaps": plain(self.gaps),
            "categories": [
                {**series._asdict(), "condition": condition, "categories": plain(found)}
                for (series, condition), found in self.categories.items()
            ],
        }

    @property
    def conditions(self) -> tuple[str, ...]:
        """All conditions but the original, in order of appearance."""
        return tuple(dict.fromkeys(row.condition for row in self.analysis.comparisons if row.condition != ORIGINAL))

    def effect(self, row: Comparison, metric: str, *, contrast: str = "perturbation", arm: str = "none") -> Effect:
        """Return the effect that belongs to a comparison."""
        return self.effects[row.series, row.condition, contrast, arm, metric]

    def is_drop(self, row: Comparison, metric: str) -> bool:
        """Return whether a condition makes a metric worse, by more than chance would after the correction."""
        if row.condition == ORIGINAL:
            return False
        found = self.effect(row, metric)
        return found.p_holm < SIGNIFICANT and (found.delta > 0) == (metric in WORSE_IF_MORE)

    def frames(self, *, pooled: bool = False) -> Iterator[Frame]:
        """Yield the series in frames: of one format, number of shots and metric, with conditions in common.

        Without `pooled`, what is pooled over benchmarks or factors is left out.
        """
        made: list[Frame] = []
        for series, rows in self.series(pooled=pooled).items():
            metric = next(iter(rows.values())).primary
            own = tuple(rows)
            for place, frame in enumerate(made):
                same = (frame.format, frame.shots, frame.metric) == (series.format, series.shots, metric)
                if same and (set(own) & set(frame.conditions) - {ORIGINAL} or own == (ORIGINAL,)):
                    conditions = tuple(dict.fromkeys([*frame.conditions, *own]))
                    made[place] = frame._replace(conditions=conditions, rows={**frame.rows, series: rows})
                    break
            else:
                made.append(Frame(series.format, series.shots, metric, own, {series: rows}))
        yield from made

    def series(self, *, pooled: bool = False) -> dict[Series, dict[str, Comparison]]:
        """Return the comparisons by series and condition, in their order."""
        found: dict[Series, dict[str, Comparison]] = {}
        for row in self.analysis.comparisons:
            if pooled or ALL not in (row.benchmark, row.factor):
                found.setdefault(row.series, {})[row.condition] = row
        return found

    def broadest(self) -> dict[Series, dict[str, Comparison]]:
        """Return, of each model, format and number of shots, the series that are pooled over most."""
        every = self.series(pooled=True)
        most: dict[tuple[str, str, int | None], int] = {}
        for series in every:
            place = (series.model, series.format, series.shots)
            most[place] = max(most.get(place, 0), _pools(series))
        return {
            series: rows
            for series, rows in every.items()
            if _pools(series) == most[series.model, series.format, series.shots]
        }

    def entry(self, model: str) -> Entry:
        """Return the legend's entry of a model."""
        place = self.names.index(model)
        return Entry(place, letter(place), model)

    @property
    def legend(self) -> tuple[Entry, ...]:
        """The legend of figures in which letters stand for models; empty where there is only one."""
        return tuple(map(self.entry, self.names)) if len(self.names) > 1 else ()


def _pools(series: Series) -> int:
    return (series.benchmark, series.factor).count(ALL)


def benchmark_title(name: str) -> str:
    """Return a benchmark's name; what is pooled over all of them is called so.

    >>> benchmark_title("all"), benchmark_title("quiz")
    ('all benchmarks', 'quiz')
    """
    return "all benchmarks" if name == ALL else name


def factor_title(name: str) -> str:
    """Return a factor's name; what is pooled over all of them is called so.

    >>> factor_title("all")
    'all factors'
    """
    return "all factors" if name == ALL else name


def where(series: Series, *leave_out: str) -> str:
    """Return what a comparison is within, in a line, without the named parts.

    >>> where(Series("m", "quiz", "letters", "", 3), "model")
    'quiz · letters · 3 shots'
    """
    parts = {
        "benchmark": benchmark_title(series.benchmark),
        "format": series.format,
        "factor": factor_title(series.factor),
        "shots": shots_in_words(series.shots),
        "model": series.model,
    }
    return " · ".join(part for name, part in parts.items() if part and name not in leave_out)


def shots_in_words(shots: int | None) -> str:
    """Return how many examples the prompt had; nothing where that is not known.

    >>> shots_in_words(1), shots_in_words(None)
    ('1 shot', '')
    """
    return "" if shots is None else in_words(shots, "shot")


def chosen(rows: Iterable[Comparison]) -> Sequence[Comparison]:
    """Return the comparisons of conditions other than the original."""
    return [row for row in rows if row.condition != ORIGINAL]
