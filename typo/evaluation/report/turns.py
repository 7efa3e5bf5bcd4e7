"""The sections on single answers: which ones turned, and what became of the tokens."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from typo.evaluation.compare import ORIGINAL
from typo.evaluation.report.charts import Curve, Point, curves
from typo.evaluation.report.drawing import Entry, Figure, letter
from typo.evaluation.report.study import Missing, Section, chosen, where
from typo.evaluation.report.tables import Cell, Line, Table, count, p_value, percent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from typo.evaluation.compare import Comparison
    from typo.evaluation.flips import Flips
    from typo.evaluation.report.drawing import Drawing
    from typo.evaluation.report.study import Study

__all__ = ["flips", "tokens"]

_QUARTERS = ("Q1", "Q2", "Q3", "Q4")


def flips(study: Study) -> Section | Missing:
    """Tell how answers turned, and whether those turned of which the model had been least sure."""
    rows = [(row, row.flips) for row in chosen(study.analysis.comparisons) if row.flips]
    if not rows:
        return Missing("Flips", "there are no answers that are right or wrong under another condition.")
    lines = tuple(Line(tuple(map(Cell, _turned(row, found))), where(row.series)) for row, found in rows)
    head = ("condition", "n", "changed", "harmful", "helpful", "McNemar", *_QUARTERS, "in Q1", "HCE")
    parts: list[Table | Figure] = [Table("flips", "Answers that turned", head, lines).filled()]
    drawings = tuple(_quartiles(study))
    if drawings:
        legend = tuple(Entry(place, letter(place), name) for place, name in enumerate(study.conditions))
        caption = "Share of the right answers that turned wrong, by quartile of the original margin"
        parts.insert(0, Figure("quartiles", caption, drawings, legend))
    lead = (
        "Harmful: from right to wrong; helpful: from wrong to right. Q1 to Q4: the share of right answers that turned "
        "wrong, by quartile of the margin between the two likeliest options on the original, the least first. In Q1: "
        "the share of all harmful flips. HCE: wrong with a confidence of at least 0.8. McNemar: the exact test, "
        "which takes documents as independent; where they share sources, claim from the intervals."
    )
    return Section("flips", "Flips", lead, tuple(parts))


def _turned(row: Comparison, found: Flips) -> tuple[str, ...]:
    sure = row.estimates.get("hce")
    return (
        row.condition,
        count(found.n),
        count(found.flips),
        count(found.harmful),
        count(found.helpful),
        p_value(found.test.p),
        *([percent(part.rate) for part in found.quartiles] or [""] * 4),
        percent(found.first_share) if found.quartiles else "",
        percent(sure.after) if sure else "",
    )


def _quartiles(study: Study) -> Iterator[Drawing]:
    ticks = tuple((float(place), name) for place, name in enumerate(_QUARTERS, 1))
    for series, rows in study.broadest().items():
        lines = []
        for name, row in rows.items():
            points = tuple(
                Point(x, part.rate)
                for (x, _), part in zip(ticks, row.flips.quartiles if row.flips else (), strict=False)
                if not isnan(part.rate)
            )
            if name != ORIGINAL and points:
                number = study.conditions.index(name)
                lines.append(Curve(letter(number), number, name, points))
        if lines:
            yield curves(
                lines, title=where(series), x_axis="quartile of the original margin", y_axis="turned wrong",
                ticks=ticks, y_range=(0.0, 0.1),
            )  # fmt: skip


def tokens(study: Study) -> Section | Missing:
    """Tell how the texts fall into tokens, and whether answers turn where they do otherwise than before."""
    rows = [(row, row.tokens) for row in chosen(study.analysis.comparisons) if row.tokens]
    if not rows:
        return Missing("Tokens", "the records do not tell how many tokens the model's tokenizer makes of the texts.")
    lines = []
    for row, found in rows:
        cells = (
            row.condition, count(found.n), count(found.before), count(found.after), percent(found.growth, sign=True),
            percent(found.growth_flipped, sign=True), percent(found.growth_kept, sign=True), percent(found.changed),
            *(percent(part.flips / part.n) if part.n else "–" for part in found.quartiles),
            *[""] * (4 - len(found.quartiles)),
        )  # fmt: skip
        lines.append(Line(tuple(map(Cell, cells)), where(row.series)))
    head = ("condition", "n", "before", "after", "growth", "flipped", "kept", "changed", *_QUARTERS)
    lead = (
        "Growth: how many more tokens the texts have; those whose answer turned (flipped), and the others (kept). "
        "Changed: the mean share of a text's tokens that the original does not have. Q1 to Q4: the share of answers "
        "that turned, by quartile of that share, the least first."
    )
    table = Table("tokens", "Tokens of the perturbed texts, and answers that changed", head, tuple(lines)).filled()
    return Section("tokens", "Tokens", lead, (table,))
