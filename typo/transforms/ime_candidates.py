"""The list of candidates that an input method opens, seen beside the words that were meant."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from typo.ja.convert import token_candidates
from typo.ja.script import has_kanji

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.ja.align import Piece
    from typo.ja.reader import Token
    from typo.keyed import Draws

__all__ = ["BORDER", "WORD", "drawn_candidate"]

WORD, BORDER = "word", "border"

# Costs are logarithms of rarity, 500 points a factor of e. Farther than this from the best come words that stand on
# later pages of the list, and chance chains of single kanji: nobody takes them unawares.
_FARTHEST = {WORD: 3_000, BORDER: 2_500}
_LISTED = 10  # as many as the first page of a list has
_SHARE = 5_040  # so that a half, a third, ... of it is a whole number


def drawn_candidate(
    tokens: Sequence[Token], change: str, draws: Draws, *, before: Token | None, after: Token | None
) -> str | None:
    """Draw a candidate that differs from the words in one way, `WORD` or `BORDER`; see `_changes`.

    The second of the list, the words themselves left out, is half as likely as the first, and so on. None where there
    is no such candidate, and where the words themselves are not on the list: their reading is most likely wrong.
    """
    word = "".join(token.surface for token in tokens)
    listed = token_candidates(tokens, n=_LISTED, farthest=_FARTHEST[change], before=before, after=after)
    meant = next((candidate.pieces for candidate in listed if candidate.surface == word), None)
    if meant is None:
        return None
    fitting = [
        candidate.surface
        for candidate in listed
        if _is_other_word(word, candidate.surface)
        and _changes(meant, candidate.pieces) == {change}
        and not (change == BORDER and _swaps_kanji(word, candidate.surface))
    ]
    if not fitting:
        return None
    return fitting[draws.weighted([_SHARE // rank for rank in range(1, len(fitting) + 1)])]


def _is_other_word(word: str, candidate: str) -> bool:
    """Tell whether a candidate brings a new kanji, and no digit or Latin letter."""
    return any(has_kanji(new) and new not in word for new in candidate) and not any(map(_is_latin, candidate))


def _swaps_kanji(word: str, candidate: str) -> bool:
    """Tell whether nothing but kanji differ, as many on either side: whatever its pieces, that is a wrong word."""
    pairs = [(old, new) for old, new in zip(word, candidate, strict=False) if old != new]
    return len(word) == len(candidate) and all(has_kanji(old) and has_kanji(new) for old, new in pairs)


def _is_latin(character: str) -> bool:
    return character.isdigit() or character.isascii()


def _changes(meant: Sequence[Piece], candidate: Sequence[Piece]) -> set[str]:
    """Tell in which ways a candidate differs from the pieces that were meant.

    - `WORD`: a piece with kanji is written with other kanji.
    - `BORDER`: a piece goes on where one ended, or kana were taken out of a word, for a particle perhaps.
    - anything else, such as a particle in katakana or a word cut into single kanji, has another name.
    """
    word = "".join(piece.surface for piece in meant)
    reads = [0, *accumulate(len(piece.kana) for piece in meant)]
    written = dict(zip(reads, (0, *accumulate(len(piece.surface) for piece in meant)), strict=True))
    ending = dict(zip(reads[1:], meant, strict=True))
    changes: set[str] = set()
    start = 0
    for piece in candidate:
        first, end, shown = start, start + len(piece.kana), piece.surface
        start = end
        # The dictionary has words with their endings (換えて): what follows the kanji is no part of the change.
        while (tail := ending.get(end)) and end - len(tail.kana) > first and shown.endswith(tail.surface):
            if has_kanji(tail.surface):
                break
            end, shown = end - len(tail.kana), shown.removesuffix(tail.surface)
        if any(first < place < end for place in reads):
            if first not in written or end not in written or shown != word[written[first] : written[end]]:
                changes.add(BORDER)
        elif first not in written or end not in written:
            changes.add("cut" if has_kanji(shown) else BORDER)
        elif shown != ending[end].surface:
            changes.add(WORD if has_kanji(shown) and has_kanji(ending[end].surface) else "script")
    return changes - {"cut"} if BORDER in changes else changes
