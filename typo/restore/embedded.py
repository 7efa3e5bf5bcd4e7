"""Suggestions from the lexicon that comes with the package: no server, no grammar, hardly any context."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from typo.errors import check_text, unknown_name
from typo.lexicon import languages, load
from typo.restore.candidates import candidates, hosts, with_apostrophe
from typo.restore.french import ELIDED, elisions, follows_auxiliary
from typo.restore.protocol import Suggestion
from typo.restore.rules import APOSTROPHES, MISTAKEN
from typo.words import LONGEST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from typo.lexicon import Lexicon

__all__ = ["LexiconRestorer"]

_LETTERS = r"[^\W\d_\u02bc]+"
# A word with what inner apostrophes and hyphens join to it; none that touches a digit or an underscore.
_WORD = re.compile(rf"(?<!\w){_LETTERS}(?:[{APOSTROPHES}-]{_LETTERS})*(?!\w)")
_PART = re.compile("[^'-]+")
_ELIDED_WORD = re.compile(rf"(?:{'|'.join(ELIDED)})'", re.IGNORECASE)
# An elided word whose apostrophe is a blank or another mark, and the first part of `aujourd'hui`. After a number it is
# a unit; before `et` and `ou` nothing is elided, and a single capital is a name.
_APART = re.compile(
    rf"(?<![\w{APOSTROPHES}])(?<!\d\s)({'|'.join(ELIDED)}|aujourd)[{MISTAKEN}]"
    rf"(?!(?:et|ou|(?-i:[A-Z]))\b)({_LETTERS})(?![\w{APOSTROPHES}])",
    re.IGNORECASE,
)
_STRAIGHT = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))
_PAUSE = re.compile(r"[.,;:!?()«»\n]")
# What comes before the first word of a sentence. A quotation mark alone may open a title.
_SENTENCE = re.compile(r"(?:\A|[.!?…:\n])[\s«»“”\"'’(\[–—-]*\Z")
_FARTHEST = 20
_PARTICIPLE = re.compile(r"ée?s?\Z")
_AFTER_AUXILIARY = 1.5
_APART_SCORE = 5.0


class _Form(NamedTuple):
    """A form that is no word: where it begins in its word, and whether after a hyphen."""

    start: int
    form: str
    is_inside: bool


@dataclass(frozen=True, slots=True)
class LexiconRestorer:
    """The embedded back end: a word list with four classes of frequency, the keyboard, and a few rules of grammar.

    >>> [suggestion.replacement for suggestion in LexiconRestorer("fr").suggest("Il a mange la poire.")]
    []
    >>> [suggestion.replacement for suggestion in LexiconRestorer("fr").suggest("La fin a ete decidee hier.")]
    ['été', 'décidée']

    It looks only at forms that are no words: of `a` for `à` it knows nothing. A capital in the middle of a sentence
    makes it careful, since names look like misspelt words. The first text takes half a second more, for the lexicon.
    Raises `UnknownName` for a language without a lexicon.
    """

    lang: str = "fr"

    def __post_init__(self) -> None:
        if check_text("lang", self.lang) not in languages():
            raise unknown_name("lexicon for the language", self.lang, languages())

    def suggest(self, text: str) -> list[Suggestion]:
        """Return the words that unknown forms may have been, the likeliest first; `kind` is that of the error."""
        lexicon = load(self.lang)
        found = list(_joined(lexicon, text))
        before: list[str] = []
        done = 0
        for match in _WORD.finditer(text):
            if _PAUSE.search(text, done, match.start()):
                before.clear()
            for part in _unknown_forms(lexicon, match.group()):
                start = match.start() + part.start
                is_name = part.form[0].isupper() and (part.start > 0 or not _begins_sentence(text, start))
                found += _ranked(lexicon, part._replace(start=start), is_name, before)
            before = [*before[-3:], match.group()]
            done = match.end()
        return found


def _ranked(lexicon: Lexicon, part: _Form, is_name: bool, before: list[str]) -> list[Suggestion]:
    """Return the candidates for a form, the best first, then in code-point order."""
    found = candidates(lexicon, part.form, is_name=is_name, is_inside=part.is_inside)
    if len(found) > 1 and follows_auxiliary(before):
        found = [
            candidate._replace(score=candidate.score + _AFTER_AUXILIARY)
            if _PARTICIPLE.search(candidate.form)
            else candidate
            for candidate in found
        ]
    found.sort(key=lambda candidate: (-candidate.score, candidate.form))
    end = part.start + len(part.form)
    return [Suggestion(part.start, end, *candidate) for candidate in found]


def _unknown_forms(lexicon: Lexicon, word: str) -> Iterator[_Form]:
    """Find what is unknown in a word: the whole of it, or its host, or parts of either."""
    if lexicon.accepts(word):
        return
    straight = word.translate(_STRAIGHT)
    start = 0
    while (elided := _ELIDED_WORD.match(straight, start)) is not None:
        start = elided.end()
    host = straight[start:]
    if lexicon.accepts(host):
        return
    parts = list(_PART.finditer(host))
    if len(host) <= LONGEST and (len(parts) == 1 or candidates(lexicon, host)):
        yield _Form(start, host, False)
        return
    for part in parts:
        if len(part.group()) <= LONGEST and not lexicon.accepts(part.group()):
            yield _Form(start + part.start(), part.group(), host[part.start() - 1 : part.start()] == "-")


def _joined(lexicon: Lexicon, text: str) -> Iterator[Suggestion]:
    """Suggest an apostrophe for the blank or the other mark between an elided word and its host."""
    for match in _APART.finditer(text):
        word, host = match.groups()
        if len(host) > LONGEST:
            continue
        forms = with_apostrophe(lexicon, word + host)
        if any(elision.word == word for elision in elisions(word + host)):
            forms = [*forms, *(f"{word}'{found}" for found in hosts(lexicon, host))]
        for form in forms:
            yield Suggestion(match.start(), match.end(), form, "apostrophe", _APART_SCORE)


def _begins_sentence(text: str, start: int) -> bool:
    return _SENTENCE.search(text, max(0, start - _FARTHEST), start) is not None
