"""The report of a comparison: a table to print, JSON to compute with, and one HTML file to show."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from itertools import groupby
from math import isfinite
from typing import TYPE_CHECKING, Any

from typo.errors import require
from typo.evaluation.chart import chart
from typo.evaluation.compare import ORIGINAL, Comparison
from typo.evaluation.examples import choose, example
from typo.evaluation.files import write_whole
from typo.evaluation.table import aligned, cells
from typo.keyed import digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from typo.evaluation.bootstrap import Estimate

__all__ = ["Block", "Report", "write_report"]

_EXAMPLES = 10
_NAMED = 5  # so many left-out documents are named in a note; report.json names all
_FEW_CLUSTERS = 20  # below which percentile intervals of a cluster bootstrap are known to be too narrow
_NONE = "none"  # in words, what is not set; where it is not set in any run, it is not worth a line
_TOYS = {
    "typo-demo": "TOY MODEL: typo-demo answers by association of characters, so that there is something to run. "
    "Its numbers mean nothing."
}


@dataclass(frozen=True, slots=True)
class Block:
    """The comparisons of one model, benchmark and format."""

    model: str
    benchmark: str
    format: str
    rows: tuple[Comparison, ...]

    @property
    def title(self) -> str:
        """What the block is about, in a line."""
        return f"{self.benchmark} · {self.format} · {self.model}"

    @property
    def toy(self) -> str:
        """The warning that the model is a toy; empty if it is none."""
        return _TOYS.get(self.model, "")

    @property
    def notes(self) -> list[str]:
        """What a reader must know about the numbers."""
        notes = [note for row in self.rows for note in _left_out(row)]
        few = min(row.clusters for row in self.rows)
        if few < _FEW_CLUSTERS:
            notes.append(
                f"Only {few} independent document{'s' * (few > 1)} or groups: the intervals are too narrow; "
                f"take them seriously from about {_FEW_CLUSTERS} on."
            )
        return notes


@dataclass(frozen=True, slots=True)
class Report:
    """Comparisons with what is needed to make them again.

    - `comparisons`: as `compare` gives them; `resamples` and `seed`: what it was told.
    - `facts`: by run, what its numbers depend on: versions, seeds, settings, as plain values.
    - `notes`: warnings of whoever read the records, shown with the tables.
    """

    comparisons: tuple[Comparison, ...]
    facts: Mapping[str, Mapping[str, Any]]
    notes: tuple[str, ...] = ()
    resamples: int = 10_000
    seed: int = 0

    @property
    def signature(self) -> str:
        """Twelve letters that are the same for reports made under the same facts, and for no others."""
        told = json.dumps([self.facts, self.resamples, self.seed], sort_keys=True, default=str)
        return digest("report", told).hex()[:12]

    def table(self) -> str:
        """Return the tables as text, one block a model, benchmark and format."""
        parts = []
        for block in self.blocks():
            toy = [block.toy] if block.toy else []
            parts.append("\n".join([block.title, *toy, "", *aligned(cells(block.rows)), *block.notes]))
        parts += self.notes
        parts.append(
            f"Δ: accuracy minus the original's, over the same documents; interval: {self.method}. "
            f"Signature {self.signature}."
        )
        return "\n\n".join(parts)

    def to_json(self) -> str:
        """Return the numbers and facts as JSON; what is infinite or unknown is null."""
        values = {
            "signature": self.signature,
            "bootstrap": {"resamples": self.resamples, "seed": self.seed, "level": 0.95},
            "facts": self.facts,
            "notes": self.notes,
            "toys": sorted({block.model for block in self.blocks() if block.toy}),
            "comparisons": [_plain(row) for row in self.comparisons],
        }
        return json.dumps(values, ensure_ascii=False, indent=1, sort_keys=True, allow_nan=False, default=str) + "\n"

    def to_html(self) -> str:
        """Return one self-contained HTML page: tables, charts of the differences, examples with marked edits.

        Raises `MissingExtra` without the extra `report`.
        """
        jinja2 = require("jinja2", extra="report")
        environment = jinja2.Environment(
            autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
        )
        source = files("typo.evaluation").joinpath("templates/report.html.j2").read_text(encoding="utf-8")
        blocks = [
            {
                "block": block,
                "head": cells(block.rows)[0],
                "rows": [[cell.replace("-", "−") for cell in row[1:]] for row in cells(block.rows)[1:]],
                "names": [row.condition for row in block.rows],
                "charts": [
                    found
                    for size, stacked in ((720, False), (350, True))
                    if (found := chart(block.rows, size=size, stacked=stacked))
                ],
            }
            for block in self.blocks()
        ]
        same, own = _shared(self.facts)
        page: str = environment.from_string(source).render(
            report=self,
            blocks=blocks,
            examples=[example(row, pair) for row, pair in choose(self.comparisons, _EXAMPLES)],
            same=same,
            own=own,
        )
        return page

    @property
    def method(self) -> str:
        """How the intervals were made."""
        return f"paired cluster bootstrap, 95 %, {self.resamples:,} resamples, seed {self.seed}"

    def blocks(self) -> Iterator[Block]:
        """Yield the comparisons by model, benchmark and format."""
        for key, rows in groupby(self.comparisons, lambda row: (row.model, row.benchmark, row.format)):
            yield Block(*key, tuple(rows))


def write_report(report: Report, folder: Path) -> tuple[Path, Path]:
    """Write `report.json` and `report.html` into a folder, each whole or not at all; return their paths."""
    texts = {"report.json": report.to_json(), "report.html": report.to_html()}
    for name, text in texts.items():
        write_whole(folder / name, text)
    return folder / "report.json", folder / "report.html"


def _left_out(row: Comparison) -> Iterator[str]:
    for where, names in ((ORIGINAL, row.only_original), (row.condition, row.only_here)):
        if names:
            more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
            yield (
                f"{row.condition}: left out, since only {where} has {'them' if len(names) > 1 else 'it'}: "
                f"{len(names)} document{'s' * (len(names) > 1)} ({', '.join(names[:_NAMED])}{more})."
            )


def _plain(row: Comparison) -> dict[str, Any]:
    return {
        "model": row.model,
        "benchmark": row.benchmark,
        "format": row.format,
        "condition": row.condition,
        "n": len(row.pairs),
        "perturbed": len(row.perturbed),
        "clusters": row.clusters,
        "unparsed": row.unparsed,
        "harmed": row.harmed,
        "helped": row.helped,
        "only_original": row.only_original,
        "only_here": row.only_here,
        "metrics": {name: _finite(estimate) for name, estimate in row.estimates.items()},
        "metrics_perturbed": {name: _finite(estimate) for name, estimate in row.estimates_perturbed.items()},
    }


def _finite(estimate: Estimate) -> dict[str, float | None]:
    return {name: value if isfinite(value) else None for name, value in estimate._asdict().items()}


def _shared(facts: Mapping[str, Mapping[str, Any]]) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """Split the facts of runs into those that are the same in all, and those of each run."""
    runs = {run: {name: _said(value) for name, value in told.items()} for run, told in sorted(facts.items())}
    names = sorted({name for told in runs.values() for name in told})
    same = {name for name in names if len({told.get(name) for told in runs.values()}) == 1}
    first = next(iter(runs.values()), {})
    own = {run: {name: told[name] for name in names if name in told and name not in same} for run, told in runs.items()}
    return {name: first[name] for name in names if name in same and first[name] != _NONE}, own


def _said(value: Any) -> str:
    """Put a fact in words."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {_said(inner)}" for name, inner in sorted(value.items()))
    if isinstance(value, list | tuple):
        return ", ".join(map(_said, value))
    if value is None or isinstance(value, bool):
        return {None: _NONE, True: "yes", False: "no"}[value]
    return str(value)
