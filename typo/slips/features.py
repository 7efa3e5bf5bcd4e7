"""What the slip model looks at: each place and each letter of a slip is described by a handful of short names.

A fitted profile is a table from these names to weights; the weight of a place, or of a letter, is the sum over its
names. The same functions serve the fitting and the drawing, so the two cannot come apart.

Operations by letter: r replace, d diacritic (another mark on the same letter), o omit, w double, i insert, t transpose.
A trigram plays several parts: c, the slip happens at its middle symbol; l and r, the slip happens at the symbol right
or left of its middle, of which it is the wider context; a and b, the slip happens in the gap after or before its
middle symbol (insert), or swaps that with its neighbour (transpose).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from typo.slips.symbols import kind, marks

if TYPE_CHECKING:
    from collections.abc import Callable

    from typo.slips.board import Board

__all__ = ["AT", "BETWEEN", "inserted", "places", "remarked", "replaced", "reused", "trigram"]

AT = "rdow"  # operations at one symbol
BETWEEN = "it"  # operations between two symbols

_FULL = 12  # words up to this length have a weight for every position
_REACH = 4  # longer ones have weights for so many positions at either end


def places(operation: str, index: int, length: int) -> tuple[str, ...]:
    """Name a place by itself: operation, position and length of the word, from either side."""
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


def trigram(operation: str, part: str, left: str, middle: str, right: str, board: Board) -> tuple[str, ...]:
    """Name a place by three symbols around it, of which `part` tells the role (see the module)."""
    head = operation + part
    kinds = kind(left) + kind(middle) + kind(right)
    same = f"{left == middle:d}{middle == right:d}{left == right:d}"
    if part in "lr":
        near = left + middle if part == "l" else middle + right
        return (f"{head}K{kinds}", f"{head}S{same}", f"{head}:{near}", f"{head}:{left}{middle}{right}")
    if part == "c":
        steps = board.step(left, middle) + board.step(middle, right)
        family = f"{bool(marks(middle)):d}{bool(board.family(middle)):d}"
        return (
            f"{head}K{kinds}",
            f"{head}S{same}",
            f"{head}G{steps}",
            f"{head}F{family}",
            f"{head}:{middle}",
            f"{head}<{left}{middle}",
            f"{head}>{middle}{right}",
            f"{head}:{left}{middle}{right}",
        )
    one, other = (middle, right) if part == "a" else (left, middle)
    own = (f"{head}:{left}{middle}{right}", f"{head}K{kinds}", f"{head}S{same}")
    if part == "b":
        return own
    hands = board.hand(one)[:1] + board.hand(other)[:1]
    return (*own, f"{head}G{board.step(one, other)}{hands in ('lr', 'rl'):d}", f"{head}:{one}{other}")


def replaced(new: str, left: str, old: str, right: str, board: Board, rank: Callable[[str], int]) -> tuple[str, ...]:
    """Name a letter that comes in place of another."""
    hands = board.hand(old) == board.hand(new)
    return (
        f"rG{board.step(old, new)}{hands:d}",
        f"rK{kind(old)}{kind(new)}",
        f"rE{new == left:d}{new == right:d}",
        f"rN{board.step(left, new)}{board.step(new, right)}",
        f"rF{rank(new)}{bool(marks(new)):d}",
        f"r:{old}{new}",
        f"r<{left}{old}{new}",
        f"r>{old}{new}{right}",
        f"r({left}{new}",
        f"r){new}{right}",
        f"r={left}{old}{new}{right}",
    )


def remarked(new: str, left: str, old: str, right: str, board: Board, rank: Callable[[str], int]) -> tuple[str, ...]:
    """Name a letter that comes in place of the same letter with other marks."""
    return (
        f"dM{marks(old)}>{marks(new)}",
        f"dK{len(marks(old))}{len(marks(new))}",
        f"dF{rank(new)}",
        f"dG{board.step(old[-1], new[-1])}",
        f"d:{old}{new}",
        f"d<{left}{old}{new}",
        f"d>{old}{new}{right}",
        f"d={left}{old}{new}{right}",
    )


def inserted(new: str, left: str, right: str, board: Board, rank: Callable[[str], int]) -> tuple[str, ...]:
    """Name a letter that comes between two others."""
    return (
        f"iL{board.step(left, new)}",
        f"iR{board.step(new, right)}",
        f"iG{board.step(left, new)}{board.step(new, right)}",
        f"iK{kind(left)}{kind(new)}{kind(right)}",
        f"iF{rank(new)}{bool(marks(new)):d}",
        f"i:{new}",
        f"i<{left}{new}",
        f"i>{new}{right}",
        f"i={left}{new}{right}",
    )


def reused(operation: str) -> tuple[str, str, str]:
    """Name a letter that the word has already: two symbols to the left, two to the right, or elsewhere."""
    return f"{operation}@l", f"{operation}@r", f"{operation}@w"
