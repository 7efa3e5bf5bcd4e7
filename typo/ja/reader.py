"""Readers: Japanese text as tokens with their readings."""

from __future__ import annotations

import re
import threading
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from typo.errors import check_choice, check_installed, check_text, require
from typo.ja.script import KANJI, hiragana, is_hiragana

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["READERS", "Token", "check_reader", "reader_data", "reading"]

READERS = ("sudachi", "pykakasi")

# SudachiPy refuses more than 49,149 bytes; every character that is not lone takes at most four.
_PIECE = 8_000
_SENTENCE = re.compile(r"[^。！？\n]*[。！？\n]+|[^。！？\n]+")
# Lone surrogates cannot be handed to a reader; NUL ends strings in C. Both bound tokens.
_UNREADABLE = re.compile("[\ud800-\udfff\0]+")
# pykakasi loses or doubles characters outside such words, so it is shown nothing else.
_WORD = re.compile("[一-鿿々ヶ][一-鿿々ヶぁ-ゖァ-ヺー]*")

# Words of Japanese script throughout: 2人 has a reading too, but its digit is no kana.
_READABLE = re.compile(f"[{KANJI}ぁ-ゖァ-ヺー]+")

# What a reader is made of, and the extra that brings it.
_PACKAGES = {"sudachi": (("sudachipy", "sudachidict_core"), "ja"), "pykakasi": (("pykakasi",), "ja-paper")}

# The distribution whose version decides what a reader reads.
_DATA = {"sudachi": "SudachiDict-core", "pykakasi": "pykakasi"}

_per_thread = threading.local()


class Token(NamedTuple):
    """A word of a text: `text[start:end] == surface`. `reading` is hiragana, or empty where there is none."""

    surface: str
    reading: str
    start: int
    end: int


def reader_data(reader: str) -> tuple[str, ...]:
    """Return the tag of the data that a reader reads with, for the signature; none for `none`."""
    from importlib.metadata import version

    return (f"{_DATA[reader].lower()}-{version(_DATA[reader])}",) if reader in _DATA else ()


def reading(text: str, *, reader: str = "sudachi") -> tuple[Token, ...]:
    """Split a Japanese text into words and read them; the surfaces put together are the text.

    `reader` is `sudachi` (SudachiPy with its core dictionary, the short units of mode A; extra `ja`) or
    `pykakasi` (extra `ja-paper`, GPL). Digits, Latin letters and signs have no reading. Raises `MissingExtra`.

    >>> [(t.surface, t.reading) for t in reading("単語を学ぶ。")]  # doctest: +SKIP
    [('単語', 'たんご'), ('を', 'を'), ('学ぶ', 'まなぶ'), ('。', '')]
    """
    check_text("text", text)
    read = {"sudachi": _sudachi, "pykakasi": _pykakasi}[check_choice("reader", reader, READERS)]
    tokens: list[Token] = []
    for start, piece in _pieces(text):
        place = start
        words = [(piece, "")] if _UNREADABLE.match(piece) else read(piece)
        for surface, kana in words:
            end = place + len(surface)
            tokens.append(Token(surface, kana if is_hiragana(kana) else "", place, end))
            place = end
    return tuple(tokens)


def check_reader(reader: str) -> None:
    """Raise `InvalidArgument` for an unknown reader, and `MissingExtra` for one that is not installed."""
    modules, extra = _PACKAGES[check_choice("reader", reader, READERS)]
    check_installed(*modules, extra=extra)


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Cut a text where readers need it: at what they cannot read, and at sentence ends or else a fixed length."""
    start = 0
    for gap in [*_UNREADABLE.finditer(text), None]:
        end = len(text) if gap is None else gap.start()
        if len(text) <= _PIECE:
            sentences = [(start, end)] if start < end else []
        else:
            sentences = [match.span() for match in _SENTENCE.finditer(text, start, end)]
        for low, high in sentences:
            for place in range(low, high, _PIECE):
                yield place, text[place : min(place + _PIECE, high)]
        if gap is not None:
            yield gap.start(), gap.group()
            start = gap.end()


def _sudachi(piece: str) -> list[tuple[str, str]]:
    words = [(word.surface(), hiragana(word.reading_form())) for word in _sudachi_tokenizer().tokenize(piece)]
    if "".join(surface for surface, _ in words) != piece:
        return [(piece, "")]
    # The reading of digits and signs is their name, which nobody types.
    return [(surface, kana if _READABLE.fullmatch(surface) else "") for surface, kana in words]


def _sudachi_tokenizer() -> Any:  # SudachiPy has no usable type for its tokenizer
    if not hasattr(_per_thread, "sudachi"):
        dictionary, mode = _sudachi_dictionary()
        make = getattr(dictionary, "tokenizer", dictionary.create)  # renamed in SudachiPy 0.7
        _per_thread.sudachi = make(mode=mode)
    return _per_thread.sudachi


@cache
def _sudachi_dictionary() -> tuple[Any, Any]:
    require("sudachidict_core", extra="ja")
    sudachipy = require("sudachipy", extra="ja")
    return sudachipy.Dictionary(dict="core"), sudachipy.SplitMode.A


def _pykakasi(piece: str) -> list[tuple[str, str]]:
    words: list[tuple[str, str]] = []
    done = 0
    for match in _WORD.finditer(piece):
        parts = [(part["orig"], part["hira"]) for part in _pykakasi_converter().convert(match.group())]
        if "".join(surface for surface, _ in parts) != match.group():
            continue
        if match.start() > done:
            words.append((piece[done : match.start()], ""))
        words += parts
        done = match.end()
    if done < len(piece):
        words.append((piece[done:], ""))
    return words


def _pykakasi_converter() -> Any:  # pykakasi ships no types
    # One a thread, since nothing says that it may be shared.
    if not hasattr(_per_thread, "pykakasi"):
        _per_thread.pykakasi = require("pykakasi", extra="ja-paper").kakasi()
    return _per_thread.pykakasi
