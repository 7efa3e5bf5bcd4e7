"""A neighbouring key that makes no word."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import log
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast
from unicodedata import normalize

from typo import lexicon, registry
from typo.errors import InvalidArgument, check_choice, check_int
from typo.graphemes import clusters
from typo.transforms.drawn import DrawnWords
from typo.transforms.keyboard import layout_of
from typo.words import LONGEST, MOST, Lexicon
from typo_keyboards import load

if TYPE_CHECKING:
    from collections.abc import Callable

    from typo.slips.drawer import Drawn
    from typo_keyboards import Layout

__all__ = ["Neighbour"]

_EXCLUSIONS = ("word", "frequent")
_LABEL = "neighbour"
# Scripts whose letters stand alone. A syllable of Hangul and an Indic letter with its sign are of several keys.
_ALPHABETS = frozenset(("Arab", "Armn", "Cyrl", "Geor", "Grek", "Hebr", "Latn"))
_LOW = (1 << 32) - 1
_ALTGR = 2
_APOSTROPHES = "'\u2019\u02bc\uff07"
# Characters of a word that may be one of the lexicon.
_LONGEST = 64


# The letters that may stand for one, with their weights.
_Letters = tuple[tuple[str, int], ...]


class _Place(NamedTuple):
    """What may become of one letter of a word, and the sums of the weights up to each."""

    made: tuple[Drawn, ...]
    lasts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Neighbour(DrawnWords):
    """One letter of a word, not the first, was typed on the key beside it, and what came out is no word.

    >>> import typo
    >>> result = typo.perturb("Les élèves lisaient la lettre.", transform=Neighbour(lang="fr"), rate=1, key=1)
    >>> result.realised, all(edit.start > 0 for edit in result.edits)
    (3, True)

    A unit is a word of at least `shortest` letters and no digit; behind an elided one (`l'école`) the word is
    `école`, and in other words with an apostrophe (`aujourd'hui`) what follows keeps its first letter. The new letter
    has the case of the old one. Letters that take a dead key or AltGr are left alone.

    - `lang`: the language; it tells what a word is, and the layout.
    - `layout`: the id of another layout than the language's usual one, see `typo_keyboards.available()`.
    - `shortest`: how many letters a word must have, at least 2.
    - `weights`: which neighbour: `natural`, those of the same row five times as readily as those above and below, or
      `uniform`. All letters of a word are alike.
    - `exclude`: what must not come out: a `word` of the language's lexicon, and a form that is `frequent` in texts
      though it is no word (`said`); both where there is a lexicon of the language, else nothing.

    The distribution is explicit: `Perturbation.logprobs` has the log-probability of each edit of its word. Raises
    `UnknownName` for a language or layout that is not there, and `InvalidArgument` for a language that is not typed on
    letter keys of an alphabet, and for exclusions where there is no lexicon.
    """

    name: ClassVar[str] = "neighbour.v1"

    lang: str = "fr"
    layout: str = ""
    shortest: int = 4
    weights: str = "natural"
    exclude: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "layout", layout_of(self.lang, "layout", self.layout))
        if not _ALPHABETS.intersection(load(self.layout).scripts):
            raise InvalidArgument(
                f"the layout {self.layout} is not for an alphabet, of which each letter has a key and stands alone:"
                f" lang={self.lang!r} has no places for a neighbouring key; `keyboard` makes slips of its own there."
            )
        check_int("shortest", self.shortest, minimum=2)
        check_choice("weights", self.weights, ("natural", "uniform"))
        known = self._code() in lexicon.languages()
        exclude = (_EXCLUSIONS if known else ()) if self.exclude is None else self.exclude
        if not isinstance(exclude, tuple):
            raise InvalidArgument(f"exclude={exclude!r} must be a tuple.")
        for kind in exclude:
            check_choice("exclude", kind, _EXCLUSIONS)
        if exclude and not known:
            raise InvalidArgument(f"exclude={exclude!r}, but there is no lexicon of lang={self.lang!r}; it must be ().")
        put(self, "exclude", exclude)

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        return f"words of {self.shortest} letters or more"

    @property
    def data(self) -> tuple[str, ...]:
        """The tags of the data that results depend on, for the signature."""
        return (lexicon.load(self._code()).tag,) if self.exclude else ()

    def lexicon(self) -> Lexicon:
        """Return the words that are long enough, each of weight 1."""
        return _words(registry.language(self.lang).elisions, self.layout, self.shortest)

    def _draw(self, word: str, number: int) -> Drawn | None:
        return self.drawing()(word, number)

    def drawing(self) -> Callable[[str, int], Drawn | None]:
        """Return what draws the edit of a word for a number of 64 bits, or None where every neighbour makes a word."""
        return _drawer(self).draw

    def _code(self) -> str:
        return registry.language(self.lang).code.partition("-")[0]


class _Drawer:
    """The places of the words of one transform, each worked out once."""

    __slots__ = ("_bars_frequent", "_bars_words", "_beside", "_elides", "_kept", "_places_of", "_words")

    def __init__(self, transform: Neighbour) -> None:
        self._kept: dict[str, tuple[_Place, ...]] = {}
        self._places_of: dict[tuple[int, int, _Letters, int], _Place] = {}
        self._beside = _neighbours(load(transform.layout), even=transform.weights == "uniform")
        exclude = transform.exclude or ()
        self._bars_words, self._bars_frequent = "word" in exclude, "frequent" in exclude
        self._words = lexicon.load(transform._code()) if exclude else None
        self._elides = bool(registry.language(transform.lang).elisions)

    def draw(self, word: str, number: int) -> Drawn | None:
        """Draw a letter of the word by the high half of a number, and its neighbour by the low one."""
        places = self._kept.get(word)
        if places is None:
            places = self._places(word)
            if len(word) <= LONGEST:
                if len(self._kept) >= MOST:
                    self._kept.clear()
                    self._places_of.clear()
                self._kept[word] = places
        if not places:
            return None
        made, lasts = places[(number >> 32) * len(places) >> 32]
        return made[bisect_right(lasts, (number & _LOW) * lasts[-1] >> 32)]

    def _places(self, word: str) -> tuple[_Place, ...]:
        allowed = []
        for start, end in clusters(word):
            old = normalize("NFC", word[start:end])
            # Nothing longer is a word, so a word of any length takes time in proportion.
            before, after = word[max(0, start - _LONGEST) : start], word[end : end + _LONGEST]
            letters = tuple(
                (new, weight)
                for new, weight in (self._beside.get(old, ()) if self._is_inside(word, start) else ())
                if self._is_allowed(before, new, after)
            )
            if letters:
                allowed.append((start, end, letters))
        count = len(allowed)
        if len(word) > LONGEST:
            return tuple(_place(*place, count) for place in allowed)
        return tuple(self._shared(*place, count) for place in allowed)

    def _is_inside(self, word: str, place: int) -> bool:
        """Tell whether a letter is not the first; where words are elided, what follows an apostrophe is one too."""
        return place > 0 and not (self._elides and word[place - 1] in _APOSTROPHES)

    def _shared(self, start: int, end: int, letters: _Letters, count: int) -> _Place:
        """Return a place as one object for all words that have it: there are thousands, where words have millions."""
        key = start, end, letters, count
        found = self._places_of.get(key)
        if found is None:
            found = self._places_of[key] = _place(*key)
        return found

    def _is_allowed(self, before: str, letter: str, after: str) -> bool:
        """Tell whether neither a word nor its part between hyphens is excluded once the new letter stands in it."""
        if self._words is None:
            return True
        whole = before + letter + after
        if "-" in whole and self._is_excluded(before.rpartition("-")[2] + letter + after.partition("-")[0]):
            return False
        return not self._is_excluded(whole)

    def _is_excluded(self, form: str) -> bool:
        words = cast("lexicon.WordList", self._words)
        form = normalize("NFC", form)
        if self._bars_words and words.accepts(form):
            return True
        return self._bars_frequent and words.bucket(form) >= lexicon.FREQUENT


def _place(start: int, end: int, letters: _Letters, count: int) -> _Place:
    """Make one of `count` places of a word."""
    lasts = tuple(accumulate(weight for _, weight in letters))
    share = log(count * lasts[-1])
    return _Place(tuple((start, end, letter, _LABEL, log(weight) - share) for letter, weight in letters), lasts)


@cache
def _drawer(transform: Neighbour) -> _Drawer:
    return _Drawer(transform)


@cache
def _neighbours(layout: Layout, *, even: bool) -> dict[str, _Letters]:
    """Map each letter that one key makes to the letters of the same case on the keys around, with their weights."""
    typed = {letter for letter in layout.characters if letter.isalpha() and _is_plain(layout.keystrokes(letter))}
    return {
        letter: tuple(
            (other, 1 if even else weight)
            for other, weight in layout.neighbours(letter)
            if other in typed and other != letter and other.isupper() == letter.isupper()
        )
        for letter in typed
    }


def _is_plain(strokes: tuple[tuple[str, int], ...]) -> bool:
    """Tell whether a letter takes one key, with Shift at most."""
    return len(strokes) == 1 and strokes[0][1] < _ALTGR


@cache
def _words(elisions: tuple[str, ...], layout: str, shortest: int) -> Lexicon:
    beside = _neighbours(load(layout), even=True)

    def weigh(word: str) -> int:
        letters = [normalize("NFC", word[start:end]) for start, end in clusters(word)]
        # An elided word (`jusqu'`) is no word of its own here: its host is.
        if word[-1] in _APOSTROPHES or sum(map(str.isalpha, letters)) < shortest or any(map(str.isdecimal, letters)):
            return 0
        return int(any(beside.get(letter) for letter in letters[1:]))

    return Lexicon(weigh, elisions=elisions)
