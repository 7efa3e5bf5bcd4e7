"""The slips of a finger that could befall a word, each with its probability.

The distribution is explicit and factored: where and how (operation and position), then which letter. It is never
sampled to be known: `slips` lists it and `draw` draws from the same integers.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol
from unicodedata import is_normalized, normalize

from typo.errors import check_choice, check_text
from typo.graphemes import is_joined
from typo.slips.board import board
from typo.slips.model import FittedModel
from typo.slips.plain import PlainModel
from typo.slips.profile import PROFILES, profile_letters, profile_ranks, profile_table
from typo.slips.symbols import kind, lowered, recased, script, split

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from typo.keyed import Draws
    from typo.slips.model import Place

__all__ = ["SCALE", "Slip", "draw", "profiles", "slips"]

SCALE = 1 << 32
"""What the weights of all slips of a word add up to."""

_SHORTEST, _LONGEST = 2, 64  # symbols; a longer word slips in one of its pieces, all pieces alike
_SIGHT = 2  # symbols on either side of a piece that its weights look at
_FOREIGN = "\0"  # stands for a letter of another script than the word's
_LABELS = {"r": "replace", "d": "diacritic", "o": "omit", "w": "double", "i": "insert", "t": "transpose"}


class Slip(NamedTuple):
    """One slip of a word: word[start:end] becomes replacement, with a chance of weight / SCALE."""

    start: int
    end: int
    replacement: str
    label: str
    weight: int


class _Model(Protocol):
    def places(self, symbols: Sequence[str]) -> tuple[Sequence[Place], list[int]]: ...

    def letters(self, spot: Place, symbols: Sequence[str]) -> tuple[Sequence[str], Sequence[int]]: ...


class _Word(NamedTuple):
    """A word in symbols: as written, as the tables know them, where each starts (and the last ends), script, form."""

    written: list[str]
    known: list[str]
    starts: Sequence[int]
    writing: str
    form: Literal["NFC", "NFD"]


class _Piece(NamedTuple):
    """Part of a word: symbols from `start` to `stop` may slip, the others are what is seen beside them."""

    symbols: Sequence[str]
    offset: int
    start: int
    stop: int


def profiles() -> tuple[str, ...]:
    """List the names of the profiles.

    >>> profiles()
    ('desktop', 'phone', 'learner', 'keyboard-only', 'uniform')
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
    read = _read(word)
    model = _model(read.writing, layout, profile, lang)
    found: list[Slip] = []
    for piece, share in _shared(read.known):
        for place, weight in _placed(model, piece, share):
            choices, weights = model.letters(place, piece.symbols)
            parts = zip(choices, _allot(weights, weight), strict=True)
            found += [_slip(read, place, piece.offset, choice, own) for choice, own in parts if own]
    return tuple(found)


def draw(word: str, draws: Draws, *, layout: str, profile: str = "desktop", lang: str | None = None) -> Slip | None:
    """Draw one slip of a word from the same numbers as `slips`, without listing them; None when none is possible.

    >>> from typo.keyed import Draws, digest
    >>> draw("keyboard", Draws(digest("example")), layout="us-qwerty") in slips("keyboard", layout="us-qwerty")
    True
    """
    read = _read(word)
    model = _model(read.writing, layout, profile, lang)
    left = draws.below(SCALE)
    for piece, share in _shared(read.known):
        if left >= share:
            left -= share
            continue
        for place, weight in _placed(model, piece, share):
            if left < weight:
                choices, weights = model.letters(place, piece.symbols)
                parts = _allot(weights, weight)
                at = _find(parts, left)
                return _slip(read, place, piece.offset, choices[at], parts[at])
            left -= weight
    return None


def _find(parts: Sequence[int], left: int) -> int:
    for index, part in enumerate(parts):
        if left < part:
            return index
        left -= part
    raise AssertionError("unreachable: the parts add up to what they were cut from")


