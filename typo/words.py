"""Words: where they begin and end in any script, found piece by piece and remembered.

A text is cut at blanks, and only a piece that was not met before is looked at closely. Most pieces of running text
hold one word, so a text of known words costs one look-up a piece.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, overload

from typo.graphemes import is_joined

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["LONGEST", "MOST", "PLANNED", "SEVERAL", "Lexicon", "Unit", "Words", "count_words", "find_words"]

# Between two letters these belong to the word: apostrophes, hyphens, the Catalan dot, Hebrew geresh and gershayim.
_INNER = frozenset("'\u2019\u02bc\uff07-\u2010\u2011\u00b7\u05f3\u05f4\"")
_ENDING = ",.;:!?)\n"
_APOSTROPHES = frozenset("'\u2019\u02bc\uff07")
# Letters by category that go on the character before them, a blank even: Thai and Lao am, half-width kana voicing.
_TRAILING = frozenset("\u0e33\u0eb3\uff9e\uff9f")
# A double quote stands for gershayim between Hebrew letters only.
_HEBREW = ("\u05d0", "\u05ea")

# Scripts that put no blanks between words: a grapheme cluster is the smallest unit that can be told without a
# dictionary. Thai, Lao, Burmese, Khmer, kana, Han.
_UNSPACED = (
    ("\u0e00", "\u0eff"),
    ("\u1000", "\u109f"),
    ("\u1780", "\u17ff"),
    ("\u3005", "\u3007"),
    ("\u3040", "\u30ff"),
    ("\u31f0", "\u31ff"),
    ("\u3400", "\u4dbf"),
    ("\u4e00", "\u9fff"),
    ("\uf900", "\ufaff"),
    ("\uff66", "\uff9f"),
    ("\U00020000", "\U0003ffff"),
)

# Pieces longer than this are not remembered, nor more than this many.
LONGEST, MOST = 48, 40_000
# The weight of a piece that holds several words: more than all weights of a text together. And that of a piece which
# only the planner can make slips of: more than thousands of those.
SEVERAL, PLANNED = 1 << 48, 1 << 62
# Up to here, adding up lengths is quicker than making a table of starts.
_NEAR = 64


class Unit(NamedTuple):
    """A place where one edit may happen: a half-open span of the text, and how likely it is drawn.

    `weight` is a positive integer; a unit of weight 2 is drawn twice as readily as one of weight 1.
    """

    start: int
    end: int
    weight: int = 1


def find_words(string: str, *, elisions: tuple[str, ...] = ()) -> list[tuple[int, int]]:
    """Return the spans of the words of a string.

    A word is a run of letters, marks and digits with at least one letter; an apostrophe or hyphen between two
    letters belongs to it. `elisions` are the short words of a language that end in an apostrophe and stand for
    themselves (French `l'`, `qu'`). Where a script has no blanks, each grapheme cluster counts as a word.

    >>> [("don't stop, re-read 3rd!")[a:b] for a, b in find_words("don't stop, re-read 3rd!")]
    ["don't", 'stop', 're-read', '3rd']
    >>> [("qu'aujourd'hui")[a:b] for a, b in find_words("qu'aujourd'hui", elisions=("qu",))]
    ["qu'", "aujourd'hui"]
    """
    found: list[tuple[int, int]] = []
    start, length = 0, len(string)
    while start < length:
        first = string[start]
        if not (first.isalpha() or first.isdecimal()) or is_joined(string, start) or first in _TRAILING:
            start += 1
            continue
        end = _word_end(string, start, elisions)
        if any(map(str.isalpha, string[start:end])):
            found.append((start, end))
        start = end
    return found


def count_words(string: str, *, elisions: tuple[str, ...] = ()) -> int:
    """Count the words of a string.

    >>> count_words("don't stop, re-read!")
    3
    """
    words = Words(string, _plain(elisions))
    return len(words) - words.weights.count(0)


@cache
def _plain(elisions: tuple[str, ...]) -> Lexicon:
    return Lexicon(_one, elisions=elisions)


def _one(word: str) -> int:
    return 1


def _word_end(string: str, start: int, elisions: tuple[str, ...]) -> int:
    alone = _is_unspaced(string[start])
    end = start + 1
    while end < len(string):
        character = string[end]
        if is_joined(string, end):
            end += 1
        elif alone or _is_unspaced(character):
            break
        elif character.isalpha() or character.isdecimal():
            end += 1
        elif character in _INNER and string[end + 1 : end + 2].isalpha():
            if character == '"' and not _HEBREW[0] <= string[end + 1] <= _HEBREW[1]:
                break
            # None is longer than six letters, so a chain of apostrophes costs no more than its length.
            if elisions and character in _APOSTROPHES and end - start <= 6 and string[start:end].casefold() in elisions:
                return end + 1
            end += 1
        else:
            break
    return end


def _is_unspaced(character: str) -> bool:
    return character >= "\u0e00" and any(low <= character <= high for low, high in _UNSPACED)


class Lexicon(dict[str, int]):
    """What a transform wants to know of the pieces between blanks: the weight of the word in each.

    `weigh` gives a word's weight, 0 where the transform has nothing to do with it. A piece with several words
    has the weight `SEVERAL`, and `parts` lists them.
    """

    def __init__(self, weigh: Callable[[str], int], *, elisions: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._weigh = weigh
        self._elisions = elisions
        self._parts: dict[str, tuple[Unit, ...]] = {}

    def __missing__(self, piece: str) -> int:
        weight, units = self.look_at(piece)
        if len(piece) <= LONGEST:
            if len(self) >= MOST:
                self.clear()
                self._parts.clear()
            self[piece] = weight
            # Most pieces are one word and nothing else, which needs no keeping.
            if units != ((0, len(piece), weight),):
                self._parts[piece] = units
        return weight

    def look_at(self, piece: str) -> tuple[int, tuple[Unit, ...]]:
        """Return the weight of a piece and its words, without remembering them."""
        units = self._find(piece)
        return units[0].weight if len(units) == 1 else SEVERAL if units else 0, units

    def parts(self, piece: str) -> tuple[Unit, ...]:
        """Return the words of a piece, with places inside it; words of weight 0 too."""
        found = self._parts.get(piece)
        if found is None:
            weight = self.get(piece)
            found = self.look_at(piece)[1] if weight is None else (Unit(0, len(piece), weight),)
        return found

    def _find(self, piece: str) -> tuple[Unit, ...]:
        word = piece.rstrip(_ENDING)
        if word.isascii() and word.isalpha():
            # The same as below, without a look at each letter: most words that were not met before are like this.
            return (Unit(0, len(word), self._weigh(word)),)
        spans = find_words(piece, elisions=self._elisions)
        return tuple(Unit(start, end, self._weigh(piece[start:end])) for start, end in spans)


class Words(Sequence[Unit]):
    """The words of one text, in text order; `weights` has a number for each, 0 for what is no unit.

    >>> words = Words("see the cat", Lexicon(len))
    >>> words.weights, words[2]
    ([3, 3, 3], Unit(start=8, end=11, weight=3))
    """

    __slots__ = ("_lexicon", "_pieces", "_starts", "_units", "weights")

    def __init__(self, string: str, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._pieces = pieces = string.split(" ")
        self._starts: list[int] = []
        self._units: list[Unit] | None = None
        self.weights: list[int] = list(map(lexicon.__getitem__, pieces))
        if max(self.weights) >= SEVERAL:
            self._units = [
                Unit(start + unit.start, start + unit.end, unit.weight)
                for start, piece in zip(_starts(pieces), pieces, strict=True)
                for unit in lexicon.parts(piece)
            ]
            self.weights = [unit.weight for unit in self._units]

    def __len__(self) -> int:
        return len(self.weights)

    @overload
    def __getitem__(self, index: int) -> Unit: ...
    @overload
    def __getitem__(self, index: slice) -> list[Unit]: ...
    def __getitem__(self, index: int | slice) -> Unit | list[Unit]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        if self._units is not None:
            return self._units[index]
        piece = self._pieces[index]
        if index < _NEAR:
            before = sum(map(len, self._pieces[:index])) + index
        else:
            if not self._starts:
                self._starts = _starts(self._pieces)
            before = self._starts[index]
        units = self._lexicon.parts(piece)
        if not units:
            return Unit(before, before, 0)
        start, end, weight = units[0]
        return Unit(before + start, before + end, weight)

    def __iter__(self) -> Iterator[Unit]:
        return (self[index] for index in range(len(self)))


def _starts(pieces: list[str]) -> list[int]:
    return list(itertools.accumulate((len(piece) + 1 for piece in pieces[:-1]), initial=0))
