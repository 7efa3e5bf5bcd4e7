"""Drawings of a report: shapes with coordinates, which the page turns into SVG, and the scales they lie on."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import TYPE_CHECKING, NamedTuple

from typo.evaluation.report.formats import typeset, width

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "WIDTH",
    "Drawing",
    "Entry",
    "Figure",
    "Scale",
    "Shape",
    "described",
    "letter",
    "mark",
    "shortened",
    "text",
    "wide",
]

WIDTH = 360  # of every drawing: it fits a phone, and a page has two side by side
_LETTER = 6.9  # width of a letter of the texts
# Marks that differ by shape, so that colour alone means nothing; each within 4 units of its middle.
_MARKS = (
    "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    "m-3.6 -3.6h7.2v7.2h-7.2z",
    "m0 -4.6l4.6 8.2h-9.2z",
    "m0 -5l5 5l-5 5l-5 -5z",
    "m0 4.6l4.6 -8.2h-9.2z",
    "m-4.5 -1.5h3v-3h3v3h3v3h-3v3h-3v-3h-3z",
    "m-2.5 -4.4h5l2.5 4.4l-2.5 4.4h-5l-2.5 -4.4z",
)


class Shape(NamedTuple):
    """One element of SVG: its name, its attributes, and the text in it; `title` is told when it is pointed at."""

    tag: str
    attributes: tuple[tuple[str, str | float], ...]
    text: str = ""
    title: str = ""


class Drawing(NamedTuple):
    """A drawing `WIDTH` units wide: what stands above it, what it tells to those who cannot see it, its shapes."""

    title: str
    description: str
    height: float
    shapes: tuple[Shape, ...]


class Entry(NamedTuple):
    """One entry of a legend: the number of its colour and mark, the letter that stands for it, and what it is."""

    place: int
    letter: str
    label: str


class Figure(NamedTuple):
    """Drawings that belong together: `id`, unlike any other of its report; what they show; what their marks mean."""

    id: str
    caption: str
    drawings: tuple[Drawing, ...]
    legend: tuple[Entry, ...] = ()


class Scale(NamedTuple):
    """Ticks at multiples of `step`, and the units between which they lie: `start` for the first, `end` for the last.

    >>> scale = Scale.over(-0.13, 0.02, start=0, end=100)
    >>> scale.ticks, scale.place(-0.1)
    ((-0.15, -0.1, -0.05, 0.0, 0.05), 25.0)
    """

    step: float
    first: int
    last: int
    start: float
    end: float

    @classmethod
    def over(cls, low: float, high: float, *, start: float, end: float, spaces: int = 6) -> Scale:
        """Return the scale with the closest ticks that holds two values in so many spaces at most."""
        size = 10.0 ** floor(log10(max(high - low, 1e-9) / spaces))
        for step in (factor * size for factor in (1, 2, 5, 10, 20)):
            # Rounding first: 0.15 / 0.05 is a little more than 3.
            first, last = floor(round(low / step, 6)), ceil(round(high / step, 6))
            if last - first <= spaces:
                break
        return cls(step, first, max(last, first + 1), start, end)

    @property
    def ticks(self) -> tuple[float, ...]:
        """The values of the ticks."""
        return tuple(round(number * self.step, 9) for number in range(self.first, self.last + 1))

    def place(self, value: float) -> float:
        """Return where a value lies."""
        share = (value / self.step - self.first) / (self.last - self.first)
        return round(self.start + share * (self.end - self.start), 1)

    def label(self, value: float, *, sign: bool = False) -> str:
        """Return a tick's label, with as many decimals as the distance to the next one has.

        >>> Scale.over(0, 0.2, start=0, end=1).label(0.05, sign=True)
        '+0.05'
        """
        decimals = max(0, -floor(log10(self.step) + 1e-9))
        return typeset(f"{value:{'+' if sign and value else ''}.{decimals}f}") if value else "0"


def wide(label: str) -> float:
    """Return about how many units a text takes."""
    return width(label) * _LETTER


def shortened(label: str, room: float) -> str:
    """Return as much of a text as there is room for, with an ellipsis for the rest; the end of a name tells most.

    >>> shortened("transposition", 50), shortened("ime", 50)
    ('…sition', 'ime')
    """
    if wide(label) <= room:
        return label
    while label and wide(label) + _LETTER > room:
        label = label[1:]
    return f"…{label}"


def letter(place: int) -> str:
    """Return the letter that stands for the so many-th thing of a legend, from 0.

    >>> letter(0), letter(27)
    ('A', 'B2')
    """
    return chr(ord("A") + place % 26) + (str(place // 26 + 1) if place >= 26 else "")


def text(x: float, y: float, label: str, kind: str) -> Shape:
    """Return a text; `kind` is its class in the style sheet, which says how it is aligned."""
    return Shape("text", (("x", round(x, 1)), ("y", round(y, 1)), ("class", kind)), label)


def mark(x: float, y: float, place: int, title: str = "") -> Shape:
    """Return the mark of the so many-th thing of a legend."""
    shape = f"M{x:g} {y:g}{_MARKS[place % len(_MARKS)]}"
    return Shape("path", (("class", f"mark c{place % 6}"), ("d", shape)), "", title)


def described(rows: Iterable[Sequence[str]]) -> str:
    """Return values in words, a row a sentence."""
    return " ".join(f"{': '.join(part for part in row if part)}." for row in rows)
