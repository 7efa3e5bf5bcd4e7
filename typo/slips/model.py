"""The numbers of a word: how heavy each place of a slip is, and each letter there.

All weights are integers: a fitted table holds logarithms in 64ths of a bit, and one table of powers turns their sums
into weights. So every platform gets the same numbers.
"""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import TYPE_CHECKING

from typo.slips.features import AT, BETWEEN, PARTS, around, letter, places
from typo.slips.symbols import EDGE, kind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from typo.slips.board import Board

__all__ = ["Context", "FittedModel", "Place", "powers"]

_UNIT = 64  # steps of a logarithm to one bit
_DEPTH = 40 * _UNIT  # how far below the heaviest a weight is told from nothing
_NEVER = -(1 << 20)  # the logarithm of what cannot be
_CROWD = 20_000  # contexts remembered before a fresh start; a language has some thousands

Context = tuple[str, str, str, str]

Place = tuple[str, int]
"""Where a slip may happen: its operation by letter, and the number of its symbol or gap."""


def _root(step: int) -> int:
    """Return 2 ** (40 + step / 64), rounded down, without a float: the largest x with x ** 64 <= 2 ** (2560 + step)."""
    goal, low, high = 1 << (_DEPTH + step), 1 << 40, 1 << 41
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**_UNIT <= goal else (low, middle)
    return low


