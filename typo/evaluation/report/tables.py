"""Tables, and how numbers are written in them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from math import isfinite, isnan
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from typo.evaluation.bootstrap import Estimate

__all__ = [
    "NONE",
    "Cell",
    "Line",
    "Table",
    "count",
    "in_words",
    "interval",
    "metric_title",
    "number",
    "p_value",
    "percent",
    "signed",
]

_Item = TypeVar("_Item")

NONE = "–"  # what is not known, or does not apply
_TITLES = {
    "acc": "accuracy",
    "brier": "Brier",
    "nll": "NLL",
    "ece": "ECE",
    "hce": "HCE",
    "p_gold": "p(gold)",
    "chrf": "chrF",
    "bleu": "BLEU",
}
# What is told on a scale of 0 to 100 needs fewer decimals than what is told on one of 0 to 1.
_DECIMALS = {"chrf": 1, "bleu": 1}


class Cell(NamedTuple):
    """One cell: its text, a second line in small letters, and whether it is marked as a drop that is no chance."""

    text: str
    under: str = ""
    drop: bool = False


class Line(NamedTuple):
    """One row, under the heading of its group; lines of a group follow each other."""

    cells: tuple[Cell, ...]
    group: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table: `id`, unlike any other of its report; what it shows; the first `labels` columns name the rows."""

    id: str
    caption: str
    head: tuple[str, ...]
    lines: tuple[Line, ...]
    labels: int = 1

    def groups(self) -> Iterator[tuple[str, tuple[Line, ...]]]:
        """Yield the headings of groups with their lines."""
        for group, lines in groupby(self.lines, lambda line: line.group):
            yield group, tuple(lines)

    def filled(self) -> Table:
        """Return the table without the columns in which no row says anything."""
        keep = [
            place < self.labels or any(line.cells[place].text not in ("", NONE) for line in self.lines)
            for place in range(len(self.head))
        ]
        lines = (Line(_kept(line.cells, keep), line.group) for line in self.lines)
        return Table(self.id, self.caption, _kept(self.head, keep), tuple(lines), self.labels)


def _kept(items: tuple[_Item, ...], keep: list[bool]) -> tuple[_Item, ...]:
    return tuple(item for item, kept in zip(items, keep, strict=True) if kept)


def metric_title(name: str) -> str:
    """Return how a metric is called; one that is not ours goes by its own name.

    >>> metric_title("nll"), metric_title("acme/doubt")
    ('NLL', 'acme/doubt')
    """
    return _TITLES.get(name, name)


def in_words(count: int, one: str, several: str = "") -> str:
    """Return a number of things.

    >>> in_words(1, "model"), in_words(1200, "study", "studies")
    ('1 model', '1,200 studies')
    """
    return f"{count:,} {one if count == 1 else several or one + 's'}"


def count(value: int) -> str:
    """Return a number of things, with a mark between thousands.

    >>> count(12345)
    '12,345'
    """
    return f"{value:,}"


def number(value: float, metric: str = "") -> str:
    """Return a score with as many decimals as its metric needs.

    >>> number(0.5), number(41.26, "chrf"), number(float("nan"))
    ('0.500', '41.3', '–')
    """
    if isnan(value):
        return NONE
    return f"{value:.{_DECIMALS.get(metric, 3)}f}"


def signed(value: float, metric: str = "") -> str:
    """Return a difference with its sign; nothing that rounds to zero has one.

    >>> signed(-0.0004), signed(0.02), signed(-12.34, "bleu")
    ('0.000', '+0.020', '-12.3')
    """
    if isnan(value):
        return NONE
    decimals = _DECIMALS.get(metric, 3)
    return f"{value:+.{decimals}f}" if round(value, decimals) else f"{0:.{decimals}f}"


def interval(estimate: Estimate, metric: str = "") -> str:
    """Return the interval of a difference.

    >>> from typo.evaluation.bootstrap import Estimate
    >>> interval(Estimate(0.5, 0.4, -0.1, -0.25, 0.0001, 0.05, 0.05))
    '[-0.250, 0.000]'
    """
    if isnan(estimate.low):
        return NONE
    return f"[{signed(estimate.low, metric)}, {signed(estimate.high, metric)}]"


def percent(value: float, *, sign: bool = False) -> str:
    """Return a share in percent.

    >>> percent(0.125), percent(-0.04, sign=True), percent(float("nan"))
    ('12.5 %', '-4.0 %', '–')
    """
    if not isfinite(value):
        return NONE
    return f"{value:+.1%}".replace("%", " %") if sign and round(value, 3) else f"{abs(value):.1%}".replace("%", " %")


def p_value(value: float) -> str:
    """Return a p-value; to four decimals, since that is as fine as 10,000 resamples tell.

    >>> p_value(0.04), p_value(0.00002), p_value(float("nan"))
    ('0.0400', '< 0.0001', '–')
    """
    if isnan(value):
        return NONE
    return "< 0.0001" if value < 0.0001 else f"{value:.4f}"
