"""Drawing slips of words that come again and again: what was worked out for a word is kept, up to a limit.

The place comes from one half of a number and the letter from the other. Which letters may come depends on the place's
neighbourhood only, so they are worked out once for all words that share it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from functools import cache
from itertools import accumulate, islice
from math import log
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from typo.errors import check_choice
from typo.slips.board import board
from typo.slips.model import FittedModel
from typo.slips.multypo import MultypoModel
from typo.slips.plain import PlainModel
from typo.slips.profile import PROFILES, profile_letters, profile_ranks, profile_table
from typo.slips.word import LABELS, SCALE, allotted, apart, pieces, placed, read, shared, written_out

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from typo.slips.board import Board
    from typo.slips.model import Place
    from typo.slips.word import Model

__all__ = ["Drawer", "Drawn", "Known", "Letters", "board_of", "drawer", "is_dotted", "model_of"]

# Words, neighbourhoods and slips kept, of about 0.8, 0.5 and 0.2 kB each; with all that goes along they took 19.9 MB.
_MOST_WORDS, _MOST_LETTERS, _MOST_MADE = 11_000, 8_000, 10_000
_LONGEST = 48  # code points of a word that is kept
_WHOLE = 512  # code points of a word of which all places are looked at
_HALF = 32  # bits
_CERTAIN = 2 * log(SCALE)
# Scripts whose letters stand alone: a small word of theirs is written out by the quickest way.
_ALPHABETS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN")


class Letters(NamedTuple):
    """The letters that may come in a neighbourhood, and the last point of each; a string where each is one letter."""

    lasts: array[int]
    choices: Sequence[str]


Drawn = tuple[int, int, str, str, float]
"""A slip that was drawn: start, end, replacement and label, and its log-probability."""


class Known(NamedTuple):
    """A word with its places, the last point of each, and the letters of those that were drawn.

    `others`: None for a word in small letters without marks of their own, of which a slip needs no change of case or
    form; else the offset and the symbols of the piece that each place is in. `made`: the slips that were drawn before,
    by place and letter.
    """

    word: str
    lasts: array[int]
    places: Sequence[Place]
    letters: dict[int, Letters]
    others: list[tuple[int, Sequence[str]]] | None
    model: Model
    writing: str
    made: dict[int, Drawn]


class Drawer:
    """The slips of one layout, profile and language, drawn from numbers; get one with `drawer`.

    >>> drawer("us-qwerty", "uniform", None).draw("the", 0)[3]
    'replace'
    """

    __slots__ = ("_dotted", "_letters", "_made", "_options", "words")

    def __init__(self, layout: str, profile: str, lang: str | None) -> None:
        self._options = (layout, profile, lang)
        self._dotted = is_dotted(layout)
        #: what is kept of the words met last
        self.words: dict[str, Known] = {}
        self._letters: dict[tuple[str, Hashable], Letters] = {}
        self._made = 0

    def draw(self, word: str, number: int) -> Drawn | None:
        """Return the slip that a number of 64 bits stands for; None where none is possible."""
        if len(word) > _WHOLE:
            return self._draw_from_piece(word, number)
        known = self.known(word)
        if not known.lasts:
            return None
        at = bisect_left(known.lasts, number >> _HALF or 1)
        letters = known.letters.get(at) or self.spell(known, at)
        choice = bisect_left(letters.lasts, number & SCALE - 1 or 1)
        return known.made.get(at << 16 | choice) or self.make(known, at, letters, choice)

    def _draw_from_piece(self, word: str, number: int) -> Drawn | None:
        """Draw as `draw` does, looking at the places of that piece of the word alone which the number falls into."""
        seen = read(word, dotted=self._dotted)
        model = model_of(seen.writing, *self._options)
        point = number >> _HALF or 1
        for piece, share in pieces(seen.known):
            if point >= share:
                point -= share
                continue
            places = list(placed(model, piece, share))
            if not places:
                return None
            at, point = _fall([own for _, own in places], point)
            place, own = places[at]
            letters = model.letters(place, piece.symbols)
            choices, weights = apart(seen, place, piece.offset, *letters, self._twins(seen.writing))
            parts = allotted(weights, SCALE)
            choice, _ = _fall(parts, number & SCALE - 1 or 1)
            slip = written_out(seen, place, piece.offset, choices[choice], 1)
            return slip.start, slip.end, slip.replacement, slip.label, log(own * parts[choice]) - _CERTAIN
        return None

    def known(self, word: str) -> Known:
        """Return what is known of a word: its places and how likely each is."""
        return self.words.get(word) or self._look_at(word)

    def spell(self, known: Known, at: int) -> Letters:
        """Return the letters that may come at a place of a word."""
        place = known.places[at]
        symbols = known.word if known.others is None else known.others[at][1]
        model = known.model
        key = (known.writing, model.context(place, symbols))
        found = self._letters.get(key)
        if known.others is not None and (twins := self._twins(known.writing)):
            seen = read(known.word, dotted=self._dotted)
            choices, weights = apart(seen, place, known.others[at][0], *model.letters(place, symbols), twins)
            found = Letters(_lasts(allotted(weights, SCALE)), [normalize("NFC", choice) for choice in choices])
        if found is None:
            choices, weights = model.letters(place, symbols)
            composed: Sequence[str] = tuple(normalize("NFC", choice) for choice in choices)
            if all(len(choice) == 1 for choice in composed):
                composed = "".join(composed)
            if len(self._letters) >= _MOST_LETTERS:
                self._letters.clear()
                self.words.clear()
            found = self._letters[key] = Letters(_lasts(allotted(weights, SCALE)), composed)
        known.letters[at] = found
        return found

    def make(self, known: Known, at: int, letters: Letters, choice: int) -> Drawn:
        """Make one slip of a word, and keep it while there is room."""
        slip = self._slip(known, at, letters, choice)
        if self._made < _MOST_MADE:
            self._made += 1
            known.made[at << 16 | choice] = slip
        return slip

    def _slip(self, known: Known, at: int, letters: Letters, choice: int) -> Drawn:
        word, shares, places, _, others, *_ = known
        lasts, choices = letters
        operation, place = places[at]
        share = (shares[at] - shares[at - 1] if at else shares[0] + 1) * (
            lasts[choice] - lasts[choice - 1] if choice else lasts[0] + 1
        )
        logprob = log(share) - _CERTAIN
        if others is not None:
            slip = written_out(read(word, dotted=self._dotted), (operation, place), others[at][0], choices[choice], 1)
            return slip.start, slip.end, slip.replacement, slip.label, logprob
        if operation == "i":
            return place, place, choices[choice], "insert", logprob
        if operation == "t":
            return place, place + 2, word[place + 1] + word[place], "transpose", logprob
        if operation == "w":
            return place + 1, place + 1, word[place], "double", logprob
        return place, place + 1, choices[choice], LABELS[operation], logprob

    def _twins(self, writing: str) -> frozenset[str]:
        layout, _, lang = self._options
        return board_of(writing, layout, lang).twins

    def _look_at(self, word: str) -> Known:
        seen = read(word, dotted=self._dotted)
        model = model_of(seen.writing, *self._options)
        plain = (
            not any(map(str.isupper, word))
            and seen.writing in _ALPHABETS
            and seen.form == "NFC"
            and seen.written == seen.known
        )
        if plain and len(word) == len(seen.known) and len(pieces(seen.known)) == 1:
            (piece, share), others = *pieces(seen.known), None
            places, weights = shared(model, piece, share)
        else:
            rows = [
                (place, own, around)
                for piece, share in pieces(seen.known)
                for around in [(piece.offset, piece.symbols)]
                for place, own in placed(model, piece, share)
            ]
            places, weights, others = [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows]
        known = Known(word, _lasts(weights), places, {}, others, model, seen.writing, {})
        if len(word) <= _LONGEST:
            if len(self.words) >= _MOST_WORDS:
                for old in list(islice(self.words, _MOST_WORDS // 4)):  # those that came first
                    self._made -= len(self.words.pop(old).made)
            self.words[word] = known
        return known


def _fall(shares: Sequence[int], point: int) -> tuple[int, int]:
    """Return which share a point falls into, and how far."""
    for at, share in enumerate(shares):
        if point < share:
            return at, point
        point -= share
    raise AssertionError("unreachable: the shares add up to what the points come from")


def _lasts(shares: Sequence[int]) -> array[int]:
    """Return the last of the points 1 .. SCALE - 1 that each share takes; one without a share takes none.

    Points begin at 1, not 0, so that a share of nothing at the very start is told from one of a single point.
    """
    lasts = [*accumulate(shares, initial=-1)][1:]
    for at, last in enumerate(lasts):
        if last >= 0:
            break
        lasts[at] = 0
    return array("I", lasts)


@cache
def drawer(layout: str, profile: str, lang: str | None) -> Drawer:
    """Return the drawer of a layout, a profile and a language; one a process."""
    return Drawer(layout, profile, lang)


def is_dotted(layout: str) -> bool:
    """Tell whether i and ı are two letters on a layout.

    >>> is_dotted("tr"), is_dotted("us")
    (True, False)
    """
    return board(layout, "LATIN").dotted


def board_of(writing: str, layout: str, lang: str | None) -> Board:
    """Return the letters of a script on a layout, with those that a language writes without a key of their own."""
    return board(layout, writing, profile_letters(lang, writing))


@cache
def model_of(writing: str, layout: str, profile: str, lang: str | None) -> Model:
    """Return the numbers of a script on a layout, of a profile, for a language."""
    check_choice("profile", profile, PROFILES)
    letters = board_of(writing, layout, lang)
    if profile == "multypo":
        return MultypoModel(letters)
    if profile in ("keyboard-only", "uniform"):
        return PlainModel(letters, motor=profile == "keyboard-only")
    return FittedModel(profile_table(profile, lang, writing), profile_ranks(lang), letters)
