"""The table of words that may be written with more or fewer kana."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from typo.ja.homophones import rows, weight

__all__ = ["Forms", "longest_form", "okurigana"]


class Forms(NamedTuple):
    """The forms of one word with integer weights, the commonest first."""

    reading: str
    forms: tuple[tuple[str, int], ...]


@cache
def okurigana() -> dict[str, Forms]:
    """Return the forms of each word by its surface; a surface that has another reading besides is not listed.

    >>> [form for form, _ in okurigana()["申し込み"].forms], "行っ" in okurigana()
    (['申し込み', '申込み', '申込'], False)
    """
    found: dict[str, Forms] = {}
    for reading, *cells in rows("okurigana.tsv"):
        costs = [(surface, int(cost)) for surface, cost in (cell.split(":") for cell in cells)]
        forms = Forms(reading, tuple((surface.rstrip("*"), weight(cost)) for surface, cost in costs))
        for surface, _ in costs:
            if not surface.endswith("*"):
                found.setdefault(surface, forms)
    return found


def longest_form(string: str, start: int) -> int:
    """Return where the longest word of the table that begins at a place ends; the place itself where there is none.

    >>> longest_form("申し込みが", 0), longest_form("申請", 0)
    (4, 0)
    """
    known = okurigana()
    for length in _lengths().get(string[start : start + 1], ()):
        if string[start : start + length] in known and start + length <= len(string):
            return start + length
    return start


@cache
def _lengths() -> dict[str, tuple[int, ...]]:
    """Return how long the words are that begin with a character, the longest first."""
    found: dict[str, set[int]] = {}
    for word in okurigana():
        if len(word) > 1:
            found.setdefault(word[0], set()).add(len(word))
    return {first: tuple(sorted(lengths, reverse=True)) for first, lengths in found.items()}
