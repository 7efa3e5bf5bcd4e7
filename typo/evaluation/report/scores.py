"""The sections on scores: the table of a paper, and the differences from the original with all that is said of them."""

from __future__ import annotations

from itertools import groupby
from math import isfinite, isnan
from typing import TYPE_CHECKING

from typo.evaluation.compare import ALL, ORIGINAL
from typo.evaluation.report.charts import Rows, Value, bars, intervals
from typo.evaluation.report.drawing import Figure
from typo.evaluation.report.study import Missing, Section, benchmark_title, chosen, factor_title, shots_in_words, where
from typo.evaluation.report.tables import (
    NONE,
    Cell,
    Line,
    Table,
    count,
    interval,
    metric_title,
    number,
    p_value,
    percent,
    signed,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from typo.evaluation.compare import Comparison, Series
    from typo.evaluation.report.drawing import Drawing
    from typo.evaluation.report.study import Frame, Study

__all__ = ["differences", "effects", "results"]

_DELTA = 4  # the column of the difference in tables of differences and effects
_COLUMNS = 7  # conditions a table has side by side, the original among them
_OTHERS = ("brier", "nll", "ece", "bleu")  # metrics that stand beside the primary one


def results(study: Study) -> Section | Missing:
    """Show the scores of every model under every condition: a group a benchmark, and their average."""
    parts: list[Table | Figure] = []
    for place, frame in enumerate(study.frames(), 1):
        for part, conditions in enumerate(_chunks(frame.conditions), 1):
            parts.append(_scores(study, frame, conditions, f"scores-{place}" + f"-{part}" * (part > 1)))
        drawings = tuple(_bars(study, frame))
        if drawings:
            caption = f"{_capital(metric_title(frame.metric))} by condition, {_setting(frame)}"
            parts.append(Figure(f"bars-{place}", caption, drawings, study.legend))
    lead = (
        "Under each score stands its difference from the original. A score is underlined where it is worse than the "
        "original and the adjusted p-value is below 0.05."
    )
    return Section("results", "Results", lead, tuple(parts))


def _chunks(conditions: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the conditions in portions, each with the original in front."""
    others = [name for name in conditions if name != ORIGINAL]
    for start in range(0, max(1, len(others)), _COLUMNS - 1):
        yield (ORIGINAL, *others[start : start + _COLUMNS - 1])


def _setting(frame: Frame) -> str:
    return ", ".join(part for part in (f"format {frame.format}", shots_in_words(frame.shots)) if part)


def _capital(title: str) -> str:
    return title[:1].upper() + title[1:]


def _scores(study: Study, frame: Frame, conditions: Sequence[str], name: str) -> Table:
    factors = any(series.factor for series in frame.rows)
    lines = []
    ordered = sorted(frame.rows.items(), key=lambda pair: (pair[0].benchmark, study.names.index(pair[0].model)))
    for series, rows in ordered:
        cells = [_score(study, rows.get(condition)) for condition in conditions]
        lines.append(Line((*_labels(series.model, series.factor, factors), *cells), benchmark_title(series.benchmark)))
    lines += _averages(study, frame, conditions, factors)
    head = ("model", *["factor"] * factors, *conditions)
    more = ", more conditions" * (conditions[1:2] != frame.conditions[1:2])
    caption = f"{_capital(metric_title(frame.metric))} of each model under each condition, {_setting(frame)}{more}"
    return Table(name, caption, head, tuple(lines), 1 + factors)


def _labels(model: str, factor: str, factors: bool) -> tuple[Cell, ...]:
    return (Cell(model), *[Cell(factor_title(factor))] * factors)


def _score(study: Study, row: Comparison | None) -> Cell:
    if row is None:
        return Cell(NONE)
    found = row.estimates[row.primary]
    under = "" if row.condition == ORIGINAL else signed(found.delta, row.primary)
    return Cell(number(found.after, row.primary), under, study.is_drop(row, row.primary))


def _averages(study: Study, frame: Frame, conditions: Sequence[str], factors: bool) -> Iterator[Line]:
    """Yield the means over the benchmarks, where there are several and all have the condition."""
    rows = [row for by_condition in frame.rows.values() for row in by_condition.values()]
    sizes: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        sizes.setdefault((row.model, row.factor), set()).add(row.benchmark)
    means = {
        (group.group[0], group.factor, group.condition): group
        for group in study.groups["model"]
        if (group.format, group.shots, group.metric) == (frame.format, frame.shots, frame.metric)
    }
    for (model, factor), benchmarks in sorted(sizes.items(), key=lambda pair: study.names.index(pair[0][0])):
        if len(benchmarks) > 1:
            cells = []
            for condition in conditions:
                mean = means.get((model, factor, condition))
                whole = mean is not None and mean.n == len(benchmarks)
                under = signed(mean.delta, frame.metric) if mean and condition != ORIGINAL else ""
                cells.append(Cell(number(mean.after, frame.metric), under) if mean and whole else Cell(NONE))
            yield Line((*_labels(model, factor, factors), *cells), "average of the benchmarks")


def _bars(study: Study, frame: Frame) -> Iterator[Drawing]:
    """Yield a drawing a benchmark and factor, with a bar a model and condition."""
    scores = [row.estimates[row.primary].after for rows in frame.rows.values() for row in rows.values()]
    most = max([score for score in scores if isfinite(score)], default=0.0)  # one scale for all, to compare them
    for (benchmark, factor), rows in _panels(frame.rows).items():
        groups = []
        for condition in frame.conditions:
            found = [by_condition[condition] for by_condition in rows if condition in by_condition]
            values = [_value(study, row, row.estimates[row.primary].after) for row in found]
            values = [value for value in values if isfinite(value.value)]
            if values:
                groups.append(Rows(condition, tuple(values)))
        title = " · ".join(part for part in (benchmark_title(benchmark), factor) if part)
        if groups:
            yield bars(groups, title=title, axis=metric_title(frame.metric), most=max(most, 1e-3))


def _panels(rows: Mapping[Series, Mapping[str, Comparison]]) -> dict[tuple[str, str], list[Mapping[str, Comparison]]]:
    found: dict[tuple[str, str], list[Mapping[str, Comparison]]] = {}
    for series, by_condition in rows.items():
        found.setdefault((series.benchmark, series.factor), []).append(by_condition)
    return found


def _value(study: Study, row: Comparison, value: float) -> Value:
    key = study.entry(row.model)
    nothing = float("nan")
    return Value(key.letter if study.legend else "", key.place, value, nothing, nothing, number(value, row.primary))


def differences(study: Study) -> Section | Missing:
    """Set each condition against the original: a table a benchmark, with intervals and what else was measured."""
    tables: list[Table] = []
    drawings: list[Drawing] = []
    notes: list[str] = []
    by_place: dict[tuple[str, str, int | None], dict[Series, list[Comparison]]] = {}
    for series, rows in study.series(pooled=True).items():
        by_place.setdefault((series.benchmark, series.format, series.shots), {})[series] = list(rows.values())
    ordered = sorted(by_place.values(), key=lambda members: next(iter(members)).benchmark != ALL)
    for place, members in enumerate(ordered, 1):
        lines = [line for series, rows in members.items() for line in _lines(study, series, rows)]
        first = next(iter(members))
        head = _head(next(iter(members.values()))[0].primary)
        caption = f"Differences from the original, {where(first, 'model', 'factor')}"
        tables.append(Table(f"differences-{place}", caption, head, tuple(lines)).filled())
        drawings += _intervals(study, members)
        notes += [note for rows in members.values() for row in rows for note in _left_out(row)]
        notes += _other_documents(members)
    parts: list[Table | Figure] = [*tables]
    if drawings:
        caption = "Differences from the original with their 95 % intervals"
        parts.insert(0, Figure("intervals", caption, tuple(drawings), study.legend))
    lead = (
        "Δ: the score under a condition minus that on the originals, over the same documents. “Perturbed” are the "
        "documents that really differ: a text that offers nothing to perturb stays as it is, and “Δ perturbed” leaves "
        "those out. p: adjusted by Holm's method."
    )
    return Section("differences", "Differences from the original", lead, tuple(parts), tuple(dict.fromkeys(notes)))


def _head(primary: str) -> tuple[str, ...]:
    return (
        "condition", "n", "perturbed", metric_title(primary), "Δ", "95 % interval", "p", "relative", "Δ perturbed",
        *map(metric_title, _OTHERS), "unparsed",
    )  # fmt: skip


def _lines(study: Study, series: Series, rows: Iterable[Comparison]) -> Iterator[Line]:
    group = " · ".join(part for part in (series.model, factor_title(series.factor)) if part)
    for row in rows:
        first, name = row.condition == ORIGINAL, row.primary
        found = row.estimates[name]
        perturbed = row.estimates_perturbed.get(name)
        drop = study.is_drop(row, name)
        cells = (
            row.condition, count(len(row.pairs)), count(len(row.perturbed)), number(found.after, name),
            "" if first else signed(found.delta, name), "" if first else interval(found, name),
            "" if first else p_value(study.effect(row, name).p_holm),
            "" if first else percent(found.relative, sign=True),
            signed(perturbed.delta, name) if perturbed else "",
            *(number(row.estimates[other].after, other) if other in row.estimates else "" for other in _OTHERS),
            percent(row.unparsed) if row.format == "gen" else "",
        )  # fmt: skip
        yield Line(tuple(Cell(cell, drop=drop and place == _DELTA) for place, cell in enumerate(cells)), group)


def _intervals(study: Study, members: Mapping[Series, Sequence[Comparison]]) -> Iterator[Drawing]:
    by_factor = groupby(sorted(members, key=lambda series: series.factor), lambda series: series.factor)
    for _, several in by_factor:
        rows = [row for series in several for row in chosen(members[series])]
        groups = []
        single = len({row.model for row in rows}) == 1
        for condition in dict.fromkeys(row.condition for row in rows):
            found = [_difference(study, row, single=single) for row in rows if row.condition == condition]
            groups.append(Rows(condition, tuple(value for value in found if isfinite(value.value))))
        groups = [group for group in groups if group.values]
        if groups:
            title = where(rows[0].series, "model")
            yield intervals(groups, title=title, axis=f"Δ {metric_title(rows[0].primary)}")


def _difference(study: Study, row: Comparison, *, single: bool) -> Value:
    key, found = study.entry(row.model), row.estimates[row.primary]
    label = signed(found.delta, row.primary)
    if single and not isnan(found.low):
        label = f"{label} {interval(found, row.primary)}"
    return Value(key.letter if study.legend else "", key.place, found.delta, found.low, found.high, label)


_NAMED = 5  # so many left-out documents are named in a note; report.json names all
FEW_CLUSTERS = 20  # below which percentile intervals of a cluster bootstrap are known to be too narrow


def _other_documents(members: Mapping[Series, Sequence[Comparison]]) -> Iterator[str]:
    """Say where models were asked different documents under the original of one benchmark."""
    asked: dict[str, dict[str, set[str]]] = {}
    for series, rows in members.items():
        if series.benchmark != ALL:
            ids = {before.id for row in rows if row.condition == ORIGINAL for before, _ in row.pairs}
            asked.setdefault(where(series, "model"), {})[series.model] = ids
    for place, models in asked.items():
        common = set.intersection(*models.values())
        if any(ids != common for ids in models.values()):
            told = ", ".join(f"{model}: {len(ids)}" for model, ids in models.items())
            yield (
                f"{place}: the models were not asked the same documents ({told}; {len(common)} in common), so their "
                "scores cannot be set side by side."
            )


def _left_out(row: Comparison) -> Iterator[str]:
    for side, names in ((ORIGINAL, row.only_original), (row.condition, row.only_here)):
        if names and row.benchmark != ALL:
            more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
            yield (
                f"{row.condition} ({where(row.series)}): left out, since only {side} has "
                f"{'them' if len(names) > 1 else 'it'}: {len(names)} document{'s' * (len(names) > 1)} "
                f"({', '.join(names[:_NAMED])}{more})."
            )
    if row.condition == ORIGINAL and row.clusters < FEW_CLUSTERS:
        plural = "s" * (row.clusters > 1)
        yield (
            f"{where(row.series)}: only {row.clusters} independent document{plural} or group{plural}; the intervals "
            f"are too narrow. Take them seriously from about {FEW_CLUSTERS} on."
        )


def effects(study: Study) -> Section | Missing:
    """Show every claimed metric under every condition, over all benchmarks where there are several."""
    rows = [row for row in study.analysis.comparisons if row.condition != ORIGINAL]
    if not rows:
        return Missing("Effects", "there is no condition besides the original.")
    pooled = [row for row in rows if row.benchmark == ALL]
    shown = pooled or rows
    lines = []
    for row in shown:
        for name in row.estimates:
            found = study.effect(row, name)
            if isnan(found.p_holm):
                continue
            estimate = row.estimates[name]
            cells = (
                row.condition, metric_title(name), number(found.before, name), number(found.after, name),
                signed(found.delta, name), percent(found.relative, sign=True), interval(estimate, name),
                p_value(found.p), p_value(found.p_holm),
            )  # fmt: skip
            drop = study.is_drop(row, name)
            line = tuple(Cell(cell, drop=drop and place == _DELTA) for place, cell in enumerate(cells))
            lines.append(Line(line, where(row.series)))
    if not lines:
        return Missing("Effects", "no difference could be tested: all resamples differ alike, or not at all.")
    head = ("condition", "metric", "original", "perturbed", "Δ", "relative", "95 % interval", "p", "p (Holm)")
    caption = "Effects of the conditions on every metric" + ", all benchmarks pooled" * bool(pooled)
    lead = (
        "The p-values are two-sided, of the same resamples as the intervals. They are adjusted over models, conditions "
        "and metrics of a row's benchmark, format and factor; the intervals are not. Of Brier, NLL and ECE less is "
        "better. report.csv has every benchmark, and the arms with calibration and restoration."
    )
    return Section("effects", "Effects on every metric", lead, (Table("effects", caption, head, tuple(lines), 2),))
