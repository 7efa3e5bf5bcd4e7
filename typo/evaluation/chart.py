"""The layout of the chart of differences: dots with whiskers over a zero line, in units of the drawing."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from typo.evaluation.compare import ORIGINAL
from typo.evaluation.table import interval, signed, width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.evaluation.compare import Comparison

__all__ = ["Chart", "Row", "chart"]

_STEPS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
_SPACES = 6  # between ticks, at most so many
_LETTER = 7.2  # width of a letter of the texts
_GAP = 20  # between a text and the plot; half a label of a tick fits in
_TOP, _BOTTOM = 6, 44  # above the rows, and below them for the ticks' labels and the title of the axis


class Row(NamedTuple):
    """One condition: its texts, and where they, its dot and the ends of its whisker lie."""

    name: str
    value: str
    text_y: float
    y: float
    x: float
    low: float
    high: float


class Chart(NamedTuple):
    """A chart of `width` × `height`; the plot is `left` to `right`, and down to `bottom`."""

    width: int
    height: float
    left: float
    right: float
    bottom: float
    zero: float
    ticks: tuple[tuple[float, str], ...]
    rows: tuple[Row, ...]


def chart(rows: Sequence[Comparison], *, size: int, stacked: bool) -> Chart | None:
    """Lay out the differences in accuracy of all conditions but the original; None where there are no others.

    `size` is the chart's width. `stacked` puts the texts of a row above it, for narrow screens, instead of beside it.
    """
    others = [row for row in rows if row.condition != ORIGINAL]
    if not others:
        return None
    estimates = [row.estimates["acc"] for row in others]
    values = [_typeset(f"{signed(estimate.delta)} {interval(estimate)}") for estimate in estimates]
    left = right = float(_GAP)
    if not stacked:
        left += max(width(row.condition) for row in others) * _LETTER
        right += max(map(width, values)) * _LETTER
    step, first, last = _scale(
        min(min(e.low, e.delta) for e in estimates), max(max(e.high, e.delta) for e in estimates)
    )

    def place(value: float) -> float:
        return round(left + (value / step - first) / (last - first) * (size - left - right), 1)

    height, dot, text = (48, 34, 18) if stacked else (30, 15, 19.5)
    bottom = _TOP + height * len(others)
    return Chart(
        width=size,
        height=bottom + _BOTTOM,
        left=left,
        right=size - right,
        bottom=bottom,
        zero=place(0.0),
        ticks=tuple((place(tick * step), _tick(tick * step, step)) for tick in range(first, last + 1)),
        rows=tuple(
            Row(row.condition, value, top + text, top + dot, *map(place, (e.delta, e.low, e.high)))
            for row, value, e, top in zip(others, values, estimates, range(_TOP, bottom, height), strict=True)
        ),
    )


def _scale(low: float, high: float) -> tuple[float, int, int]:
    """Return the distance of ticks, and the numbers of the first and the last one: zero and a space on either side.

    >>> _scale(-0.13, 0.02), _scale(0.0, 0.0)
    ((0.05, -3, 1), (0.005, -1, 1))
    """
    for step in _STEPS:
        # Rounding first: 0.15 / 0.05 is a little more than 3.
        first, last = min(-1, floor(round(low / step, 9))), max(1, ceil(round(high / step, 9)))
        if last - first <= _SPACES:
            break
    return step, first, last


def _tick(value: float, step: float) -> str:
    """Label a tick with as many decimals as its distance to the next has.

    >>> _tick(-0.1, 0.05), _tick(0.0, 0.05)
    ('−0.10', '0')
    """
    decimals = len(str(step).partition(".")[2])
    return _typeset(f"{value:+.{decimals}f}") if round(value, 3) else "0"


def _typeset(text: str) -> str:
    return text.replace("-", "−")
