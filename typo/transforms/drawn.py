"""What transforms have in common whose edit of a word is drawn from one number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typo.edits import Edit
from typo.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.keyed import Draws
    from typo.slips.drawer import Drawn
    from typo.text import Text
    from typo.words import Lexicon, Unit

__all__ = ["DrawnWords"]


class DrawnWords:
    """A transform whose units are the words of a lexicon; what is in a word alone tells what a number makes of it."""

    __slots__ = ()

    def lexicon(self) -> Lexicon:
        """Return the words and their weights."""
        raise NotImplementedError

    def _draw(self, word: str, number: int) -> Drawn | None:
        """Draw the edit of a word from a number of 64 bits; None where there is none."""
        raise NotImplementedError

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words."""
        return Words(text.string, self.lexicon())

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Make the edit that is drawn."""
        made = self.sample(text, unit, draws)
        return None if made is None else made[0]

    def sample(self, text: Text, unit: Unit, draws: Draws) -> tuple[Edit, float] | None:
        """Make the edit that is drawn, and tell its log-probability among all of the word."""
        start, end, _ = unit
        word = text.string[start:end]
        drawn = self._draw(word, draws.number())
        if drawn is None:
            return None
        low, high, replacement, label, logprob = drawn
        return Edit(start + low, start + high, word[low:high], replacement, label), logprob
