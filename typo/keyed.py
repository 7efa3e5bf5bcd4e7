"""Numbers that depend on nothing but their key.

There is no generator whose state could be shared, restarted or left behind: whoever needs numbers names what
they are for (seed, record, unit, ...), and the name is hashed. Integers only, so that every platform agrees.
"""

from __future__ import annotations

import operator
from hashlib import blake2b
from struct import unpack
from typing import TYPE_CHECKING

from typo.errors import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Draws", "Key", "Namer", "digest"]

Key = str | int | tuple["Key", ...]

_BLOCK = 64  # bytes that blake2b gives at once
_ZERO = b"i1:0"  # the code of the number 0
_SHORT = 64  # bytes of a key whose beginning is kept


def digest(*parts: Key, under: bytes = b"") -> bytes:
    """Hash parts to 64 bytes, typed and length-prefixed, so that no two lists of parts look alike.

    `under` is the code or digest of what the parts belong to (a unit under its record). Raises `InvalidArgument` for
    parts that are not str, int or tuples of these.

    >>> digest(1, "23") != digest(12, "3") and digest(1) != digest("1")
    True
    >>> digest("a", (1, 2)).hex()[:12]
    '4cd74955b083'
    """
    return blake2b(under + _encode(parts)).digest()


class Namer:
    """Codes of parts that begin alike, with the beginning worked out once; `digest` takes them as `under`.

    >>> Namer("key", 7)("doc") == Namer("key")(7, "doc")
    True
    """

    __slots__ = ("_head", "_ints", "_texts")

    def __init__(self, *parts: Key) -> None:
        self._head = b"".join(map(_encode, parts))
        # What stands before a key of so many bytes.
        self._ints: dict[int, bytes] = {}
        self._texts: dict[int, bytes] = {}

    def record(self, key: Key) -> bytes:
        """Return the code of a record: the same as with the parts `key` and 0, only quicker."""
        if type(key) is int:
            tail, heads = b"%x" % key, self._ints
        elif type(key) is str:
            tail, heads = key.encode("utf-8", "surrogatepass"), self._texts
        else:
            return self(key, 0)
        head = heads.get(len(tail))
        if head is None:
            whole = self(key, 0)
            if len(tail) > _SHORT:
                return whole
            head = heads[len(tail)] = whole[: -len(tail) - len(_ZERO)]
        return head + tail + _ZERO

    def __call__(self, *more: Key) -> bytes:
        """Return the code of all parts."""
        body = b"%b%b" % (self._head, b"".join([_encode(part) for part in more]))
        return b"t%d:%b" % (len(body), body)


def _encode(part: Key) -> bytes:
    kind = type(part)
    if isinstance(part, int) and kind is int:
        body = b"%x" % part  # hexadecimal: Python refuses to write very long numbers in decimal
        return b"i%d:%b" % (len(body), body)
    if isinstance(part, str):
        # surrogatepass: a text with a lone surrogate has a key like any other.
        body = part.encode("utf-8", "surrogatepass")
        return b"s%d:%b" % (len(body), body)
    if isinstance(part, tuple):
        body = b"".join(map(_encode, part))
        return b"t%d:%b" % (len(body), body)
    if hasattr(part, "__index__") and kind is not bool:
        return _encode(operator.index(part))  # a whole number of numpy, or of a subclass
    raise InvalidArgument(f"key must be a str, an int or a tuple of these, not {kind.__name__} ({part!r}).")


class Draws:
    """The numbers of one key, read one after another.

    The key is a digest, or one number of 64 bits that is read first and leads to the rest.

    >>> draws = Draws(digest("seed", 7))
    >>> [draws.below(6) for _ in range(8)] == [Draws(digest("seed", 7)).below(6)] * 8
    False
    >>> Draws(digest("seed", 7)).below(100) == Draws(digest("seed", 7)).below(100)
    True
    >>> Draws(5).number()
    5
    """

    __slots__ = ("_block", "_key", "_numbers")

    def __init__(self, key: bytes | int) -> None:
        self._key = key
        self._block = 0
        # Taken from the end.
        self._numbers = [key] if isinstance(key, int) else [*unpack("<8Q", key)[::-1]]

    def number(self) -> int:
        """Return the next number, uniform over 0 .. 2**64 - 1."""
        if not self._numbers:
            self._block += 1
            key = self._key.to_bytes(8, "little") if isinstance(self._key, int) else self._key
            block = blake2b(self._block.to_bytes(8, "little"), key=key, digest_size=_BLOCK).digest()
            self._numbers = [*unpack("<8Q", block)[::-1]]
        return self._numbers.pop()

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
