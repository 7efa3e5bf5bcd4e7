"""Read the profiles: numbers for all languages, and for each language with data what it adds to them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from typo.errors import check_text
from typo.slips.symbols import script
from typo_keyboards import language

__all__ = ["PROFILES", "evidence", "profile_letters", "profile_ranks", "profile_table"]

PROFILES = ("desktop", "phone", "learner", "keyboard-only", "uniform", "multypo")


@cache
def _base(lang: str | None) -> str:
    """Return the code of a language without a region: `pt` for `pt_BR`, `PT` and `por`."""
    if lang is None:
        return ""
    try:
        return language(check_text("lang", lang)).code.partition("-")[0]
    except LookupError:
        return lang


@lru_cache(16)
def _file(name: str) -> dict[str, Any]:
    import json
    from pathlib import Path

    if not name.replace("-", "").isalnum():
        return {}
    path = Path(__file__).parents[1] / "data" / "profiles" / f"{name}.json"
    return dict(json.loads(path.read_text("utf-8"))) if path.exists() else {}


def _of_language(profile: str, lang: str | None) -> dict[str, Any]:
    """Read what a language, by its code without a region, adds to a profile."""
    return _file(f"{profile}-{_base(lang)}") if lang is not None else {}


def profile_table(profile: str, lang: str | None, writing: str) -> dict[str, int]:
    """Return the weights of a profile for words of a script, as logarithms in 64ths of a bit.

    Those of the language are its own for the profile, or else its own for the desktop; none when the language is not
    written in that script.
    """
    added = _of_language(profile, lang) or _of_language("desktop", lang)
    parts = [_file(profile), added if any(script(letter) == writing for letter in added.get("ranks", ())) else {}]
    table: dict[str, int] = {}
    for part in parts:
        for head, weights in part.get("weights", {}).items():
            for rest, weight in weights.items():
                name = head + rest
                table[name] = table.get(name, 0) + weight
    return table


@cache
def profile_ranks(lang: str | None) -> dict[str, int]:
    """Return how frequent letters are: 0 the most frequent of a language, each step half as frequent."""
    return {**_file("desktop").get("ranks", {}), **_of_language("desktop", lang).get("ranks", {})}


@cache
def profile_letters(lang: str | None, writing: str) -> tuple[str, ...]:
    """Return letters of a script that a language is known to write: a keyboard may have no key for some of them."""
    known = (*_of_language("desktop", lang).get("ranks", ()), *_file("letters").get(_base(lang), ""))
    return tuple(dict.fromkeys(letter for letter in known if script(letter) == writing))


def evidence(profile: str, lang: str | None) -> tuple[str, ...]:
    """Name the corpora to which the numbers of a profile for a language were fitted; empty when they are transferred.

    >>> evidence("desktop", "uk"), evidence("desktop", "ukr") == evidence("desktop", "uk_UA"), evidence("phone", "uk")
    (('UA-GEC (CC BY 4.0)',), True, ())
    >>> evidence("desktop", "hi")
    ()
    """
    return tuple(_of_language(profile, lang).get("about", {}).get("corpora", ()))
