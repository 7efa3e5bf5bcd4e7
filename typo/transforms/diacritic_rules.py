"""What becomes of a letter with a mark, by language and style: the rows of `data/spelling/diacritics.tsv`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple
from unicodedata import combining, name, normalize

from typo.errors import InvalidArgument
from typo.graphemes import clusters

__all__ = ["Change", "DiacriticRow", "Respeller", "diacritic_rows", "respeller", "styles_of"]

# Shown before a combining mark in a row that drops that mark from any letter.
_DOTTED_CIRCLE = "\u25cc"
# There it stands for any mark.
_ANY = "*"
# The letters of a language whose marks are dropped; all others of the table are written in Latin.
_SCRIPTS = {"ar": "ARABIC", "ru": "CYRILLIC"}


class DiacriticRow(NamedTuple):
    """One row of the table, with words that show it.

    - `langs`, `styles`: where it holds; the first style of a language is its usual one.
    - `letters`, `become`: letters in small and capital, and what they become; a dotted circle with a combining mark,
      or a star for any, where any letter of the language's script loses that mark.
    - `where`: `anywhere`, or `end` for the last letter of a word.
    - `changes`, `into`, `stays`: a word that changes, what it becomes, and a word that stays as it is.
    - `sources`: keys of `data/spelling/SOURCES.md`.
    """

    langs: tuple[str, ...]
    styles: tuple[str, ...]
    letters: tuple[str, ...]
    become: tuple[str, ...]
    where: str
    changes: str
    into: str
    stays: str
    sources: tuple[str, ...]


class Change(NamedTuple):
    """A character (grapheme cluster) of a word and what it becomes, in NFC."""

    start: int
    end: int
    replacement: str


class Respeller(NamedTuple):
    """What the rows of one language and one or more styles do to a word."""

    letters: dict[str, str]
    last: dict[str, str]
    marks: frozenset[str]
    script: str

    def changes(self, word: str, *, capitals_only: bool = False) -> tuple[Change, ...]:
        """List the characters of a word that change, in order.

        >>> respeller("de", ("digraph",)).changes("Größe")
        (Change(start=2, end=3, replacement='oe'), Change(start=3, end=4, replacement='ss'))
        """
        if word.isascii():
            return ()
        found = []
        # A word in capitals may keep its small ß, for want of a capital one: `STRAßE`.
        spelt_big = word.replace("ß", "").isupper() and sum(map(str.isalpha, word)) > 1
        for start, end in clusters(word):
            before = normalize("NFC", word[start:end])
            if before.isascii() or (capitals_only and not before[0].isupper()):
                continue
            after = self._respelt(before)
            if end == len(word):
                after = self.last.get(before, after)
            if after != before:
                # Two letters for a capital: `Uebung`, but `UEBUNG`.
                found.append(Change(start, end, after.upper() if spelt_big and len(after) > 1 else after))
        return tuple(found)

    def _respelt(self, character: str) -> str:
        script = name(normalize("NFD", character)[0], "")
        strips = script.startswith(self.script)
        letters = [self.letters.get(letter) or (self._bare(letter) if strips else letter) for letter in character]
        return normalize("NFC", "".join(letters))

    def _bare(self, letter: str) -> str:
        any_mark = _ANY in self.marks
        parts = normalize("NFD", letter)
        return "".join([part for part in parts if part not in self.marks and not (any_mark and combining(part))])


@cache
def diacritic_rows() -> tuple[DiacriticRow, ...]:
    """Return the rows of the table in order."""
    path = Path(__file__).parents[1] / "data" / "spelling" / "diacritics.tsv"
    _, *lines = path.read_text("utf-8").splitlines()
    return tuple(_row(*line.split("\t")) for line in lines)


def _row(
    langs: str, styles: str, letters: str, become: str, where: str, changes: str, into: str, stays: str, sources: str
) -> DiacriticRow:
    return DiacriticRow(
        tuple(langs.split(",")),
        tuple(styles.split(",")),
        tuple(letters.split()),
        tuple("" if letter == "-" else letter for letter in become.split()),
        where,
        changes,
        into,
        stays,
        tuple(sources.split()),
    )


def styles_of(lang: str) -> tuple[str, ...]:
    """Return the styles of a language, the usual one first; raises `InvalidArgument` for one without rows.

    >>> styles_of("de"), styles_of("pt-BR")
    (('plain', 'digraph'), ('plain',))
    """
    code = lang.partition("-")[0]
    found = dict.fromkeys(style for row in diacritic_rows() if code in row.langs for style in row.styles)
    if not found:
        known = sorted({code for row in diacritic_rows() for code in row.langs})
        raise InvalidArgument(f"lang={lang!r} has no rules for diacritics; there are: {', '.join(known)}.")
    return tuple(found)


@cache
def respeller(lang: str, styles: tuple[str, ...]) -> Respeller:
    """Return what the rows of some styles of a language do."""
    code = lang.partition("-")[0]
    letters: dict[str, str] = {}
    last: dict[str, str] = {}
    marks: set[str] = set()
    for row in diacritic_rows():
        if code not in row.langs or not set(styles).intersection(row.styles):
            continue
        if row.letters[0][0] == _DOTTED_CIRCLE:
            marks.add(row.letters[0][1])
        else:
            table = last if row.where == "end" else letters
            table.update(zip(row.letters, row.become, strict=True))
    return Respeller(letters, last, frozenset(marks), _SCRIPTS.get(code, "LATIN"))
