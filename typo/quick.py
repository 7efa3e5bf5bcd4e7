"""The commonest case without objects in between: one transform that slips once in a word, on one short text.

This is an optimisation and nothing else. `planner.Plan` says what the result is; here the same numbers are read in
the same order, and what does not fit (text with something to protect, long texts, many edits, a word without a slip)
is left to it. The test `tests/core/test_quick.py` holds the two together.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from functools import lru_cache, partial
from hashlib import blake2b
from itertools import accumulate, islice, pairwise
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from typo.edits import Edit, EditLog
from typo.order import next_block, unpack
from typo.perturbation import Perturbation
from typo.words import LONGEST, MOST, PLANNED, SEVERAL, Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from typo.keyed import Key, Namer
    from typo.planner import Component
    from typo.slips.drawer import Drawer, Drawn, Known
    from typo.words import Lexicon

__all__ = ["WordByWord", "quick_way", "result_of"]

# A word drawn: its number, where it begins in its piece (or in the text, where pieces have several), and its slip.
_Made = tuple[int, int, "Drawn"]
_new, _planned = tuple.__new__, EditLog._planned

# Beyond these the time would no longer be in proportion; the planner keeps it so.
_WORDS, _EDITS = 4096, 256
# Drawn pieces kept.
_SPOTS = 11_000
_LOW = (1 << 32) - 1


@runtime_checkable
class WordByWord(Protocol):
    """A transform whose units are the words of a lexicon, and whose edits are what a drawer draws."""

    def lexicon(self) -> Lexicon:
        """Return the words and their weights."""

    def drawer(self) -> Drawer:
        """Return what makes the slips of a word."""

    def __hash__(self) -> int: ...


class _Pieces(dict[str, int]):
    """The weight of the word in each piece between blanks; `SEVERAL` for one with several words.

    `PLANNED` for a piece that the planner must look at.
    """

    def __init__(self, lexicon: Lexicon, drawer: Drawer, opener: str) -> None:
        super().__init__()
        self._lexicon = lexicon
        self.drawer = drawer
        self._opens = re.compile(opener, re.ASCII).search
        self.spots: dict[str, Known] = {}
        self.offsets: dict[str, int] = {}

    def __missing__(self, piece: str) -> int:
        if len(piece) > LONGEST or self._opens(piece):
            return PLANNED
        if len(self) >= MOST:
            self.clear()
            self.spots.clear()
            self.offsets.clear()
        weight = self[piece] = self._lexicon.look_at(piece)[0]
        return weight

    def spot(self, piece: str) -> Known:
        """Return what is known of the word in a piece that has one, and note where in the piece the word begins."""
        if len(self.spots) >= _SPOTS:
            for old in list(islice(self.spots, _SPOTS // 4)):
                del self.spots[old]
                self.offsets.pop(old, None)
        ((start, end, _),) = self._lexicon.look_at(piece)[1]
        if start:
            self.offsets[piece] = start
        found = self.spots[piece] = self.drawer.known(piece[start:end])
        return found

    def units(self, pieces: list[str], text: str) -> tuple[list[str], list[int], list[int], list[int]] | None:
        """Return the words of a text, where each begins, their weights, and the running totals of these.

        None where two of them stand side by side, as the slips of such two may touch each other.
        """
        if len(pieces) > _WORDS:
            return None
        units = list(Words(text, self._lexicon))
        if any(one.end == other.start for one, other in pairwise(units)):
            return None
        weights = [weight for _, _, weight in units]
        return (
            [text[start:end] for start, end, _ in units],
            [unit.start for unit in units],
            weights,
            [*accumulate(weights)],
        )


class _Counts(dict[int, int]):
    """How many edits so many units get; 0 where the planner is to be asked."""

    def __init__(self, requested: Callable[[int], int]) -> None:
        super().__init__()
        self._requested = requested

    def __missing__(self, eligible: int) -> int:
        count = self._requested(eligible)
        found = self[eligible] = count if count <= min(eligible, _EDITS) else 0
        return found


def quick_way(
    part: Component,
    transform: WordByWord,
    name: Namer,
    opener: str,
    requested: Callable[[int], int],
) -> Callable[[str, Key], Perturbation | None]:
    """Return a function of text and key that gives the result, or None where the planner is to be asked.

    A piece in which the expression `opener` finds something may be part of what is protected. `requested` tells how
    many edits so many units get.
    """
    pieces = _known_pieces(transform, opener)
    return partial(_quick, pieces, name.record, part.code, _Counts(requested))


@lru_cache(maxsize=16)
def _known_pieces(transform: WordByWord, opener: str) -> _Pieces:
    """Return the pieces that all Perturbers of a transform and a protection share."""
    return _Pieces(transform.lexicon(), transform.drawer(), opener)


def _quick(
    known_pieces: _Pieces, record: Callable[[Key], bytes], code: bytes, counts: _Counts, text: str, key: Key
) -> Perturbation | None:
    pieces = text.split(" ")
    weights = list(map(known_pieces.__getitem__, pieces))
    sums = list(accumulate(weights))
    drawer, known_words, offsets = known_pieces.drawer, known_pieces.spots, known_pieces.offsets
    look_at: Callable[[str], Known] = known_pieces.spot
    starts: list[int] = []
    if (left := sums[-1]) >= SEVERAL:
        if left >= PLANNED or (units := known_pieces.units(pieces, text)) is None:
            return None
        pieces, starts, weights, sums = units
        left, known_words, look_at = sums[-1], drawer.words, drawer.known
    eligible = len(weights) - weights.count(0)
    if len(weights) > _WORDS or not (count := counts[eligible]):
        return None
    gone: list[tuple[int, int]] = []
    made: list[_Made] = []
    stream = code = blake2b(record(key) + code).digest()
    while len(made) < count:
        numbers = unpack(code)
        for place in (0, 2, 4, 6):
            point = numbers[place] * left >> 64
            for start, weight in gone:
                if start > point:
                    break
                point += weight
            index = bisect_right(sums, point)
            piece = pieces[index]
            known = known_words.get(piece) or look_at(piece)
            _, lasts, _, spelt, _, _, _, kept = known
            if not lasts:
                return None
            at = bisect_left(lasts, numbers[place + 1] >> 32 or 1)
            letters = spelt.get(at) or drawer.spell(known, at)
            choice = bisect_left(letters[0], numbers[place + 1] & _LOW or 1)
            slip = kept.get(at << 16 | choice) or drawer.make(known, at, letters, choice)
            if slip is None:
                return None
            made.append((index, starts[index] if starts else offsets.get(piece, 0), slip))
            if len(made) == count:
                break
            weight = weights[index]
            left -= weight
            insort(gone, (sums[index] - weight, weight))
        else:
            code = next_block(stream, len(made) // 4)
    made.sort()
    return result_of(text, [] if starts else pieces, made, eligible)


def result_of(text: str, pieces: list[str], made: list[_Made], eligible: int) -> Perturbation:
    """Return the result of the edits of some words, in order.

    Of each: the number of its piece, where the word begins in it, and its edit. Without `pieces` it begins there in the
    text.
    """
    edits: list[Edit] = []
    output: list[str] = []
    chances: list[float] = []
    reached = before = done = 0
    for index, offset, (low, high, replacement, label, chance) in made:
        if pieces:
            before += sum(map(len, pieces[reached:index])) + index - reached
            reached = index
        start = before + offset + low
        end = start - low + high
        edits.append(_new(Edit, (start, end, text[start:end], replacement, label)))
        output += (text[done:start], replacement)
        chances.append(chance)
        done = end
    output.append(text[done:])
    log = _planned(tuple(edits), len(text))
    return _new(Perturbation, (text, "".join(output), log, eligible, len(made), None, tuple(chances)))
