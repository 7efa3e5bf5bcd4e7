"""Kinds of Japanese characters."""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["KANJI", "full_width", "has_kanji", "hiragana", "is_hiragana", "is_kanji", "kanji_runs", "katakana"]

# Unified ideographs with their extensions, compatibility ideographs, and the marks that stand for a kanji.
KANJI = "々〇㐀-䶿一-鿿豈-﫿\U00020000-\U0003fffd"
_KANJI_RUN = re.compile(f"[{KANJI}]+")
_HIRAGANA = re.compile("[ぁ-ゖー]+")
_TO_HIRAGANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}
_TO_KATAKANA = {code - 0x60: code for code in _TO_HIRAGANA}
# Printable ASCII has full-width forms at a fixed distance; the blank has its own.
_TO_FULL = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}


@lru_cache(maxsize=2048)
def has_kanji(string: str) -> bool:
    """Tell whether a string holds a kanji.

    >>> has_kanji("食べる"), has_kanji("たべる")
    (True, False)
    """
    return _KANJI_RUN.search(string) is not None


@lru_cache(maxsize=2048)
def is_kanji(string: str) -> bool:
    """Tell whether a string is kanji throughout, and not empty.

    >>> is_kanji("佐々木"), is_kanji("食べ"), is_kanji("")
    (True, False, False)
    """
    return _KANJI_RUN.fullmatch(string) is not None


def kanji_runs(string: str) -> tuple[tuple[int, int], ...]:
    """Return the spans of the maximal runs of kanji.

    >>> kanji_runs("機械で学習")
    ((0, 2), (3, 5))
    """
    return tuple(match.span() for match in _KANJI_RUN.finditer(string))


def is_hiragana(string: str) -> bool:
    """Tell whether a string is hiragana (and long-vowel marks) throughout, and not empty.

    >>> is_hiragana("ばーど"), is_hiragana("バード"), is_hiragana("")
    (True, False, False)
    """
    return _HIRAGANA.fullmatch(string) is not None


def hiragana(string: str) -> str:
    """Return the string with hiragana for katakana.

    >>> hiragana("ヴァイオリンのヶ月")
    'ゔぁいおりんのゖ月'
    """
    return string.translate(_TO_HIRAGANA)


def katakana(string: str) -> str:
    """Return the string with katakana for hiragana.

    >>> katakana("ばーど")
    'バード'
    """
    return string.translate(_TO_KATAKANA)


def full_width(string: str) -> str:
    """Return the string with full-width forms for printable ASCII, the blank left as it is.

    >>> full_width("CPU 64!")
    'ＣＰＵ ６４！'
    """
    return string.translate(_TO_FULL)
