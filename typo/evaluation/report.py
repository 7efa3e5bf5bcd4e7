"""The report of a comparison: a table to print, JSON to compute with, and one HTML file to show."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from importlib.resources import files
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, Any

from typo.errors import require
from typo.evaluation.compare import ORIGINAL, Comparison
from typo.keyed import digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from typo.evaluation.compare import Pair

__all__ = ["Report", "write_report"]

_EXAMPLES = 10
_TOYS = {"typo-demo": "typo-demo is a toy that answers by character association: its numbers say nothing about language models."}


@dataclass(frozen=True, slots=True)
class Report:
    """Comparisons with what is needed to make them again.

    `facts` is printed with them: versions, seeds, settings, as plain values.
    """

    comparisons: tuple[Comparison, ...]
    facts: dict[str, Any]

    def table(self) -> str:
        """Return the table as text, one block a model, benchmark and format."""
        blocks = []
        for title, rows in self._blocks():
            lines = [title, ""]
            cells = _cells(rows)
            widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
            for row in cells:
                first, *rest = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
                lines.append("  ".join([row[0].ljust(len(first)), *rest]).rstrip())
            blocks.append("\n".join([*lines, *_notes(rows)]))
        return "\n\n".join(blocks)

    def to_json(self) -> str:
        """Return the numbers and facts as JSON."""
        rows = []
        for comparison in self.comparisons:
            row = {name: value for name, value in asdict(comparison).items() if name != "pairs"}
            rows.append(row | {"harmed": _flips(comparison, False), "helped": _flips(comparison, True)})
        return json.dumps({"facts": self.facts, "comparisons": rows}, ensure_ascii=False, indent=1, sort_keys=True) + "\n"

    def to_html(self) -> str:
        """Return one self-contained HTML page: tables, charts of the differences, examples with marked edits.

        Raises `MissingExtra` without the extra `report`.
        """
        jinja2 = require("jinja2", extra="report")
        environment = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined)
        source = files("typo.evaluation").joinpath("templates/report.html.j2").read_text(encoding="utf-8")
        blocks = [
            {
                "title": title,
                "head": _cells(rows)[0],
                "rows": _cells(rows)[1:],
                "notes": _notes(rows),
                "chart": _chart(rows),
                "examples": [_example(pair) for pair in _examples(rows)],
            }
            for title, rows in self._blocks()
        ]
        facts = json.dumps(self.facts, ensure_ascii=False, indent=1, sort_keys=True)
        page: str = environment.from_string(source).render(blocks=blocks, facts=facts)
        return page

    def _blocks(self) -> Iterable[tuple[str, list[Comparison]]]:
        for (model, benchmark, kind), rows in groupby(self.comparisons, lambda c: (c.model, c.benchmark, c.format)):
            yield f"{benchmark} · {kind} · {model}", list(rows)


def write_report(report: Report, folder: Path) -> tuple[Path, Path]:
    """Write `report.json` and `report.html` into a folder, each whole or not at all; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = folder / "report.json", folder / "report.html"
    for path, text in zip(paths, (report.to_json(), report.to_html()), strict=True):
        partial = path.with_name(f"{path.name}.partial")
        partial.write_text(text, encoding="utf-8", errors="backslashreplace")
        os.replace(partial, path)
    return paths


_HEAD = ("condition", "n", "perturbed", "accuracy", "Δ", "95 % interval", "Δ perturbed", "Brier", "NLL", "ECE", "unparsed")


def _cells(rows: Sequence[Comparison]) -> list[tuple[str, ...]]:
    """Return the table's head and rows, without the columns that hold nothing."""
    cells = [_HEAD, *map(_row, rows)]
    filled = [any(row[column] for row in cells[1:]) for column in range(len(_HEAD))]
    return [tuple(cell for cell, keep in zip(row, filled, strict=True) if keep) for row in cells]


