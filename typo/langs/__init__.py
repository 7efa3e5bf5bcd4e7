"""Languages: one file each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from typo import registry
from typo.combine import Mix

if TYPE_CHECKING:
    from typo.planner import Transform

__all__ = ["Language"]


@dataclass(frozen=True, slots=True)
class Language:
    """What typokit knows of a language.

    `shares` are the kinds of typing error of its realistic mix: recipe names with integer weights.
    """

    code: str
    name: str
    shares: tuple[tuple[str, int], ...]

    def mix(self) -> Transform:
        """Return the language's realistic mix of typing errors."""
        names, weights = zip(*self.shares, strict=True)
        return Mix(tuple(registry.get(name) for name in names), weights=weights)
