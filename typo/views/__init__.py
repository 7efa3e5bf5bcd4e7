"""Views: what a script makes of the keys that somebody pressed, one way of typing a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from typo.slips import Slip
    from typo.text import Text
    from typo.views.word import WordView
    from typo.words import Unit

__all__ = ["View", "outcomes", "through"]


class View(Protocol):
    """A way of typing: text units as symbols (letters, jamo, romaji keys), and back.

    A slip of the finger happens on symbols. A view is pure: what it returns depends on its arguments alone.
    """

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the units that could be typed this way, by tests that cost little."""

    def symbols(self, text: Text, unit: Unit) -> str | None:
        """Return the symbols that type a unit, or None where it cannot be typed this way after all."""

    def render(self, text: Text, unit: Unit, symbols: str) -> str | None:
        """Return what stands in place of the unit once other symbols were typed, or None if that is nothing new."""


def through(view: WordView, slips: Callable[[str], Iterable[Slip]]) -> Callable[[str], tuple[Slip, ...]]:
    """Take a distribution of slips on keys through a view: what comes back lists the slips of a word as it is read.

    >>> from functools import partial
    >>> from typo.slips import slips
    >>> from typo.views.hangul import Hangul
    >>> korean = through(Hangul(), partial(slips, layout="ko-2set"))
    >>> found = korean("하나")
    >>> ["하나"[: s.start] + s.replacement + "하나"[s.end :] for s in found if s.label == "transpose"]
    ['ㅏㅎ나', 'ㅎ나ㅏ', '하ㅏㄴ']
    >>> sum(slip.weight for slip in found) == sum(slip.weight for slip in slips("ㅎㅏㄴㅏ", layout="ko-2set"))
    True

    Slips that come out as the same text are one, with the label of the likeliest; those after which the word stands
    as it was are left out, and the others share their weight. The list is empty for a word that the view cannot type.
    """
    from typo.graphemes import trimmed

    def shown(word: str) -> tuple[Slip, ...]:
        found = []
        for text, (slip, weight) in outcomes(view, word, slips=slips).items():
            edit = trimmed(word, 0, len(word), text, slip.label)
            if edit is not None:
                found.append(slip._replace(start=edit.start, end=edit.end, replacement=edit.replacement, weight=weight))
        return tuple(found)

    return shown


def outcomes(view: WordView, word: str, *, slips: Callable[[str], Iterable[Slip]]) -> dict[str, tuple[Slip, int]]:
    """Map each text that may come to stand in place of a word to the likeliest slip that makes it, and its weight."""
    keys = view.keys(word) or ""
    total = 0
    found: dict[str, tuple[Slip, int]] = {}
    for slip in slips(keys):
        total += slip.weight
        text = view.shown(word, keys[: slip.start] + slip.replacement + keys[slip.end :])
        if text is not None:
            known, weight = found.get(text, (slip, 0))
            found[text] = (slip if slip.weight > known.weight else known), weight + slip.weight
    return _filled_up(found, total)


def _filled_up(found: dict[str, tuple[Slip, int]], total: int) -> dict[str, tuple[Slip, int]]:
    """Make weights add up to a total, in proportion; what rounding leaves over goes to the heaviest."""
    kept = sum(weight for _, weight in found.values())
    if kept == total:
        return found
    found = {text: (slip, weight * total // kept) for text, (slip, weight) in found.items()}
    over = total - sum(weight for _, weight in found.values())
    if found:
        heaviest = max(found, key=lambda text: found[text][1])
        slip, weight = found[heaviest]
        found[heaviest] = slip, weight + over
    return found
