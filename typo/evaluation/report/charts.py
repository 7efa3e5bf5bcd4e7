"""The charts of a report: bars and intervals in rows, and curves."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, NamedTuple

from typo.evaluation.report.drawing import WIDTH, Drawing, Scale, Shape, described, mark, shortened, text, wide
from typo.evaluation.report.formats import typeset

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Curve", "Point", "Rows", "Value", "bars", "curves", "intervals"]

_ROW, _HEADING, _SPACE, _FOOT = 20, 22, 6, 42  # heights: of a row, of a heading, between groups, of the axis
_LETTER = 13.0  # what a letter takes in either direction
_LEAST = 0.005  # a chart of differences reaches at least so far on both sides of zero


class Value(NamedTuple):
    """One value of a row: whose it is (a letter, and the number of its colour), and how it is written."""

    letter: str
    place: int
    value: float
    low: float
    high: float
    label: str


class Rows(NamedTuple):
    """The values of one name."""

    name: str
    values: tuple[Value, ...]


def bars(groups: Sequence[Rows], *, title: str, axis: str, most: float) -> Drawing:
    """Draw bars from zero, at most `most` long, grouped by name."""
    single = all(len(group.values) == 1 for group in groups)
    left = 8 + (max(_name_width(group.name) for group in groups) if single else 20.0)
    right = WIDTH - 8 - max(wide(value.label) for group in groups for value in group.values)
    scale = Scale.over(0.0, most, start=left, end=right, spaces=5)
    shapes: list[Shape] = []
    y = 4.0
    for group in groups:
        if not single:
            shapes.append(text(0, y + 15, group.name, "name"))
            y += _HEADING
        shapes.append(_zero(scale, y, len(group.values)))
        for value in group.values:
            shapes.append(text(0, y + 15, shortened(group.name, left - 8) if single else value.letter, "name"))
            bar = f"M{left} {y + 3}H{scale.place(value.value)}v14H{left}z"
            shapes.append(Shape("path", (("class", f"bar c{value.place % 6}"), ("d", bar))))
            shapes.append(text(scale.place(value.value) + 5, y + 15, typeset(value.label), "start"))
            y += _ROW
        y += 0 if single else _SPACE
    shapes = [*_grid(scale, y), *shapes, *_foot(scale, y, axis, sign=False)]
    return Drawing(title, _told(groups), y + _FOOT, tuple(shapes))


def intervals(groups: Sequence[Rows], *, title: str, axis: str) -> Drawing:
    """Draw dots with whiskers on both sides of zero, grouped by name; a value without interval is a dot alone."""
    single = all(len(group.values) == 1 for group in groups)
    values = [value for group in groups for value in group.values]
    ends = [end for value in values for end in (value.value, value.low, value.high) if not isnan(end)]
    left = 24.0
    right = WIDTH - (24 if single else 12 + max(wide(value.label) for value in values))
    scale = Scale.over(min(-_LEAST, *ends), max(_LEAST, *ends), start=left, end=right, spaces=5)
    shapes: list[Shape] = []
    y = 4.0
    for group in groups:
        room = WIDTH - 12 - (wide(group.values[0].label) if single else 0)
        shapes.append(text(0, y + 15, shortened(group.name, room), "name"))
        if single:
            shapes.append(text(WIDTH, y + 15, typeset(group.values[0].label), "value"))
        y += _HEADING
        shapes.append(_zero(scale, y, len(group.values)))
        for value in group.values:
            if not single:
                shapes.append(text(0, y + 13, value.letter, "name"))
                shapes.append(text(WIDTH, y + 13, typeset(value.label), "value"))
            shapes += _whisker(scale, value, y + 9)
            y += _ROW
        y += _SPACE
    shapes = [*_grid(scale, y), *shapes, *_foot(scale, y, axis, sign=True)]
    return Drawing(title, _told(groups), y + _FOOT, tuple(shapes))


def _name_width(name: str) -> float:
    return min(wide(name), 140.0) + 10


def _whisker(scale: Scale, value: Value, y: float) -> list[Shape]:
    shapes = []
    if not isnan(value.low):
        low, high = scale.place(value.low), scale.place(value.high)
        path = f"M{low} {y}H{high}M{low} {y - 4}v8M{high} {y - 4}v8"
        shapes.append(Shape("path", (("class", f"whisker c{value.place % 6}"), ("d", path))))
    return [*shapes, mark(scale.place(value.value), y, value.place)]


def _zero(scale: Scale, y: float, rows: int) -> Shape:
    """Return the line of zero beside some rows; it leaves out the headings, which it would run through."""
    return Shape("path", (("class", "zero"), ("d", f"M{scale.place(0.0)} {y}v{_ROW * rows}")))


def _grid(scale: Scale, bottom: float) -> list[Shape]:
    path = "".join(f"M{scale.place(tick)} 2V{bottom + 4}" for tick in scale.ticks)
    return [Shape("path", (("class", "grid"), ("d", path)))]


def _foot(scale: Scale, bottom: float, axis: str, *, sign: bool) -> list[Shape]:
    ticks = [text(scale.place(tick), bottom + 18, scale.label(tick, sign=sign), "tick") for tick in scale.ticks]
    return [*ticks, text((scale.start + scale.end) / 2, bottom + 36, axis, "axis")]


def _told(groups: Sequence[Rows]) -> str:
    return described((group.name, value.letter, value.label) for group in groups for value in group.values)


class Point(NamedTuple):
    """A point of a curve, with the ends of its interval (NaN for none)."""

    x: float
    y: float
    low: float = float("nan")
    high: float = float("nan")


class Curve(NamedTuple):
    """Points in order, whose they are (a letter, and the number of colour and mark), and what they are."""

    letter: str
    place: int
    name: str
    points: tuple[Point, ...]


def curves(
    lines: Sequence[Curve],
    *,
    title: str,
    x_axis: str,
    y_axis: str,
    ticks: Sequence[tuple[float, str]] = (),
    y_range: tuple[float, float] | None = None,
    diagonal: bool = False,
) -> Drawing:
    """Draw curves with their marks, letters at their ends, and whiskers for intervals.

    `ticks` are those of the x axis (by default as they come), `y_range` what the y axis holds at least, and `diagonal`
    asks for the line on which both are equal.
    """
    height, left, right, bottom = 270.0, 46.0, WIDTH - 26.0, 222.0
    xs = [tick for tick, _ in ticks] or [point.x for line in lines for point in line.points]
    across = Scale.over(min(xs), max(xs), start=left, end=right)
    if ticks:
        across = Scale(max(xs) - min(xs) or 1.0, 0, 1, left, right)
    ys = [y for line in lines for point in line.points for y in (point.y, point.low, point.high) if not isnan(y)]
    if y_range:
        ys += y_range
    up = Scale.over(min(ys), max(ys), start=bottom, end=24.0)
    shift = min(xs) if ticks else 0.0

    def x_of(value: float) -> float:
        return across.place(value - shift)

    shapes = [text(0, 12, y_axis, "start soft")]
    for tick in up.ticks:
        shapes.append(Shape("path", (("class", "grid"), ("d", f"M{left} {up.place(tick)}H{right}"))))
        shapes.append(text(left - 6, up.place(tick) + 4, up.label(tick), "side"))
    shapes += [text(x_of(x), bottom + 18, label, "tick") for x, label in _x_ticks(across, ticks)]
    shapes.append(text((left + right) / 2, bottom + 38, x_axis, "axis"))
    if diagonal:
        ends = f"M{x_of(0)} {up.place(0)}L{x_of(1)} {up.place(1)}"
        shapes.append(Shape("path", (("class", "diagonal"), ("d", ends))))
    taken: list[tuple[float, float]] = []
    for line in lines:
        shapes += _curve([(x_of(p.x), p) for p in line.points], up, line)
        if line.letter:
            end = line.points[-1]
            taken.append(_free(x_of(end.x) + 8, up.place(end.y), taken))
            shapes.append(text(taken[-1][0], taken[-1][1] + 4, line.letter, "name"))
    told = described(
        (line.name, ", ".join(f"{p.y:.3f} at {p.x:g}" for p in line.points)) for line in lines if line.points
    )
    return Drawing(title, f"{y_axis} by {x_axis}. {told}", height, tuple(shapes))


def _x_ticks(across: Scale, ticks: Sequence[tuple[float, str]]) -> Sequence[tuple[float, str]]:
    return ticks or [(tick, across.label(tick)) for tick in across.ticks]


def _curve(points: Sequence[tuple[float, Point]], up: Scale, line: Curve) -> list[Shape]:
    kind = f"c{line.place % 6}"
    path = "M" + "L".join(f"{x:g} {up.place(point.y):g}" for x, point in points)
    shapes = [Shape("path", (("class", f"curve {kind} d{line.place % 3}"), ("d", path)))]
    whiskers = "".join(
        f"M{x:g} {up.place(point.low):g}V{up.place(point.high):g}" for x, point in points if not isnan(point.low)
    )
    if whiskers:
        shapes.append(Shape("path", (("class", f"whisker {kind}"), ("d", whiskers))))
    marks = [
        mark(x, up.place(point.y), line.place, f"{line.name}: {point.y:.3f} at {point.x:g}") for x, point in points
    ]
    return [*shapes, *marks]


def _free(x: float, y: float, taken: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the place nearest to y where a letter overlaps none of those that are there."""
    beside = [other for left, other in taken if abs(left - x) < _LETTER]
    places = [y, *(other + step for other in beside for step in (-_LETTER, _LETTER))]
    free = [place for place in places if all(abs(place - other) >= _LETTER - 0.1 for other in beside)]
    return x, min(free, key=lambda place: (abs(place - y), place))
