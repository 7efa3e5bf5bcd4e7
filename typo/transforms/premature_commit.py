"""Words that were committed before they were converted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from typo.errors import check_choice
from typo.graphemes import trimmed
from typo.ja.romaji import romaji_to_kana
from typo.transforms.ime_kind import ImeKind
from typo.views.ime_words import SPELLINGS, typed

if TYPE_CHECKING:
    from typo.edits import Edit
    from typo.keyed import Draws
    from typo.text import Text
    from typo.words import Unit

__all__ = ["PrematureCommit"]


@dataclass(frozen=True, slots=True)
class PrematureCommit(ImeKind):
    """Enter was pressed before Space, so that the kana stayed: 分類される comes out as ぶんるいされる.

    Enter makes no ん of a last n: 日本 of a typist who leaves that to Space comes out as にほｎ.

    - `per`: what was typed at once and stays in kana, a `bunsetsu` (default) or a `word`; it has a kanji.
    - `style`: how kana are spelt: `typist` (default: by habits drawn once a record, with assumed shares) or one of the
      styles of `typo.ja.keystrokes`.
    - `reader`: who reads the kanji, see `typo.ja.reading`; a reading that the dictionary cannot convert to the word
      is most likely wrong, and another unit is taken.

    Needs the extra `ja` (`ja-paper` for `reader="pykakasi"`); raises `MissingExtra` when it is made.
    """

    name: ClassVar[str] = "premature_commit.v1"

    style: str = "typist"
    reader: str = "sudachi"
    per: str = "bunsetsu"

    def __post_init__(self) -> None:
        ImeKind.__post_init__(self)
        check_choice("style", self.style, SPELLINGS)

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Leave the kana; no draw is needed."""
        word = self.word(text, unit)
        keys = None if word is None else typed(text, word.reading, self.style)
        if keys is None:
            return None
        kana = romaji_to_kana(keys, committed=True)
        return trimmed(text.string, unit.start, unit.end, kana, "premature_commit")
