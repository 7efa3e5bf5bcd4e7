"""Read the profiles: numbers for all languages, and for each language with data what it adds to them."""

from __future__ import annotations

from functools import cache
from typing import Any

from typo.slips.symbols import script

__all__ = ["PROFILES", "profile_letters", "profile_ranks", "profile_table"]

PROFILES = ("desktop", "phone", "learner", "keyboard-only", "uniform")


@cache
def _file(name: str) -> dict[str, Any]:
    import json
    from pathlib import Path

    path = Path(__file__).parents[1] / "data" / "profiles" / f"{name}.json"
    return dict(json.loads(path.read_text("utf-8"))) if path.exists() else {}


@cache
def profile_table(profile: str, lang: str | None) -> dict[str, int]:
    """Return the weights of a profile for a language, as logarithms in 64ths of a bit."""
    table: dict[str, int] = dict(_file(profile)["weights"])
    for name, weight in _file(f"lang-{lang}").get("weights", {}).items():
        table[name] = table.get(name, 0) + weight
    return table


@cache
def profile_ranks(lang: str | None) -> dict[str, int]:
    """Return how frequent letters are: 0 the most frequent of a language, each step half as frequent."""
    ranks: dict[str, int] = dict(_file("desktop").get("ranks", {}))
    ranks.update(_file(f"lang-{lang}").get("ranks", {}))
    return ranks


@cache
def profile_letters(lang: str | None, writing: str) -> tuple[str, ...]:
    """Return the letters of a script that a language writes, as far as its file says so."""
    return tuple(letter for letter in _file(f"lang-{lang}").get("ranks", {}) if script(letter) == writing)
