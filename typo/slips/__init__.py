"""The slips of a finger that could befall a word, each with its probability.

The distribution is explicit and factored: where and how (operation and position), then which letter. It is never
sampled to be known: `slips` lists it and `draw` draws from the same integers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from typo.slips.drawer import board_of, drawer, is_dotted, model_of
from typo.slips.profile import PROFILES
from typo.slips.word import SCALE, Slip, allotted, apart, pieces, placed, read, written_out

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
    seen = read(word, dotted=is_dotted(layout))
    model = model_of(seen.writing, layout, profile, lang)
    twins = board_of(seen.writing, layout, lang).twins
    found: list[Slip] = []
    for piece, share in pieces(seen.known):
        for place, weight in placed(model, piece, share):
            letters = model.letters(place, piece.symbols)
            choices, weights = apart(seen, place, piece.offset, *letters, twins) if twins else letters
            parts = zip(choices, allotted(weights, weight), strict=True)
            found += [written_out(seen, place, piece.offset, choice, own) for choice, own in parts if own]
    return tuple(found)


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
