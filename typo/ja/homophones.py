"""The tables of words of equal sound."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from typo.errors import check_choice

__all__ = ["TABLES", "Homophones", "homophones"]

TABLES = {"common": "homophones.tsv", "paper": "homophones_paper.tsv"}

# Costs are logarithms of rarity. Words that have a part of speech of their own are listed at next to no cost,
# which says nothing about how common they are: none counts as commoner than the commonest of the others.
_CHEAPEST, _DEAREST = 3000, 7000
_HALVING = 500


class Homophones(NamedTuple):
    """The words of one reading with integer weights: a weight halves with every 500 points of cost."""

    reading: str
    words: tuple[tuple[str, int], ...]


@cache
def homophones(table: str) -> dict[str, tuple[Homophones, ...]]:
    """Return the sets of homophones that each word belongs to, by its surface.

    `table` is `common` or `paper`; see `typo.transforms.homophone`.

    >>> [words for words, _ in homophones("paper")["機械"][0].words]
    ['機械', '器械', '機会']
    """
    name = TABLES[check_choice("table", table, TABLES)]
    found: dict[str, list[Homophones]] = {}
    for line in files("typo.ja").joinpath(f"data/{name}").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        reading, *cells = line.split("\t")
        words = [(surface, _weight(int(cost))) for surface, cost in (cell.split(":") for cell in cells)]
        for surface, _ in words:
            found.setdefault(surface, []).append(Homophones(reading, tuple(words)))
    return {surface: tuple(sets) for surface, sets in found.items()}


def _weight(cost: int) -> int:
    return 1 << max(0, (_DEAREST - max(cost, _CHEAPEST)) // _HALVING)
