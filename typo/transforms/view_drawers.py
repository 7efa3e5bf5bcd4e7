"""Drawing the slips of words that are typed through a view, from numbers, as `typo.slips.drawer` does for layouts."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from functools import cache, partial
from itertools import accumulate
from math import log
from typing import TYPE_CHECKING, NamedTuple, Protocol

from typo.graphemes import trimmed
from typo.slips import SCALE, Slip, slips
from typo.slips.drawer import drawer
from typo.views import outcomes, through
from typo.views.direct import Direct

if TYPE_CHECKING:
    from typo.slips.drawer import Drawn
    from typo.views.direct import Remnant
    from typo.views.word import WordView

__all__ = ["KeyDrawer", "LetterDrawer", "TextDrawer", "ViewDrawer", "view_drawer"]

_HALF = 32  # bits
_MOST_WORDS = 2000  # of about 8 kB each
_LONGEST = 48  # code points of a word that is kept
_REMNANT = SCALE >> 7  # the weight of what one slip on Shift or on a dead key leaves behind


class ViewDrawer(Protocol):
    """What draws the slips of one view, layout and profile; get one with `view_drawer`."""

    def draw(self, word: str, number: int) -> Drawn | None:
        """Return the slip that a number of 64 bits stands for; None where none is possible."""

    def slips(self, word: str) -> tuple[Slip, ...]:
        """List every slip of a word with its weight."""


class LetterDrawer:
    """The slips of a layout whose keys are letters, and with `modifiers` those on Shift and on dead keys as well.

    >>> LetterDrawer(Direct("fr-azerty"), "desktop", "fr", modifiers=True).draw("hôte", 0)
    (0, 2, 'ĥo', 'dead_key', -4.852030263919617)
    """

    __slots__ = ("_drawer", "_list", "_modifiers", "_view")

    def __init__(self, view: Direct, profile: str, lang: str, *, modifiers: bool) -> None:
        self._view = view
        self._modifiers = modifiers
        self._drawer = drawer(view.layout, profile, lang)
        self._list = partial(slips, layout=view.layout, profile=profile, lang=lang)

    def draw(self, word: str, number: int) -> Drawn | None:
        """Return the slip that a number of 64 bits stands for; None where none is possible."""
        remnants, weight = self._remnants(word)
        point, share = number >> _HALF, weight * len(remnants)
        if point < share:
            text, label = remnants[point // weight]
            return _drawn(word, text, label, log(weight / SCALE))
        if not share:
            return self._drawer.draw(word, number)
        left = SCALE - share
        drawn = self._drawer.draw(word, (number - (share << _HALF)) * SCALE // left)
        return None if drawn is None else (*drawn[:4], drawn[4] + log(left / SCALE))

    def slips(self, word: str) -> tuple[Slip, ...]:
        """List every slip of a word with its weight."""
        found = self._list(word)
        remnants, weight = self._remnants(word)
        if not found or not remnants:
            return found
        edits = [trimmed(word, 0, len(word), text, label) for text, label in remnants]
        added = [Slip(edit.start, edit.end, edit.replacement, edit.label, weight) for edit in edits if edit is not None]
        left = SCALE - weight * len(added)
        found = tuple(slip._replace(weight=slip.weight * left // SCALE) for slip in found)
        over = left - sum(slip.weight for slip in found)
        first = max(found, key=lambda slip: slip.weight)
        return (*added, *(slip._replace(weight=slip.weight + over * (slip is first)) for slip in found))

    def _remnants(self, word: str) -> tuple[tuple[Remnant, ...], int]:
        found = self._view.remnants(word) if self._modifiers else ()
        return found, min(_REMNANT, SCALE // 2 // max(1, len(found)))


class KeyDrawer:
    """The slips of a view that is one to one: one slip on the keys is drawn, and taken through the view.

    >>> from typo.views.hangul import Hangul
    >>> KeyDrawer(Hangul(), "ko-2set", "uniform", "ko").draw("하나", 0)[:3]
    (0, 1, '가')
    """

    __slots__ = ("_drawer", "_list", "_view")

    def __init__(self, view: WordView, layout: str, profile: str, lang: str) -> None:
        self._view = view
        self._drawer = drawer(layout, profile, lang)
        self._list = through(view, partial(slips, layout=layout, profile=profile, lang=lang))

    def draw(self, word: str, number: int) -> Drawn | None:
        """Return the slip that a number of 64 bits stands for; None where none is possible."""
        keys = self._view.keys(word)
        drawn = None if keys is None else self._drawer.draw(keys, number)
        if keys is None or drawn is None:
            return None
        start, end, replacement, label, logprob = drawn
        shown = self._view.shown(word, keys[:start] + replacement + keys[end:])
        return None if shown is None else _drawn(word, shown, label, logprob)

    def slips(self, word: str) -> tuple[Slip, ...]:
        """List every slip of a word with its weight."""
        return self._list(word)


class _Listed(NamedTuple):
    """All that may come to stand in place of a word: where each ends in 0 .. SCALE, and one line each."""

    ends: array[int]
    lines: str  # one string takes a fifth of the room of many


class TextDrawer:
    """The slips of a view through which several rows of keys may come out as the same text: all are listed."""

    __slots__ = ("_list", "_outcomes", "_words")

    def __init__(self, view: WordView, layout: str, profile: str, lang: str) -> None:
        on_keys = partial(slips, layout=layout, profile=profile, lang=lang)
        self._list = through(view, on_keys)
        self._outcomes = partial(outcomes, view, slips=on_keys)
        self._words: dict[str, _Listed] = {}

    def draw(self, word: str, number: int) -> Drawn | None:
        """Return the slip that a number of 64 bits stands for; None where none is possible."""
        ends, lines = self._words.get(word) or self._look_at(word)
        if not ends:
            return None
        at = bisect_right(ends, number >> _HALF)
        label, shown = lines.split("\n")[at].split("\t")
        return _drawn(word, shown, label, log((ends[at] - (ends[at - 1] if at else 0)) / SCALE))

    def slips(self, word: str) -> tuple[Slip, ...]:
        """List every slip of a word with its weight."""
        return self._list(word)

    def _look_at(self, word: str) -> _Listed:
        found = self._outcomes(word)
        ends = array("Q", accumulate(weight for _, weight in found.values()))
        listed = _Listed(ends, "\n".join(f"{slip.label}\t{text}" for text, (slip, _) in found.items()))
        if len(word) <= _LONGEST:
            if len(self._words) >= _MOST_WORDS:
                self._words.clear()
            self._words[word] = listed
        return listed


def _drawn(word: str, shown: str, label: str, logprob: float) -> Drawn | None:
    edit = trimmed(word, 0, len(word), shown, label)
    return None if edit is None else (edit.start, edit.end, edit.replacement, label, logprob)


@cache
def view_drawer(view: WordView, layout: str, profile: str, lang: str, *, modifiers: bool) -> ViewDrawer:
    """Return the drawer of a view, a layout, a profile and a language; one a process."""
    if isinstance(view, Direct):
        return LetterDrawer(view, profile, lang, modifiers=modifiers)
    return KeyDrawer(view, layout, profile, lang) if view.one_to_one else TextDrawer(view, layout, profile, lang)
