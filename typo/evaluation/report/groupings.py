"""The sections that put comparisons together: over rates, shots, models, languages and subjects."""

from __future__ import annotations

from math import fsum, isnan, log10
from typing import TYPE_CHECKING

from typo.evaluation.compare import ALL, ORIGINAL
from typo.evaluation.models import find_model
from typo.evaluation.report.charts import Curve, Point, curves
from typo.evaluation.report.drawing import Entry, Figure, letter
from typo.evaluation.report.study import Missing, Section, chosen, factor_title, shots_in_words, where
from typo.evaluation.report.tables import (
    NONE,
    Cell,
    Line,
    Table,
    count,
    in_words,
    metric_title,
    number,
    percent,
    signed,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from typo.evaluation.compare import Comparison
    from typo.evaluation.groups import Category, Dose, Group
    from typo.evaluation.report.drawing import Drawing
    from typo.evaluation.report.study import Study

__all__ = ["doses", "languages", "models", "shots", "subjects"]

_LEAST = 2  # groups, models or subjects that can be compared


def doses(study: Study) -> Section | Missing:
    """Show the primary metric over the rates."""
    found = [dose for dose in study.analysis.doses if ALL not in (dose.series.benchmark, dose.series.factor)]
    if not found:
        return Missing("Dose and response", "no series has two conditions with different rates above 0.")
    panels: dict[tuple[str, ...], list[Dose]] = {}
    for dose in found:
        series = dose.series
        panels.setdefault((where(series, "model"), dose.metric, dose.kind), []).append(dose)
    lines = []
    for dose in found:
        group = " · ".join(part for part in (where(dose.series), dose.kind) if part)
        for point in dose.points:
            first = point.condition == ORIGINAL
            cells = (
                point.condition, percent(point.rate), percent(point.realised), number(point.score, dose.metric),
                "" if first else signed(point.delta, dose.metric), "" if first else percent(point.relative, sign=True),
                signed(dose.slope, dose.metric) if point is dose.points[-1] else "",
            )  # fmt: skip
            lines.append(Line(tuple(map(Cell, cells)), group))
    head = ("condition", "rate", "realised", "score", "Δ", "relative", "slope")
    table = Table("doses", "Score by rate", head, tuple(lines)).filled()
    most = {dose.metric: 0.0 for dose in found}
    for dose in found:
        most[dose.metric] = max(most[dose.metric], *(point.score for point in dose.points))
    drawings = tuple(_dose(study, place, members, most[place[1]]) for place, members in panels.items())
    figure = Figure("dose-response", "Score by the target rate of edits", drawings, study.legend)
    lead = (
        "Realised: the edits made, as a share of the units that could have been edited. Slope: the least-squares "
        "change of the score for an added rate of 100 %. Whiskers: the 95 % interval of the difference."
    )
    return Section("doses", "Dose and response", lead, (figure, table))


def _dose(study: Study, place: tuple[str, ...], members: Sequence[Dose], most: float) -> Drawing:
    lines = []
    for dose in members:
        key = study.entry(dose.series.model)
        base = dose.points[0].score
        points = tuple(
            Point(point.rate, point.score, max(0.0, base + point.low), base + point.high)
            if point.condition != ORIGINAL
            else Point(0.0, point.score)
            for point in dose.points
        )
        lines.append(Curve(key.letter if study.legend else "", key.place, dose.series.model, points))
    series, metric, kind = place
    title = " · ".join(part for part in (series, kind) if part)
    ticks = tuple(dict.fromkeys((point.rate, f"{point.rate:.0%}") for dose in members for point in dose.points))
    return curves(
        lines, title=title, x_axis="rate", y_axis=metric_title(metric), ticks=sorted(ticks), y_range=(0.0, most)
    )


def _groups(study: Study, what: str, names: tuple[str, ...], caption: str) -> Iterator[Table]:
    """Yield a table of groups, a row a group and condition, where there are at least two groups."""
    found = [group for group in study.groups[what] if group.condition != ORIGINAL]
    if len({group.group for group in found}) < _LEAST:
        return
    lines = [
        Line((*map(Cell, group.group), *map(Cell, _group(group))), _setting(group))
        for group in sorted(found, key=lambda group: (_setting(group), group.group))
    ]
    head = (*names, "condition", "n", "original", "perturbed", "Δ", "relative")
    yield Table(f"by-{what}", caption, head, tuple(lines), len(names) + 1)


def _group(group: Group) -> tuple[str, ...]:
    return (
        group.condition,
        count(group.n),
        number(group.before, group.metric),
        number(group.after, group.metric),
        signed(group.delta, group.metric),
        percent(group.relative, sign=True),
    )


def _setting(group: Group) -> str:
    parts = (metric_title(group.metric), group.format, factor_title(group.factor), shots_in_words(group.shots))
    return " · ".join(part for part in parts if part)


def models(study: Study) -> Section | Missing:
    """Show drops by family and size, by tuning, and over the number of parameters."""
    known = {name: find_model(study.models, name) for name in study.names}
    unknown = [name for name, model in known.items() if model is None]
    parts: list[Table | Figure] = []
    parts += _groups(study, "family", ("family", "size"), "Mean drop by family and size")
    for what, title in (("tuned", "tuning"), ("japanese", "Japanese"), ("reasoning", "reasoning")):
        parts += _groups(study, what, (title,), f"Mean drop by {title}")
    parts += _tuning(study)
    sizes = {name: model.parameters for name, model in known.items() if model is not None}
    drawing = _scale(study, sizes)
    if drawing is not None:
        legend = tuple(Entry(place, letter(place), name) for place, name in enumerate(study.conditions))
        parts.append(
            Figure(
                "scale", "Relative drop by the number of parameters, the mean of models of one size", (drawing,), legend
            )
        )
    if not parts:
        few = len(known) - len(unknown) < _LEAST
        reason = "fewer than two models are in the table of models" if few else "the table of models tells them alike"
        named = f" (not in it: {', '.join(unknown)}; --models FILE adds rows)" if unknown else ""
        return Missing("Models", f"{reason}{named}.")
    notes = [f"Not in the table of models, and thus in none of these: {', '.join(unknown)}."] if unknown else []
    lead = (
        "Means over models and benchmarks, each with the same weight (n of them). Relative: the difference as a share "
        "of the score on the originals."
    )
    return Section("models", "Models", lead, tuple(parts), tuple(notes))


def _tuning(study: Study) -> Iterator[Table]:
    if study.gaps:
        lines = []
        for gap in study.gaps:
            cells = (
                gap.condition, signed(gap.base_delta, gap.metric), signed(gap.instruct_delta, gap.metric),
                percent(gap.base_relative, sign=True), percent(gap.instruct_relative, sign=True),
                signed(gap.difference, gap.metric),
            )  # fmt: skip
            names = f"{gap.base} and {gap.instruct}"
            place = (gap.benchmark, gap.format, gap.factor, shots_in_words(gap.shots), names)
            lines.append(Line(tuple(map(Cell, cells)), " · ".join(part for part in place if part)))
        head = ("condition", "Δ base", "Δ instruct", "relative, base", "relative, instruct", "instruct − base")
        yield Table("tuning", "Drops of base models and of the instruct models made from them", head, tuple(lines))


def _scale(study: Study, sizes: dict[str, float]) -> Drawing | None:
    if len(set(sizes.values())) < _LEAST:
        return None
    lines = []
    for place, condition in enumerate(study.conditions):
        found: dict[float, list[float]] = {}
        for group in study.groups["model"]:
            if group.condition == condition and group.group[0] in sizes and not isnan(group.relative):
                found.setdefault(sizes[group.group[0]], []).append(group.relative)
        points = sorted(Point(log10(size), fsum(drops) / len(drops)) for size, drops in found.items())
        lines.append(Curve(letter(place), place, condition, tuple(points)))
    ticks = sorted({(log10(size), f"{size:g}") for size in sizes.values()})
    return curves(
        [line for line in lines if line.points], title="Models by size", x_axis="billions of parameters, logarithmic",
        y_axis="relative difference", ticks=ticks, y_range=(-0.01, 0.0),
    )  # fmt: skip


def languages(study: Study) -> Section | Missing:
    """Show drops by language, script, resources, and direction of translation."""
    parts: list[Table | Figure] = []
    for what, title in (("language", "language"), ("script", "script"), ("level", "resources")):
        parts += _groups(study, what, (title,), f"Mean drop by {title}")
    parts += _groups(study, "direction", ("direction",), "Mean drop by direction of translation")
    if not parts:
        return Missing("Languages", "all texts whose language is known are in the same one.")
    lead = (
        "Means over models and benchmarks. Resources: by the classes of Joshi et al. 2020; high from 4 on, low below 3."
    )
    return Section("languages", "Languages", lead, tuple(parts))


def shots(study: Study) -> Section | Missing:
    """Show the gap to the original by the number of examples in the prompt."""
    found: dict[tuple[str, ...], dict[int, Comparison]] = {}
    for row in chosen(study.analysis.comparisons):
        if row.shots is not None:
            place = (where(row.series, "shots"), row.condition)
            found.setdefault(place, {})[row.shots] = row
    numbers = sorted({number for rows in found.values() for number in rows})
    if len(numbers) < _LEAST:
        return Missing("Shots", "all runs had the same number of examples in the prompt, or it is not known.")
    lines = []
    for (group, condition), rows in found.items():
        cells = [_gap(study, rows.get(number)) for number in numbers]
        lines.append(Line((Cell(condition), *cells), group))
    head = ("condition", *(in_words(number, "shot") for number in numbers))
    table = Table("shots", "Difference from the original by the number of shots", head, tuple(lines))
    return Section("shots", "Shots", "Under each difference stands the score on the originals.", (table,))


def _gap(study: Study, row: Comparison | None) -> Cell:
    if row is None:
        return Cell(NONE)
    found = row.estimates[row.primary]
    return Cell(signed(found.delta, row.primary), number(found.before, row.primary), study.is_drop(row, row.primary))


def subjects(study: Study) -> Section | Missing:
    """Break each series down by subject: a row a subject, a column a condition."""
    parts = []
    for place, (series, rows) in enumerate(study.series().items(), 1):
        found = {row.condition: study.categories.get((series, row.condition), ()) for row in chosen(rows.values())}
        tables = {condition: {part.category: part for part in categories} for condition, categories in found.items()}
        names = sorted({name for table in tables.values() for name in table})
        if len(names) >= _LEAST:
            first = next(iter(tables.values()))
            lines = [
                Line((Cell(name), *_subject(name, first), *(_change(name, table) for table in tables.values())))
                for name in names
            ]
            head = ("subject", "n", "original", *(f"Δ {condition}" for condition in tables))
            parts.append(Table(f"subjects-{place}", f"By subject, {where(series)}", head, tuple(lines)))
    if not parts:
        return Missing("Subjects", "the documents have no subject, or all the same.")
    lead = "Few documents a subject: a difference here is a hint where to look, not a finding."
    return Section("subjects", "Subjects", lead, tuple(parts))


def _subject(name: str, table: Mapping[str, Category]) -> Iterable[Cell]:
    part = table.get(name)
    if part is None:
        return (Cell(NONE), Cell(NONE))
    return (Cell(count(part.n)), Cell(number(part.before, part.metric)))


def _change(name: str, table: Mapping[str, Category]) -> Cell:
    part = table.get(name)
    return Cell(NONE) if part is None else Cell(signed(part.delta, part.metric))
