"""The romaji tables as data: what keys make (`romaji.tsv`, `romaji_rules.tsv`) and how people spell (`styles.tsv`)."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from typo.errors import check_choice
from typo.ja.script import hiragana

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["TABLES", "Rule", "prefixes", "rules", "spellings", "styles"]

TABLES = ("mozc", "msime", "paper")

_VOWELS = "aiueo"


class Rule(NamedTuple):
    """What some keys make, and the keys that are put back and may make more."""

    kana: str
    rest: str = ""


@cache
def rules(table: str) -> Mapping[str, Rule]:
    """Return what keys make in one of the `TABLES`."""
    found = {keys: Rule(kana) for row in _rows().values() for keys, kana in row.items()}
    for tables, keys, *made in _lines("romaji_rules.tsv"):
        if tables == "*" or table in tables.split(","):
            found[keys] = Rule(*made)
    return found


@cache
def prefixes(table: str) -> frozenset[str]:
    """Return the keys that could still grow into a longer match."""
    return frozenset(keys[:end] for keys in rules(table) for end in range(1, len(keys)))


@cache
def styles() -> Mapping[str, tuple[str, ...]]:
    """Return the styles of romaji with the rows of the table that each prefers."""
    return {name: tuple(rows[0].split()) if rows else () for name, *rows in _lines("styles.tsv")}


@lru_cache(maxsize=256)
def spellings(style: str, prefer: tuple[str, ...]) -> Mapping[str, str]:
    """Return the keys of every kana; rows of the table in `prefer` go before those of the style."""
    rows = _rows()
    found: dict[str, str] = {}
    preferred = [check_choice("prefer", name, [row for row in rows if row]) for name in prefer]
    for name in (*preferred, *styles()[style], *rows):
        for keys, kana in rows[name].items():
            found.setdefault(hiragana(kana), keys)
    for tables, keys, kana, *rest in _lines("romaji_rules.tsv"):
        if tables == "*" and not rest:
            found.setdefault(kana, keys)
    return found


@cache
def _rows() -> dict[str, dict[str, str]]:
    """Return the rows of the table by the keys that they begin with."""
    return {
        name: {name + vowel: kana for vowel, kana in zip(_VOWELS, row, strict=True) if kana != "-"}
        for name, *row in _lines("romaji.tsv")
    }


def _lines(name: str) -> list[list[str]]:
    text = files("typo.ja").joinpath("data", name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