_ROOTS = [_root(step) for step in range(_UNIT)]
# From the end, as negative numbers count: _POWERS[-1] is 2 ** 40, and each 64 to the left half of that.
_POWERS = [_ROOTS[(at + 1) % _UNIT] >> (40 - (at + 1) // _UNIT) for at in range(_DEPTH)]


def powers(logarithms: Sequence[int]) -> list[int]:
    """Return the weights of logarithms in 64ths of a bit, scaled so that the heaviest is 2 ** 40; 0 far below that.

    >>> powers([0, -64, 64, -10_000]) == [2**39, 2**38, 2**40, 0]
    True
    """
    top = max(logarithms) + 1
    return [_POWERS[each - top] if each - top >= -_DEPTH else 0 for each in logarithms]


class FittedModel:
    """A table of weights at work on one keyboard and script.

    `table` maps the names of `typo.slips.features` to logarithms; `ranks` maps letters to how frequent they are
    (0, the most frequent, and up).
    """

    __slots__ = ("_around", "_at", "_board", "_choices", "_ranks", "_sides", "_spots", "_table", "_vectors")

    def __init__(self, table: Mapping[str, int], ranks: Mapping[str, int], board: Board) -> None:
        self._table = table
        self._ranks = ranks
        self._board = board
        self._around = _by_part(table)
        self._vectors: dict[tuple[str, str, str], tuple[int, ...]] = {}
        self._at: dict[int, tuple[list[int], ...]] = {}
        self._spots: dict[int, tuple[Place, ...]] = {}
        self._sides: dict[tuple[str, str, str, str, str], array[int]] = {}
        self._choices: dict[tuple[str, str, str, str], tuple[tuple[str, ...], array[int]]] = {}

    def places(self, symbols: Sequence[str]) -> tuple[Sequence[Place], list[int]]:
        """Weigh every place of a word in lower case; those that cannot be weigh nothing."""
        length = len(symbols)
        if length not in self._at:
            self._fix(length)
        padded = [EDGE, EDGE, *symbols, EDGE, EDGE]
        seen = self._vectors
        around = [seen.get(three) or self._vector(three) for three in zip(padded, padded[1:], padded[2:], strict=False)]
        middle, after = around[1:], around[2:]
        fixed = self._at[length]
        sums = [
            own + before[row + 5] + here[row] + then[row + 10]
            for row in range(5)
            for own, before, here, then in zip(fixed[row], around, middle, after, strict=False)
        ]
        sums += [own + here[15] + then[17] for own, here, then in zip(fixed[5], around, middle, strict=False)]
        sums += [own + here[16] + then[18] for own, here, then in zip(fixed[6], middle, after, strict=False)]
        return (self._spots[length], powers(sums)) if max(sums) > _NEVER // 2 else ((), [])

    def _fix(self, length: int) -> None:
        """Weigh the positions of words of one length, whatever their letters."""
        counts = [length] * len(AT) + [length + 1, length - 1]
        order = [(operation, range(count)) for operation, count in zip(AT + BETWEEN, counts, strict=True)]
        self._at[length] = tuple(
            [sum(map(self._look, places(operation, at, length))) for at in spots] for operation, spots in order
        )
        self._spots[length] = tuple((operation, at) for operation, spots in order for at in spots)

    def _look(self, name: str) -> int:
        return self._table.get(name, 0)

    def _vector(self, three: tuple[str, str, str]) -> tuple[int, ...]:
        """Weigh three symbols in each part for each operation, in the order of `PARTS`."""
        board = self._board
        sums: list[int] = []
        for part, operations in PARTS.items():
            known = self._around[part]
            rows = [known[rest] for rest in around(part, *three, board) if rest in known]
            sums += map(sum, zip(*rows, strict=True)) if rows else [0] * len(operations)
        _, middle, right = three
        kinds = kind(middle), kind(right)
        letter = kinds[0] in "VC"
        possible = {
            0: letter and bool(board.others(middle)),
            1: letter and bool(board.family(middle)),
            2: letter and bool(board.signed(middle)),
            3: kinds[0] in "VCJ" and middle != right,
            4: letter and middle != right and len(middle) == 1,
            15: "X" not in kinds and kinds != ("E", "E"),
            16: set(kinds) <= set("VCJ") and middle != right and kinds != ("J", "J"),
        }
        for at, here in possible.items():
            if not here or not board.letters:
                sums[at] = _NEVER
        if len(self._vectors) > _CROWD:
            self._vectors.clear()
        found = self._vectors[three] = tuple(sums)
        return found

    def context(self, spot: Place, symbols: Sequence[str]) -> Context:
        """Name what the letters that may come at a place depend on: the operation, and the symbols there."""
        operation, at = spot
        if operation in "owt":
            return (operation, "", "", "")
        after = at if operation == "i" else at + 1
        left, right = symbols[at - 1] if at else EDGE, symbols[after] if after < len(symbols) else EDGE
        return (operation, left, "" if operation == "i" else symbols[at], right)

    def contexts(self, symbols: Sequence[str]) -> list[Context]:
        """Name the same for all places of a word, in the order of `places`."""
        padded = [EDGE, *symbols, EDGE]
        around = list(zip(padded, symbols, padded[2:], strict=False))
        named: list[Context] = []
        for operation in AT:
            named += (
                [(operation, "", "", "")] * len(symbols) if operation in "ow" else [(operation, *at) for at in around]
            )
        named += [("i", left, "", right) for left, right in pairwise(padded)]
        return named + [("t", "", "", "")] * (len(symbols) - 1)

    def letters(self, spot: Place, symbols: Sequence[str]) -> tuple[Sequence[str], Sequence[int]]:
        """Weigh the symbols that may come at a place: ("",) for a place whose slip has no choice."""
        key = self.context(spot, symbols)
        if spot[0] in "owt":
            return ("",), (1,)
        choices, sums = self._choices.get(key) or self._choose(key)
        return choices, powers(sums)

    def _choose(self, key: tuple[str, str, str, str]) -> tuple[tuple[str, ...], array[int]]:
        operation, left, old, right = key
        choices = self._candidates(operation, old)
        sides = [
            self._side(operation, "o", "", old, "", choices),
            self._side(operation, "l", left, old, "", choices),
            self._side(operation, "r", "", old, right, choices),
            self._side(operation, "b", left, old, right, choices),
        ]
        sums = array("i", map(sum, zip(*sides, strict=True)))
        if operation == "i":
            kept = [at for at, new in enumerate(choices) if new not in (left, right)]
            choices, sums = tuple(choices[at] for at in kept), array("i", [sums[at] for at in kept])
        if len(self._choices) > _CROWD:
            self._choices.clear()
        found = self._choices[key] = choices, sums
        return found

    def _candidates(self, operation: str, old: str) -> tuple[str, ...]:
        if operation == "i":
            return self._board.letters
        if operation == "s":
            return self._board.signed(old)
        return self._board.family(old) if operation == "d" else self._board.others(old)

    def _side(self, operation: str, side: str, left: str, old: str, right: str, choices: tuple[str, ...]) -> array[int]:
        """Weigh the candidates for a place by what one side says."""
        key = (operation, side, left, old, right)
        found = self._sides.get(key)
        if found is None:
            look, board, rank = self._look, self._board, self._rank
            names = (letter(operation, side, left, old, right, new, board, rank) for new in choices)
            found = array("i", [sum(map(look, each)) for each in names])
            if side != "b":  # those come with each place anew
                if len(self._sides) > _CROWD:
                    self._sides.clear()
                self._sides[key] = found
        return found

    def _rank(self, letter: str) -> int:
        return self._ranks.get(letter, 9)


def _by_part(table: Mapping[str, int]) -> dict[str, dict[str, list[int]]]:
    """Gather the weights of places by part, and there by what comes after operation and part: one an operation."""
    found: dict[str, dict[str, list[int]]] = {part: {} for part in PARTS}
    for name, weight in table.items():
        part = name[1:2]
        if part in found:
            operations = PARTS[part]
            row = found[part].setdefault(name[2:], [0] * len(operations))
            row[operations.index(name[0])] = weight
            if name[0] == "r" and part in "clr":
                row[operations.index("s")] = weight
    return found
