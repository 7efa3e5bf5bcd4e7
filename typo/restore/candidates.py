"""What a misspelt form may have been: words of the lexicon that a repair leads to, each with a score."""

from __future__ import annotations

from functools import cache
from math import log10
from typing import TYPE_CHECKING, NamedTuple

from typo.lexicon import FREQUENT, fold
from typo.restore.french import CLOSED_CLASS, elisions
from typo.restore.rules import is_diacritic_repair, neighbours

if TYPE_CHECKING:
    from typo.lexicon import WordList
    from typo.restore.french import Elision

__all__ = ["Candidate", "Form", "candidates", "hosts", "with_apostrophe"]

# Decimal logarithm of the occurrences in a thousand million words, less one: about the middle of each bucket.
_FREQUENCY = (1.0, 2.5, 3.75, 5.0)
_CLOSED_CLASS = 0.7
_UNKNOWN_HOST = 0.0
_COMMON = 3
# How much likelier a kind of error is, on the same scale.
_DIACRITIC, _APOSTROPHE, _AZERTY = 1.0, 0.2, -0.5
# Of a form that would have lost its apostrophe and marks at once.
_BOTH = -1.0
# An elided word before a capital (`lUnion`) leaves no doubt.
_BEFORE_CAPITAL = 4.0
_JOINED = (("oe", "œ"), ("ae", "æ"))
_ALPHABET = "abcdefghijklmnopqrstuvwxyzàâäçéèêëîïôöùûüÿœæ"
_SHORTEST_SLIP = 4
_SHORT_NAME = 4


class Form(NamedTuple):
    """A form that is no word, with the straight apostrophe.

    - `start`: where it begins.
    - `is_name`: whether it is capitalised for no other reason than being a name.
    - `is_first`: whether a capital comes next, so that it looks like a first name if it has one too.
    - `is_inside`: whether a hyphen comes before it, so that its first letter is not the first of the word.
    - `is_repeated`: whether the text has it more than once, which no slip is.
    """

    start: int
    text: str
    is_name: bool = False
    is_first: bool = False
    is_inside: bool = False
    is_repeated: bool = False


class Candidate(NamedTuple):
    """A word, or an elided word with its host, that a form may stand for; the more likely, the higher the score."""

    form: str
    kind: str
    score: float


def candidates(lexicon: WordList, form: Form) -> list[Candidate]:
    """Return what a form may have been, in no order.

    A form that is more frequent in texts than a word it might stand for (`the` than `thé`) is rather a word of another
    language; a name must be less frequent than what it might stand for by a slip.
    """
    own = lexicon.bucket(form.text)
    found = [
        Candidate(word, "diacritic", _frequency(lexicon, word) + _DIACRITIC)
        for word in _marked(lexicon, form.text)
        if lexicon.bucket(word) >= own and (not form.is_name or _may_be_name(lexicon, form.text, word))
    ]
    if "'" not in form.text:
        found += _elided(lexicon, form, own)
    return found + _slipped(lexicon, form, own)


def hosts(lexicon: WordList, elision: Elision) -> list[str]:
    """Return the words that the host of an elided word may be: itself, or else those it is without their marks."""
    if elision.fixed:
        return list(elision.fixed)
    low = elision.host.lower()
    known = [low] if low in lexicon else [elision.host] if elision.host in lexicon else []
    return known or [*with_apostrophe(lexicon, elision.host), *_marked(lexicon, elision.host)]


def with_apostrophe(lexicon: WordList, form: str) -> list[str]:
    """Return the words that hold an apostrophe (`c'est-à-dire`) and are a form without it, and without their marks."""
    return _apostrophised(lexicon).get(fold(form.lower()), [])


