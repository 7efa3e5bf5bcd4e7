"""Which letter comes at a place of a slip: the weights of all candidates, worked out in one go.

The names of `typo.slips.features` say what counts; here they are sorted by what they depend on. What two keys say is
one number a pair of steps, what a letter says by itself is kept, and what single rows of letters say is looked up by
their neighbourhood, where few have a weight at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from typo.slips.board import STEPS, remembered
from typo.slips.features import SIDES, letter
from typo.slips.symbols import kind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from typo.slips.board import Board

__all__ = ["RARE", "Spelling"]

RARE = 9  # the rank of a letter whose frequency is not known
_COUNT = len(STEPS)

# Where in a row of letters the new one stands, by operation and the sign that begins the row.
_NEW = {"r<": 2, "r(": 1, "r>": 1, "r)": 0, "r=": 2, "d<": 2, "d>": 1, "d=": 2, "i<": 1, "i>": 0, "i=": 1}


class Spelling:
    """The letters' part of a table of weights, on one keyboard and script."""

    __slots__ = ("_board", "_kinds", "_own", "_pairs", "_ranks", "_rows", "_steps", "_table")

    def __init__(self, table: Mapping[str, int], ranks: Mapping[str, int], board: Board) -> None:
        self._table = table
        self._ranks = ranks
        self._board = board
        self._rows = _rows(table)
        self._pairs = {"r": self._weigh_pairs("r"), "i": self._weigh_pairs("i")}
        self._own: dict[tuple[str, str], tuple[tuple[str, ...], list[int]]] = {}
        self._steps: dict[str, dict[str, int]] = {}
        self._kinds: dict[tuple[str, str], list[int]] = {}

    def weigh(self, operation: str, left: str, old: str, right: str) -> tuple[Sequence[str], list[int]]:
        """Return the symbols that may come between `left` and `right`, in place of `old`, and their logarithms."""
        choices, sums = self._own.get((operation, old)) or self._weigh_own(operation, old)
        if operation in "ds":
            return choices, self._with_rows(
                choices, sums[:], (f"d<{left}{old}", f"d>{old}{right}", f"d={left}{old}{right}")
            )
        before, after = self._steps_of(left), self._steps_of(right)
        pairs = self._pairs[operation]
        sums = [own + pairs[_COUNT * before[new] + after[new]] for new, own in zip(choices, sums, strict=True)]
        if operation == "r":
            rows = f"r<{left}{old}", f"r({left}", f"r>{old}{right}", f"r){right}", f"r={left}{old}{right}"
            return choices, self._with_equals(choices, self._with_rows(choices, sums, rows), left, right)
        sums = [own + by_kind for own, by_kind in zip(sums, self._by_kind(left, right), strict=True)]
        self._with_rows(choices, sums, (f"i<{left}", f"i>{right}", f"i={left}{right}"))
        kept = [at for at, new in enumerate(choices) if new not in (left, right)]
        return [choices[at] for at in kept], [sums[at] for at in kept]

    def _with_rows(self, choices: Sequence[str], sums: list[int], rows: Sequence[str]) -> list[int]:
        for row in rows:
            for new, weight in self._rows.get(row, _NONE).items():
                if new in choices:
                    sums[choices.index(new)] += weight
        return sums

    def _with_equals(self, choices: Sequence[str], sums: list[int], left: str, right: str) -> list[int]:
        """Weigh whether a letter is the same as one beside it, against being neither."""
        neither = self._look("rE00")
        for new in {left, right}:
            if new in choices:
                sums[choices.index(new)] += self._look(f"rE{new == left:d}{new == right:d}") - neither
        return sums

    def _weigh_own(self, operation: str, old: str) -> tuple[tuple[str, ...], list[int]]:
        """Weigh the candidates by themselves and by what they replace."""
        if operation == "i":
            choices = self._board.letters
        elif operation == "r":
            choices = self._board.others(old)
        else:
            choices = self._board.family(old) if operation == "d" else self._board.signed(old)
        names = [letter(operation, SIDES[0], "", old, "", new, self._board, self._rank) for new in choices]
        sums = [sum(map(self._look, each)) for each in names]
        return remembered(self._own, (operation, old), (choices, sums))

    def _weigh_pairs(self, operation: str) -> list[int]:
        """Weigh each pair of steps, from the left neighbour to the new letter and from that to the right one."""
        pairs = [(before, after) for before in STEPS for after in STEPS]
        if operation == "r":
            return [self._look(f"rN{before}{after}") for before, after in pairs]
        return [sum(map(self._look, (f"iG{before}{after}", f"iL{before}", f"iR{after}"))) for before, after in pairs]

    def _steps_of(self, symbol: str) -> dict[str, int]:
        """Return the numbers of the steps between a symbol and every letter."""
        found = self._steps.get(symbol)
        if found is None:
            steps = {new: STEPS.index(self._board.step(symbol, new)) for new in self._board.letters}
            found = remembered(self._steps, symbol, steps)
        return found

    def _by_kind(self, left: str, right: str) -> list[int]:
        """Weigh every letter by its kind and those of its neighbours."""
        kinds = kind(left), kind(right)
        found = self._kinds.get(kinds)
        if found is None:
            names = (f"iK{kinds[0]}{kind(new)}{kinds[1]}" for new in self._board.letters)
            found = self._kinds[kinds] = [self._look(each) for each in names]
        return found

    def _look(self, name: str) -> int:
        return self._table.get(name, 0)

    def _rank(self, new: str) -> int:
        return self._ranks.get(new, RARE)


_NONE: Mapping[str, int] = {}


def _rows(table: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Gather the weights of rows of letters: from operation, sign and neighbourhood, to the new letters."""
    rows: dict[str, dict[str, int]] = {}
    for name, weight in table.items():
        at = _NEW.get(name[:2])
        if at is not None and not name[2:].isdigit():
            at += 2
            rows.setdefault(name[:at] + name[at + 1 :], {})[name[at]] = weight
    return rows
