"""The analysers that read Japanese: SudachiPy, fugashi with unidic-lite, and pykakasi.

Each is a function from a piece of text to its words, which put together are the piece. None is imported before it
is asked; each thread has its own, since none promises to be shared.
"""

from __future__ import annotations

import re
import threading
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from typo.errors import require
from typo.ja.script import KANJI, hiragana, is_hiragana

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ANALYSERS", "Analyser", "Word"]

# A word as an analyser gives it: how it is written, its reading in hiragana (empty where it has none), and its
# part of speech.
Word = tuple[str, str, tuple[str, ...]]

# pykakasi loses or doubles characters outside such words, so it is shown nothing else.
_WORD = re.compile("[一-鿿々ヶ][一-鿿々ヶぁ-ゖァ-ヺー]*")
# Words of Japanese script throughout: 2人 has a reading too, but its digit is no kana. The reading of digits and
# signs is their name, which nobody types.
_READABLE = re.compile(f"[{KANJI}ぁ-ゖァ-ヺーゝゞヽヾ]+")

# What is typed for the days behind a number: behind most of them, and behind 2 to 10.
_DAYS = {"日": ("にち", "か"), "日間": ("にちかん", "かかん")}
_KA_DAYS = frozenset((*map(str, range(2, 11)), *"２３４５６７８９", "１０"))

_per_thread = threading.local()


class Analyser(NamedTuple):
    """How a text is read, the packages that it takes, the extra that brings them, and the one with the data."""

    read: Callable[[str], list[Word]]
    packages: tuple[str, ...]
    extra: str
    data: str


def _sudachi(piece: str) -> list[Word]:
    tokenizer, tags = _sudachi_engine()
    found = [(word.surface(), word.reading_form(), word.part_of_speech_id()) for word in tokenizer.tokenize(piece)]
    # What its normalisation makes of one character may be several words, all but one of them empty.
    return _typed_beside([(surface, _typed(surface, kana), tags[number]) for surface, kana, number in found if surface])


def _readable(surface: str, reading: str) -> str:
    """Return a reading in hiragana, empty where nobody types it."""
    kana = hiragana(reading)
    return kana if _READABLE.fullmatch(surface) and is_hiragana(kana) else ""


@lru_cache(maxsize=2048)
def _typed(surface: str, reading: str) -> str:
    """Return what people type for a word with a reading of the dictionary."""
    kana = _readable(surface, reading)
    return _usage().always.get((surface, kana), kana)


def _typed_beside(words: list[Word]) -> list[Word]:
    """Put in what people type for some words only beside some others: なに for 何 before を, にち for 日 behind 29."""
    usage = _usage()
    if usage.beside.isdisjoint([surface for surface, _, _ in words]):
        return words
    between = usage.between
    previous = ""
    for place, (surface, kana, pos) in enumerate(words):
        if surface in _DAYS and kana and previous.isdecimal():
            # Analysers say か at random.
            words[place] = surface, _DAYS[surface][previous in _KA_DAYS], pos
        elif surface in between and place + 1 < len(words):
            rule = between[surface]
            if kana == rule.read and words[place + 1][0] in rule.before and previous not in rule.behind:
                words[place] = surface, rule.typed, pos
        if surface != " ":
            previous = surface
    return words


class _Between(NamedTuple):
    """What is typed for a reading before some words, unless it stands behind some others."""

    read: str
    typed: str
    before: tuple[str, ...]
    behind: tuple[str, ...]


class _Usage(NamedTuple):
    """What is typed by word and reading, and by word where its neighbours decide; `beside` are all such words."""

    always: dict[tuple[str, str], str]
    between: dict[str, _Between]
    beside: frozenset[str]


@cache
def _usage() -> _Usage:
    always: dict[tuple[str, str], str] = {}
    between: dict[str, _Between] = {}
    for line in files("typo.ja").joinpath("data/readings.tsv").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        surface, read, typed, *neighbours = line.split("\t")
        if neighbours:
            before, behind = (*neighbours, "")[:2]
            between[surface] = _Between(read, typed, tuple(before.split()), tuple(behind.split()))
        else:
            always[surface, read] = typed
    return _Usage(always, between, frozenset((*between, *_DAYS)))


class _Tags(dict[int, tuple[str, ...]]):
    """The parts of speech by their numbers, a few hundred at most."""

    def __init__(self, dictionary: Any) -> None:  # SudachiPy has no usable type for its dictionary
        super().__init__()
        self._dictionary = dictionary

    def __missing__(self, number: int) -> tuple[str, ...]:
        tags = self[number] = tuple(self._dictionary.pos_of(number))
        return tags


def _sudachi_engine() -> tuple[Any, _Tags]:  # SudachiPy has no usable type for its tokenizer
    if not hasattr(_per_thread, "sudachi"):
        dictionary, mode = _sudachi_dictionary()
        make = getattr(dictionary, "tokenizer", dictionary.create)  # renamed in SudachiPy 0.7
        _per_thread.sudachi = make(mode=mode), _Tags(dictionary)
    engine: tuple[Any, _Tags] = _per_thread.sudachi
    return engine


@cache
def _sudachi_dictionary() -> tuple[Any, Any]:
    require("sudachidict_core", extra="ja")
    sudachipy = require("sudachipy", extra="ja")
    return sudachipy.Dictionary(dict="core"), sudachipy.SplitMode.A


def _fugashi(piece: str) -> list[Word]:
    words: list[Word] = []
    done = 0
    for node in _fugashi_tagger()(piece):
        # MeCab leaves blanks out.
        start = piece.index(node.surface, done)
        if start > done:
            words.append((piece[done:start], "", ()))
        feature = node.feature
        words.append((node.surface, _typed(node.surface, feature.kana or ""), tuple(feature[:6])))
        done = start + len(node.surface)
    if done < len(piece):
        words.append((piece[done:], "", ()))
    return _typed_beside(words)


def _fugashi_tagger() -> Any:  # fugashi ships no types
    if not hasattr(_per_thread, "fugashi"):
        # Named, since fugashi would take whichever dictionary is installed, and quoted, since the path may hold blanks.
        folder = require("unidic_lite", extra="ja-fugashi").DICDIR
        _per_thread.fugashi = require("fugashi", extra="ja-fugashi").Tagger(f'-d "{folder}" -r "{folder}/dicrc"')
    return _per_thread.fugashi


def _pykakasi(piece: str) -> list[Word]:
    words: list[Word] = []
    done = 0
    for match in _WORD.finditer(piece):
        found = _pykakasi_converter().convert(match.group())
        parts: list[Word] = [(part["orig"], _readable(part["orig"], part["hira"]), ()) for part in found]
        if "".join(surface for surface, _, _ in parts) != match.group():
            continue
        if match.start() > done:
            words.append((piece[done : match.start()], "", ()))
        words += parts
        done = match.end()
    if done < len(piece):
        words.append((piece[done:], "", ()))
    return words


def _pykakasi_converter() -> Any:  # pykakasi ships no types
    if not hasattr(_per_thread, "pykakasi"):
        _per_thread.pykakasi = require("pykakasi", extra="ja-paper").kakasi()
    return _per_thread.pykakasi


ANALYSERS = {
    "sudachi": Analyser(_sudachi, ("sudachipy", "sudachidict_core"), "ja", "SudachiDict-core"),
    "fugashi": Analyser(_fugashi, ("fugashi", "unidic_lite"), "ja-fugashi", "unidic-lite"),
    "pykakasi": Analyser(_pykakasi, ("pykakasi",), "ja-paper", "pykakasi"),
}
