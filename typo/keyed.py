"""Numbers that depend on nothing but their key.

There is no generator whose state could be shared, restarted or left behind: whoever needs numbers names what
they are for (seed, record, unit, ...), and the name is hashed. Integers only, so that every platform agrees.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from typo.errors import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Draws", "Key", "digest"]

Key = str | int | tuple["Key", ...]

_WORD = 8  # bytes of one number
_BLOCK = 64  # bytes that blake2b gives at once


def digest(*parts: Key, under: bytes = b"") -> bytes:
    """Hash parts to 64 bytes, typed and length-prefixed, so that no two lists of parts look alike.

    `under` is the digest of what the parts belong to (a unit under its record). Raises `InvalidArgument` for
    parts that are not str, int or tuples of these.

    >>> digest(1, "23") != digest(12, "3") and digest(1) != digest("1")
    True
    >>> digest("a", (1, 2)).hex()[:12]
    '4cd74955b083'
    """
    return blake2b(_encode(parts), key=under, digest_size=_BLOCK).digest()


def _encode(part: Key) -> bytes:
    if isinstance(part, str):
        # surrogatepass: a text with a lone surrogate has a key like any other.
        body, kind = part.encode("utf-8", "surrogatepass"), b"s"
    elif isinstance(part, bool):
        raise InvalidArgument(f"key must be a str, an int or a tuple of these, not bool ({part}).")
    elif isinstance(part, int):
        body, kind = str(part).encode("ascii"), b"i"
    elif isinstance(part, tuple):
        body, kind = b"".join(map(_encode, part)), b"t"
    else:
        raise InvalidArgument(f"key must be a str, an int or a tuple of these, not {type(part).__name__}.")
    return b"%b%d:%b" % (kind, len(body), body)


class Draws:
    """The numbers of one key, read one after another.

    >>> draws = Draws(digest("seed", 7))
    >>> [draws.below(6) for _ in range(8)] == [Draws(digest("seed", 7)).below(6)] * 8
    False
    >>> Draws(digest("seed", 7)).below(100) == Draws(digest("seed", 7)).below(100)
    True
    """

    __slots__ = ("_block", "_buffer", "_key", "_offset")

    def __init__(self, key: bytes) -> None:
        # The first block is the key itself: most units need only a few numbers, and one hash is all they pay.
        self._key = self._buffer = key
        self._block = self._offset = 0

    def number(self) -> int:
        """Return the next number, uniform over 0 .. 2**64 - 1."""
        if self._offset + _WORD > len(self._buffer):
            self._block += 1
            self._buffer = blake2b(self._block.to_bytes(8, "little"), key=self._key, digest_size=_BLOCK).digest()
            self._offset = 0
        start = self._offset
        self._offset = start + _WORD
        return int.from_bytes(self._buffer[start : start + _WORD], "little")

    def below(self, n: int) -> int:
        """Return a number uniform over 0 .. n - 1 (off by less than n / 2**64).

        Raises `InvalidArgument` unless `n` is positive.
        """
        if n < 1:
            raise InvalidArgument(f"n={n} is below 1.")
        return self.number() * n >> 64

    def weighted(self, weights: Sequence[int]) -> int:
        """Return an index, each in proportion to its non-negative integer weight.

        Raises `InvalidArgument` when no weight is positive.

        >>> Draws(digest("x")).weighted([0, 5, 0])
        1
        """
        total = sum(weights)
        if total < 1:
            raise InvalidArgument("weights must hold at least one positive number.")
        left = self.below(total)
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        raise AssertionError("unreachable: the weights add up to their total")
