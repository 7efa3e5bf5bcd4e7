"""Views of single words: what all ways of typing share that need to see no more than the word."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from typo.words import Lexicon, Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.text import Text
    from typo.words import Unit

__all__ = ["WordView"]


class WordView(ABC):
    """A `View` whose units are words: `keys` takes a word to its keys, `shown` takes keys back.

    `one_to_one` says that no two rows of keys come out as the same text.
    """

    __slots__ = ()

    one_to_one: ClassVar[bool] = False

    @property
    @abstractmethod
    def unit(self) -> str:
        """What one unit is, as a plural."""

    @abstractmethod
    def keys(self, word: str) -> str | None:
        """Return the keys that type a word, one symbol each; None where they would not come out as the word."""

    @abstractmethod
    def shown(self, word: str, keys: str) -> str | None:
        """Return what stands in place of a word once other keys were typed; None where that is the word itself."""

    def struck(self, keys: str) -> str:
        """Return the characters that the keys have on the layout."""
        return keys

    @abstractmethod
    def made(self, characters: str) -> str:
        """Return what the keys of some characters make: nothing that a layout has is refused."""

    def weigh(self, word: str) -> int:
        """Count the keys of a word; 0 for one that cannot be typed, has digits, or takes a single key."""
        keys = None if any(map(str.isdecimal, word)) else self.keys(word)
        return len(keys) if keys is not None and len(keys) > 1 else 0

    def lexicon(self) -> Lexicon:
        """Return the words that can be typed, each weighing its keys."""
        return _lexicon(self)

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words that can be typed."""
        return Words(text.string, self.lexicon())

    def symbols(self, text: Text, unit: Unit) -> str | None:
        """Return the keys of a unit."""
        return self.keys(text.string[unit.start : unit.end])

    def render(self, text: Text, unit: Unit, symbols: str) -> str | None:
        """Return what stands in place of a unit once other keys were typed; None where that is nothing new."""
        return self.shown(text.string[unit.start : unit.end], symbols)


@cache
def _lexicon(view: WordView) -> Lexicon:
    return Lexicon(view.weigh)
