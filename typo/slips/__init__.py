"""The slips of a finger that could befall a word, each with its probability.

The distribution is explicit and factored: where and how (operation and position), then which letter. It is never
sampled to be known: `slips` lists it and `draw` draws from the same integers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from typo.slips.drawer import drawer, model_of
from typo.slips.profile import PROFILES
from typo.slips.word import SCALE, Slip, allotted, pieces, placed, read, written_out

if TYPE_CHECKING:
    from typo.keyed import Draws

__all__ = ["SCALE", "Slip", "draw", "profiles", "slips"]


def profiles() -> tuple[str, ...]:
    """List the names of the profiles.

    >>> profiles()
    ('desktop', 'phone', 'learner', 'keyboard-only', 'uniform', 'multypo')
    """
    return PROFILES


def slips(word: str, *, layout: str, profile: str = "desktop", lang: str | None = None) -> tuple[Slip, ...]:
    """List every slip of a word with its weight; the weights add up to exactly `SCALE`.

    No two slips give the same string. The tuple is empty when no slip is possible: a word of one symbol, or of a
    script that the layout does not have.

    >>> found = slips("the", layout="us-qwerty")
    >>> sum(slip.weight for slip in found) == SCALE
    True
    >>> "".join("the"[: s.start] + s.replacement + "the"[s.end :] + " " for s in found if s.label == "transpose")
    'hte teh '
    """
    seen = read(word)
    model = model_of(seen.writing, layout, profile, lang)
    found: list[Slip] = []
    for piece, share in pieces(seen.known):
        for place, weight in placed(model, piece, share):
            choices, weights = model.letters(place, piece.symbols)
            parts = zip(choices, allotted(weights, weight), strict=True)
            found += [written_out(seen, place, piece.offset, choice, own) for choice, own in parts if own]
    return _changing(word, found)


def _changing(word: str, found: list[Slip]) -> tuple[Slip, ...]:
    """Put slips together that give the same, leave out those that change nothing, and share out their weight.

    The capitals of two letters may be one: of Latin i and Turkish ı, of the two Greek s.
    """
    merged: dict[tuple[int, int, str], Slip] = {}
    for slip in found:
        same = merged.get(slip[:3])
        merged[slip[:3]] = slip if same is None else same._replace(weight=same.weight + slip.weight)
    changing = [slip for slip in merged.values() if word[slip.start : slip.end] != slip.replacement]
    if sum(slip.weight for slip in changing) == SCALE:
        return tuple(changing)
    parts = allotted([slip.weight for slip in changing], SCALE) if changing else ()
    return tuple(slip._replace(weight=part) for slip, part in zip(changing, parts, strict=True) if part)


def draw(
    word: str, draws: Draws, *, layout: str, profile: str = "desktop", lang: str | None = None
) -> tuple[int, int, str, str, float] | None:
    """Draw one slip of a word from the distribution of `slips`, without listing it; None when none is possible.

    Returned are start, end, replacement and label, and the log-probability.

    >>> from typo.keyed import Draws, digest
    >>> drawn = draw("keyboard", Draws(digest("example")), layout="us-qwerty")
    >>> drawn[:4] in [slip[:4] for slip in slips("keyboard", layout="us-qwerty")]
    True
    """
    return drawer(layout, profile, lang).draw(word, draws.number())
