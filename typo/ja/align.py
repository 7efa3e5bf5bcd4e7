"""Forced alignment: which part of a reading belongs to which part of a word."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from typo.ja.mozc import dictionary
from typo.ja.script import hiragana, is_kanji

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from typo.ja.reader import Token

__all__ = ["Piece", "align", "align_tokens"]

# A kana that the dictionary does not hold as a word of its own may stand for itself, at the price of a rare word.
_ITSELF = 8_000
# Added for every piece, so that one long word beats several short ones.
_PIECE = 2_000


class Piece(NamedTuple):
    """A part of a word and the part of its reading that the dictionary converts to it."""

    surface: str
    kana: str


@lru_cache(maxsize=2048)
def align(surface: str, kana: str) -> tuple[Piece, ...] | None:
    """Return the cheapest split into dictionary words that reads `kana` and is written `surface`.

    None where there is no such split: the input method cannot make this word from this reading, so the
    reading is most likely wrong. A word in kanji that the dictionary has is one piece, however common its parts: who
    types しんじん converts it at once.

    >>> align("関し", "かんし")  # doctest: +SKIP
    (Piece(surface='関', kana='かん'), Piece(surface='し', kana='し'))
    """
    if is_kanji(surface) and _is_word(surface, kana):
        return (Piece(surface, kana),)
    # For each place in the kana, the places in the surface that it may belong to: cost and the state before.
    states: list[dict[int, tuple[int, tuple[int, int]]]] = [{} for _ in range(len(kana) + 1)]
    states[0][0] = (0, (0, 0))
    for read in range(len(kana)):
        if not states[read]:
            continue
        for written, end, length, cost in _steps(surface, kana, read, states[read]):
            total = states[read][written][0] + cost + _PIECE
            known = states[end].get(written + length)
            if known is None or total < known[0]:
                states[end][written + length] = (total, (read, written))
    read, written = len(kana), len(surface)
    if written not in states[read]:
        return None
    pieces: list[Piece] = []
    while read:
        before, start = states[read][written][1]
        pieces.append(Piece(surface[start:written], kana[before:read]))
        read, written = before, start
    return tuple(reversed(pieces))


def _is_word(surface: str, kana: str) -> bool:
    book = dictionary()
    return any(end == len(kana) and book.entry(value).places(surface) for end, value in book.prefixes(kana))


def align_tokens(tokens: Sequence[Token]) -> tuple[Piece, ...] | None:
    """Return the pieces of several words, none of which crosses a border; None where one of them has none.

    >>> align_tokens(reading("研究したことが"))  # doctest: +SKIP
    (Piece(surface='研究', kana='けんきゅう'), Piece(surface='し', kana='し'), ...)
    """
    pieces: list[Piece] = []
    for token in tokens:
        found = align(token.surface, token.reading) if token.reading else None
        if found is None:
            return None
        pieces += found
    return tuple(pieces)


def _steps(
    surface: str, kana: str, read: int, states: dict[int, tuple[int, tuple[int, int]]]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield where in the surface a word of the dictionary begins, where its kana end, its length and its cost."""
    book = dictionary()
    for end, value in book.prefixes(kana, read):
        entry = book.entry(value)
        for written in states:
            for length in range(1, len(surface) - written + 1):
                places = entry.places(surface[written : written + length])
                if places:
                    yield written, end, length, min(book.word(entry, place).cost for place in places)
    for written in states:
        if hiragana(surface[written : written + 1]) == kana[read]:
            yield written, read + 1, 1, _ITSELF
