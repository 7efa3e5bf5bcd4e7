"""The tables of words of equal sound."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from typo.errors import check_choice

__all__ = ["TABLES", "Homophones", "homophones", "rows", "weight"]

# The file of each table, and the cost of its rarest words.
TABLES = {"common": ("homophones.tsv", 6500), "wide": ("homophones.tsv", 7000), "paper": ("homophones_paper.tsv", 7000)}

# Costs are logarithms of rarity. Words that have a part of speech of their own are listed at next to no cost,
# which says nothing about how common they are: none counts as commoner than the commonest of the others.
_CHEAPEST, _DEAREST = 3000, 7000
_HALVING = 500


class Homophones(NamedTuple):
    """The words of one reading with integer weights: a weight halves with every 500 points of cost.

    `ambiguous` are those that may well be read in another way: 本 is ほん and もと.
    """

    reading: str
    words: tuple[tuple[str, int], ...]
    ambiguous: tuple[str, ...]


@cache
def homophones(table: str) -> dict[str, tuple[Homophones, ...]]:
    """Return the sets of homophones that each word belongs to, by its surface.

    `table` is `common`, `wide` or `paper`; see `typo.transforms.homophone`.

    >>> [word for word, _ in homophones("paper")["機械"][0].words]
    ['機械', '器械', '機会']
    >>> [[word for word, _ in homophones(name)["異常"][0].words] for name in ("common", "wide")]
    [['異常', '以上', '異状', '移譲', '委譲', '移乗'], ['異常', '以上', '異状', '移譲', '委譲', '移乗']]
    """
    name, dearest = TABLES[check_choice("table", table, TABLES)]
    found: dict[str, list[Homophones]] = {}
    for reading, *cells in rows(name):
        costs = [(surface, int(cost)) for surface, cost in (cell.split(":") for cell in cells)]
        words = tuple((surface.rstrip("*"), weight(cost)) for surface, cost in costs if cost <= dearest)
        ambiguous = tuple(surface.rstrip("*") for surface, _ in costs if surface.endswith("*"))
        for surface, _ in words if len(words) > 1 else ():
            found.setdefault(surface, []).append(Homophones(reading, words, ambiguous))
    return {surface: tuple(sets) for surface, sets in found.items()}


def rows(name: str) -> list[list[str]]:
    """Return the cells of a table of ours, line by line.

    >>> rows("homophones_paper.tsv")[4]
    ['ぶんぷ', '分布:5000', '分賦:5000']
    """
    from importlib.resources import files  # here: it costs more than the rest of this module

    lines = files("typo.ja").joinpath("data", name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def weight(cost: int) -> int:
    """Return how likely a word of some cost is taken, beside others.

    >>> weight(6500), weight(6000)
    (2, 4)
    """
    return 1 << max(0, (_DEAREST - max(cost, _CHEAPEST)) // _HALVING)
