"""The slips of a word in MulTypo's algorithm, each with its probability.

The published program draws an operation by its share, a place by its weight and a letter beside the key there, and
draws again where that changes nothing. Here what cannot be has the weight 0 from the start: the same distribution,
without a limit of tries, and the probability of every slip is known.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from math import log
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import name, normalize

from typo.edits import Edit
from typo.graphemes import is_joined, trimmed
from typo.slips.multypo import tables
from typo.slips.symbols import lowered, recased
from typo.transforms.multypo_board import NOTHING, Near, is_key_of_its_own

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from typo.transforms.multypo_board import Board

__all__ = ["Shares", "Typist", "symbols"]

# Words kept, of up to so many code points: about 2 kB each.
_MOST, _LONGEST = 8000, 48
# Bits of a place's weight behind those of the tables: fine enough to share it out among the letters beside a key.
_FINE = 32
# What the weights of all places of an operation add up to, times its share.
_SCALE = 1 << 40
_NO_LETTER = Near(("",), (1,), (1,))
# The capital of two letters that lie side by side.
_TWINS = "Σ"


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


class _Way(NamedTuple):
    """One operation on a word: its weight, where its places begin, the running totals of their weights, the letters."""

    label: str
    weight: int
    places: Sequence[int]
    ends: Sequence[int]
    near: Sequence[Near]


class _Known(NamedTuple):
    """A word, the ways in which it may go wrong, and the running totals of their weights."""

    word: _Word
    ways: tuple[_Way, ...]
    ends: Sequence[int]


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
        if not known.ends:
            return None
        point = number * known.ends[-1] >> 64
        index = bisect_right(known.ends, point)
        way = known.ways[index]
        label, weight, _, ends, near = way
        point = (point - known.ends[index] + weight) * ends[-1] // weight
        place = bisect_right(ends, point)
        start = ends[place - 1] if place else 0
        letters = near[place]
        choice = bisect_right(letters.ends, (point - start) * letters.ends[-1] // (ends[place] - start))
        low, high, chance = self._span(known, way, place)
        edit = _made(word, known.word, label, low, high, letters.letters[choice])
        return None if edit is None else (edit, log(chance * letters.weights[choice] / letters.ends[-1]))

    def slips(self, word: str) -> Iterator[tuple[Edit, float]]:
        """Yield every edit of a word with its probability."""
        known = self._look_at(word)
        for way in known.ways:
            spans = {self._span(known, way, place): near for place, near in enumerate(way.near) if near.letters}
            for (low, high, chance), near in spans.items():
                for letter, weight in zip(near.letters, near.weights, strict=True):
                    edit = _made(word, known.word, way.label, low, high, letter)
                    if edit is not None and chance:
                        yield edit, chance * weight / near.ends[-1]

    def _look_at(self, word: str) -> _Known:
        read = _read(word)
        ways = tuple(way for way in self._ways(read) if way.weight)
        known = _Known(read, ways, tuple(accumulate(way.weight for way in ways)))
        if len(word) <= _LONGEST:
            if len(self._known) >= _MOST:
                self._known.clear()
            self._known[word] = known
        return known

    def _ways(self, word: _Word) -> Iterator[_Way]:
        written, keys = word.written, word.keys
        board, shares = self._board, self._shares
        count = len(keys)
        ends = _ends(count, self._published)
        near = [board.beside(key) for key in keys]
        if not self._published and word.is_plain and all(each.letters for each in near[1:]):
            # Every place and letter is possible: nothing to sort out.
            weights = [share * _SCALE if ends and ends[-1] else 0 for share in shares]
            yield _Way("omit", weights[0], range(count), ends, [_NO_LETTER] * count)
            yield _Way("insert", weights[1], range(1, count + 1), ends, near)
            yield _Way("replace", weights[2], range(count), ends, near)
        else:
            spans = [self._replaced(written, at) for at in range(count)]
            omitted = [self._omitted(word, at) for at in range(count)]
            inserted = [_fitting(near[at], word, at + 1, at + 1, "") for at in range(count)]
            replaced = [_fitting(near[at], word, *spans[at], keys[at]) for at in range(count)]
            yield _way("omit", shares.omit, range(count), ends, omitted, [_NO_LETTER] * count)
            yield _way("insert", shares.insert, range(1, count + 1), ends, inserted, near)
            yield _way("replace", shares.replace, range(count), ends, replaced, near)
        yield self._transpositions(word)

    def _omitted(self, word: _Word, at: int) -> Near:
        """Tell by a letter that is empty, or none at all, whether a symbol can be omitted."""
        keys = word.keys
        touched = self._published or keys[at][0].isalpha() or is_key_of_its_own(keys[at][0])
        fits = at > 0 and (word.is_plain or _sits(keys[at - 1], keys[at + 1] if at + 1 < len(keys) else ""))
        return _NO_LETTER if touched and fits else NOTHING

    def _transpositions(self, word: _Word) -> _Way:
        keys = word.keys
        hands = list(map(self._board.hand, keys))
        pairs = [at for at in range(1, len(keys) - 1) if hands[at] != hands[at + 1] and hands[at] and hands[at + 1]]
        if self._published:
            ends = _ends(len(pairs), True)
        else:
            along = _ends(len(keys) - 1, False) if pairs else ()
            ends = tuple(accumulate(along[at] - along[at - 1] for at in pairs))
        swapped = [_NO_LETTER if word.is_plain or _swaps(keys, at) else NOTHING for at in pairs]
        return _way("transpose", self._shares.transpose, pairs, ends, swapped, [_NO_LETTER] * len(pairs))

    def _replaced(self, written: Sequence[str], at: int) -> tuple[int, int]:
        """Return the symbols that a replacement at one of them changes."""
        if self._published:
            here = written[at]
            if at > 1 and written[at - 1] == here != written[at - 2]:
                return at - 1, at + 1
            if at + 1 < len(written) and written[at + 1] == here:
                return at, at + 2
        return at, at + 1

    def _span(self, known: _Known, way: _Way, place: int) -> tuple[int, int, float]:
        """Return the symbols that a place changes, and the chance of all places that change them alike."""
        written = known.word.written
        label, weight, places, ends, _ = way
        at = places[place]
        low, high, alike = at, at + 1, range(place, place + 1)
        if label == "transpose":
            high = at + 2
        elif label == "insert":
            high = at
        elif label == "omit":
            # Any of a run of equal letters may go: it looks the same.
            first = last = at
            while first > 0 and written[first - 1] == written[at]:
                first -= 1
            while last + 1 < len(written) and written[last + 1] == written[at]:
                last += 1
            low, high, alike = last, last + 1, range(first, last + 1)
        elif self._published:
            low, high = self._replaced(written, at)
            near = range(max(at - 1, 0), min(at + 2, len(written)))
            return (
                low,
                high,
                sum(_share(known, way, other) for other in near if self._replaced(written, other) == (low, high)),
            )
        own = ends[alike.stop - 1] - (ends[alike.start - 1] if alike.start else 0)
        return low, high, weight / known.ends[-1] * own / ends[-1]


def _share(known: _Known, way: _Way, place: int) -> float:
    own = way.ends[place] - (way.ends[place - 1] if place else 0)
    return way.weight / known.ends[-1] * own / way.ends[-1]


def _way(
    label: str, share: int, places: Sequence[int], ends: Sequence[int], kept: Sequence[Near], near: Sequence[Near]
) -> _Way:
    """Weigh an operation by what is left of its places and of the letters beside them."""
    weights = [
        (high - low) * left.total // whole.total if left.letters else 0
        for low, high, left, whole in zip((0, *ends), ends, kept, near, strict=False)
    ]
    sums = tuple(accumulate(weights))
    possible = sums[-1] if sums else 0
    return _Way(label, share * _SCALE * possible // ends[-1] if possible else 0, places, sums, kept)


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
    is_plain = is_apart and len(written) == len(word) and word.isalnum() and _TWINS not in word
    starts = [*accumulate(map(len, written), initial=0)]
    return _Word(written, keys, starts, is_plain)


@lru_cache(maxsize=256)
def _ends(count: int, rounded: bool) -> tuple[int, ...]:
    """Return the running totals of the weights of places: none for the first, then rising evenly to the last.

    `rounded` to hundredths of their sum, halves up, as the published program does, save where all would be 0.

    >>> [end >> 32 for end in _ends(5, False)], [end >> 32 for end in _ends(5, True)]
    ([0, 3, 7, 12, 18], [0, 17, 39, 67, 100])
    """
    weights = tables().places(count)
    whole = sum(weights)
    hundredths = [(200 * weight + whole) // (2 * whole) for weight in weights] if rounded and whole else weights
    return tuple(accumulate(weight << _FINE for weight in (hundredths if any(hundredths) else weights)))


def _fitting(near: Near, word: _Word, low: int, high: int, key: str) -> Near:
    """Return the letters that may stand for symbols `low` to `high`: others than the key, where signs find a letter."""
    if word.is_plain and key not in near.letters:
        return near
    keys = word.keys
    before, after = keys[low - 1], keys[high] if high < len(keys) else ""
    here = word.written[low] if key else ""
    kept = {}
    for letter, weight in zip(near.letters, near.weights, strict=True):
        twice = high - low < 2 or _sits(letter, letter)
        changes = letter != key and recased(letter, like=here) != here
        if changes and twice and _sits(before, letter) and _sits(letter, after):
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


def _made(word: str, read: _Word, label: str, low: int, high: int, letter: str) -> Edit | None:
    """Make the edit of one place, in whole grapheme clusters; None where it changes nothing."""
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
