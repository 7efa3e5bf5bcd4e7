"""The same short cut for transforms that say of each word by itself what becomes of it, and for rates of all words.

Like `typo.quick` it is an optimisation and nothing else: `planner.Plan` says what the result is. A text that may hold
something to protect, is long or is not in NFC is left to it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from functools import cache, lru_cache, partial
from hashlib import blake2b
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable
from unicodedata import is_normalized

from typo.order import next_block, unpack
from typo.quick import result_of
from typo.words import LONGEST, MOST

if TYPE_CHECKING:
    from collections.abc import Callable

    from typo.keyed import Key
    from typo.perturbation import Perturbation
    from typo.slips.drawer import Drawn
    from typo.words import Lexicon, Unit

__all__ = ["Asked", "Drawing", "quick_words"]

# A piece is one number: the weights of its units, how many there are, and how many words, from high to low.
_WEIGHT, _UNITS = 40, 20
_MASK = (1 << 20) - 1
_PLANNED = 1 << 80
# Beyond these the time would no longer be in proportion; the planner keeps it so.
_PIECES, _EDITS = 4096, 128

# A word drawn: the number of its piece, where it begins in that, and its edit.
_Made = tuple[int, int, "Drawn"]


@runtime_checkable
class Drawing(Protocol):
    """A transform that says of a word by itself what becomes of it."""

    def lexicon(self) -> Lexicon:
        """Return the words and their weights."""

    def drawing(self) -> Callable[[str, int], Drawn | None] | None:
        """Return what draws the edit of a word for a number of 64 bits; None where the units are no words.

        An edit is the place in the word, at least one character, the replacement, the label and the log-probability.
        The edits of two words do not overlap, even where the words do.
        """

    def __hash__(self) -> int: ...


class Asked(NamedTuple):
    """How many edits so many units or words get, and why there are fewer (of eligible, requested, realised).

    `words` counts the words of a piece where a rate is a share of those.
    """

    requested: Callable[[int], int]
    reason: Callable[[int, int, int], str | None]
    words: Callable[[str], int] | None


class _Pieces(dict[str, int]):
    """What is known of each piece between blanks: one number."""

    def __init__(self, lexicon: Lexicon, opener: str, words: Callable[[str], int] | None) -> None:
        super().__init__()
        self._lexicon = lexicon
        self._opens = re.compile(opener, re.ASCII).search
        self._words = words
        self.units: dict[str, tuple[Unit, ...]] = {}
        # Equal ones are one object: many words are alike in this, and what is close in memory is found sooner.
        self._codes: dict[int, int] = {}
        self._spans: dict[tuple[Unit, ...], tuple[Unit, ...]] = {}

    def __missing__(self, piece: str) -> int:
        if len(piece) > LONGEST or self._opens(piece) or not is_normalized("NFC", piece):
            return _PLANNED
        if len(self) >= MOST:
            self.clear()
            self.units.clear()
            self._codes.clear()
            self._spans.clear()
        units = self.find(piece)
        words = self._words(piece) if self._words else 0
        weight = sum(unit.weight for unit in units)
        code = weight << _WEIGHT | len(units) << _UNITS | words
        code = self[piece] = self._codes.setdefault(code, code)
        return code

    def find(self, piece: str) -> tuple[Unit, ...]:
        """Return the units of a piece, and keep them."""
        units = tuple(unit for unit in self._lexicon.look_at(piece)[1] if unit.weight)
        if units:
            units = self.units[piece] = self._spans.setdefault(units, units)
        return units


def quick_words(
    transform: Drawing, code: bytes, record: Callable[[Key], bytes], opener: str, asked: Asked
) -> Callable[[str, Key], Perturbation | None]:
    """Return a function of text and key that gives the result, or None where the planner is to be asked.

    A piece in which the expression `opener` finds something may be part of what is protected.
    """
    kept = asked._replace(requested=cache(asked.requested))
    run: list[Callable[[str, Key], Perturbation | None]] = []

    def quick(text: str, key: Key) -> Perturbation | None:
        if not run:
            # What the transform knows of words is read here and not before: a lexicon takes its time.
            found = _known(transform, opener, asked.words)
            run.append(_planned if found is None else partial(_quick, *found, code, record, kept))
        return run[0](text, key)

    return quick


def _planned(text: str, key: Key) -> None:
    """Leave every text to the planner."""


@lru_cache(maxsize=16)
def _known(
    transform: Drawing, opener: str, words: Callable[[str], int] | None
) -> tuple[_Pieces, Callable[[str, int], Drawn | None]] | None:
    """Return what all Perturbers of a transform, a protection and a way to count words share."""
    draw = transform.drawing()
    return None if draw is None else (_Pieces(transform.lexicon(), opener, words), draw)


def _quick(
    known_pieces: _Pieces,
    draw: Callable[[str, int], Drawn | None],
    code: bytes,
    record: Callable[[Key], bytes],
    asked: Asked,
    text: str,
    key: Key,
) -> Perturbation | None:
    pieces = text.split(" ")
    codes = list(map(known_pieces.__getitem__, pieces))
    sums = list(accumulate(codes))
    total = sums[-1]
    if total >= _PLANNED or len(codes) > _PIECES:
        return None
    requested, reason, words = asked
    eligible = total >> _UNITS & _MASK
    count = requested(total & _MASK if words else eligible)
    if count > _EDITS:
        return None
    made: list[_Made] = []
    if count and eligible:
        made = _drawn(known_pieces, draw, pieces, codes, sums, count, blake2b(record(key) + code).digest())
    result = result_of(text, pieces, made, eligible)
    if len(made) == count and eligible:
        return result
    return result._replace(requested=count, reason=reason(eligible, count, len(made)))


def _drawn(
    known_pieces: _Pieces,
    draw: Callable[[str, int], Drawn | None],
    pieces: list[str],
    codes: list[int],
    sums: list[int],
    count: int,
    stream: bytes,
) -> list[_Made]:
    """Draw units as the planner does, until there are `count` edits or no units left; return the edits in order."""
    left = sums[-1] >> _WEIGHT
    gone: list[tuple[int, int]] = []
    made: list[_Made] = []
    numbers = stream
    block = 0
    while True:
        halves = unpack(numbers)
        for place in (0, 2, 4, 6):
            point = halves[place] * left >> 64
            for start, weight in gone:
                if start > point:
                    break
                point += weight
            index = bisect_left(sums, (point + 1) << _WEIGHT)
            piece = pieces[index]
            first = (sums[index] - codes[index]) >> _WEIGHT
            for unit in known_pieces.units.get(piece) or known_pieces.find(piece):
                if point < first + unit[2]:
                    break
                first += unit[2]
            start, end, weight = unit
            drawn = draw(piece[start:end], halves[place + 1])
            left -= weight
            if drawn is not None:
                made.append((index, start, drawn))
            if not left or len(made) == count:
                made.sort()
                return made
            insort(gone, (first, weight))
        block += 1
        numbers = next_block(stream, block)
