"""Words that were typed while the input method was in the wrong mode."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from typo.edits import Edit
from typo.errors import check_choice
from typo.graphemes import trimmed
from typo.ja.romaji import romaji_to_kana
from typo.ja.script import full_width
from typo.transforms.ime_kind import ImeKind
from typo.views.ime_words import SPELLINGS, typed
from typo.words import Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.keyed import Draws
    from typo.text import Text

__all__ = ["ImeOff", "ImeOn"]

# Letters with accents count as letters here: in "café" there is no word "caf" to be typed on its own.
_RUN = re.compile(r"(?<![A-Za-zÀ-ÖØ-öø-ɏ])[A-Za-z]+(?![A-Za-zÀ-ÖØ-öø-ɏ])")


@dataclass(frozen=True, slots=True)
class ImeOn:
    """A Latin word was typed with the Japanese input method on: `minecraft` comes out as `みねｃらｆｔ`.

    >>> import typo
    >>> str(typo.perturb("minecraftで遊ぶ", transform=ImeOn(), rate=1))
    'みねｃらｆｔで遊ぶ'

    A unit is a run of ASCII letters; digits, symbols and words with accented letters stay as they are.

    - `capitals="fold"` (default): Caps Lock or a shift mode that is off, so that `ImageNet` gives `いまげねｔ`;
      `"ascii"`: Mozc's default, where Shift starts half-width Latin, and `ImageNet` comes out unharmed.
    - `table="mozc"` (default): what Mozc shows after Space; `"paper"`: the published rule, which takes the
      longest match everywhere and never turns a bare n into ん.
    """

    name: ClassVar[str] = "ime_on.v1"
    unit: ClassVar[str] = "runs of ASCII letters"

    capitals: str = "fold"
    table: str = "mozc"

    def __post_init__(self) -> None:
        check_choice("capitals", self.capitals, ("fold", "ascii"))
        check_choice("table", self.table, ("mozc", "paper"))

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the runs of ASCII letters."""
        return [Unit(*match.span()) for match in _RUN.finditer(text.string)]

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Type the run through the input method; no draw is needed."""
        original = text.string[unit.start : unit.end]
        kana = romaji_to_kana(original, table=self.table, capitals=self.capitals)
        # The published table leaves letters that make no kana as typed; the input method shows them full width.
        shown = kana if self.table == "mozc" else full_width(kana)
        return None if shown == original else Edit(unit.start, unit.end, original, shown, "ime_on")


@dataclass(frozen=True, slots=True)
class ImeOff(ImeKind):
    """A Japanese word was typed with the input method off: 学会に comes out as `gakkaini`.

    - `per`: what was typed before it was noticed, a `bunsetsu` (default) or a `word`; it has a kanji.
    - `style`: how kana are spelt: `typist` (default: by habits drawn once a record, with assumed shares) or one of the
      styles of `typo.ja.keystrokes`.
    - `reader`: who reads the kanji, see `typo.ja.reading`; a reading that the dictionary cannot convert to the word
      is most likely wrong, and another unit is taken.

    Needs the extra `ja` (`ja-paper` for `reader="pykakasi"`); raises `MissingExtra` when it is made.
    """

    name: ClassVar[str] = "ime_off.v1"

    style: str = "typist"
    reader: str = "sudachi"
    per: str = "bunsetsu"

    def __post_init__(self) -> None:
        ImeKind.__post_init__(self)
        check_choice("style", self.style, SPELLINGS)

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Leave the keys; no draw is needed."""
        word = self.word(text, unit)
        keys = None if word is None else typed(text, word.reading, self.style)
        if keys is None:
            return None
        return trimmed(text.string, unit.start, unit.end, keys, "ime_off")
