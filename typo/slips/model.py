"""The numbers of a word: how heavy each place of a slip is, and each letter there.

All weights are integers: a fitted table holds logarithms in 64ths of a bit, and one table of powers turns their sums
into weights. So every platform gets the same numbers.
"""

from __future__ import annotations

from array import array
from itertools import accumulate
from typing import TYPE_CHECKING

from typo.slips.board import remembered
from typo.slips.features import AT, BETWEEN, PARTS, around, everywhere, places
from typo.slips.spelling import Spelling
from typo.slips.symbols import EDGE, kind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from typo.slips.board import Board

__all__ = ["Context", "FittedModel", "Place", "powers"]

_UNIT = 64  # steps of a logarithm to one bit
_DEPTH = 40 * _UNIT  # how far below the heaviest a weight is told from nothing
_NEVER = -(1 << 20)  # the logarithm of what cannot be

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


_UNSIGNED, _BARE = AT.replace("s", ""), AT.replace("s", "").replace("d", "")
# Where the weights of each part begin among those of three symbols.
_STARTS = dict(zip(PARTS, accumulate(map(len, PARTS.values()), initial=0), strict=False))
_WIDTH = sum(map(len, PARTS.values()))


class FittedModel:
    """A table of weights at work on one keyboard and script.

    `table` maps the names of `typo.slips.features` to logarithms; `ranks` maps letters to how frequent they are
    (0, the most frequent, and up).
    """

    __slots__ = ("_at", "_bare", "_board", "_choices", "_parts", "_spelling", "_spots", "_table", "_vectors", "_wide")

    def __init__(self, table: Mapping[str, int], ranks: Mapping[str, int], board: Board) -> None:
        self._table = table
        self._board = board
        self._wide, self._parts = _by_part(table)
        self._spelling = Spelling(table, ranks, board)
        self._vectors: dict[tuple[str, str, str], tuple[int, ...]] = {}
        self._at: dict[int, tuple[list[int], ...]] = {}
        self._spots: dict[tuple[str, int], tuple[Place, ...]] = {}
        self._bare = not board.has_signs and all(letter.isascii() for letter in board.letters)
        self._choices: dict[Context, tuple[Sequence[str], array[int]]] = {}

    def places(self, symbols: Sequence[str]) -> tuple[Sequence[Place], list[int]]:
        """Weigh every place of a word in lower case; those that cannot be weigh nothing."""
        operations, length = self._operations(symbols), len(symbols)
        if length not in self._at:
            self._fix(length)
        padded = [EDGE, EDGE, *symbols, EDGE, EDGE]
        seen = self._vectors
        around = [seen.get(three) or self._vector(three) for three in zip(padded, padded[1:], padded[2:], strict=False)]
        middle, after = around[1:], around[2:]
        fixed = self._at[length]
        sums = [
            own + before[row + 5] + here[row] + then[row + 10]
            for row in map(AT.index, operations)
            for own, before, here, then in zip(fixed[row], around, middle, after, strict=False)
        ]
        sums += [own + here[15] + then[17] for own, here, then in zip(fixed[5], around, middle, strict=False)]
        sums += [own + here[16] + then[18] for own, here, then in zip(fixed[6], middle, after, strict=False)]
        if max(sums) < _NEVER // 2:
            return (), []
        return self._spots.get((operations, length)) or self._number(operations, length), powers(sums)

    def _operations(self, symbols: Sequence[str]) -> str:
        """Return the operations at one symbol that a word needs looking at; most words have no marks and no signs."""
        word = "".join(symbols)
        if self._bare and word.isascii():
            return _BARE
        return AT if self._board.has_signs or len(word) > len(symbols) else _UNSIGNED

    def _number(self, operations: str, length: int) -> tuple[Place, ...]:
        """List the places of words of one length, in the order of their weights."""
        spots = [(operation, at) for operation in operations for at in range(length)]
        spots += [("i", at) for at in range(length + 1)] + [("t", at) for at in range(length - 1)]
        return remembered(self._spots, (operations, length), tuple(spots))

    def _fix(self, length: int) -> None:
        """Weigh the positions of words of one length, whatever their letters."""
        counts = [length] * len(AT) + [length + 1, length - 1]
        self._at[length] = tuple(
            [sum(map(self._look, places(operation, at, length))) for at in range(count)]
            for operation, count in zip(AT + BETWEEN, counts, strict=True)
        )

    def _look(self, name: str) -> int:
        return self._table.get(name, 0)

    def _vector(self, three: tuple[str, str, str]) -> tuple[int, ...]:
        """Weigh three symbols in each part for each operation, in the order of `PARTS`."""
        board = self._board
        rows = [row for row in map(self._wide.get, everywhere(*three)) if row]
        sums = [*map(sum, zip(*rows, strict=True))] if rows else [0] * _WIDTH
        for part, start in _STARTS.items():
            known = self._parts[part]
            for row in map(known.get, around(part, *three, board)):
                for at, weight in enumerate(row or (), start):
                    sums[at] += weight
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
        return remembered(self._vectors, three, tuple(sums))

    def context(self, spot: Place, symbols: Sequence[str]) -> Context:
        """Name what the letters that may come at a place depend on: the operation, and the symbols there."""
        operation, at = spot
        if operation in "owt":
            return (operation, "", "", "")
        after = at if operation == "i" else at + 1
        left, right = symbols[at - 1] if at else EDGE, symbols[after] if after < len(symbols) else EDGE
        return (operation, left, "" if operation == "i" else symbols[at], right)

    def letters(self, spot: Place, symbols: Sequence[str]) -> tuple[Sequence[str], Sequence[int]]:
        """Weigh the symbols that may come at a place: ("",) for a place whose slip has no choice."""
        key = self.context(spot, symbols)
        if spot[0] in "owt":
            return ("",), (1,)
        found = self._choices.get(key)
        if found is None:
            choices, sums = self._spelling.weigh(*key)
            found = remembered(self._choices, key, (choices, array("i", sums)))
        return found[0], powers(found[1])


def _by_part(table: Mapping[str, int]) -> tuple[dict[str, list[int]], dict[str, dict[str, list[int]]]]:
    """Gather the weights of places by what comes after operation and part in their names.

    What is said everywhere has a weight for each part and operation, in the order of `PARTS`; the rest is sorted by
    part, and has one for each operation.
    """
    wide: dict[str, list[int]] = {}
    parts: dict[str, dict[str, list[int]]] = {part: {} for part in PARTS}
    for name, weight in table.items():
        part, rest = name[1:2], name[2:]
        if part not in parts:
            continue
        operations = PARTS[part]
        # A sign goes wrong as a letter is replaced.
        slots = [operations.index(each) for each in ("rs" if name[0] == "r" else name[0])]
        if rest[0] in "KS" or (rest[0] == ":" and len(rest) == len(":abc")):
            row, start = wide.setdefault(rest, [0] * _WIDTH), _STARTS[part]
        else:
            row, start = parts[part].setdefault(rest, [0] * len(operations)), 0
        for slot in slots:
            row[start + slot] = weight
    return wide, parts
