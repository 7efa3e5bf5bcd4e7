"""Where a word has an apostrophe that somebody may leave out: the rows of `data/spelling/apostrophes.tsv`."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple
from unicodedata import normalize

from typo.errors import InvalidArgument
from typo.graphemes import is_joined
from typo.lexicon import WordList, fold, load
from typo.lexicon import languages as lexicon_languages

__all__ = ["APOSTROPHES", "ApostropheRow", "Finder", "Site", "apostrophe_rows", "finder", "rows_of"]

APOSTROPHES = "'\u2019\u02bc\u2018\u2032\u00b4`\uff07"
"""What stands for an apostrophe in texts: the straight and the typographic one, and what is typed for them."""

# What a word after an elided one begins with.
_VOWELS = {"fr": frozenset("aeiouyhœæ"), "it": frozenset("aeiouh")}
_LONE_VOWELS = frozenset("aeiou")
_LETTER = "[^\\W\\d_]"
_MARKS = "\u0300-\u036f"
# A word, and the same with apostrophes inside; no word has more than three.
_HOST = re.compile(rf"(?:{_LETTER}[{_MARKS}]*)+")
_WHOLE = re.compile(rf"(?:{_LETTER}[{_MARKS}]*)+(?:[{APOSTROPHES}](?:{_LETTER}[{_MARKS}]*)+){{0,3}}")
_OLD_LIGATURES = (("oe", "œ"), ("ae", "æ"))


class ApostropheRow(NamedTuple):
    """One row of the table, with words that show it.

    - `lang`: the language.
    - `before`: what stands before the apostrophe, in small letters.
    - `after`: the words that may stand behind it; or `vowel` for any word of the language that begins like one with a
      vowel, `end` for none.
    - `weight`: how often it is left out, in cases of ten thousand; 0 where nobody counted.
    - `words`: which of its tokens are other words without the apostrophe, where the language has no lexicon.
    - `changes`, `into`, `stays`: a word that changes, what it becomes, and one that is no case of this row.
    - `collides`: a word that would become another one, or nothing.
    - `sources`: keys of `data/spelling/SOURCES.md`.
    """

    lang: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    weight: int
    words: tuple[str, ...]
    changes: str
    into: str
    stays: str
    collides: str
    sources: tuple[str, ...]


class Site(NamedTuple):
    """A token with an apostrophe: its span, where the apostrophe is, its row, and what stands behind it."""

    start: int
    end: int
    at: int
    row: ApostropheRow
    host: str

    @property
    def is_cut(self) -> bool:
        """Whether nothing stands behind the apostrophe: `po'`."""
        return not self.host


class Finder:
    """Finds the tokens of a language."""

    __slots__ = ("_before", "_lexicon", "_rows", "_vowels")

    def __init__(self, lang: str) -> None:
        self._rows: dict[str, tuple[ApostropheRow, ...]] = {}
        for row in rows_of(lang):
            for word in row.before:
                self._rows[word] = (*self._rows.get(word, ()), row)
        words = "|".join(sorted(self._rows, key=lambda word: (-len(word), word)))
        self._before = re.compile(rf"(?<![\w{_MARKS}])({words})[{APOSTROPHES}]", re.IGNORECASE)
        self._lexicon = load(lang) if lang in lexicon_languages() else None
        self._vowels = _VOWELS.get(lang, frozenset())

    def sites(self, string: str) -> list[Site]:
        """List the tokens of a string in order; they may overlap, as in `d'aujourd'hui`."""
        found: list[Site] = []
        for match in self._before.finditer(string):
            start, at = match.start(), match.end() - 1
            if self._is_inside(string, start, found) or is_joined(string, start) or is_joined(string, at + 1):
                continue
            host = self._host(string, at + 1)
            row = self._row(match[1].lower(), string, at + 1, host)
            if row is not None:
                end = at + 1 + len(host)
                while is_joined(string, end):
                    end += 1
                found.append(Site(start, end, at, row, host))
        return found

    def is_word(self, site: Site, string: str) -> bool:
        """Tell whether a token is a word of the language without its apostrophe."""
        word = _HOST.match(site.host)
        glued = normalize("NFC", string[site.start : site.at] + (word[0] if word else ""))
        if self._lexicon is not None:
            return self._lexicon.accepts(glued)
        # With a lone vowel an elided word is a form of itself: `tutt'e due`, `tutte`.
        return glued.lower() in site.row.words or (site.row.after == ("vowel",) and site.host.lower() in _LONE_VOWELS)

    def _is_inside(self, string: str, start: int, found: list[Site]) -> bool:
        """Tell whether what was found hangs on an apostrophe of something else: the n in `rock'n'roll`."""
        if not start or string[start - 1] not in APOSTROPHES or (found and found[-1].at == start - 1):
            return False
        return start > 1 and (string[start - 2].isalnum() or is_joined(string, start - 2))

    def _row(self, before: str, string: str, at: int, host: str) -> ApostropheRow | None:
        """Return the row of a word before an apostrophe and what begins behind it."""
        word = normalize("NFC", host).lower()
        for row in self._rows.get(before, ()):
            if row.after == ("end",):
                fits = not host and not string[at : at + 1].isalnum()
            elif row.after == ("vowel",):
                fits = bool(host) and fold(word)[0] in self._vowels and self._is_host(host)
            else:
                fits = word in row.after
            if fits:
                return row
        return None

    def _host(self, string: str, at: int) -> str:
        """Return the word behind an apostrophe: all of `aujourd'hui`, but of `avait-il` the first."""
        first, whole = _HOST.match(string, at), _WHOLE.match(string, at)
        if first is None or whole is None:
            return ""
        return first[0] if whole[0] == first[0] or self._is_host(first[0]) or not self._is_host(whole[0]) else whole[0]

    def _is_host(self, host: str) -> bool:
        """Tell whether a word is one of the language, or written like a name."""
        return self._lexicon is None or host[0].isupper() or _is_known(self._lexicon, normalize("NFC", host))


def _is_known(lexicon: WordList, word: str) -> bool:
    if lexicon.accepts(word):
        return True
    for letters, ligature in _OLD_LIGATURES:
        word = word.replace(letters, ligature)
    return lexicon.accepts(word)


@cache
def apostrophe_rows() -> tuple[ApostropheRow, ...]:
    """Return the rows of the table in order."""
    text = files("typo").joinpath("data/spelling/apostrophes.tsv").read_text("utf-8")
    return tuple(_row(*line.split("\t")) for line in text.splitlines()[1:])


def _row(
    lang: str,
    before: str,
    after: str,
    weight: str,
    words: str,
    changes: str,
    into: str,
    stays: str,
    collides: str,
    sources: str,
) -> ApostropheRow:
    return ApostropheRow(
        lang,
        tuple(before.split()),
        tuple(after.split()),
        0 if weight == "-" else int(weight),
        () if words == "-" else tuple(words.split()),
        changes,
        into,
        stays,
        "" if collides == "-" else collides,
        tuple(sources.split()),
    )


def rows_of(lang: str) -> tuple[ApostropheRow, ...]:
    """Return the rows of a language; raises `InvalidArgument` where there are none.

    >>> rows_of("xx")
    Traceback (most recent call last):
    typo.errors.InvalidArgument: lang='xx' has no rules for apostrophes; there are: en, fr, it.
    """
    found = tuple(row for row in apostrophe_rows() if row.lang == lang)
    if not found:
        known = sorted({row.lang for row in apostrophe_rows()})
        raise InvalidArgument(f"lang={lang!r} has no rules for apostrophes; there are: {', '.join(known)}.")
    return found


@cache
def finder(lang: str) -> Finder:
    """Return what finds the tokens of a language, one object a process.

    >>> [site.host for site in finder("fr").sites("d'aujourd'hui, l'eau, O'Brien, d'1,5, rock'n'ail")]
    ["aujourd'hui", 'hui', 'eau']
    """
    return Finder(lang)
