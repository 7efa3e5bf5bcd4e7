"""The list of candidates that an input method opens, seen beside the words that were meant."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from typo.ja.align import align_tokens
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
_FARTHEST = {WORD: 3_500, BORDER: 2_500}
_LISTED = 20
_SHARE = 5_040  # so that a half, a third, ... of it is a whole number


def drawn_candidate(
    tokens: Sequence[Token], change: str, draws: Draws, *, before: Token | None, after: Token | None
) -> str | None:
    """Draw a candidate that differs from the words in one way, `WORD` or `BORDER`; see `_changes`.

    The second of the list, the words themselves left out, is half as likely as the first, and so on. None where there
    is no such candidate, and where the dictionary cannot make the words from their readings.
    """
    pieces = align_tokens(tokens)
    if pieces is None:
        return None
    listed = token_candidates(tokens, n=_LISTED, before=before, after=after)
    word = "".join(token.surface for token in tokens)
    fitting = [
        candidate.surface
        for candidate in listed
        if candidate.cost <= _FARTHEST[change]
        and _is_other_word(word, candidate.surface)
        and _changes(tokens, pieces, candidate.pieces) == {change}
    ]
    if not fitting:
        return None
    return fitting[draws.weighted([_SHARE // rank for rank in range(1, len(fitting) + 1)])]


def _is_other_word(word: str, candidate: str) -> bool:
    """Tell whether a candidate brings a new kanji, and no digit or Latin letter."""
    return any(has_kanji(new) and new not in word for new in candidate) and not any(map(_is_latin, candidate))


def _is_latin(character: str) -> bool:
    return character.isdigit() or character.isascii()


def _changes(tokens: Sequence[Token], pieces: Sequence[Piece], candidate: Sequence[Piece]) -> set[str]:
    """Tell in which ways a candidate differs from the pieces that were meant.

    - `WORD`: a word with kanji, or a part of it, is written with other kanji.
    - `BORDER`: a word ends where none did, or goes on where one ended.
    - anything else, such as a particle in katakana, has the empty name.
    """
    places = [0, *accumulate(len(piece.kana) for piece in pieces)]
    index = {place: number for number, place in enumerate(places)}
    ends = set(accumulate(len(token.reading) for token in tokens))
    changes: set[str] = set()
    start = 0
    for piece in candidate:
        end = start + len(piece.kana)
        first, last = index.get(start), index.get(end)
        inside, start = ends & set(range(start + 1, end)), end
        if first is None or last is None:
            changes.add(BORDER)
            continue
        meant = "".join(part.surface for part in pieces[first:last])
        if meant == piece.surface:
            continue
        if inside:
            changes.add(BORDER)
        else:
            changes.add(WORD if has_kanji(meant) and has_kanji(piece.surface) else "")
    return changes
