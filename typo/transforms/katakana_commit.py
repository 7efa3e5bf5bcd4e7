"""Words that were committed as katakana instead of being converted to kanji."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from typo.edits import Edit
from typo.errors import check_choice
from typo.ja.mozc import version
from typo.ja.reader import READERS, reader_data
from typo.ja.script import katakana
from typo.views.kana_ime import KanaIme, is_kanji

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.keyed import Draws
    from typo.text import Text
    from typo.words import Unit

__all__ = ["KatakanaCommit"]


@dataclass(frozen=True, slots=True)
class KatakanaCommit:
    """F7 was struck, or the candidate in katakana was taken: `記憶装置` comes out as `記憶ソウチ`.

    A unit is a word in kanji throughout (an ending would be committed along) whose reading has at least two kana.
    `reader` is as in `typo.views.kana_ime.KanaIme`, but there must be one. Needs the extra `ja`; raises `MissingExtra`
    when it is made.
    """

    name: ClassVar[str] = "katakana_commit.v1"
    unit: ClassVar[str] = "words in kanji with a reading of at least two kana"

    reader: str = "sudachi"

    def __post_init__(self) -> None:
        check_choice("reader", self.reader, READERS)
        self._view()

    @property
    def data(self) -> tuple[str, ...]:
        """The tags of the data that results depend on, for the signature."""
        return (f"mozc-{version()}", *reader_data(self.reader))

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words in kanji."""
        view = self._view()
        return [unit for unit in view.units(text) if is_kanji(view.word(text, unit).surface)]

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Put the reading in katakana; no draw is needed."""
        kana = self._view().symbols(text, unit)
        if kana is None:
            return None
        return Edit(unit.start, unit.end, text.string[unit.start : unit.end], katakana(kana), "katakana_commit")

    def _view(self) -> KanaIme:
        return KanaIme(reader=self.reader)
