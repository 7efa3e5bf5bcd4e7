"""Suggestions from the lexicon that comes with the package: no server, no grammar, hardly any context."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from typo.errors import check_text, unknown_name
from typo.lexicon import fold, languages, load
from typo.restore.candidates import Candidate, Form, candidates, hosts, with_apostrophe
from typo.restore.french import elided_words, elisions, follows_auxiliary
from typo.restore.protocol import Suggestion
from typo.restore.rules import APOSTROPHES, MISTAKEN
from typo.words import LONGEST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from typo.lexicon import WordList

__all__ = ["LexiconRestorer"]

_LETTERS = r"[^\W\d_\u02bc]+"
# A word with what inner apostrophes and hyphens join to it; none that touches a digit or an underscore, and no ending
# in brackets: `juste(s)`.
_WORD = re.compile(rf"(?<!\w)(?<!\w\((?=[^\W\d_]{{1,3}}\))){_LETTERS}(?:[{APOSTROPHES}-]{_LETTERS})*(?!\w)")
_PART = re.compile("[^'-]+")
_STRAIGHT = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))
_PAUSE = re.compile(r"[.,;:!?()«»\n]")
# What comes before the first word of a sentence. A quotation mark alone may open a title.
_SENTENCE = re.compile(r"(?:\A|(?<!\b[A-Z])\.|[!?…:\n])[\s«»“”\"'’(\[–—-]*\Z")
_FARTHEST = 20
_BEFORE_NAME = re.compile(r"[ \u00a0](?=[^\W\d_])[^a-zß-öø-ÿ]")
_MASCULINE, _FEMININE = re.compile(r"és?\Z"), re.compile(r"ées?\Z")
_AFTER_AUXILIARY = 1.5
_APART_SCORE = 5.0


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
        check_text("text", text)
        lexicon = load(self.lang)
        unknown: list[tuple[Form, list[str]]] = []
        before: list[str] = []
        done = 0
        for match in _WORD.finditer(text):
            if _PAUSE.search(text, done, match.start()):
                before = []
            for form in _unknown_forms(lexicon, match.group()):
                start = match.start() + form.start
                is_name = _is_name(form, before) and (form.start > 0 or not _begins_sentence(text, match.start()))
                is_first = _BEFORE_NAME.match(text, match.end()) is not None
                unknown.append((form._replace(start=start, is_name=is_name, is_first=is_first), before))
            before = [*before[-3:], match.group()]
            done = match.end()
        # Nobody slips twice in the same way: what comes again is a word of the author's.
        times = Counter(form.text for form, _ in unknown)
        found = list(_joined(lexicon, text))
        for form, words in unknown:
            found += _ranked(lexicon, form._replace(is_repeated=times[form.text] > 1), words)
        return found


def _ranked(lexicon: WordList, form: Form, before: list[str]) -> list[Suggestion]:
    """Return the candidates for a form, the best first, then in code-point order."""
    found = candidates(lexicon, form)
    participles = _participles(found) if len(found) > 1 and follows_auxiliary(before) else set()
    best: dict[str, Candidate] = {}
    for candidate in found:
        score = candidate.score + _AFTER_AUXILIARY * (candidate.form in participles)
        if candidate.form not in best or score > best[candidate.form].score:
            best[candidate.form] = candidate._replace(score=score)
    ranked = sorted(best.values(), key=lambda candidate: (-candidate.score, candidate.form))
    return [Suggestion(form.start, form.start + len(form.text), *candidate) for candidate in ranked]


def _participles(found: list[Candidate]) -> set[str]:
    """Return the participles among some candidates: beside `créé`, `crée` is none."""
    masculine = {candidate.form for candidate in found if _MASCULINE.search(candidate.form)}
    bare = set(map(fold, masculine))
    feminine = {candidate.form for candidate in found if _FEMININE.search(candidate.form)}
    return masculine | {form for form in feminine if fold(form) not in bare}


def _unknown_forms(lexicon: WordList, word: str) -> Iterator[Form]:
    """Find what is unknown in a word: the whole of it, or its host, or parts of either."""
    if lexicon.accepts(word):
        return
    straight = word.translate(_STRAIGHT)
    start = 0
    while (elided := _elided_word().match(straight, start)) is not None:
        start = elided.end()
    host = straight[start:]
    if lexicon.accepts(host):
        return
    parts = list(_PART.finditer(host))
    if len(host) <= LONGEST and (len(parts) == 1 or candidates(lexicon, Form(0, host))):
        yield Form(start, host)
        return
    for part in parts:
        if len(part.group()) <= LONGEST and not lexicon.accepts(part.group()):
            is_inside = host[part.start() - 1 : part.start()] == "-"
            yield Form(start + part.start(), part.group(), is_inside=is_inside)


def _joined(lexicon: WordList, text: str) -> Iterator[Suggestion]:
    """Suggest an apostrophe for the blank or the other mark between an elided word and its host."""
    for match in _apart().finditer(text):
        word, host = match.groups()
        is_name = word.isupper() and not host.isupper() and not _begins_sentence(text, match.start())
        if is_name or len(host) > LONGEST:
            continue
        forms = with_apostrophe(lexicon, word + host)
        for elision in elisions(word + host):
            if elision.word == word:
                forms = [*forms, *(f"{word}'{found}" for found in hosts(lexicon, elision))]
        for form in forms:
            yield Suggestion(match.start(), match.end(2), form, "apostrophe", _APART_SCORE)


def _is_name(form: Form, before: list[str]) -> bool:
    """Tell whether a form inside a sentence is capitalised as names are, and not as a whole line is."""
    in_capitals = form.text.isupper() and before and len(before[-1]) > 1 and before[-1].isupper()
    return form.text[0].isupper() and not in_capitals


def _begins_sentence(text: str, start: int) -> bool:
    return _SENTENCE.search(text, max(0, start - _FARTHEST), start) is not None


@cache
def _elided_word() -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(elided_words())})'", re.IGNORECASE)


@cache
def _apart() -> re.Pattern[str]:
    """Return what finds an elided word whose apostrophe is a blank or another mark.

    After a number it is a unit; before `et` and `ou` nothing is elided, and a single capital is a name. The host is
    only looked at, since it may be the next one's elided word: `qu aujourd hui`.
    """
    return re.compile(
        rf"(?<![\w{APOSTROPHES})])(?<!\d\s)({'|'.join(elided_words())})[{MISTAKEN}]"
        rf"(?!(?:et|ou|(?-i:[A-Z]))\b)(?=({_LETTERS})(?![\w{APOSTROPHES}]))",
        re.IGNORECASE,
    )
