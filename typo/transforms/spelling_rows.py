"""The rows of `data/spelling/respellings.tsv` and `punctuation.tsv`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["PunctuationRow", "RespellingRow", "punctuation_rows", "respelling_rows", "table"]


class RespellingRow(NamedTuple):
    """Words and what they are written as, with phrases that show it.

    - `lang`, `kind`: where it holds.
    - `words`: one word with spellings of its own, or several that are taken for each other.
    - `spellings`: each with its weight; empty for words that are taken for each other, all alike.
    - `basis`: `counted` weights are how often the spelling comes for 100,000 of the word; else `assumed`.
    - `changes`, `into`, `stays`: a phrase that may change, what it may become, and one that stays as it is.
    - `sources`: keys of `data/spelling/SOURCES.md`.
    """

    lang: str
    kind: str
    words: tuple[str, ...]
    spellings: tuple[tuple[str, int], ...]
    basis: str
    changes: str
    into: str
    stays: str
    sources: tuple[str, ...]


class PunctuationRow(NamedTuple):
    """A punctuation mark that is missing or loses its blank, with phrases that show it."""

    lang: str
    kind: str
    sign: str
    changes: str
    into: str
    stays: str
    sources: tuple[str, ...]


def table(name: str) -> list[list[str]]:
    """Return the rows of a table of spelling rules, each a list of columns, without the heading."""
    path = Path(__file__).parents[1] / "data" / "spelling" / f"{name}.tsv"
    return [line.split("\t") for line in path.read_text("utf-8").splitlines()[1:]]


@cache
def respelling_rows() -> tuple[RespellingRow, ...]:
    """Return the rows of words that are written otherwise, in order."""
    return tuple(
        RespellingRow(
            lang, kind, tuple(words.split("|")), _weighed(become), basis, changes, into, stays, tuple(sources.split())
        )
        for lang, kind, words, become, basis, changes, into, stays, sources in table("respellings")
    )


@cache
def punctuation_rows() -> tuple[PunctuationRow, ...]:
    """Return the rows of punctuation marks, in order."""
    return tuple(
        PunctuationRow(lang, kind, sign, changes, into, stays, tuple(sources.split()))
        for lang, kind, sign, changes, into, stays, sources in table("punctuation")
    )


def _weighed(become: str) -> tuple[tuple[str, int], ...]:
    pairs = (spelling.split("=") for spelling in become.split() if spelling != "-")
    return tuple((spelling, int(weight)) for spelling, weight in pairs)
