"""Words looked up whatever their capitals, and spellings that take the capitals over."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar
from unicodedata import normalize

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["look_up"]

T = TypeVar("T")


def look_up(table: Mapping[str, T], word: str) -> tuple[T, Callable[[str], str]] | None:
    """Return what a table has on a word, and what gives a spelling the word's capitals.

    The word may stand in the table as it is, or in small letters where it has a capital or all. None where it does not.

    >>> found, capitals = look_up({"tout": "tt"}, "Tout")
    >>> capitals(found)
    'Tt'
    """
    known = normalize("NFC", word)
    if known in table:
        return table[known], str
    small = known.lower()
    if small not in table:
        return None
    if known == small[:1].upper() + small[1:]:
        return table[small], _capitalised
    return (table[small], str.upper) if known == small.upper() else None


def _capitalised(spelling: str) -> str:
    return spelling[:1].upper() + spelling[1:]
