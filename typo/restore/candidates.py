"""What a misspelt form may have been: words of the lexicon that a repair leads to, each with a score."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from typo.lexicon import fold
from typo.restore.french import elisions
from typo.restore.rules import is_diacritic_repair, neighbours

if TYPE_CHECKING:
    from typo.lexicon import Lexicon

__all__ = ["Candidate", "candidates", "hosts", "with_apostrophe"]

# Decimal logarithm of the occurrences in a thousand million words, less six: about the middle of each bucket.
_FREQUENCY = (1.0, 2.5, 3.75, 5.0)
_UNKNOWN_HOST = 0.0
_FREQUENT, _COMMON = 2, 3
# How much likelier a kind of error is, on the same scale.
_DIACRITIC, _APOSTROPHE, _AZERTY = 1.0, 0.9, -1.0
# A lower-case elided word before a capital (`lUnion`) leaves no doubt.
_BEFORE_CAPITAL = 4.0
_JOINED = (("oe", "œ"), ("ae", "æ"))
_ALPHABET = "abcdefghijklmnopqrstuvwxyzàâäçéèêëîïôöùûüÿœæ"
_SHORTEST_SLIP = 4


class Candidate(NamedTuple):
    """A word, or an elided word with its host, that a form may stand for; the more likely, the higher the score."""

    form: str
    kind: str
    score: float


def candidates(lexicon: Lexicon, form: str, *, is_name: bool = False, is_inside: bool = False) -> list[Candidate]:
    """Return what an unknown form may have been, in no order.

    `is_name` says that the form is capitalised for no other reason than being a name, `is_inside` that a hyphen
    comes before it, so that its first letter is not the first of the word.
    """
    found = [
        Candidate(word, "diacritic", _FREQUENCY[lexicon.bucket(word)] + _DIACRITIC)
        for word in _marked(lexicon, form)
        if not is_name or _is_name_for(lexicon, form, word)
    ]
    if "'" not in form:
        found += _elided(lexicon, form, is_name)
    return found + _slipped(lexicon, form, is_name, is_inside)


def _marked(lexicon: Lexicon, form: str) -> list[str]:
    """Return the words that a form is without some of their marks or ligatures."""
    low = form.lower()
    keys = [low, *(low.replace(apart, joined) for apart, joined in _JOINED if apart in low)]
    if form != low:
        keys += [key[0].upper() + key[1:] for key in keys]
    words = [word for key in keys for word in lexicon.plain(fold(key))]
    return [word for word in words if is_diacritic_repair(low, word.lower())]


def _is_name_for(lexicon: Lexicon, form: str, word: str) -> bool:
    """Tell whether a name may lack marks: on its capital, or where the word with them is common enough.

    Foreign names look like French words that lost their marks.
    """
    if fold(word[0]) != word[0] and form[0] == fold(word[0].upper()):
        return True
    return lexicon.bucket(word) >= (_FREQUENT if word[0].isupper() else _COMMON)


def _elided(lexicon: Lexicon, form: str, is_name: bool) -> list[Candidate]:
    """Return what a form may have been that lost an apostrophe, and perhaps marks with it."""
    found = [
        Candidate(word, "apostrophe", _FREQUENCY[lexicon.bucket(word)] + _APOSTROPHE)
        for word in with_apostrophe(lexicon, form)
    ]
    for elision in elisions(form):
        before_capital = elision.word.islower() and elision.host[0].isupper()
        if is_name and not before_capital:
            continue
        bonus = elision.share + _APOSTROPHE + _BEFORE_CAPITAL * before_capital
        known = hosts(lexicon, elision.host)
        for host in known:
            found.append(Candidate(f"{elision.word}'{host}", "apostrophe", _FREQUENCY[lexicon.bucket(host)] + bonus))
        if before_capital and not known:
            found.append(Candidate(f"{elision.word}'{elision.host}", "apostrophe", _UNKNOWN_HOST + bonus))
    return found


def hosts(lexicon: Lexicon, host: str) -> list[str]:
    """Return the words that the host of an elided word may be: itself, or else those it is without their marks."""
    low = host.lower()
    known = [low] if low in lexicon else [host] if host in lexicon else []
    return known or _marked(lexicon, host)


def _slipped(lexicon: Lexicon, form: str, is_name: bool, is_inside: bool) -> list[Candidate]:
    """Return the words from which one slip on AZERTY keys leads to a form."""
    if len(form) < _SHORTEST_SLIP:
        return []
    low = form.lower()
    # What is capitalised is a name more often than a slip.
    least = _COMMON if is_name else _FREQUENT if form != low else 0
    found = []
    for place in range(0 if is_inside else 1, len(low)):
        for letter in _meant().get(low[place], ""):
            word = low[:place] + letter + low[place + 1 :]
            if word not in lexicon and form != low:
                word = word[0].upper() + word[1:]
            if word in lexicon and (bucket := lexicon.bucket(word)) >= least:
                found.append(Candidate(word, "azerty", _FREQUENCY[bucket] + _AZERTY))
    return found


@cache
def _meant() -> dict[str, str]:
    """Return, for each letter, those that may have been meant when it was struck."""
    return {
        struck: "".join(letter for letter in _ALPHABET if letter in neighbours(struck) or struck in neighbours(letter))
        for struck in _ALPHABET
    }


def with_apostrophe(lexicon: Lexicon, form: str) -> list[str]:
    """Return the words that hold an apostrophe (`aujourd'hui`) and are a form without it, and without their marks."""
    return _apostrophised(lexicon).get(fold(form.lower()), [])


@cache
def _apostrophised(lexicon: Lexicon) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in lexicon:
        if "'" in word[1:-1]:
            found.setdefault(fold(word.replace("'", "").lower()), []).append(word)
    return found
