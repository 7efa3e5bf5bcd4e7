"""The sections on what helps: restoration and calibration, and how well confidence tells right from wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typo.evaluation.arms import ARMS, NONE
from typo.evaluation.compare import ALL, Series
from typo.evaluation.report.charts import Curve, Point, curves
from typo.evaluation.report.drawing import Drawing, Entry, Figure, letter
from typo.evaluation.report.study import (
    SIGNIFICANT,
    WORSE_IF_MORE,
    Missing,
    Section,
    benchmark_title,
    shots_in_words,
    where,
)
from typo.evaluation.report.tables import (
    Cell,
    Line,
    Table,
    count,
    interval,
    metric_title,
    number,
    p_value,
    signed,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from typo.evaluation.analysis import Fit, TemperatureCheck
    from typo.evaluation.compare import Comparison
    from typo.evaluation.report.study import Study

__all__ = ["calibration", "restoration"]

_CLAIMED = ("acc", "brier", "nll", "ece", "hce")


def restoration(study: Study) -> Section | Missing:
    """Show the arms of each condition: as it is, calibrated, restored, and both."""
    rows = [row for row in study.analysis.comparisons if len(row.arms) > 1]
    pooled = [row for row in rows if row.benchmark == ALL]
    if not rows:
        return Missing(
            "Restoration and calibration",
            "no texts were restored (no records with the twin “restored”) and no documents were held out to fit a "
            "temperature on (--hold-out 0.2 sets a fifth aside).",
        )
    arms = tuple(arm for arm in ARMS if any(arm in row.arms for row in rows))
    lines = []
    for row in pooled or rows:
        for metric in (name for name in _CLAIMED if name in row.arms[NONE].scores):
            cells = [_arm(study, row, arm, metric) for arm in arms]
            lines.append(Line((Cell(row.condition), Cell(metric_title(metric)), *cells), where(row.series)))
    caption = "Scores in each arm; below them the gain over doing nothing" + ", all benchmarks pooled" * bool(pooled)
    parts: list[Table | Figure] = [Table("arms", caption, ("condition", "metric", *arms), tuple(lines), 2)]
    parts += [table for table in (_repairs(study), _deletions(study)) if table.lines]
    lead = (
        "Calibrated: log-probabilities divided by the temperature that was fitted on held-out originals. Restored: a "
        "restorer went over the texts. Combined: both, with that same temperature. A gain is underlined where it is a "
        "loss whose adjusted p-value is below 0.05. Without a gain the score stays. report.csv has every benchmark."
    )
    return Section("arms", "Restoration and calibration", lead, tuple(parts))


def _arm(study: Study, row: Comparison, arm: str, metric: str) -> Cell:
    if arm not in row.arms:
        return Cell("–")
    text = number(row.arms[arm].scores[metric], metric)
    gain = row.arms[arm].gain.get(metric)
    if gain is None or (gain.delta, gain.low, gain.high) == (0, 0, 0):
        return Cell(text)
    effect = study.effect(row, metric, contrast="intervention", arm=arm)
    loss = effect.p_holm < SIGNIFICANT and (effect.delta > 0) == (metric in WORSE_IF_MORE)
    return Cell(text, f"{signed(gain.delta, metric)} {interval(gain, metric)}", loss)


def _repairs(study: Study) -> Table:
    lines = []
    for row in study.analysis.comparisons:
        if row.repair is not None:
            cells = (
                row.condition, count(row.repair.n), count(row.repair.helpful), count(row.repair.harmful),
                count(row.repair.flips), p_value(row.repair.test.p),
            )  # fmt: skip
            lines.append(Line(tuple(map(Cell, cells)), where(row.series)))
    head = ("condition", "n", "repaired", "harmed", "changed", "McNemar p")
    return Table("repairs", "Answers that restoration repaired and harmed", head, tuple(lines))


def _deletions(study: Study) -> Table:
    lines = []
    for row in study.analysis.comparisons:
        if row.deletion is not None:
            found = row.deletion
            cells = (
                row.condition, count(len(row.pairs)), number(found.before), number(found.after), signed(found.delta),
                interval(found), p_value(found.p),
            )  # fmt: skip
            lines.append(Line(tuple(map(Cell, cells)), where(row.series)))
    caption = "Margin of the right option without the edited words, and with them as they were edited"
    return Table("deletions", caption, ("condition", "n", "deleted", "edited", "Δ", "95 % interval", "p"), tuple(lines))


def calibration(study: Study) -> Section | Missing:
    """Set confidence against accuracy, the temperatures, and what each of them does to the NLL."""
    drawings = tuple(_reliability(study))
    if not drawings:
        return Missing("Calibration", "the records hold no probabilities of options.")
    conditions = _conditions(study)
    legend = tuple(Entry(place, letter(place), name) for place, name in enumerate(conditions))
    parts: list[Table | Figure] = [Figure("reliability", "Accuracy by confidence, in ten bins", drawings, legend)]
    notes = []
    if study.analysis.fits:
        parts += [_fits(study.analysis.fits), _checks(study.analysis.checks)]
    else:
        notes.append(
            "No temperature was fitted, since no originals are held out; --hold-out 0.2 sets a fifth of the documents "
            "aside for it."
        )
    lead = (
        "On the dashed line a model is right as often as it is sure; below it, it is too sure. The arms with a "
        "calibrated temperature are drawn beside those without, where there are any."
    )
    return Section("calibration", "Calibration", lead, tuple(parts), tuple(notes))


def _conditions(study: Study) -> tuple[str, ...]:
    return tuple(dict.fromkeys(row.condition for row in study.analysis.comparisons if row.arms[NONE].curve))


def _reliability(study: Study) -> Iterator[Drawing]:
    """Yield the curves of each model, over all benchmarks and factors if they are pooled."""
    names = _conditions(study)
    for series, rows in study.broadest().items():
        for arm in (NONE, "calibrated"):
            lines = [
                _curve(row, arm, names.index(name)) for name, row in rows.items() if arm in row.arms and name in names
            ]
            lines = [line for line in lines if line.points]
            if lines:
                title = where(series) + (", calibrated" if arm != NONE else "")
                yield curves(
                    lines, title=title, x_axis="confidence", y_axis="accuracy", y_range=(0.0, 1.0), diagonal=True,
                    ticks=tuple((tick / 5, f"{tick / 5:g}") for tick in range(6)),
                )  # fmt: skip


def _curve(row: Comparison, arm: str, place: int) -> Curve:
    points = tuple(Point(found.confidence, found.accuracy) for found in row.arms[arm].curve if found.n)
    return Curve(letter(place), place, row.condition, points)


def _fits(fits: tuple[Fit, ...]) -> Table:
    lines = []
    for fit in sorted(fits, key=lambda fit: (fit.model, fit.format, str(fit.shots))):
        found = fit.temperature
        of = {"global": "all originals", "benchmark": benchmark_title(fit.benchmark), "condition": fit.condition}[
            fit.scope
        ]
        cells = (
            of, count(found.n), number(found.value), number(found.nll_before), number(found.nll_after), found.flag,
        )  # fmt: skip
        group = (fit.model, fit.format, shots_in_words(fit.shots))
        lines.append(Line(tuple(map(Cell, cells)), " · ".join(part for part in group if part)))
    head = ("fitted on", "n", "temperature", "NLL before", "NLL after", "flag")
    return Table("temperatures", "Temperatures, fitted on held-out documents", head, tuple(lines)).filled()


def _checks(checks: tuple[TemperatureCheck, ...]) -> Table:
    lines = []
    for check in checks:
        turned = "reversed" if check.reversed else "increased" if check.increased else ""
        values = (check.none, check.by_global, check.by_benchmark, check.by_condition)
        cells = (check.condition, *map(number, values), turned)
        lines.append(Line(tuple(map(Cell, cells)), where(Series(*check[:5]))))
    head = ("condition", "none", "all originals", "benchmark's", "condition's", "NLL")
    caption = (
        "NLL at each temperature. Increased: the temperature of all originals makes it worse; reversed: the "
        "benchmark's own does not"
    )
    return Table("temperature-checks", caption, head, tuple(lines)).filled()
