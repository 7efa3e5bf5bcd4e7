"""Respelt words that would be other words of the language."""

from __future__ import annotations

import re

from typo.lexicon import languages, load

__all__ = ["EXCLUSIONS", "collides", "has_lexicon", "lexicon_tag"]

#: what a respelt word must not be: another word, or what several words are without their marks
EXCLUSIONS = ("word", "merge")

# What parts a host from what is before it.
_BEFORE_HOST = re.compile(r"['\u2019\u02bc\uff07]|\d+")


def has_lexicon(lang: str) -> bool:
    """Tell whether there is a lexicon of a language."""
    return lang.partition("-")[0] in languages()


def lexicon_tag(lang: str) -> str:
    """Return name and version of the lexicon of a language, for signatures."""
    return load(lang.partition("-")[0]).tag


def collides(lang: str, before: str, after: str, exclude: tuple[str, ...]) -> bool:
    """Tell whether a word, in NFC, became one that is excluded.

    A host behind an apostrophe is looked at by itself, and so is an ending behind digits: `17e` is right.

    >>> collides("fr", "d'où", "d'ou", ("word",)), collides("fr", "Forêt-Noire", "Foret-Noire", ("word",))
    (True, True)
    >>> collides("fr", "17è", "17e", ("word",)), collides("fr", "2ème", "2eme", ("word",))
    (True, False)
    >>> collides("fr", "pêche", "peche", ("word",)), collides("fr", "pêche", "peche", ("word", "merge"))
    (False, True)
    """
    lexicon = load(lang.partition("-")[0])
    hosts = zip(_BEFORE_HOST.split(before), _BEFORE_HOST.split(after), strict=True)
    changed = [new for old, new in hosts if new != old]
    if "word" in exclude and (lexicon.accepts(after) or any(map(lexicon.accepts, changed))):
        return True
    return "merge" in exclude and any(len(lexicon.plain(host.lower())) > 1 for host in changed)
