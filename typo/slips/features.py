"""What the slip model looks at: each place and each letter of a slip is described by a handful of short names.

A fitted profile is a table from these names to weights; the weight of a place, or of a letter, is the sum over its
names. The same functions serve the fitting and the drawing, so the two cannot come apart.

Operations by letter: r replace, d diacritic (another mark on the same letter), s sign (a vowel sign or tone mark on a
letter, of which there are no data: like r), o omit, w double, i insert, t transpose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from typo.slips.symbols import kind, marks

if TYPE_CHECKING:
    from collections.abc import Callable

    from typo.slips.board import Board

__all__ = ["AT", "BETWEEN", "PARTS", "SIDES", "around", "everywhere", "letter", "places"]

AT = "rdsow"  # operations at one symbol
BETWEEN = "it"  # operations between two symbols

# The parts that three symbols play for a place, by the operations there: c, it is at the middle one; l and r, it is at
# the one right or left of the middle, which sees more that way; a and b, it is in the gap after or before the middle
# (insert), or swaps that with its neighbour (transpose). The name of a place is operation, part and what
# `everywhere` or `around` says.
PARTS = {"c": AT, "l": AT, "r": AT, "a": BETWEEN, "b": BETWEEN}

# What a name of a letter knows besides that letter and the one it replaces: o nothing, l what is left of the place, r
# what is right of it, b both.
SIDES = "olrb"

_FULL = 12  # words up to this length have a weight for every position
_REACH = 4  # longer ones have weights for so many positions at either end


def places(operation: str, index: int, length: int) -> tuple[str, ...]:
    """Name a place by itself: operation, position and length of the word, from either side."""
    operation = operation.replace("s", "r")
    count = length + 1 if operation == "i" else length - 1 if operation == "t" else length
    back = count - 1 - index
    if length <= _FULL:
        exact = f"{operation}@{length}.{index}"
    else:
        exact = f"{operation}@+{index if index < _REACH else 'm' if back >= _REACH else -back - 1}"
    return (
        operation,
        f"{operation}#{min(length, 16)}",
        f"{operation}>{min(index, 4)}",
        f"{operation}<{min(back, 4)}",
        exact,
    )


def everywhere(left: str, middle: str, right: str) -> tuple[str, ...]:
    """Describe three symbols as far as that is the same in every part that they play for a place."""
    return (
        f":{left}{middle}{right}",
        f"K{kind(left)}{kind(middle)}{kind(right)}",
        f"S{left == middle:d}{middle == right:d}{left == right:d}",
    )


def around(part: str, left: str, middle: str, right: str, board: Board) -> tuple[str, ...]:
    """Describe three symbols in one part, beside what `everywhere` says."""
    if part == "b":
        return ()
    if part == "a":
        hands = {board.hand(middle)[:1], board.hand(right)[:1]} == {"l", "r"}
        return f"G{board.step(middle, right)}{hands:d}", f":{middle}{right}"
    if part == "l":
        return (f":{left}{middle}",)
    if part == "r":
        return (f":{middle}{right}",)
    family = f"F{bool(marks(middle)):d}{bool(board.family(middle)):d}"
    steps = f"G{board.step(left, middle)}{board.step(middle, right)}"
    return steps, family, f":{middle}", f"<{left}{middle}", f">{middle}{right}"


def letter(
    operation: str, side: str, left: str, old: str, right: str, new: str, board: Board, rank: Callable[[str], int]
) -> tuple[str, ...]:
    """Name a letter that comes at a place, as far as one side goes; `old` is what it replaces, or empty."""
    if operation in "ds":
        return _remarked(side, left, old, right, new, board, rank)
    if operation == "i":
        return _inserted(side, left, right, new, board, rank)
    if side == "l":
        return f"r<{left}{old}{new}", f"r({left}{new}"
    if side == "r":
        return f"r>{old}{new}{right}", f"r){new}{right}"
    if side == "b":
        steps = board.step(left, new) + board.step(new, right)
        return f"rE{new == left:d}{new == right:d}", f"rN{steps}", f"r={left}{old}{new}{right}"
    hands = board.hand(old) == board.hand(new)
    return (
        f"rG{board.step(old, new)}{hands:d}",
        f"rK{kind(old)}{kind(new)}",
        f"rF{rank(new)}{bool(marks(new)):d}",
        f"r:{old}{new}",
    )


def _remarked(
    side: str, left: str, old: str, right: str, new: str, board: Board, rank: Callable[[str], int]
) -> tuple[str, ...]:
    if side == "l":
        return (f"d<{left}{old}{new}",)
    if side == "r":
        return (f"d>{old}{new}{right}",)
    if side == "b":
        return (f"d={left}{old}{new}{right}",)
    return (
        f"dM{marks(old)}>{marks(new)}",
        f"dK{len(marks(old))}{len(marks(new))}",
        f"dF{rank(new)}",
        f"dG{board.step(old[-1], new[-1])}",
        f"d:{old}{new}",
    )


def _inserted(side: str, left: str, right: str, new: str, board: Board, rank: Callable[[str], int]) -> tuple[str, ...]:
    if side == "l":
        return f"iL{board.step(left, new)}", f"i<{left}{new}"
    if side == "r":
        return f"iR{board.step(new, right)}", f"i>{new}{right}"
    if side == "b":
        steps = board.step(left, new) + board.step(new, right)
        return f"iG{steps}", f"iK{kind(left)}{kind(new)}{kind(right)}", f"i={left}{new}{right}"
    return f"iF{rank(new)}{bool(marks(new)):d}", f"i:{new}"
