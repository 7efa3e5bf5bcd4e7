"""MulTypo's algorithm as a profile: its operations, places and neighbours, with the probability of every slip.

The transform `multypo` is the algorithm as it was published; here the slips of one word are weighed by the same
numbers, so that they can be listed, compared and mixed like those of any other profile.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from typo.slips.symbols import kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from typo.slips.board import Board
    from typo.slips.model import Place

__all__ = ["MultypoModel", "Tables", "tables"]

# What the places of one operation weigh together, times its share: fine enough for words of any length.
_SHARE = 1 << 40
_OPERATIONS = {"o": "omit", "i": "insert", "r": "replace", "s": "replace", "t": "transpose"}


class Tables(NamedTuple):
    """The numbers of the algorithm: shares of operations, weights of places and of neighbours, names of keys."""

    operations: dict[str, int]
    positions: tuple[int, int]
    neighbours: tuple[int, int]
    modifier_keys: frozenset[str]

    def places(self, count: int) -> list[int]:
        """Weigh the places of a word: none for the first, then rising evenly from the second to the last.

        >>> tables().places(5)
        [0, 3, 4, 5, 6]
        """
        second, last = self.positions
        if count < 3:
            return [0, 1][:count]
        return [0, *(second * (count - 2) + (last - second) * index for index in range(count - 1))]


@cache
def tables() -> Tables:
    """Return the numbers of the algorithm.

    >>> tables().operations
    {'omit': 28, 'insert': 15, 'replace': 28, 'transpose': 28}
    """
    path = Path(__file__).parents[1] / "data" / "multypo" / "tables.json"
    read: dict[str, object] = json.loads(path.read_text("utf-8"))
    places = cast("dict[str, int]", read["positions"])
    near = cast("dict[str, int]", read["neighbours"])
    return Tables(
        cast("dict[str, int]", read["operations"]),
        (places["second"], places["last"]),
        (near["horizontal"], near["vertical"]),
        frozenset(cast("list[str]", read["modifier_keys"])),
    )


class MultypoModel:
    """The algorithm on one keyboard and script.

    A letter beside the key, in the row or out of it, replaces the letter or comes after it; one of equal letters in
    a row goes in place of any of them; two letters are transposed where their hands differ.
    """

    __slots__ = ("_beside", "_board")

    def __init__(self, board: Board) -> None:
        self._board = board
        self._beside: dict[str, dict[str, int]] = {}

    def places(self, symbols: Sequence[str]) -> tuple[Sequence[Place], list[int]]:
        """Weigh every place of a word in lower case by the share of its operation and by where it lies."""
        ways = list(self._ways(symbols))
        shares, totals = tables().operations, dict.fromkeys(tables().operations, 0)
        for (operation, _), weight in ways:
            totals[_OPERATIONS[operation]] += weight
        names = [_OPERATIONS[operation] for (operation, _), _ in ways]
        return [spot for spot, _ in ways], [
            weight * shares[name] * _SHARE // totals[name] if totals[name] else 0
            for (_, weight), name in zip(ways, names, strict=True)
        ]

    def _ways(self, symbols: Sequence[str]) -> Iterator[tuple[Place, int]]:
        weights, between = tables().places(len(symbols)), tables().places(len(symbols) - 1)
        sums = [0, *accumulate(weights)]
        start = 0
        for at, here in enumerate(symbols):
            after = symbols[at + 1] if at + 1 < len(symbols) else ""
            if kind(here) in "VC":
                if self._near(here):
                    yield ("r", at), weights[at]
                if self._board.signed(here):
                    yield ("s", at), weights[at]
                if self._inserted(here, after):
                    yield ("i", at + 1), weights[at]
                if here != after:
                    yield ("o", at), sums[at + 1] - sums[start]
                hands = self._board.hand(here), self._board.hand(after) if after else ""
                if at and "" not in hands and hands[0] != hands[1]:
                    yield ("t", at), between[at]
            if here != after:
                start = at + 1

    def _near(self, symbol: str) -> dict[str, int]:
        found = self._beside.get(symbol)
        if found is None:
            horizontal, vertical = tables().neighbours
            found = self._beside[symbol] = {
                new: horizontal if self._board.step(symbol, new) == "1" else vertical
                for new, _ in self._board.neighbours(symbol)
            }
        return found

    def _inserted(self, here: str, after: str) -> dict[str, int]:
        """Return the letters that may come after one; the next letter once more is not told from a doubled one."""
        return {new: weight for new, weight in self._near(here).items() if new != after}

    def context(self, spot: Place, symbols: Sequence[str]) -> tuple[str, ...]:
        """Name what the letters that may come at a place depend on: the operation, and the symbols there."""
        operation, at = spot
        if operation == "i":
            return (operation, symbols[at - 1], symbols[at] if at < len(symbols) else "")
        return (operation, symbols[at] if operation in "rs" else "")

    def letters(self, spot: Place, symbols: Sequence[str]) -> tuple[Sequence[str], Sequence[int]]:
        """Weigh the symbols that may come at a place: ("",) for a place whose slip has no choice."""
        operation, at = spot
        if operation == "r":
            found = self._near(symbols[at])
        elif operation == "i":
            found = self._inserted(symbols[at - 1], symbols[at] if at < len(symbols) else "")
        elif operation == "s":
            found = dict.fromkeys(self._board.signed(symbols[at]), 1)
        else:
            return ("",), (1,)
        return tuple(found), tuple(found.values())
