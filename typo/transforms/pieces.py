"""What transforms of words want to know of the pieces between blanks."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING
from unicodedata import is_normalized

from typo.views.direct import Direct
from typo.words import PLANNED, Lexicon, Unit, find_words
from typo_keyboards import load

if TYPE_CHECKING:
    from collections.abc import Callable

    from typo.views.word import WordView

__all__ = ["STRETCH", "Pieces", "Stretches", "is_unspaced", "pieces"]

STRETCH = 4
"""Grapheme clusters that one unit has at most where no blanks tell the words: in Thai about one word."""

# Scripts without blanks between words: which stretch is a word cannot be told without a dictionary.
_UNSPACED = ("Thai", "Laoo", "Khmr", "Mymr")


class Stretches(Lexicon):
    """Words, or on a layout of a script without blanks stretches of a few characters (grapheme clusters)."""

    def __init__(self, weigh: Callable[[str], int], elisions: tuple[str, ...], layout: str) -> None:
        super().__init__(weigh, elisions=elisions)
        self._unspaced = Direct(layout) if is_unspaced(layout) else None

    def _find(self, piece: str) -> tuple[Unit, ...]:
        view = self._unspaced
        if view is None:
            return super()._find(piece)
        units: list[Unit] = []
        for run in _runs([(start, end) for start, end in find_words(piece) if view.can_type(piece[start:end])]):
            borders = [*range(0, len(run), STRETCH), len(run)]
            if len(borders) > 2 and borders[-1] - borders[-2] == 1:
                del borders[-2]  # a single cluster has nothing to be swapped with
            for low, high in pairwise(borders):
                start, end = run[low][0], run[high - 1][1]
                units.append(Unit(start, end, self._weigh(piece[start:end])))
        return tuple(units)


class Pieces(Stretches):
    """The words of a view. A piece that `typo.quick` cannot make slips of has the weight `PLANNED`."""

    def __init__(self, view: WordView, elisions: tuple[str, ...], layout: str, *, modifiers: bool) -> None:
        super().__init__(view.weigh, elisions, layout)
        self._view = view
        self._modifiers = modifiers

    def look_at(self, piece: str) -> tuple[int, tuple[Unit, ...]]:
        """Return the weight of a piece and its words, without remembering them."""
        weight, units = super().look_at(piece)
        return PLANNED if self._is_special(piece, units) else weight, units

    def _is_special(self, piece: str, units: tuple[Unit, ...]) -> bool:
        view = self._view
        if not isinstance(view, Direct):
            return True
        # A text in NFD is told by such a piece; what a slip puts into it must be NFD too.
        if not (piece.isascii() or is_normalized("NFC", piece)):
            return True
        return self._modifiers and any(view.remnants(piece[start:end]) for start, end, _ in units)


def is_unspaced(layout: str) -> bool:
    """Tell whether a layout is for a script that has no blanks between words.

    >>> is_unspaced("th"), is_unspaced("ko-2set")
    (True, False)
    """
    return load(layout).scripts[:1] in [(script,) for script in _UNSPACED]


def _runs(spans: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Group the spans that follow one another without a gap."""
    runs: list[list[tuple[int, int]]] = []
    for span in spans:
        if runs and runs[-1][-1][1] == span[0]:
            runs[-1].append(span)
        else:
            runs.append([span])
    return runs


@cache
def pieces(view: WordView, elisions: tuple[str, ...], layout: str, *, modifiers: bool) -> Pieces:
    """Return the words of a view, one object a process."""
    return Pieces(view, elisions, layout, modifiers=modifiers)
