"""The table of a comparison, as cells and as lines of text."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING
from unicodedata import combining, east_asian_width

from typo.evaluation.compare import ORIGINAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.evaluation.bootstrap import Estimate
    from typo.evaluation.compare import Comparison

__all__ = ["aligned", "cells", "interval", "signed", "width"]

# How the metrics that a table may be about are called; any other goes by its own name.
_PRIMARY = {"acc": "accuracy", "chrf": "chrF"}
_OTHERS = {"brier": "Brier", "nll": "NLL", "ece": "ECE", "bleu": "BLEU"}


def cells(rows: Sequence[Comparison]) -> list[tuple[str, ...]]:
    """Return the table's head and rows, without the columns that hold nothing."""
    primary = rows[0].primary
    head = (
        "condition", "n", "perturbed", _PRIMARY.get(primary, primary), "Δ", "95 % interval", "Δ perturbed",
        *_OTHERS.values(), "unparsed",
    )  # fmt: skip
    table = [head, *map(_row, rows)]
    filled = [any(row[column] for row in table[1:]) for column in range(len(head))]
    return [tuple(cell for cell, keep in zip(row, filled, strict=True) if keep) for row in table]


def _row(row: Comparison) -> tuple[str, ...]:
    estimate = row.estimates[row.primary]
    first = row.condition == ORIGINAL
    return (
        row.condition,
        str(len(row.pairs)),
        str(len(row.perturbed)),
        f"{estimate.after:.3f}",
        "" if first else signed(estimate.delta),
        "" if first else interval(estimate),
        signed(row.estimates_perturbed[row.primary].delta) if row.perturbed else "",
        *(f"{row.estimates[name].after:.3f}" if name in row.estimates else "" for name in _OTHERS),
        f"{row.unparsed:.1%}" if row.format == "gen" else "",
    )


def interval(estimate: Estimate) -> str:
    """Return the interval of a difference.

    >>> from typo.evaluation.bootstrap import Estimate
    >>> interval(Estimate(0.5, 0.4, -0.1, -0.25, 0.0001, 0.05, 0.05))
    '[-0.250, 0.000]'
    """
    return f"[{signed(estimate.low)}, {signed(estimate.high)}]"


def signed(value: float) -> str:
    """Return a difference to three decimals with its sign; nothing that rounds to zero has one.

    >>> signed(-0.0004), signed(0.02)
    ('0.000', '+0.020')
    """
    if not isfinite(value):
        return str(value)
    return f"{value:+.3f}" if round(value, 3) else "0.000"


def aligned(table: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table: the first column to the left, the others to the right.

    >>> aligned([("条件", "n"), ("ime", "12")])
    ['条件   n', 'ime   12']
    """
    widths = [max(map(width, column)) for column in zip(*table, strict=True)]
    lines = []
    for row in table:
        blanks = [" " * (most - width(cell)) for cell, most in zip(row, widths, strict=True)]
        line = row[0] + blanks[0] + "".join(f"  {blank}{cell}" for blank, cell in zip(blanks[1:], row[1:], strict=True))
        lines.append(line.rstrip())
    return lines


def width(text: str) -> int:
    """Return how many columns of a terminal a text takes: two for wide characters, none for combining marks.

    >>> width("条件A"), width("e\u0301")
    (5, 1)
    """
    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)
