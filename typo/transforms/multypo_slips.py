"""The slips of a word in MulTypo's algorithm, each with its probability.

The published program draws an operation by its share, a place by its weight and a letter beside the key there, and
draws again where that changes nothing. Here what cannot be has the weight 0 from the start: the same distribution,
without a limit of tries, and the probability of every slip is known.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from itertools import accumulate
from math import log
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import name, normalize

from typo.edits import Edit
from typo.graphemes import is_joined, trimmed
from typo.slips.symbols import lowered, recased
from typo.transforms.multypo_board import Near, is_key_of_its_own, tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from typo.transforms.multypo_board import Board

__all__ = ["Shares", "Typist", "symbols"]

# Words kept, of up to so many code points: about 2 kB each.
_MOST, _LONGEST = 8000, 48
# What the weights of an operation's places add up to, times its share.
_SCALE = 1 << 40
_NO_LETTER = Near(("",), (1,), (1,))
_BOTH = {"left", "right"}


class Shares(NamedTuple):
    """How often each operation is tried."""

    omit: int
    insert: int
    replace: int
    transpose: int


class _Word(NamedTuple):
    """A word in symbols: as written, as keys, and where each begins; `is_plain` where no two can join."""

    written: Sequence[str]
    keys: Sequence[str]
    starts: Sequence[int]
    is_plain: bool


class _Place(NamedTuple):
    """Where a slip happens: symbols `low` to `high`, and what may come there."""

    label: str
    low: int
    high: int
    near: Near


class _Known(NamedTuple):
    """A word, its places, and the running totals of their weights."""

    word: _Word
    places: tuple[_Place, ...]
    ends: array[int]


class Typist:
    """The slips on one board; `published` weighs places as the package does, rounding included.

    Then a replacement also changes an equal letter beside, the first of the pairs of letters that could be swapped
    never is, and signs are touched like letters.
    """

    __slots__ = ("_board", "_known", "_published", "_shares")

    def __init__(self, board: Board, shares: Shares, *, published: bool) -> None:
        self._board = board
        self._shares = shares
        self._published = published
        self._known: dict[str, _Known] = {}

    def draw(self, word: str, number: int) -> tuple[Edit, float] | None:
        """Return the edit that a number of 64 bits stands for and its log-probability; None where none is possible.

        New letters are in NFC.
        """
        known = self._known.get(word) or self._look_at(word)
        ends = known.ends
        if not ends:
            return None
        point = number * ends[-1] >> 64
        at = bisect_right(ends, point)
        start = ends[at - 1] if at else 0
        weight = ends[at] - start
        near = known.places[at].near
        total = near.ends[-1]
        choice = bisect_right(near.ends, (point - start) * total // weight)
        edit = _made(word, known.word, known.places[at], near.letters[choice])
        return None if edit is None else (edit, log(weight / ends[-1] * near.weights[choice] / total))

    def slips(self, word: str) -> Iterator[tuple[Edit, float]]:
        """Yield every edit of a word with its probability."""
        known = self._look_at(word)
        start = 0
        for place, end in zip(known.places, known.ends, strict=True):
            share = (end - start) / known.ends[-1] / place.near.ends[-1]
            start = end
            for letter, weight in zip(place.near.letters, place.near.weights, strict=True):
                edit = _made(word, known.word, place, letter)
                if edit is not None:
                    yield edit, share * weight

    def _look_at(self, word: str) -> _Known:
        read = _read(word)
        weights: dict[tuple[str, int, int], int] = {}
        near: list[Near] = []
        for label, low, high, letters, weight in self._places(read):
            if weight:
                place = label, low, high
                if place not in weights:
                    near.append(letters)
                weights[place] = weights.get(place, 0) + weight
        places = tuple(_Place(*place, letters) for place, letters in zip(weights, near, strict=True))
        known = _Known(read, places, array("Q", accumulate(weights.values())))
        if len(word) <= _LONGEST:
            if len(self._known) >= _MOST:
                self._known.clear()
            self._known[word] = known
        return known

    def _places(self, word: _Word) -> Iterator[tuple[str, int, int, Near, int]]:
        """Yield what a place is made of, with its weight; a place may come twice."""
        written, keys, is_plain = word.written, word.keys, word.is_plain
        weights = _weights(len(keys), rounded=self._published)
        whole = sum(weights)
        omit, insert, replace, _ = self._shares
        lasts = _lasts(written)
        for at in range(1, len(keys)):
            key = keys[at]
            if not self._published and not (key[0].isalpha() or is_key_of_its_own(key[0])):
                continue
            weight = weights[at] * _SCALE // whole
            if is_plain or _sits(keys[at - 1], keys[at + 1] if at + 1 < len(keys) else ""):
                # Either of two equal letters may go: it looks the same.
                yield "omit", lasts[at], lasts[at] + 1, _NO_LETTER, weight * omit
            near = self._board.beside(key)
            if near.letters:
                total = near.ends[-1]
                low, high = self._replaced(written, at)
                fitting = _fitting(near, word, low, high, key)
                yield "replace", low, high, fitting, weight * replace * fitting.total // total
                fitting = _fitting(near, word, at + 1, at + 1, "")
                yield "insert", at + 1, at + 1, fitting, weight * insert * fitting.total // total
        yield from self._transpositions(word)

    def _replaced(self, written: Sequence[str], at: int) -> tuple[int, int]:
        """Return the symbols that a replacement at one of them changes."""
        if self._published:
            here = written[at]
            if at > 1 and written[at - 1] == here != written[at - 2]:
                return at - 1, at + 1
            if at + 1 < len(written) and written[at + 1] == here:
                return at, at + 2
        return at, at + 1

    def _transpositions(self, word: _Word) -> Iterator[tuple[str, int, int, Near, int]]:
        keys = word.keys
        hands = [self._board.hand(key) for key in keys]
        pairs = [at for at in range(1, len(keys) - 1) if {hands[at], hands[at + 1]} == _BOTH]
        if self._published:
            weights = _weights(len(pairs), rounded=True) if pairs else []
        else:
            along = _weights(len(keys) - 1, rounded=False)
            weights = [along[at] for at in pairs]
        whole = sum(weights) or 1
        for at, weight in zip(pairs, weights, strict=True):
            if word.is_plain or _swaps(keys, at):
                yield "transpose", at, at + 2, _NO_LETTER, weight * _SCALE // whole * self._shares.transpose


def symbols(word: str) -> list[str]:
    r"""Split a word into what one key, or a dead key and a letter, types.

    >>> len(symbols("cafe\u0301")), symbols("हिन्दी")
    (4, ['ह', 'ि', 'न', '्', 'द', 'ी'])
    """
    if word.isascii():
        return list(word)
    found: list[str] = []
    for index, sign in enumerate(word):
        is_part = bool(found) and is_joined(word, index)
        if is_part and not (is_key_of_its_own(sign) and len(normalize("NFC", found[-1] + sign)) > 1):
            found[-1] += sign
        else:
            found.append(sign)
    return found


def _read(word: str) -> _Word:
    if word.isascii():
        return _Word(word, word.lower(), range(len(word) + 1), is_plain=True)
    written = symbols(word)
    keys = [lowered(symbol) for symbol in written]
    # Of alphabets up to Arabic, and of Georgian, no letter joins what comes to stand beside it.
    is_apart = max(word) < "\u0900" or (min(word) >= "\u10a0" and max(word) < "\u1100")
    is_plain = is_apart and len(written) == len(word) and word.isalnum()
    starts = [*accumulate(map(len, written), initial=0)]
    return _Word(written, keys, starts, is_plain)


def _weights(count: int, *, rounded: bool) -> list[int]:
    """Return the weights of places: none for the first, then rising evenly to the last.

    `rounded` to hundredths of their sum, halves up, as the published program does, save where all would be 0.

    >>> _weights(5, rounded=False), _weights(5, rounded=True)
    ([0, 3, 4, 5, 6], [0, 17, 22, 28, 33])
    """
    if count < 3:
        return [0, 1][:count]
    second, last = tables().positions
    weights = [0, *(second * (count - 2) + (last - second) * index for index in range(count - 1))]
    if not rounded:
        return weights
    whole = sum(weights)
    hundredths = [(200 * weight + whole) // (2 * whole) for weight in weights]
    return hundredths if any(hundredths) else weights


def _lasts(written: Sequence[str]) -> list[int]:
    """Return for each symbol where the run of its like ends.

    >>> _lasts("attics")
    [0, 2, 2, 3, 4, 5]
    """
    lasts = [*range(len(written))]
    for at in range(len(written) - 2, -1, -1):
        if written[at] == written[at + 1]:
            lasts[at] = lasts[at + 1]
    return lasts


def _fitting(near: Near, word: _Word, low: int, high: int, key: str) -> Near:
    """Return the letters that may stand for symbols `low` to `high`: others than the key, where signs find a letter."""
    if word.is_plain and key not in near.letters:
        return near
    keys = word.keys
    before, after = keys[low - 1], keys[high] if high < len(keys) else ""
    kept = {}
    for letter, weight in zip(near.letters, near.weights, strict=True):
        twice = high - low < 2 or _sits(letter, letter)
        if letter != key and twice and _sits(before, letter) and _sits(letter, after):
            kept[letter] = weight
    return Near(tuple(kept), tuple(kept.values()), tuple(accumulate(kept.values())))


def _swaps(keys: Sequence[str], at: int) -> bool:
    after = keys[at + 2] if at + 2 < len(keys) else ""
    return _sits(keys[at - 1], keys[at + 1]) and _sits(keys[at + 1], keys[at]) and _sits(keys[at], after)


def _sits(before: str, after: str) -> bool:
    """Tell whether one symbol may follow another: a sign of an Indic script needs a letter that bears it.

    >>> _sits("न", "ि"), _sits("ि", "ी"), _sits("a", "ि"), _sits("ि", "न")
    (True, False, False, True)
    """
    if not after or not is_key_of_its_own(after[0]):
        return True
    sign, bearer = name(after[0], ""), name(before[-1], "")
    if sign.partition(" ")[0] != bearer.partition(" ")[0] or normalize("NFC", before + after) != before + after:
        return False
    tail = bearer.partition(" LETTER ")[2]
    if tail and tail[0] not in "AEIOU" and not tail.startswith(("VOCALIC", "CANDRA", "SHORT")):
        return True
    is_vowel_or_virama = "VOWEL SIGN" in sign or "LENGTH MARK" in sign or "VIRAMA" in sign
    if "NUKTA" in bearer:
        return "NUKTA" not in sign
    return (bool(tail) or "VOWEL SIGN" in bearer) and not is_vowel_or_virama and "NUKTA" not in sign


def _made(word: str, read: _Word, place: _Place, letter: str) -> Edit | None:
    """Make the edit of one place, in whole grapheme clusters; None where it changes nothing."""
    label, low, high, _ = place
    written, starts = read.written, read.starts
    start, end = starts[low], starts[high]
    if label == "transpose":
        new = written[low + 1] + written[low]
    elif label == "omit":
        new = ""
    else:
        like = written[low - 1] if label == "insert" else written[low]
        new = recased(letter, like=like) * max(high - low, 1)
    if read.is_plain:
        return Edit(start, end, word[start:end], new, label)
    return trimmed(word, 0, len(word), word[:start] + new + word[end:], label)
