"""Forced alignment: which part of a reading belongs to which part of a word."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from typo.ja.mozc import dictionary
from typo.ja.script import hiragana

__all__ = ["Piece", "align"]

# A kana that the dictionary does not hold as a word of its own may stand for itself, at the price of a rare word.
_ITSELF = 8_000
# Added for every piece, so that one long word beats several short ones.
_PIECE = 2_000


class Piece(NamedTuple):
    """A part of a word and the part of its reading that the dictionary converts to it."""

    surface: str
    kana: str


@lru_cache(maxsize=20_000)
def align(surface: str, kana: str) -> tuple[Piece, ...] | None:
    """Return the cheapest split into dictionary words that reads `kana` and is written `surface`.

    None where there is no such split: the input method cannot make this word from this reading, so the
    reading is most likely wrong.

    >>> align("関し", "かんし")  # doctest: +SKIP
    (Piece(surface='関', kana='かん'), Piece(surface='し', kana='し'))
    """
    best: dict[tuple[int, int], tuple[int, tuple[int, int] | None]] = {(0, 0): (0, None)}
    plain = hiragana(surface)
    book = dictionary()
    for read in range(len(kana)):
        for place in [state for state in best if state[0] == read]:
            cost = best[place][0]
            written = place[1]
            for end, value in book.prefixes(kana, read):
                for word in book.words(value):
                    if surface.startswith(word.surface, written):
                        _keep(best, (end, written + len(word.surface)), cost + word.cost + _PIECE, place)
            if plain[written : written + 1] == kana[read]:
                _keep(best, (read + 1, written + 1), cost + _ITSELF + _PIECE, place)
    whole = (len(kana), len(surface))
    if whole not in best:
        return None
    pieces: list[Piece] = []
    state: tuple[int, int] | None = whole
    while state is not None and (before := best[state][1]) is not None:
        pieces.append(Piece(surface[before[1] : state[1]], kana[before[0] : state[0]]))
        state = before
    return tuple(reversed(pieces))


def _keep(
    best: dict[tuple[int, int], tuple[int, tuple[int, int] | None]],
    state: tuple[int, int],
    cost: int,
    before: tuple[int, int],
) -> None:
    if state not in best or cost < best[state][0]:
        best[state] = (cost, before)
