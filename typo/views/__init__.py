"""Views: what a script makes of the keys that somebody pressed, one way of typing a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.text import Text
    from typo.words import Unit

__all__ = ["View"]


class View(Protocol):
    """A way of typing: text units as symbols (letters, jamo, romaji keys), and back.

    A slip of the finger happens on symbols. A view is pure: what it returns depends on its arguments alone.
    """

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the units that could be typed this way, by tests that cost little."""

    def symbols(self, text: Text, unit: Unit) -> str | None:
        """Return the symbols that type a unit, or None where it cannot be typed this way after all."""

    def render(self, text: Text, unit: Unit, symbols: str) -> str | None:
        """Return what stands in place of the unit once other symbols were typed, or None if that is nothing new."""
