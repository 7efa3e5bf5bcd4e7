"""Drawing by weight without replacement, one after another, from the numbers of one key.

Step t reads the numbers at fixed places of the stream, and which index they mean depends on the steps before only:
fewer steps are a prefix of more.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from hashlib import blake2b
from itertools import accumulate
from struct import Struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["drawn", "next_block", "unpack"]

# Up to so many weights it is quicker to step over what is gone than to keep a tree of sums.
_FEW = 4096
# So many are stepped over before the sums are made anew.
_GONE = 128
# A weight shifted down so far is gone.
_ALL = 1 << 20


#: 64 bytes as eight numbers
unpack = Struct("<8Q").unpack


def drawn(weights: Sequence[int], key: bytes, *, halving: bool = False) -> Iterator[tuple[int, int]]:
    """Yield the indices of all positive weights, each drawn in proportion to its weight among those left.

    With each index comes a number of 64 bits, for whatever is to be drawn next about it. With `halving`, what was
    drawn keeps half its weight, rounded down, so that it comes again until nothing is left of it.

    >>> from typo.keyed import digest
    >>> sorted(index for index, _ in drawn([3, 0, 1], digest("key")))
    [0, 2]
    >>> sorted(index for index, _ in drawn([3, 0, 1], digest("key"), halving=True))
    [0, 0, 2]
    """
    shift = 1 if halving else _ALL
    return _stepping(weights, key, shift) if len(weights) <= _FEW else _climbing(weights, key, shift)


def next_block(key: bytes, number: int) -> bytes:
    """Return the block of a key's stream with a number; the key itself is block 0."""
    return blake2b(number.to_bytes(8, "little"), key=key).digest()


def _pairs(key: bytes) -> Iterator[tuple[int, int]]:
    """Yield the numbers of a key, two by two, without end."""
    block = 0
    numbers = key
    while True:
        a, b, c, d, e, f, g, h = unpack(numbers)
        yield a, b
        yield c, d
        yield e, f
        yield g, h
        block += 1
        numbers = next_block(key, block)


def _stepping(weights: Sequence[int], key: bytes, shift: int = _ALL) -> Iterator[tuple[int, int]]:
    sums = list(accumulate(weights))
    left = sums[-1] if sums else 0
    gone: list[tuple[int, int]] = []  # where what was drawn begins among the sums, and how much of it is gone
    rest = list(weights)
    for rank, number in _pairs(key):
        if not left:
            return
        point = rank * left >> 64
        for start, weight in gone:
            if start > point:
                break
            point += weight
        index = bisect_right(sums, point)
        start = sums[index] - rest[index]
        lost = rest[index] - (rest[index] >> shift)
        rest[index] -= lost
        left -= lost
        yield index, number
        insort(gone, (start, lost))
        if len(gone) == _GONE:
            sums = list(accumulate(rest))
            gone = []


def _climbing(weights: Sequence[int], key: bytes, shift: int = _ALL) -> Iterator[tuple[int, int]]:
    """Draw from a Fenwick tree: each draw takes logarithmic time."""
    left = list(weights)
    before = list(accumulate(left, initial=0))
    sums = [total - before[place - (place & -place)] for place, total in enumerate(before)]
    total = before[-1]
    highest = 1 << len(left).bit_length()
    for rank, number in _pairs(key):
        if not total:
            return
        point = rank * total >> 64
        index, step = 0, highest
        while step:
            ahead = index + step
            if ahead < len(sums) and sums[ahead] <= point:
                index = ahead
                point -= sums[ahead]
            step >>= 1
        lost = left[index] - (left[index] >> shift)
        left[index] -= lost
        total -= lost
        yield index, number
        place = index + 1
        while place < len(sums):
            sums[place] -= lost
            place += place & -place
