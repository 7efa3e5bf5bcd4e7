"""Lexica: which forms are words of a language, and how frequent they are.

They tell whether a typing error makes another word, and what a misspelt word may have been. The data are two files a
language, read when first asked for: the words, and the buckets of frequency, which have another licence; see
`data/lexicon/NOTICE.md`. What counts as frequent never decides what is a word: the web is full of `etre` and `quil`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING
from unicodedata import category, normalize

from typo.errors import check_text, unknown_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["FREQUENT", "WordList", "fold", "languages", "load"]

FREQUENT = 2
"""The bucket from which on a form counts as frequent: a thousand or more in a thousand million words."""

_TAGS = {"fr": "lexicon-fr-1"}
_STRAIGHT = str.maketrans("’ʼ＇", "'''")
# A line begins with how many letters of the word before are dropped, counted from this character on.
_NONE_DROPPED = ord("0")


class _Folded(dict[int, str]):
    """What each character is without its marks, found when first met."""

    def __missing__(self, code: int) -> str:
        bare = "".join(c for c in normalize("NFD", chr(code)) if category(c) != "Mn")
        found = self[code] = normalize("NFC", bare)
        return found


_folded = _Folded()


def fold(word: str) -> str:
    r"""Return a word without the marks on its letters.

    Letters that are one character in Unicode (`œ æ ø ł đ ı ß`) stay as they are. Words in NFC and in NFD have the same
    result.

    >>> fold("Forêt"), fold("fore\u0302t"), fold("cœur")
    ('Foret', 'foret', 'cœur')
    """
    return word if word.isascii() else normalize("NFC", word.translate(_folded))


class WordList:
    """The words of a language, in every form, in NFC and with the straight apostrophe. Made by `load`.

    - `lang`: the code of the language.
    - `tag`: name and version of the data, for signatures.
    """

    __slots__ = ("_buckets", "_others", "_plain", "lang", "tag")

    def __init__(self, lang: str, tag: str, buckets: Mapping[str, int], others: Mapping[str, int]) -> None:
        self.lang = lang
        self.tag = tag
        self._buckets = buckets
        self._others = others
        self._plain: dict[str, tuple[str, ...]] | None = None

    def __repr__(self) -> str:
        return f"load({self.lang!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return load, (self.lang,)

    def __len__(self) -> int:
        return len(self._buckets)

    def __iter__(self) -> Iterator[str]:
        return iter(self._buckets)

    def __contains__(self, form: object) -> bool:
        """Tell whether a form is an entry as it is written: `pont` and `Paul` are, `Pont` and `paul` are not.

        What a text may hold is wider; see `accepts`.
        """
        return form in self._buckets

    def accepts(self, form: str) -> bool:
        """Tell whether a form may stand in a text as a word, whatever its capitals.

        A capital may be that of a sentence's first word; a word in capitals may be any. A name does not make its
        lower-case form a word. A form with hyphens is a word where each of its parts is one. An elided word is
        tested without its article: the host is the word.

        >>> lexicon = load("fr")
        >>> lexicon.accepts("Pont"), lexicon.accepts("Paul"), lexicon.accepts("paul"), lexicon.accepts("celui-la")
        (True, True, False, True)
        """
        if form in self._buckets:
            return True
        if form.isalpha():
            return not form.islower() and self._has(form)
        form = form.translate(_STRAIGHT)
        if self._has(form):
            return True
        parts = form.split("-")
        return len(parts) > 1 and all(part and self._has(part) for part in parts)

    def bucket(self, form: str) -> int:
        """Return how frequent a form is in texts of the language, word or not, in any case.

        0: below 100 in a thousand million words; 1: below 1,000; 2: below about 32,000; 3: above. Forms that are no
        words are told apart from 2 on.

        >>> lexicon = load("fr")
        >>> [lexicon.bucket(form) for form in ("très", "Rabot", "raboterait", "weekend")]
        [3, 1, 0, 2]
        """
        found = self._buckets.get(form)
        if found is None:
            low = form.lower()
            found = self._buckets.get(low)
            if found is None:
                found = self._others.get(low, 0)
        return found

    def plain(self, key: str) -> tuple[str, ...]:
        """Return the words that are `key` without their marks, the most frequent first, then in code-point order.

        `key` itself is among them where it is a word. The first call makes the table, in a quarter of a second.

        >>> load("fr").plain("cote"), load("fr").plain("deja")
        (('côte', 'côté', 'cote', 'coté', 'cotè'), ('déjà',))
        """
        if self._plain is None:
            self._plain = self._by_key()
        found = self._plain.get(key)
        return found if found is not None else (key,) if key in self._buckets else ()

    def _has(self, form: str) -> bool:
        words = self._buckets
        return form in words or form.lower() in words or (form.isupper() and form.capitalize() in words)

    def _by_key(self) -> dict[str, tuple[str, ...]]:
        """Return the words of each key that some word with marks has."""
        found: dict[str, tuple[str, ...]] = {}
        for word in self._buckets:
            if not word.isascii() and (key := word.translate(_folded)) != word:
                found[key] = (*found.get(key, (key,) if key in self._buckets else ()), word)
        for key, words in found.items():
            if len(words) > 1:
                found[key] = tuple(sorted(words, key=lambda word: (-self._buckets[word], word)))
        return found


def languages() -> tuple[str, ...]:
    """Return the codes of the languages that have a lexicon.

    >>> languages()
    ('fr',)
    """
    return tuple(_TAGS)


def load(lang: str) -> WordList:
    """Return the lexicon of a language, read once a process; French takes about 0.3 s and 55 MB.

    Raises `UnknownName` for a language without one.

    >>> lexicon = load("fr")
    >>> "forêt" in lexicon, "foret" in lexicon, "quil" in lexicon
    (True, True, False)
    """
    if check_text("lang", lang) not in _TAGS:
        raise unknown_name("lexicon for the language", lang, _TAGS)
    return _loaded(lang)


@cache
def _loaded(lang: str) -> WordList:
    digits, *others = _read(f"{lang}.frequency.xz").split("\n")
    buckets = digits.encode().translate(bytes.maketrans(b"0123", bytes(range(4))))
    words = dict(zip(_unpacked(_read(f"{lang}.words.xz")), buckets, strict=True))
    frequent = {form: bucket for bucket, line in enumerate(others, FREQUENT) for form in line.split()}
    return WordList(lang, _TAGS[lang], words, frequent)


def _read(name: str) -> str:
    import lzma
    from importlib.resources import files

    return lzma.decompress(files("typo").joinpath(f"data/lexicon/{name}").read_bytes()).decode()


def _unpacked(packed: str) -> list[str]:
    r"""Return the words of a sorted list in which each line tells how the word differs from the one before.

    >>> _unpacked("0pont\n0s\n2ces")
    ['pont', 'ponts', 'ponces']
    """
    words: list[str] = []
    word = ""
    for line in packed.split("\n"):
        word = word[: len(word) - ord(line[0]) + _NONE_DROPPED] + line[1:]
        words.append(word)
    return words
