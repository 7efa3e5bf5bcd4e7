"""The report of two runs set against each other."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import isfinite, isnan
from typing import TYPE_CHECKING, Any

from typo.evaluation.arms import ORIGINAL
from typo.evaluation.contrast import CLAIMED, Contrast
from typo.evaluation.plain import plain
from typo.evaluation.report.charts import Rows, Value, intervals
from typo.evaluation.report.drawing import Entry, Figure, letter
from typo.evaluation.report.facts import method, shared, signature
from typo.evaluation.report.formats import comma_separated
from typo.evaluation.report.page import Page, to_html, to_latex, to_markdown, to_text
from typo.evaluation.report.study import SIGNIFICANT, WORSE_IF_MORE, Section, shots_in_words
from typo.evaluation.report.tables import Cell, Line, Table, count, in_words, metric_title, number, p_value, signed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from typo.evaluation.arms import Resampling
    from typo.evaluation.report.drawing import Drawing

__all__ = ["ContrastReport"]

_SECTIONS = (
    ("score", "Scores", "The second run's score under each condition minus the first run's, over the same documents."),
    (
        "drop",
        "Drops",
        "The second run's difference from its own original minus the first run's difference from its own.",
    ),
)


@dataclass(frozen=True, slots=True)
class ContrastReport:
    """Two runs set against each other, with what is needed to do it again.

    - `contrasts`: as `contrast` gives them. `names`: what the two runs are called.
    - `facts`, `notes`: as of `Report`. `resampling`: how the intervals were made.
    """

    contrasts: tuple[Contrast, ...]
    names: tuple[str, str]
    facts: Mapping[str, Mapping[str, Any]]
    resampling: Resampling
    notes: tuple[str, ...] = ()

    @property
    def signature(self) -> str:
        """Twelve letters that are the same for reports made under the same facts, and for no others."""
        return signature(self.facts, self.resampling)

    def outputs(self) -> dict[str, str]:
        """Return all that `write_report` writes, by suffix."""
        page = self._page()
        return {
            "html": to_html(page),
            "json": self.to_json(),
            "csv": self.to_csv(),
            "md": to_markdown(page),
            "tex": to_latex(page),
        }

    def table(self) -> str:
        """Return all tables as text."""
        return to_text(self._page(), [kind for kind, _, _ in _SECTIONS])

    def to_markdown(self) -> str:
        """Return all tables as Markdown."""
        return to_markdown(self._page())

    def to_latex(self) -> str:
        """Return all tables as LaTeX, for a document that loads the packages booktabs and longtable."""
        return to_latex(self._page())

    def to_html(self) -> str:
        """Return one self-contained HTML page.

        Raises `MissingExtra` without the extra `report`.
        """
        return to_html(self._page())

    def to_json(self) -> str:
        """Return the numbers and facts as JSON; what is infinite or unknown is null."""
        values = {
            "signature": self.signature, "names": self.names, "facts": self.facts, "notes": self.notes,
            "resampling": plain(self.resampling), "contrasts": plain(self.contrasts),
        }  # fmt: skip
        return json.dumps(values, ensure_ascii=False, indent=1, sort_keys=True, allow_nan=False, default=str) + "\n"

    def to_csv(self) -> str:
        """Return every contrast as CSV, a row each; numbers are not rounded."""
        return comma_separated(Contrast._fields, self.contrasts)

    def _page(self) -> Page:
        made = method(self.resampling)
        one, other = self.names
        same, own = shared(self.facts)
        sections = (self._section(kind, title, lead) for kind, title, lead in _SECTIONS)
        return Page(
            title="Two runs compared",
            lead=f"First: {one}. Second: {other}. Only documents that both runs have, with the same question and right "
            f"answer, count. Intervals: {made}; p adjusted by Holm's method.",
            toys=(),
            notes=(*self.notes, *self._left_out()),
            sections=tuple(section for section in sections if section.parts),
            missing=(),
            examples=(),
            same={"interval": made, **same},
            own=own,
            signature=self.signature,
            marked="the first run",
        )

    def _left_out(self) -> Iterator[str]:
        if any(row.condition == ORIGINAL and row.metric in CLAIMED and isnan(row.p_holm) for row in self.contrasts):
            yield "Where originals are not listed, both runs answered them alike."
        for row in dict.fromkeys((row.benchmark, row.condition, row.left_out, row.n) for row in self.contrasts):
            benchmark, condition, left_out, n = row
            if left_out:
                yield f"{benchmark}, {condition}: {in_words(left_out, 'document')} left out, {count(n)} compared."

    def _section(self, kind: str, title: str, lead: str) -> Section:
        rows = [row for row in self.contrasts if row.kind == kind and not isnan(row.p_holm)]
        models = tuple(dict.fromkeys((row.first, row.second) for row in rows))
        legend = tuple(
            Entry(place, letter(place), one if one == other else f"{one}, {other}")
            for place, (one, other) in enumerate(models)
        )
        parts: list[Table | Figure] = []
        drawings = tuple(_drawings(rows, legend if len(legend) > 1 else (), models))
        if drawings:
            caption = f"{title}: second run minus first, with 95 % intervals"
            parts.append(Figure(kind, caption, drawings, legend if len(legend) > 1 else ()))
        if rows:
            lines = tuple(Line(_cells(row), _group(row)) for row in rows)
            head = ("condition", "metric", "n", "first", "second", "Δ", "95 % interval", "p")
            parts.append(Table(kind, f"{title} of both runs", head, lines, 2))
        return Section(kind, title, lead, tuple(parts))


def _group(row: Contrast) -> str:
    models = row.first if row.first == row.second else f"{row.first}, {row.second}"
    return " · ".join(part for part in (_where(row), models) if part)


def _where(row: Contrast) -> str:
    parts = (row.benchmark, row.format, row.factor, shots_in_words(row.shots))
    return " · ".join(part for part in parts if part)


def _name(row: Contrast) -> str:
    return row.condition if row.condition == row.other else f"{row.condition}, {row.other}"


def _cells(row: Contrast) -> tuple[Cell, ...]:
    show = signed if row.kind == "drop" else number
    worse = row.p_holm < SIGNIFICANT and (row.delta > 0) == (row.metric in WORSE_IF_MORE)
    ends = "–" if isnan(row.low) else f"[{signed(row.low, row.metric)}, {signed(row.high, row.metric)}]"
    return (
        Cell(_name(row)), Cell(metric_title(row.metric)), Cell(count(row.n)), Cell(show(row.before, row.metric)),
        Cell(show(row.after, row.metric)), Cell(signed(row.delta, row.metric), drop=worse), Cell(ends),
        Cell(p_value(row.p_holm)),
    )  # fmt: skip


def _drawings(
    rows: Sequence[Contrast], legend: Sequence[Entry], models: Sequence[tuple[str, str]]
) -> Iterator[Drawing]:
    """Yield a drawing a series, of its first metric."""
    series: dict[str, list[Contrast]] = {}
    for row in rows:
        series.setdefault(_where(row), []).append(row)
    for title, members in series.items():
        metric = members[0].metric
        groups: dict[str, list[Value]] = {}
        for row in members:
            if row.metric == metric and isfinite(row.delta):
                place = models.index((row.first, row.second))
                ends = "" if legend or isnan(row.low) else f" [{signed(row.low, metric)}, {signed(row.high, metric)}]"
                value = Value(
                    letter(place) if legend else "", place, row.delta, row.low, row.high,
                    signed(row.delta, metric) + ends,
                )  # fmt: skip
                groups.setdefault(_name(row), []).append(value)
        if groups:
            drawn = [Rows(name, tuple(values)) for name, values in groups.items()]
            yield intervals(drawn, title=title, axis=f"second minus first, {metric_title(metric)}")
