"""What a back end is to `restore`: something that makes suggestions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Restorer", "Suggestion"]


class Suggestion(NamedTuple):
    """A candidate for a span of the text that a back end was given.

    `start` and `end` are half-open and count code points. `kind` is the back end's own word for what it found, and
    `score` says how sure it is, on a scale of its own; the order of suggestions is what counts.
    """

    start: int
    end: int
    replacement: str
    kind: str
    score: float


@runtime_checkable
class Restorer(Protocol):
    """A back end of restoration.

    It may suggest anything: `restore` applies the rules. Of several suggestions for one span the best comes first.
    """

    def suggest(self, text: str) -> Sequence[Suggestion]:
        """Return candidates for spans of a text, which is NFC."""
        ...
