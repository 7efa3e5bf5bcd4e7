"""Phrases that the input method cut into other words than were meant."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from typo.graphemes import trimmed
from typo.transforms.ime_candidates import BORDER, drawn_candidate
from typo.transforms.ime_kind import ImeKind
from typo.words import Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.edits import Edit
    from typo.keyed import Draws
    from typo.text import Text
    from typo.views.ime_words import ImeWord

__all__ = ["WrongSegmentation"]


@dataclass(frozen=True, slots=True)
class WrongSegmentation(ImeKind):
    """The kana were cut into other words than were meant: 今日は医者に comes out as 今日歯医者に.

    A unit is two bunsetsu side by side, both with kanji. The candidates are those that the
    dictionary of Mozc gives for the reading of both, between the words on both sides, that have other borders and
    change nothing else; the higher one stands the likelier it is taken.

    - `per`: what is converted at once; `bunsetsu` (default): two of them; `word`: two words.
    - `reader`: who reads the kanji, see `typo.ja.reading`.

    Needs the extra `ja` (`ja-paper` for `reader="pykakasi"`); raises `MissingExtra` when it is made.
    """

    name: ClassVar[str] = "wrong_segmentation.v1"

    reader: str = "sudachi"
    per: str = "bunsetsu"

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        return f"two {'words' if self.per == 'word' else 'bunsetsu'} with kanji, side by side"

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the pairs of neighbours."""
        return [Unit(first.start, second.end) for first, second in self._pairs(text).values()]

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Cut the kana in another way; None where there is none."""
        first, second = self._pairs(text)[unit.start]
        shown = drawn_candidate((*first.tokens, *second.tokens), BORDER, draws, before=first.before, after=second.after)
        return None if shown is None else trimmed(text.string, unit.start, unit.end, shown, "wrong_segmentation")

    def _pairs(self, text: Text) -> dict[int, tuple[ImeWord, ImeWord]]:
        def find(_: str) -> dict[int, tuple[ImeWord, ImeWord]]:
            pairs = pairwise(self._words(text).values())
            return {first.start: (first, second) for first, second in pairs if first.end == second.start}

        return text.memo(("ime pairs", self.reader, self.per), find)
