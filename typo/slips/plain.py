"""Two yardsticks without fitted numbers: edits that know no keyboard, and slips that know nothing else.

`uniform`: a quarter each for replacing, inserting, omitting and transposing, then every position and letter alike.
`keyboard-only`: the same quarters and positions; a letter is replaced by a neighbouring key, half of the insertions
double a letter and half add a neighbouring key of a letter beside the gap.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from typo.slips.symbols import EDGE, kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from typo.slips.board import Board
    from typo.slips.model import Place

__all__ = ["PlainModel"]

_SHARE = 1 << 40


class PlainModel:
    """One of the two yardsticks on one keyboard and script; `motor` for the one that knows the keys."""

    __slots__ = ("_beside", "_board", "_instead", "_motor")

    def __init__(self, board: Board, *, motor: bool) -> None:
        self._board = board
        self._motor = motor
        self._instead: dict[str, dict[str, int]] = {}
        self._beside: dict[tuple[str, ...], dict[str, int]] = {}

    def places(self, symbols: Sequence[str]) -> tuple[Sequence[Place], list[int]]:
        """Weigh every place of a word in lower case by the number of ways to go wrong there."""
        ways = [*self._at(symbols), *self._between(symbols)] if self._board.letters else []
        groups_of = _KEYS if self._motor else _GROUPS
        groups: dict[str, int] = {}
        for (operation, _), weight in ways:
            group = operation.translate(groups_of)
            groups[group] = groups.get(group, 0) + weight
        share = dict.fromkeys(groups, _SHARE)
        if self._motor and {"i", "w"} <= groups.keys():
            share |= {"i": _SHARE // 2, "w": _SHARE // 2}
        weights = []
        for (operation, _), weight in ways:
            group = operation.translate(groups_of)
            weights.append(weight * share[group] // groups[group])
        return [spot for spot, _ in ways], weights

    def _at(self, symbols: Sequence[str]) -> Iterator[tuple[Place, int]]:
        run = 1
        for at, (here, after) in enumerate(zip(symbols, [*symbols[1:], EDGE], strict=True)):
            if kind(here) not in "VC":
                continue
            if count := len(self._replacements(here)):
                yield ("r", at), 1 if self._motor else count
            if not self._motor and (count := len(self._board.family(here))):
                yield ("d", at), count
            if count := len(self._board.signed(here)):
                yield ("s", at), 1 if self._motor else count
            if here == after:
                run += 1
                continue
            yield ("o", at), run
            if len(here) == 1:
                yield ("w", at), run if self._motor else run + 1
            run = 1

    def _between(self, symbols: Sequence[str]) -> Iterator[tuple[Place, int]]:
        for at, (here, after) in enumerate(pairwise(symbols)):
            if here != after and kind(here) in "VC" and kind(after) in "VC":
                yield ("t", at), 1
        for gap in range(len(symbols) + 1):
            if count := len(self._insertions(symbols, gap)):
                yield ("i", gap), 1 if self._motor else count

    def _replacements(self, old: str) -> dict[str, int]:
        found = self._instead.get(old)
        if found is None:
            near = self._board.neighbours(old) if self._motor else [(new, 1) for new in self._board.others(old)]
            found = self._instead[old] = dict(near)
        return found

    def _insertions(self, symbols: Sequence[str], gap: int) -> dict[str, int]:
        beside = tuple(symbols[max(0, gap - 1) : gap + 1])
        found = self._beside.get(beside)
        if found is None:
            found = self._beside[beside] = self._insert(beside)
        return found

    def _insert(self, beside: tuple[str, ...]) -> dict[str, int]:
        if not all(kind(each) in "VC" for each in beside):
            return {}
        if not self._motor:
            return {new: 1 for new in self._board.letters if new not in beside}
        found: dict[str, int] = {}
        for new, weight in (near for letter in beside for near in self._board.neighbours(letter)):
            if new not in beside:
                found[new] = found.get(new, 0) + weight
        return found

    def context(self, spot: Place, symbols: Sequence[str]) -> tuple[str, ...]:
        """Name what the letters that may come at a place depend on: the operation, and the symbols there."""
        operation, at = spot
        if operation == "i":
            return (operation, *symbols[max(0, at - 1) : at + 1])
        return (operation, symbols[at] if operation in "rds" else "")

    def letters(self, spot: Place, symbols: Sequence[str]) -> tuple[Sequence[str], Sequence[int]]:
        """Weigh the symbols that may come at a place: ("",) for a place whose slip has no choice."""
        operation, at = spot
        if operation == "r":
            found = self._replacements(symbols[at])
        elif operation == "i":
            found = self._insertions(symbols, at)
        elif operation in "ds":
            near = self._board.family(symbols[at]) if operation == "d" else self._board.signed(symbols[at])
            found = dict.fromkeys(near, 1)
        else:
            return ("",), (1,)
        return tuple(found), tuple(found.values())


# Doubling counts as inserting, and other marks count as replacing, where no keyboard tells them apart; a sign has a
# key like any letter.
_GROUPS, _KEYS = str.maketrans("wds", "irr"), str.maketrans("s", "r")
