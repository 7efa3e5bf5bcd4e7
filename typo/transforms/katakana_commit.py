"""Words that were committed as katakana instead of being converted to kanji."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from typo.edits import Edit
from typo.errors import check_choice
from typo.ja.reader import READERS
from typo.ja.script import katakana
from typo.views.kana_ime import check_engine, engine_data, kanji_words
from typo.words import Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.keyed import Draws
    from typo.text import Text

__all__ = ["KatakanaCommit"]


@dataclass(frozen=True, slots=True)
class KatakanaCommit:
    """F7 was struck, or the candidate in katakana was taken: `図書館` comes out as `トショカン`.

    A unit is a word in kanji throughout (an ending would be committed along), a compound as a whole, that the
    dictionary makes from its reading. `reader`: see `typo.ja.reading`. Needs the extra `ja`; raises `MissingExtra`
    when it is made.
    """

    name: ClassVar[str] = "katakana_commit.v1"
    unit: ClassVar[str] = "words in kanji with a reading of at least two kana"

    reader: str = "sudachi"

    def __post_init__(self) -> None:
        check_choice("reader", self.reader, READERS)
        check_engine(self.reader)

    @property
    def data(self) -> tuple[str, ...]:
        """The tags of the data that results depend on, for the signature."""
        return engine_data(self.reader)

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words in kanji."""
        return [Unit(word.start, word.end) for word in kanji_words(text, reader=self.reader).values()]

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Put the reading in katakana; no draw is needed."""
        word = kanji_words(text, reader=self.reader)[unit.start]
        if not word.is_made():
            return None
        return Edit(unit.start, unit.end, word.surface, katakana(word.reading), "katakana_commit")
