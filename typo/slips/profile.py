"""Read the profiles: numbers for all languages, and for each language with data what it adds to them."""

from __future__ import annotations

from functools import cache
from typing import Any

from typo.slips.symbols import script

__all__ = ["PROFILES", "evidence", "profile_letters", "profile_ranks", "profile_table"]

PROFILES = ("desktop", "phone", "learner", "keyboard-only", "uniform")


@cache
def _file(name: str) -> dict[str, Any]:
    import json
    from pathlib import Path

    path = Path(__file__).parents[1] / "data" / "profiles" / f"{name}.json"
    return dict(json.loads(path.read_text("utf-8"))) if path.exists() else {}


def _added(profile: str, lang: str | None) -> dict[str, Any]:
    """Read what a language adds to a profile: its own numbers for it, or else those for the desktop."""
    return _file(f"{profile}-{lang}") or _file(f"desktop-{lang}")


@cache
def profile_table(profile: str, lang: str | None) -> dict[str, int]:
    """Return the weights of a profile for a language, as logarithms in 64ths of a bit."""
    table: dict[str, int] = {}
    for part in (_file(profile), _added(profile, lang)):
        for head, weights in part.get("weights", {}).items():
            for rest, weight in weights.items():
                name = head + rest
                table[name] = table.get(name, 0) + weight
    return table


@cache
def profile_ranks(lang: str | None) -> dict[str, int]:
    """Return how frequent letters are: 0 the most frequent of a language, each step half as frequent."""
    return {**_file("desktop").get("ranks", {}), **_file(f"desktop-{lang}").get("ranks", {})}


@cache
def profile_letters(lang: str | None, writing: str) -> tuple[str, ...]:
    """Return letters of a script that a language is known to write: a keyboard may have no key for some of them."""
    known = (*_file(f"desktop-{lang}").get("ranks", ()), *_file("letters").get(lang or "", ""))
    return tuple(dict.fromkeys(letter for letter in known if script(letter) == writing))


def evidence(profile: str, lang: str | None) -> tuple[str, ...]:
    """Name the corpora to which the numbers of a profile for a language were fitted; empty when they are transferred.

    >>> evidence("desktop", "uk"), evidence("phone", "uk"), evidence("desktop", "hi")
    (('UA-GEC (CC BY 4.0)',), (), ())
    """
    return tuple(_file(f"{profile}-{lang}").get("about", {}).get("corpora", ()))
