"""A word as the slip model sees it, cut into pieces and places, and a slip of it written out."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol
from unicodedata import is_normalized, normalize

from typo.errors import check_text
from typo.graphemes import is_joined
from typo.slips.symbols import kind, lowered, recased, script, split

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from typo.slips.model import Place

__all__ = [
    "LABELS",
    "SCALE",
    "Model",
    "Piece",
    "Slip",
    "Word",
    "allotted",
    "apart",
    "pieces",
    "placed",
    "read",
    "shared",
    "written_out",
]

SCALE = 1 << 32
"""What the weights of all slips of a word add up to."""

_SHORTEST, _LONGEST = 2, 64  # symbols; a longer word slips in one of its pieces, all pieces alike
_SIGHT = 2  # symbols on either side of a piece that its weights look at
_FINE = 40  # bits of a factor after the point
_FOREIGN = "\0"  # stands for a letter of another script than the word's
LABELS = {
    "r": "replace",
    "d": "diacritic",
    "s": "diacritic",
    "o": "omit",
    "w": "double",
    "i": "insert",
    "t": "transpose",
}


class Slip(NamedTuple):
    """One slip of a word: word[start:end] becomes replacement, with a chance of weight / SCALE."""

    start: int
    end: int
    replacement: str
    label: str
    weight: int


class Model(Protocol):
    """The numbers of one keyboard and script: how heavy each place of a slip is, and each letter there."""

    def places(self, symbols: Sequence[str]) -> tuple[Sequence[Place], list[int]]:
        """Weigh every place of a word."""

    def context(self, spot: Place, symbols: Sequence[str]) -> Hashable:
        """Name what the letters that may come at a place depend on."""

    def letters(self, spot: Place, symbols: Sequence[str]) -> tuple[Sequence[str], Sequence[int]]:
        """Weigh the symbols that may come at a place."""


class Word(NamedTuple):
    """A word in symbols: as written, as the tables know them, where each starts (and the last ends), script, form.

    `dotted`: i and ı are two letters.
    """

    written: list[str]
    known: list[str]
    starts: Sequence[int]
    writing: str
    form: Literal["NFC", "NFD"]
    dotted: bool = False


class Piece(NamedTuple):
    """Part of a word: symbols from `start` to `stop` may slip, the others are what is seen beside them."""

    symbols: Sequence[str]
    offset: int
    start: int
    stop: int


def pieces(known: Sequence[str]) -> list[tuple[Piece, int]]:
    """Cut a word into pieces that have a letter, and share out the scale among them."""
    if len(known) <= _LONGEST:
        slippery = any(kind(each) in "VC" for each in known)
        return [(Piece(known, 0, 0, len(known)), SCALE)] if slippery else []
    starts = range(0, len(known), _LONGEST)
    lows = [low for low in starts if any(kind(each) in "VC" for each in known[low : low + _LONGEST])]
    if not lows:
        return []
    found = []
    for low in lows:
        offset = max(0, low - _SIGHT)
        high = min(low + _LONGEST, len(known))
        found.append(Piece(known[offset : high + _SIGHT], offset, low - offset, high - offset))
    even, over = divmod(SCALE, len(found))
    return [(piece, even + (over if not index else 0)) for index, piece in enumerate(found)]


def placed(model: Model, piece: Piece, share: int) -> Iterator[tuple[Place, int]]:
    """Yield the places of a piece that weigh anything, each with its part of the piece's share."""
    places, weights = shared(model, piece, share)
    yield from (each for each in zip(places, weights, strict=True) if each[1])


def shared(model: Model, piece: Piece, share: int) -> tuple[Sequence[Place], Sequence[int]]:
    """Return the places of a piece and the part of its share that each has, 0 where no slip is possible."""
    if len(piece.symbols) < _SHORTEST:
        return (), ()
    places, weights = model.places(piece.symbols)
    end = len(piece.symbols)
    if piece.stop - piece.start < end:
        # The gap after the last symbol belongs to the last piece, every other gap to the symbol after it.
        inside = [piece.start <= at < piece.stop or at == end == piece.stop for _, at in places]
        weights = [weight if here else 0 for weight, here in zip(weights, inside, strict=True)]
    return (places, allotted(weights, share)) if any(weights) else ((), ())


