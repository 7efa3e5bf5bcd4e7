"""A text as transforms see it."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, TypeVar, cast
from unicodedata import is_normalized, normalize

from typo.errors import check_text
from typo.keyed import Namer

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from typo.protect import Span

__all__ = ["Text"]

T = TypeVar("T")


class Text:
    """One text of one record: its string, its protected spans, and what was found out about it so far.

    >>> text = Text("see {name}", protected=((4, 10),))
    >>> text.is_free(0, 3), text.is_free(3, 5), text.is_free(4, 4)
    (True, False, True)
    """

    __slots__ = ("_found", "_record", "_starts", "protected", "string")

    def __init__(self, string: str, *, protected: tuple[Span, ...] = (), record: bytes = b"") -> None:
        self.string = check_text("string", string)
        self.protected = protected
        self._starts = [start for start, _ in protected]
        self._record = record
        self._found: dict[Hashable, object] = {}

    def is_free(self, start: int, end: int) -> bool:
        """Tell whether replacing `start..end` leaves every protected span as it is."""
        index = bisect_right(self._starts, start) - 1  # the last span that begins at or before `start`
        if index >= 0:
            low, high = self.protected[index]
            # Text may be inserted right before a protected span, not inside it.
            if start < high and (low < start or start < end):
                return False
        return index + 1 == len(self._starts) or end <= self._starts[index + 1]

    def formed(self, replacement: str) -> str:
        r"""Return what is put into the text in its normal form: NFD where the text is in NFD and not in NFC.

        >>> len(Text("cafe\u0301").formed("é")), len(Text("café").formed("é"))
        (2, 1)
        """
        return normalize("NFD", replacement) if self.memo("decomposed", _is_decomposed) else replacement

    def memo(self, key: Hashable, make: Callable[[str], T]) -> T:
        """Return `make(string)`, worked out once per text for all who ask with the same key.

        >>> Text("abc").memo("length", len)
        3
        """
        if key not in self._found:
            self._found[key] = make(self.string)
        return cast("T", self._found[key])

    def trait(self, name: str) -> int:
        """Return a number of 64 bits that is the same all through a record: a habit of its typist.

        >>> Text("a", record=b"r").trait("romaji-style") == Text("b", record=b"r").trait("romaji-style")
        True
        """
        # The first number of `digest("trait", name, under=self._record)`.
        return int.from_bytes(blake2b(self._record + _trait_code(name)).digest()[:8], "little")


@lru_cache(maxsize=64)
def _trait_code(name: str) -> bytes:
    return Namer("trait", name)()


def _is_decomposed(string: str) -> bool:
    return not is_normalized("NFC", string) and is_normalized("NFD", string)
