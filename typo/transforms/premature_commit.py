"""Words that were committed before they were converted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from typo.graphemes import trimmed
from typo.transforms.ime_kind import ImeKind

if TYPE_CHECKING:
    from typo.edits import Edit
    from typo.keyed import Draws
    from typo.text import Text
    from typo.words import Unit

__all__ = ["PrematureCommit"]


@dataclass(frozen=True, slots=True)
class PrematureCommit(ImeKind):
    """Enter was pressed before Space, so that the kana stayed: 分類される comes out as ぶんるいされる.

    - `per`: what was typed at once and stays in kana, a `bunsetsu` (default) or a `word`; it has a kanji.
    - `reader`: who reads the kanji, see `typo.ja.reading`; a reading that the dictionary cannot convert to the word
      is most likely wrong, and another unit is taken.

    Needs the extra `ja` (`ja-paper` for `reader="pykakasi"`); raises `MissingExtra` when it is made.
    """

    name: ClassVar[str] = "premature_commit.v1"

    reader: str = "sudachi"
    per: str = "bunsetsu"

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Leave the kana; no draw is needed."""
        word = self.word(text, unit)
        if word is None:
            return None
        return trimmed(text.string, unit.start, unit.end, word.reading, "premature_commit")