def read(word: str, *, dotted: bool = False) -> Word:
    """Read a word in symbols; `dotted` where i and ı are two letters."""
    if check_text("word", word).isascii() and not (dotted and "I" in word):
        writing = "LATIN" if any(map(str.isalpha, word)) else ""
        return Word([*word], [*word.lower()], range(len(word) + 1), writing, "NFC", dotted)
    written = split(word)
    known = [lowered(symbol, dotted=dotted) for symbol in written]
    writing = next((found for symbol in known if (found := script(symbol)) and kind(symbol) in "VC"), "")
    # Letters of another script stay as they are.
    known = [_FOREIGN if kind(each) in "VC" and script(each) != writing else each for each in known]
    form: Literal["NFC", "NFD"] = "NFC" if is_normalized("NFC", word) else "NFD"
    return Word(written, known, [0, *accumulate(map(len, written))], writing, form, dotted)


def written_out(read: Word, spot: Place, offset: int, choice: str, weight: int) -> Slip:
    """Write out the slip at a place, in the case and form of the word."""
    operation, index = spot[0], spot[1] + offset
    label = LABELS[operation]
    written, starts = read.written, read.starts
    start = starts[index]
    if operation == "i":
        beside = "".join(written[max(0, index - 1) : index + 1])
        if index and is_joined(written[index - 1] + choice, len(written[index - 1])):
            # A sign goes on the letter before it, and the edit is of both.
            return Slip(starts[index - 1], start, written[index - 1] + choice, label, weight)
        return Slip(start, start, normalize(read.form, recased(choice, like=beside, dotted=read.dotted)), label, weight)
    end = starts[index + 1]
    here = written[index]
    if operation == "w":
        after = written[index + 1] if index + 1 < len(written) else ""
        twice = recased(read.known[index], like=here + after, dotted=read.dotted)
        return Slip(end, end, normalize(read.form, twice), label, weight)
    if operation == "t":
        after = written[index + 1]
        swapped = _cased(after, like=here, dotted=read.dotted) + _cased(here, like=after, dotted=read.dotted)
        if swapped.upper() == (here + after).upper():
            swapped = after + here  # both have the same capital: their case is all that tells them apart
        return Slip(start, starts[index + 2], swapped, label, weight)
    if operation == "r":
        # What is on a cluster's letter stays there.
        choice = recased(choice, like=here, dotted=read.dotted) + read.known[index][1:]
    elif operation == "d":
        choice = recased(choice, like=here, dotted=read.dotted)
    return Slip(start, end, normalize(read.form, choice), label, weight)


def _cased(symbol: str, *, like: str, dotted: bool) -> str:
    """Move a symbol to a place where a capital or a small letter stood."""
    if dotted and symbol[0] in "iıIİ":
        moved = recased(lowered(symbol, dotted=True), like=like, dotted=True) if like.upper() != like.lower() else ""
    else:
        moved = symbol.upper() if like.isupper() else symbol.lower() if like.islower() else symbol
    return moved if len(moved) == len(symbol) else symbol


def apart(
    seen: Word, place: Place, offset: int, choices: Sequence[str], weights: Sequence[int], twins: frozenset[str]
) -> tuple[Sequence[str], Sequence[int]]:
    """Return the letters that may come at a place of a word so that no two look alike there, nor like what there is.

    Small letters that have one capital, `twins`, do so among capitals.
    """
    operation, index = place[0], place[1] + offset
    beside = seen.written[max(0, index - 1) : index + 1] if operation == "i" else [seen.written[index]]
    if twins.isdisjoint(choices) or operation not in "ird" or not "".join(beside).isupper():
        return choices, weights
    found: dict[str, list[int]] = {}
    first: dict[str, str] = {}
    for choice, weight in zip(choices, weights, strict=True):
        capital = recased(choice, like="A", dotted=seen.dotted)
        if choice not in twins or capital not in beside:
            first.setdefault(capital, choice)
            found.setdefault(capital, []).append(weight)
    return tuple(first.values()), tuple(map(sum, found.values()))


def allotted(weights: Sequence[int], total: int) -> Sequence[int]:
    """Divide a total in proportion to weights; what rounding leaves over goes to the heaviest.

    A thousandth is divided evenly first, so that nothing that is possible gets nothing.
    """
    if len(weights) == 1:
        return (total,)
    whole = sum(weights)
    floor = (whole >> 10) // len(weights)
    whole += whole >> 10
    factor = (total << _FINE) // whole
    parts = [(weight + floor) * factor >> _FINE if weight else 0 for weight in weights]
    parts[weights.index(max(weights))] += total - sum(parts)
    return parts