def _allot(weights: Sequence[int], total: int) -> Sequence[int]:
    """Divide a total in proportion to weights; what rounding leaves over goes to the heaviest.

    A thousandth is divided evenly first, so that nothing that is possible gets nothing.
    """
    if len(weights) == 1:
        return (total,)
    whole = sum(weights)
    floor = (whole >> 10) // len(weights)
    whole += whole >> 10
    parts = [(weight + floor) * total // whole if weight else 0 for weight in weights]
    parts[weights.index(max(weights))] += total - sum(parts)
    return parts


def _shared(known: Sequence[str]) -> list[tuple[_Piece, int]]:
    """Cut a word into pieces that have a letter, and share out the scale among them."""
    if len(known) <= _LONGEST:
        slippery = any(kind(each) in "VC" for each in known)
        return [(_Piece(known, 0, 0, len(known)), SCALE)] if slippery else []
    starts = range(0, len(known), _LONGEST)
    lows = [low for low in starts if any(kind(each) in "VC" for each in known[low : low + _LONGEST])]
    if not lows:
        return []
    pieces = []
    for low in lows:
        offset = max(0, low - _SIGHT)
        high = min(low + _LONGEST, len(known))
        pieces.append(_Piece(known[offset : high + _SIGHT], offset, low - offset, high - offset))
    even, over = divmod(SCALE, len(pieces))
    return [(piece, even + (over if not index else 0)) for index, piece in enumerate(pieces)]


def _placed(model: _Model, piece: _Piece, share: int) -> Iterator[tuple[Place, int]]:
    """Yield the places of a piece that weigh anything, each with its part of the piece's share."""
    if len(piece.symbols) < _SHORTEST:
        return
    spots, weights = model.places(piece.symbols)
    end = len(piece.symbols)
    if piece.stop - piece.start < end:
        # The gap after the last symbol belongs to the last piece, every other gap to the symbol after it.
        inside = [piece.start <= at < piece.stop or at == end == piece.stop for _, at in spots]
        weights = [weight if here else 0 for weight, here in zip(weights, inside, strict=True)]
    if any(weights):
        yield from (each for each in zip(spots, _allot(weights, share), strict=True) if each[1])


def _read(word: str) -> _Word:
    if check_text("word", word).isascii():
        writing = "LATIN" if any(map(str.isalpha, word)) else ""
        return _Word([*word], [*word.lower()], range(len(word) + 1), writing, "NFC")
    written = split(word)
    known = [lowered(symbol) for symbol in written]
    writing = next((found for symbol in known if (found := script(symbol)) and kind(symbol) in "VC"), "")
    # Letters of another script stay as they are.
    known = [_FOREIGN if kind(each) in "VC" and script(each) != writing else each for each in known]
    form: Literal["NFC", "NFD"] = "NFC" if is_normalized("NFC", word) else "NFD"
    return _Word(written, known, [0, *accumulate(map(len, written))], writing, form)


def _slip(read: _Word, spot: Place, offset: int, choice: str, weight: int) -> Slip:
    operation, index = spot[0], spot[1] + offset
    label = _LABELS[operation]
    written, starts = read.written, read.starts
    start = starts[index]
    if operation == "i":
        beside = "".join(written[max(0, index - 1) : index + 1])
        if index and is_joined(written[index - 1] + choice, len(written[index - 1])):
            # A sign goes on the letter before it, and the edit is of both.
            return Slip(starts[index - 1], start, written[index - 1] + choice, label, weight)
        return Slip(start, start, normalize(read.form, recased(choice, like=beside)), label, weight)
    end = starts[index + 1]
    here = written[index]
    if operation == "w":
        after = written[index + 1] if index + 1 < len(written) else ""
        return Slip(end, end, normalize(read.form, recased(read.known[index], like=here + after)), label, weight)
    if operation == "t":
        after = written[index + 1]
        swapped = _cased(after, like=here) + _cased(here, like=after)
        return Slip(start, starts[index + 2], swapped, label, weight)
    if operation == "r":
        # What is on a cluster's letter stays there.
        choice = recased(choice, like=here) + read.known[index][1:]
    elif operation == "d":
        choice = recased(choice, like=here)
    return Slip(start, end, normalize(read.form, choice), label, weight)


def _cased(symbol: str, *, like: str) -> str:
    """Move a symbol to a place where a capital or a small letter stood."""
    moved = symbol.upper() if like.isupper() else symbol.lower() if like.islower() else symbol
    return moved if len(moved) == len(symbol) else symbol


@cache
def _model(writing: str, layout: str, profile: str, lang: str | None) -> _Model:
    check_choice("profile", profile, PROFILES)
    if profile in ("keyboard-only", "uniform"):
        return PlainModel(board(layout, writing, profile_letters(lang, writing)), motor=profile == "keyboard-only")
    return FittedModel(
        profile_table(profile, lang), profile_ranks(lang), board(layout, writing, profile_letters(lang, writing))
    )
