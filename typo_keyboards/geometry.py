"""Where the keys of a board lie, in key units (one key width, 19.05 mm), and which finger presses them."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

__all__ = ["SLOTS", "Key", "Spot", "apart", "board", "finger", "hand", "phone", "reach"]

# The slots by their names in xkb, row by row; a data row lists the characters of its keys in this order.
SLOTS = (
    *("TLDE", *(f"AE{n:02}" for n in range(1, 14))),
    *(f"AD{n:02}" for n in range(1, 13)),
    *(*(f"AC{n:02}" for n in range(1, 12)), "BKSL"),
    *("LSGT", *(f"AB{n:02}" for n in range(1, 12))),
    "SPCE",
)
# Rows E D C B from the top, and how far the middle of key n lies right of n: each row is set off against the one above.
_ROWS = "EDCB"
_OFFSETS = (0.5, 1.0, 1.25, 1.75)
_FLICK_SLOTS = tuple(f"F{n:02}" for n in range(1, 13))

# The space bar lies below X to `,`: nearness to it is nearness to this piece of a line.
_SPACE_ROW, _SPACE_LEFT, _SPACE_WIDTH = 4, 3.75, 6.25

# A phone's keys are taller than wide: its rows lie 1.35 to 1.5 key widths apart.
_PHONE_PITCH = 1.4
_PHONE_SPACE_WIDTH = 4.0

# Keys whose middles are at most this far apart are neighbours: the six around a key, no others. Rows of a phone are
# further apart.
_REACH, _PHONE_REACH = 1.3, 1.6

# Columns 1 to 10 of each row, by the fingers of touch typing, from the left little finger to the right one.
_FINGERS = ("little", "ring", "middle", "index", "index", "index", "index", "middle", "ring", "little")


class Spot(NamedTuple):
    """A place on a board: its slot, row, column and middle; `y` grows downwards.

    `reach` is how far the key goes on to the right of `x`: 0 for all but the space bar.
    """

    slot: str
    row: int
    column: int
    x: float
    y: float
    reach: float = 0.0


class Key(NamedTuple):
    """One key: its name, its characters at each level, and where it lies.

    The name is the lowest character that the key makes, or its slot where that is taken or cannot be seen.
    """

    name: str
    characters: tuple[str, ...]
    spot: Spot

    def at(self, level: int) -> str:
        """Return what the key makes at a level; an empty string where it makes nothing.

        >>> Key("a", ("a", "A"), board("iso")[26]).at(2)
        ''
        """
        return self.characters[level] if 0 <= level < len(self.characters) else ""


def board(form: str) -> tuple[Spot, ...]:
    """Return the place of every slot on a board of this form: `iso`, `ansi`, `jis`, `abnt2` or `flick`.

    >>> board("iso")[27]
    Spot(slot='AC02', row=2, column=2, x=3.25, y=2.0, reach=0.0)
    """
    if form == "flick":
        return tuple(Spot(slot, n // 3, n % 3 + 1, n % 3 + 1.0, n // 3 + 0.0) for n, slot in enumerate(_FLICK_SLOTS))
    return tuple(_spot(slot, form) for slot in SLOTS)


def _spot(slot: str, form: str) -> Spot:
    if slot == "SPCE":
        return Spot(slot, _SPACE_ROW, 5, _SPACE_LEFT, float(_SPACE_ROW), _SPACE_WIDTH)
    if slot == "BKSL":
        # The key for \ ends the row of Q on the ANSI board, the row of A on all others.
        return Spot(slot, 1, 13, 14.25, 1.0) if form == "ansi" else Spot(slot, 2, 12, 13.25, 2.0)
    row, column = {"TLDE": (0, 0), "LSGT": (3, 0)}.get(slot) or (_ROWS.index(slot[1]), int(slot[2:]))
    return Spot(slot, row, column, column + _OFFSETS[row], float(row))


def phone(lengths: tuple[int, ...]) -> tuple[Spot, ...]:
    """Return the places of rows of this many keys, each row centred on x = 0, and of the space bar below them.

    >>> [(spot.x, spot.y) for spot in phone((2, 1))]
    [(-0.5, 0.0), (0.5, 0.0), (0.0, 1.4), (-2.0, 2.8)]
    """
    spots = [
        Spot(f"A{_ROWS[row + 1]}{n + 1:02}", row + 1, n + 1, n - (length - 1) / 2, row * _PHONE_PITCH)
        for row, length in enumerate(lengths)
        for n in range(length)
    ]
    bottom = len(lengths) * _PHONE_PITCH
    return (*spots, Spot("SPCE", _SPACE_ROW, 1, -_PHONE_SPACE_WIDTH / 2, bottom, _PHONE_SPACE_WIDTH))


def apart(one: Spot, other: Spot) -> float:
    """Return the distance of two keys in key units, to three places."""
    left, right = (one, other) if one.x <= other.x else (other, one)
    return round(hypot(max(0.0, right.x - left.x - left.reach), one.y - other.y), 3)


def reach(form: str) -> float:
    """Return how far apart the middles of neighbouring keys are at most, in key units."""
    return _PHONE_REACH if form == "phone" else _REACH


def hand(spot: Spot, form: str) -> str:
    """Return the hand that presses a key in touch typing: `left`, `right`, or `both` for the space bar.

    On a phone the nearer thumb does; the flick board is for the right thumb.
    """
    if form == "flick":
        return "right"
    if spot.row == _SPACE_ROW:
        return "both"
    return "left" if (spot.x <= 0 if form == "phone" else spot.column <= 5) else "right"


def finger(spot: Spot, form: str) -> str:
    """Return the finger of touch typing: `little`, `ring`, `middle`, `index`, or `thumb`."""
    if spot.row == _SPACE_ROW or form in ("phone", "flick"):
        return "thumb"
    return _FINGERS[min(max(spot.column, 1), 10) - 1]
