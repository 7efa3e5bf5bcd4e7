"""What the kinds of error on kana share: changes of the keys of one word, one of which is drawn and converted."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from typo.graphemes import trimmed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.edits import Edit
    from typo.keyed import Draws
    from typo.text import Text
    from typo.views.kana_ime import KanaIme
    from typo.words import Unit

__all__ = ["Change", "realised"]

# How many changes are converted at most before the word gives way to another.
_TRIES = 16


class Change(NamedTuple):
    """Other keys in place of `keys[start:end]` of a word, how it came to that, and how likely it is among others."""

    start: int
    end: int
    keys: str
    op: str
    weight: int


def realised(
    view: KanaIme, text: Text, unit: Unit, changes: Sequence[Change], draws: Draws, *, kind: str
) -> Edit | None:
    """Draw one of the changes of a word by weight; one that comes out as the word itself gives way to another."""
    keys = view.symbols(text, unit)
    left = list(changes)
    while keys is not None and left and len(changes) - len(left) < _TRIES:
        change = left.pop(draws.weighted([change.weight for change in left]))
        shown = view.render(text, unit, keys[: change.start] + change.keys + keys[change.end :])
        if shown is not None:
            return trimmed(text.string, unit.start, unit.end, text.formed(shown), f"{kind}:{change.op}")
    return None
