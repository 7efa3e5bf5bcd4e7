"""The numbers of a word: how heavy each place of a slip is, and each letter there.

All weights are integers: a fitted table holds logarithms in 64ths of a bit, and one table of powers turns their sums
into weights. So every platform gets the same numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from typo.slips.features import AT, BETWEEN, inserted, places, remarked, replaced, reused, trigram
from typo.slips.symbols import EDGE, kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from typo.slips.board import Board

__all__ = ["FittedModel", "Place", "power"]

_UNIT = 64  # steps of a logarithm to one bit
_ZERO = 24 * _UNIT  # where a sum of nothing lies in the table of powers
_TOP = 48 * _UNIT
_NEVER = -(1 << 20)  # a place that cannot be


def _root(step: int) -> int:
    """Return 2 ** (24 + step / 64), rounded down: the largest x with x ** 64 <= 2 ** (24 * 64 + step)."""
    goal, low, high = 1 << (24 * _UNIT + step), 1 << 24, 1 << 25
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**_UNIT <= goal else (low, middle)
    return low


_ROOTS = [_root(step) for step in range(_UNIT)]
_POWERS = [_ROOTS[at % _UNIT] << at // _UNIT >> 24 for at in range(_TOP + 1)]


def power(logarithm: int) -> int:
    """Return the weight of a logarithm in 64ths of a bit: 2 ** 24 for 0, never below 1.

    >>> power(0) == 2**24, power(64) == 2**25, power(-10_000)
    (True, True, 1)
    """
    return _POWERS[min(max(logarithm + _ZERO, 0), _TOP)]


class Place(NamedTuple):
    """Where a slip may happen: its operation by letter, the number of its symbol or gap, and its weight."""

    operation: str
    at: int
    weight: int


class FittedModel:
    """A table of weights at work on one keyboard and script.

    `table` maps the names of `typo.slips.features` to logarithms; `ranks` maps letters to how frequent they are
    (0, the most frequent, and up).
    """

    __slots__ = ("_at", "_board", "_choices", "_ranks", "_table", "_vectors")

    def __init__(self, table: Mapping[str, int], ranks: Mapping[str, int], board: Board) -> None:
        self._table = table
        self._ranks = ranks
        self._board = board
        self._vectors: dict[tuple[str, str, str], tuple[int, ...]] = {}
        self._at: dict[int, tuple[list[int], ...]] = {}
        self._choices: dict[tuple[str, str, str, str], tuple[tuple[str, ...], list[int]]] = {}

    def places(self, symbols: Sequence[str]) -> list[Place]:
        """Weigh every place of a word in lower case; those that cannot be are left out."""
        padded = [EDGE, EDGE, *symbols, EDGE, EDGE]
        around = [
            self._vectors.get(three) or self._vector(*three)
            for three in zip(padded, padded[1:], padded[2:], strict=False)
        ]
        return [
            Place(operation, index, _POWERS[min(max(total + _ZERO, 0), _TOP)])
            for operation, index, total in self._sums(around, len(symbols))
            if total > _NEVER // 2
        ]

    def _sums(self, around: list[tuple[int, ...]], length: int) -> Iterator[tuple[str, int, int]]:
        fixed = self._at.get(length) or self._fix(length)
        for row, operation in enumerate(AT):
            at = fixed[row]
            for index in range(length):
                wide = around[index][row + 4] + around[index + 2][row + 8]
                yield operation, index, at[index] + around[index + 1][row] + wide
        for index, own in enumerate(fixed[4]):
            yield "i", index, own + around[index][12] + around[index + 1][13]
        for index, own in enumerate(fixed[5]):
            yield "t", index, own + around[index + 1][14] + around[index + 2][15]

    def _fix(self, length: int) -> tuple[list[int], ...]:
        """Weigh the positions of words of one length, whatever their letters."""
        counts = [length] * len(AT) + [length + 1, length - 1]
        found = self._at[length] = tuple(
            [sum(map(self._look, places(operation, index, length))) for index in range(count)]
            for operation, count in zip(AT + BETWEEN, counts, strict=True)
        )
        return found

    def _look(self, name: str) -> int:
        return self._table.get(name, 0)

    def _vector(self, left: str, middle: str, right: str) -> tuple[int, ...]:
        """Weigh three symbols in all their parts: 4 operations at the middle one, 4 right of it, 4 left, 4 between."""
        look, board = self._look, self._board
        parts = [(operation, part) for part in "clr" for operation in AT] + ["ia", "ib", "ta", "tb"]
        sums = [sum(map(look, trigram(each[0], each[1], left, middle, right, board))) for each in parts]
        kinds = kind(left), kind(middle), kind(right)
        letter = kinds[1] in "VC"
        possible = (
            letter and bool(board.letters),
            letter and bool(board.family(middle)),
            kinds[1] in "VCJ" and middle != right,
            letter and middle != right and len(middle) == 1,
        )
        for at, here in enumerate(possible):
            sums[at] = sums[at] if here else _NEVER
        if not board.letters or "X" in kinds[1:] or kinds[1:] == ("E", "E"):
            sums[12] = _NEVER
        if not set(kinds[1:]) <= set("VCJ") or middle == right or kinds[1:] == ("J", "J"):
            sums[14] = _NEVER
        found = self._vectors[left, middle, right] = tuple(sums)
        return found

    def letters(self, place: Place, symbols: Sequence[str]) -> tuple[Sequence[str], Sequence[int]]:
        """Weigh the symbols that may come at a place: ("",) for a place whose slip has no choice."""
        operation, index, _ = place
        if operation in "owt":
            return ("",), (1,)
        left = symbols[index - 1] if index else EDGE
        after = index if operation == "i" else index + 1
        right = symbols[after] if after < len(symbols) else EDGE
        old = "" if operation == "i" else symbols[index]
        key = (operation, left, old, right)
        choices, sums = self._choices.get(key) or self._choose(key)
        weights = [_POWERS[min(max(each + _ZERO, 0), _TOP)] for each in sums]
        if operation == "d":
            return choices, weights
        near_left, near_right, elsewhere = map(self._look, reused(operation))
        boosts = dict.fromkeys(symbols, elsewhere)
        if index > 1:
            boosts[symbols[index - 2]] = near_left
        if after + 1 < len(symbols):
            boosts[symbols[after + 1]] = near_right
        for at, choice in enumerate(choices):
            if choice in boosts:
                weights[at] = _POWERS[min(max(sums[at] + boosts[choice] + _ZERO, 0), _TOP)]
        return choices, weights

    def _choose(self, key: tuple[str, str, str, str]) -> tuple[tuple[str, ...], list[int]]:
        operation, left, old, right = key
        board, rank, look = self._board, self._rank, self._look
        if operation == "d":
            choices = board.family(old)
            names = [remarked(new, left, old, right, board, rank) for new in choices]
        elif operation == "r":
            kin = {old, *board.family(old)}
            choices = tuple(new for new in board.letters if new not in kin)
            names = [replaced(new, left, old, right, board, rank) for new in choices]
        else:
            choices = tuple(new for new in board.letters if new not in (left, right))
            names = [inserted(new, left, right, board, rank) for new in choices]
        found = self._choices[key] = choices, [sum(map(look, each)) for each in names]
        return found

    def _rank(self, letter: str) -> int:
        return self._ranks.get(letter, 9)
