"""Two yardsticks without fitted numbers: edits that know no keyboard, and slips that know nothing else.

`uniform`: a quarter each for replacing, inserting, omitting and transposing, then every position and letter alike.
`keyboard-only`: the same quarters and positions; a letter is replaced by a neighbouring key, half of the insertions
double a letter and half add a neighbouring key of a letter beside the gap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from typo.slips.model import Place
from typo.slips.symbols import EDGE, kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from typo.slips.board import Board

__all__ = ["PlainModel"]

_SHARE = 1 << 24


class PlainModel:
    """One of the two yardsticks on one keyboard and script."""

    __slots__ = ("_board", "_motor")

    def __init__(self, board: Board, *, motor: bool) -> None:
        self._board = board
        self._motor = motor

    def places(self, symbols: Sequence[str]) -> list[Place]:
        """Weigh every place of a word in lower case by the number of ways to go wrong there."""
        groups: dict[str, list[Place]] = {}
        for place in self._ways(symbols):
            group = place.operation.translate(_GROUPS) if not self._motor else place.operation
            groups.setdefault(group, []).append(place)
        halves = {"i": 1, "w": 1} if self._motor and {"i", "w"} <= groups.keys() else {}
        scaled = []
        for group, places in groups.items():
            total = sum(place.weight for place in places)
            share = _SHARE >> halves.get(group, 0)
            scaled += [Place(at.operation, at.at, max(1, at.weight * share // total)) for at in places]
        return scaled

    def _ways(self, symbols: Sequence[str]) -> Iterator[Place]:
        run = 1
        for index, here in enumerate(symbols):
            after = symbols[index + 1] if index + 1 < len(symbols) else EDGE
            if kind(here) in "VC":
                if count := len(self._replacements(here)):
                    yield Place("r", index, 1 if self._motor else count)
                if not self._motor and (count := len(self._board.family(here))):
                    yield Place("d", index, count)
                if here == after:
                    run += 1
                else:
                    yield Place("o", index, run)
                    if len(here) == 1:
                        yield Place("w", index, run if self._motor else run + 1)
                    run = 1
            if here != after and {kind(here), kind(after)} <= {"V", "C"}:
                yield Place("t", index, 1)
        for index in range(len(symbols) + 1):
            if count := len(self._insertions(symbols, index)):
                yield Place("i", index, 1 if self._motor else count)

    def _replacements(self, old: str) -> dict[str, int]:
        if self._motor:
            return dict(self._board.neighbours(old))
        kin = {old, *self._board.family(old)}
        return {new: 1 for new in self._board.letters if new not in kin}

    def _insertions(self, symbols: Sequence[str], index: int) -> dict[str, int]:
        beside = symbols[max(0, index - 1) : index + 1]
        if not {kind(each) for each in beside} <= {"V", "C"}:
            return {}
        new: dict[str, int] = {}
        if not self._motor:
            new = dict.fromkeys(self._board.letters, 1)
        else:
            for letter in beside:
                for near, weight in self._board.neighbours(letter):
                    new[near] = new.get(near, 0) + weight
        return {letter: weight for letter, weight in new.items() if letter not in beside}

    def letters(self, place: Place, symbols: Sequence[str]) -> tuple[Sequence[str], Sequence[int]]:
        """Weigh the symbols that may come at a place: ("",) for a place whose slip has no choice."""
        if place.operation == "r":
            new = self._replacements(symbols[place.at])
        elif place.operation == "i":
            new = self._insertions(symbols, place.at)
        elif place.operation == "d":
            new = dict.fromkeys(self._board.family(symbols[place.at]), 1)
        else:
            new = {"": 1}
        return tuple(new), tuple(new.values())


# Doubling counts as inserting, and other marks count as replacing, where no keyboard tells them apart.
_GROUPS = str.maketrans("wd", "ir")
