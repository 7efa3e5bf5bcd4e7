"""Readers: Japanese text as tokens with their readings and parts of speech.

Whatever the text is made of, the tokens put together are the text: what no analyser can read (lone surrogates, NUL)
or has no reading for (digits, Latin letters, signs, emoji) is a token without a reading.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from typo.errors import check_choice, check_installed, check_text
from typo.ja.analysers import ANALYSERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["READERS", "Token", "check_reader", "reader_data", "reading"]

READERS = tuple(ANALYSERS)

# SudachiPy refuses more than 49,149 bytes, counted after its normalisation: at most 33 bytes a character.
_PIECE = 1_400
_SENTENCE = re.compile(r"[^。！？\n]*[。！？\n]+|[^。！？\n]+")
# Lone surrogates cannot be handed to a reader; NUL ends strings in C. Both bound tokens.
_UNREADABLE = re.compile("[\ud800-\udfff\0]+")


class Token(NamedTuple):
    """A word of a text: `text[start:end] == surface`.

    `reading` is hiragana, or empty where there is none. `pos` is the part of speech as the dictionary tells it: the
    six tags of UniDic with SudachiPy and fugashi, like `("動詞", "一般", "*", "*", "五段-バ行", "終止形-一般")`,
    none with pykakasi.
    """

    surface: str
    reading: str
    start: int
    end: int
    pos: tuple[str, ...] = ()


# What `Token(...)` does, without its detour through Python: there are some twenty tokens in a sentence.
_token: Callable[[tuple[str, str, int, int, tuple[str, ...]]], Token] = partial(tuple.__new__, Token)


def reader_data(reader: str) -> tuple[str, ...]:
    """Return the tag of the data that a reader reads with, for the signature; none for `none`."""
    from importlib.metadata import version

    return (f"{(name := ANALYSERS[reader].data).lower()}-{version(name)}",) if reader in ANALYSERS else ()


def reading(text: str, *, reader: str = "sudachi") -> tuple[Token, ...]:
    """Split a Japanese text into words and read them; the surfaces put together are the text.

    `reader` is `sudachi` (SudachiPy with its core dictionary, the short units of mode A; extra `ja`), `fugashi`
    (with unidic-lite; extra `ja-fugashi`) or `pykakasi` (extra `ja-paper`, GPL). Digits, Latin letters and signs have
    no reading. Raises `MissingExtra`.

    >>> [(t.surface, t.reading, t.pos[0]) for t in reading("単語を学ぶ。")]  # doctest: +SKIP
    [('単語', 'たんご', '名詞'), ('を', 'を', '助詞'), ('学ぶ', 'まなぶ', '動詞'), ('。', '', '補助記号')]
    """
    check_text("text", text)
    read = ANALYSERS[check_choice("reader", reader, READERS)].read
    tokens: list[Token] = []
    for place, piece in _pieces(text):
        if _UNREADABLE.match(piece):
            tokens.append(Token(piece, "", place, place + len(piece)))
            continue
        words = read(piece)
        ends = accumulate([len(surface) for surface, _, _ in words], initial=place)
        tokens += [
            _token((surface, kana, start, start + len(surface), pos))
            for start, (surface, kana, pos) in zip(ends, words, strict=False)
        ]
    return tuple(tokens)


def check_reader(reader: str) -> None:
    """Raise `InvalidArgument` for an unknown reader, and `MissingExtra` for one that is not installed."""
    analyser = ANALYSERS[check_choice("reader", reader, READERS)]
    check_installed(*analyser.packages, extra=analyser.extra)


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Cut a text where readers need it: at what they cannot read, and at sentence ends or else a fixed length."""
    if len(text) <= _PIECE and not _UNREADABLE.search(text):
        if text:
            yield 0, text
        return
    start = 0
    for gap in [*_UNREADABLE.finditer(text), None]:
        end = len(text) if gap is None else gap.start()
        for sentence in _SENTENCE.finditer(text, start, end):
            for place in range(sentence.start(), sentence.end(), _PIECE):
                yield place, text[place : min(place + _PIECE, sentence.end())]
        if gap is not None:
            yield gap.start(), gap.group()
            start = gap.end()