def _row(c: Comparison) -> tuple[str, ...]:
    first = c.condition == ORIGINAL
    return (
        c.condition,
        str(c.n),
        str(c.perturbed),
        f"{c.accuracy:.3f}",
        "" if first else _signed(c.delta),
        "" if first else f"[{_signed(c.interval[0])}, {_signed(c.interval[1])}]",
        "" if c.delta_perturbed is None else _signed(c.delta_perturbed),
        *("" if value is None else f"{value:.3f}" for value in (c.brier, c.nll, c.ece)),
        f"{c.unparsed:.1%}" if c.format == "gen" else "",
    )


def _signed(value: float) -> str:
    # Rounding first: -0.0004 is no difference, not a negative one.
    rounded = round(value, 3)
    return "0.000" if not rounded else f"{rounded:+.3f}".replace("-", "−")


def _notes(rows: Sequence[Comparison]) -> list[str]:
    notes = [toy for name, toy in _TOYS.items() if rows[0].model.startswith(name)]
    unpaired = sorted({name for row in rows for name in row.unpaired})
    if unpaired:
        shown = ", ".join(unpaired[:5]) + (", ..." if len(unpaired) > 5 else "")
        notes.append(f"{len(unpaired)} documents stand under only one of two conditions and are left out: {shown}")
    return notes


def _flips(c: Comparison, helped: bool) -> int:
    return sum(before.correct != after.correct and after.correct == helped for before, after in c.pairs)


def _examples(rows: Sequence[Comparison]) -> list[Pair]:
    """Choose examples: documents whose answer flipped first, taken from the conditions in turn."""
    queues = []
    for row in rows:
        perturbed = [pair for pair in row.pairs if pair[1].edits]
        queues.append(sorted(perturbed, key=lambda pair: (pair[0].correct == pair[1].correct, digest(pair[0].id))))
    return [pair for turn in zip_longest(*queues) for pair in turn if pair is not None][:_EXAMPLES]


def _example(pair: Pair) -> dict[str, Any]:
    before, after = pair
    return {
        "id": before.id,
        "condition": after.condition,
        "before": [_marked(name, text, after, "original") for name, text in before.before],
        "after": [_marked(name, text, after, "replacement") for name, text in before.before],
        "answers": [("right" if record.correct else "wrong", _gold_share(record)) for record in pair],
    }


def _gold_share(record: Any) -> str:
    return "" if record.probabilities is None else f"p = {record.probabilities[record.gold]:.2f}"


def _marked(field: str, clean: str, after: Any, side: str) -> list[tuple[str, bool]]:
    """Split a field into parts, and say of each whether it was edited: as it was, or as it became."""
    parts = []
    done = 0
    for name, edit in after.edits:
        if name == field:
            parts += [(clean[done : edit.start], False), (getattr(edit, side), True)]
            done = edit.end
    return [part for part in [*parts, (clean[done:], False)] if part[0]]


def _chart(rows: Sequence[Comparison]) -> dict[str, Any] | None:
    """Lay out the chart of differences with their intervals, in units of the drawing."""
    others = [row for row in rows if row.condition != ORIGINAL]
    if not others:
        return None
    reach = max(0.02, *(abs(end) for row in others for end in (*row.interval, row.delta)))
    step = next(size for size in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0) if reach / size <= 4)
    limit = step * -(-reach // step)

    def place(value: float) -> float:
        return round(_LEFT + (value + limit) / (2 * limit) * _WIDTH, 1)

    count = round(limit / step)
    return {
        "height": _ROW * len(others) + 46,
        "bottom": _ROW * len(others) + 14,
        "zero": place(0.0),
        "ticks": [(place(tick * step), _signed(tick * step)) for tick in range(-count, count + 1)],
        "rows": [
            {
                "name": row.condition,
                "y": 14 + _ROW * index + _ROW // 2,
                "x": place(row.delta),
                "low": place(row.interval[0]),
                "high": place(row.interval[1]),
                "text": f"{_signed(row.delta)} [{_signed(row.interval[0])}, {_signed(row.interval[1])}]",
            }
            for index, row in enumerate(others)
        ],
    }


_LEFT, _WIDTH, _ROW = 120, 400, 30
