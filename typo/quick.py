"""The commonest case without objects in between: one transform that slips once in a word, on one short text.

This is an optimisation and nothing else. `planner.Plan` says what the result is; here the same numbers are read in
the same order, and what does not fit (text with something to protect, line breaks, long texts, many edits, a word
without a slip) is left to it. The test `tests/core/test_quick.py` holds the two together.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from functools import lru_cache, partial
from hashlib import blake2b
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from typo.edits import Edit, EditLog
from typo.order import next_block, unpack
from typo.perturbation import Perturbation
from typo.words import LONGEST, MOST, SEVERAL

if TYPE_CHECKING:
    from collections.abc import Callable

    from typo.keyed import Key, Namer
    from typo.planner import Component
    from typo.slips.drawer import Drawer, Drawn, Known
    from typo.words import Lexicon

__all__ = ["WordByWord", "quick_way"]

# A word drawn: the number of its piece, where it begins in that, and its slip.
_Made = tuple[int, int, "Drawn"]
_new, _planned = tuple.__new__, EditLog._planned

# Beyond these the time would no longer be in proportion; the planner keeps it so.
_WORDS, _EDITS = 4096, 256
# Drawn pieces kept.
_SPOTS = 14_000
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
    """The weight of the word in each piece between blanks; `SEVERAL` for a piece that the planner must look at."""

    def __init__(self, lexicon: Lexicon, drawer: Drawer, hints: tuple[str, ...]) -> None:
        super().__init__()
        self._lexicon = lexicon
        self.drawer = drawer
        self._hints = hints
        self.spots: dict[str, tuple[int, Known]] = {}

    def __missing__(self, piece: str) -> int:
        if len(piece) > LONGEST or any(hint in piece for hint in self._hints):
            return SEVERAL
        if len(self) >= MOST:
            self.clear()
            self.spots.clear()
        weight = self[piece] = self._lexicon[piece]
        return weight

    def look_at(self, piece: str) -> tuple[int, Known]:
        """Return where the word begins in a piece that has one, and what is known of the word."""
        if len(self.spots) >= _SPOTS:
            for old in list(islice(self.spots, _SPOTS // 2)):
                del self.spots[old]
        start, end, _ = self._lexicon.parts(piece)[0]
        found = self.spots[piece] = start, self.drawer.known(piece[start:end])
        return found


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
    hints: tuple[str, ...],
    requested: Callable[[int], int],
) -> Callable[[str, Key], Perturbation | None]:
    """Return a function of text and key that gives the result, or None where the planner is to be asked.

    Text that holds any of `hints` may have something to protect. `requested` tells how many edits so many units get.
    """
    pieces = _known_pieces(transform, hints)
    return partial(_quick, pieces, name.record, part.code, _Counts(requested))


@lru_cache(maxsize=16)
def _known_pieces(transform: WordByWord, hints: tuple[str, ...]) -> _Pieces:
    """Return the pieces that all Perturbers of a transform and a protection share."""
    return _Pieces(transform.lexicon(), transform.drawer(), hints)


def _quick(
    known_pieces: _Pieces,
    record: Callable[[Key], bytes],
    code: bytes,
    counts: _Counts,
    text: str,
    key: Key,
) -> Perturbation | None:
    pieces = text.split(" ")
    weights = list(map(known_pieces.__getitem__, pieces))
    sums = list(accumulate(weights))
    if (left := sums[-1]) >= SEVERAL or len(weights) > _WORDS:
        return None
    eligible = len(weights) - weights.count(0)
    count = counts[eligible]
    if not count:
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
            offset, known = known_pieces.spots.get(piece) or known_pieces.look_at(piece)
            _, lasts, _, spelt, _, _, _, kept = known
            if not lasts:
                return None
            at = bisect_left(lasts, numbers[place + 1] >> 32 or 1)
            letters = spelt[at] or known_pieces.drawer.spell(known, at)
            choice = bisect_left(letters[0], numbers[place + 1] & _LOW or 1)
            slip = kept.get(at << 16 | choice) or known_pieces.drawer.make(known, at, letters, choice)
            if slip is None:
                return None
            made.append((index, offset, slip))
            if len(made) == count:
                break
            weight = weights[index]
            left -= weight
            insort(gone, (sums[index] - weight, weight))
        else:
            code = next_block(stream, len(made) // 4)
    made.sort()
    return _result(text, pieces, made, eligible)


def _result(text: str, pieces: list[str], made: list[_Made], eligible: int) -> Perturbation:
    edits: list[Edit] = []
    output: list[str] = []
    chances: list[float] = []
    reached = before = done = 0
    for index, offset, (low, high, replacement, label, chance) in made:
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