def _marked(lexicon: WordList, form: str) -> list[str]:
    """Return the words that a form is without some of their marks or ligatures."""
    low = form.lower()
    keys = [low, *(low.replace(apart, joined) for apart, joined in _JOINED if apart in low)]
    if form != low:
        keys += [key[0].upper() + key[1:] for key in keys]
    words = [word for key in keys for word in lexicon.plain(fold(key))]
    return [word for word in words if is_diacritic_repair(low, word.lower())]


def _may_be_name(lexicon: WordList, form: str, word: str) -> bool:
    """Tell whether a name may lack marks: on its capital, or where the word with them is common enough.

    Foreign names look like French words that lost their marks.
    """
    if fold(word[0]) != word[0] and form[0] == fold(word[0].upper()):
        return True
    return lexicon.bucket(word) >= (FREQUENT if word[0].isupper() or lexicon.bucket(form) < FREQUENT else _COMMON)


def _elided(lexicon: WordList, form: Form, own: int) -> list[Candidate]:
    """Return what a form may have been that lost an apostrophe, and perhaps marks with it."""
    found = [
        Candidate(word, "apostrophe", _frequency(lexicon, word) + _APOSTROPHE)
        for word in with_apostrophe(lexicon, form.text)
    ]
    # Short names look like elided words.
    least = 0 if form.text[0].islower() else _COMMON if len(form.text) <= _SHORT_NAME else FREQUENT
    for elision in elisions(form.text):
        before_capital = elision.host[0].isupper() and not form.text.isupper()
        if form.is_name and not before_capital:
            continue
        bonus = elision.prior + _APOSTROPHE + _BEFORE_CAPITAL * before_capital
        known = hosts(lexicon, elision)
        for host in known:
            if elision.fixed or lexicon.bucket(host) >= max(own, least):
                score = _frequency(lexicon, host) + bonus + (host.lower() != elision.host.lower()) * _BOTH
                found.append(Candidate(f"{elision.word}'{host}", "apostrophe", score))
        if before_capital and not known:
            found.append(Candidate(f"{elision.word}'{elision.host}", "apostrophe", _UNKNOWN_HOST + bonus))
    return found


def _slipped(lexicon: WordList, form: Form, own: int) -> list[Candidate]:
    """Return the words from which one slip on AZERTY keys leads to a form."""
    low = form.text.lower()
    is_lower = form.text == low
    if form.is_repeated or (len(low) < _SHORTEST_SLIP and not (form.is_inside and is_lower)):
        return []
    # What is capitalised is a name more often than a slip.
    is_name = form.is_name or (form.is_first and not is_lower)
    least = max(own + (is_name and own >= FREQUENT), 0 if is_lower else FREQUENT)
    found = []
    for place in range(0 if form.is_inside else 1, len(low)):
        for letter, likelihood in _meant().get(low[place], ()):
            word = low[:place] + letter + low[place + 1 :]
            if word not in lexicon and not is_lower:
                word = word[0].upper() + word[1:]
            if is_name and word[0].islower() and lexicon.bucket(word) < _COMMON:
                continue
            if word in lexicon and lexicon.bucket(word) >= least:
                found.append(Candidate(word, "azerty", _frequency(lexicon, word) + likelihood + _AZERTY))
    return found


def _frequency(lexicon: WordList, word: str) -> float:
    return _FREQUENCY[lexicon.bucket(word)] + (word in CLOSED_CLASS) * _CLOSED_CLASS


@cache
def _meant() -> dict[str, list[tuple[str, float]]]:
    """Return, for each letter that was struck, those that may have been meant, with the logarithm of how likely."""
    found: dict[str, list[tuple[str, float]]] = {}
    for meant in _ALPHABET:
        beside = neighbours(meant)
        for struck, weight in beside.items():
            found.setdefault(struck, []).append((meant, log10(weight / sum(beside.values()))))
    return found


@cache
def _apostrophised(lexicon: WordList) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in lexicon:
        if "'" in word[1:-1]:
            found.setdefault(fold(word.replace("'", "").lower()), []).append(word)
    return found
