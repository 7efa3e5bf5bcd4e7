"""What lies beside a character on a board."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import category

from typo_keyboards.composition import compose, is_dead
from typo_keyboards.geometry import apart

if TYPE_CHECKING:
    from typo_keyboards.geometry import Key
    from typo_keyboards.layout import Layout

__all__ = ["beside"]


def beside(
    layout: Layout, own: list[tuple[Key, tuple[Key, ...]]], level: int, character: str, marks: str
) -> tuple[tuple[str, int], ...]:
    """Return the neighbours of a character, each with its weight, in code-point order.

    `own` are the keys that make the character at `level`, each with its neighbours; `marks` are those that other keys
    put on it.
    """
    if own[0][0].spot.slot == "SPCE":
        return ()
    same_row, other_row = layout.weights
    found: dict[str, int] = {}
    for key, near in own:
        for other in near:
            made = _made(other, level, layout)
            if _counts(made, character):
                weight = same_row if other.spot.row == key.spot.row else other_row
                found[made] = max(weight, found.get(made, 0))
        if layout.form == "flick":  # the right key, and a wrong flick
            found.update({made: other_row for made in key.characters if _counts(made, character)})
    if not found or (_is_letter(character) and not any(_is_letter(made) for made in found)):
        found.update(dict.fromkeys(_nearest(layout, own[0][0], level, character), other_row))
    marked: dict[str, int] = {}
    for made, weight in found.items():
        whole = _marked(made, marks, character)
        marked[whole] = max(weight, marked.get(whole, 0))
    return tuple(sorted(marked.items()))


def _nearest(layout: Layout, key: Key, level: int, character: str) -> list[str]:
    """List the letters nearest to a key; of a sign that has no neighbours at all, the characters."""
    made = ((apart(key.spot, other.spot), _made(other, level, layout)) for other in layout.keys if other is not key)
    counting = [
        (distance, other)
        for distance, other in made
        if _counts(other, character) and (_is_letter(other) or not _is_letter(character))
    ]
    return [other for distance, other in counting if distance == min(counting)[0]]


def _made(key: Key, level: int, layout: Layout) -> str:
    if layout.contextual and level >= 2:
        return key.at(level) or key.at(0)
    return key.at(level if layout.form == "flick" else level % 2)


def _counts(made: str, character: str) -> bool:
    return made not in ("", " ", character) and not is_dead(made) and made.isprintable()


def _is_letter(character: str) -> bool:
    return category(character[0])[0] in "LM"


def _marked(made: str, marks: str, character: str) -> str:
    """Put the marks on a neighbour, where that gives a character as common: of the same 128 (ô for ê, but no ẑ)."""
    whole = compose(made, marks) if marks else None
    return whole if whole and whole != character and ord(whole) >> 7 == ord(character[0]) >> 7 else made
