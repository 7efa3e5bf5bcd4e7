"""Drawing slips of words that come again and again: what was worked out for a word is kept, up to a limit."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from functools import cache
from itertools import accumulate
from math import log
from typing import TYPE_CHECKING, NamedTuple

from typo.slips import SCALE, Slip, _allot, _model, _placed, _read, _shared, _slip

if TYPE_CHECKING:
    from typo.slips import _Model, _Piece, _Word
    from typo.slips.model import Place

__all__ = ["Drawer", "Known", "Letters", "drawer"]

# Words and places of words kept; the first take about 0.6 kB each, the second 0.3 kB: 20 MB at most.
_MOST_WORDS, _MOST_PLACES = 16_000, 32_000
_LONGEST = 48  # code points of a word that is kept


class Known(NamedTuple):
    """A word with its places: where each ends in 0 .. SCALE, its operation, number, and piece, and its letters."""

    read: _Word
    ends: array[int]
    places: tuple[tuple[Place, _Piece], ...]
    letters: list[Letters | None]


class Letters(NamedTuple):
    """What may come at a place: where each ends in 0 .. SCALE, the slips as far as they are made, and the letters."""

    ends: array[int]
    made: list[tuple[Slip, float] | None]
    choices: tuple[str, ...]


class Drawer:
    """The slips of one layout, profile and language, drawn from numbers; get one with `drawer`.

    >>> drawer("us-qwerty", "uniform", None).draw("the", 0)[0].label
    'replace'
    """

    __slots__ = ("_options", "_places", "_words")

    def __init__(self, layout: str, profile: str, lang: str | None) -> None:
        self._options = (layout, profile, lang)
        self._words: dict[str, Known] = {}
        self._places = 0

    def draw(self, word: str, number: int) -> tuple[Slip, float] | None:
        """Return the slip that a number of 64 bits stands for and its log-probability; None where none is possible."""
        known = self.known(word)
        if not known.places:
            return None
        point = number * SCALE >> 64
        at = bisect_right(known.ends, point)
        letters = known.letters[at] or self.spell(known, at)
        choice = bisect_right(letters.ends, point)
        return letters.made[choice] or self.make(known, at, choice)

    def known(self, word: str) -> Known:
        """Return what is known of a word: its places and how likely each is."""
        return self._words.get(word) or self._look_at(word)

    def make(self, known: Known, at: int, choice: int) -> tuple[Slip, float]:
        """Make one slip of a word, and keep it."""
        ends, made, choices = known.letters[at] or self.spell(known, at)
        place, piece = known.places[at]
        weight = ends[choice] - (ends[choice - 1] if choice else known.ends[at - 1] if at else 0)
        slip = _slip(known.read, place, piece.offset, choices[choice], weight)
        found = made[choice] = slip, log(weight / SCALE)
        return found

    def _look_at(self, word: str) -> Known:
        read = _read(word)
        model = self._model_of(read)
        rows = [(at, piece, own) for piece, share in _shared(read.known) for at, own in _placed(model, piece, share)]
        ends = array("Q", accumulate(own for *_, own in rows))
        known = Known(read, ends, tuple((place, piece) for place, piece, _ in rows), [None] * len(rows))
        if len(word) <= _LONGEST:
            if len(self._words) >= _MOST_WORDS or self._places >= _MOST_PLACES:
                self._words.clear()
                self._places = 0
            self._words[word] = known
        return known

    def spell(self, known: Known, at: int) -> Letters:
        """List what may come at one place of a word."""
        place, piece = known.places[at]
        choices, weights = self._model_of(known.read).letters(place, piece.symbols)
        start = known.ends[at - 1] if at else 0
        ends = array("Q", accumulate(_allot(weights, known.ends[at] - start), initial=start))[1:]
        found = known.letters[at] = Letters(ends, [None] * len(choices), tuple(choices))
        self._places += 1
        return found

    def _model_of(self, read: _Word) -> _Model:
        layout, profile, lang = self._options
        return _model(read.writing, layout, profile, lang)


@cache
def drawer(layout: str, profile: str, lang: str | None) -> Drawer:
    """Return the drawer of a layout, a profile and a language; one a process."""
    return Drawer(layout, profile, lang)
