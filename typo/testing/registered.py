"""All that is registered, in every language it can be made for: what the tests of the laws go through."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from typo.errors import InvalidArgument, MissingExtra, UnknownName
from typo.perturber import Perturber
from typo.registry import available, get, languages

if TYPE_CHECKING:
    from typo.combine import Combinator
    from typo.planner import Transform

__all__ = ["Registered", "registered"]


class Registered(NamedTuple):
    """A transform, recipe or realistic mix: a label, and the language it was made for ("" where there is none)."""

    label: str
    transform: Transform | Combinator
    lang: str


@cache
def registered() -> tuple[Registered, ...]:
    """List every name in every language, with and without `@paper`, and the realistic mix of every language.

    What needs an extra that is not installed is left out.

    >>> [entry.label for entry in registered() if entry.label.startswith(("fullwidth", "keyboard en"))]
    ['fullwidth', 'keyboard en']
    """
    codes = [language.code for language in languages()]
    named = (entry for name in available() for preset in ("", "@paper") for entry in _made(name, preset, codes))
    mixes = (Registered(f"lang={code}", Perturber(lang=code).transform, code) for code in codes)
    return (*named, *mixes)


def _made(name: str, preset: str, codes: list[str]) -> list[Registered]:
    """Return a transform in every language, or once where it is of one language or none."""
    name += preset
    in_languages = [Registered(f"{name} {code}", made, code) for code in codes if (made := _get(name, lang=code))]
    plain = None if in_languages else _get(name)
    if plain is None:
        return in_languages
    prefix = name.partition(".")[0]
    return [Registered(name, plain, prefix if prefix in codes else "")]


def _get(name: str, **options: str) -> Transform | Combinator | None:
    try:
        return get(name, **options)
    except (UnknownName, InvalidArgument, MissingExtra):
        return None  # no such preset, not for this language, or its extra is not installed
