"""Characters that came out in another width: letters, digits and blanks full-width, katakana half-width."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar
from unicodedata import normalize

from typo.edits import Edit
from typo.errors import check_choice
from typo.graphemes import is_joined
from typo.ja.reader import reader_data
from typo.ja.script import KANJI, full_width, katakana
from typo.views.kana_ime import KanaIme, is_kanji
from typo.words import Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.keyed import Draws
    from typo.text import Text

__all__ = ["FullWidth", "HalfwidthKatakana", "ZenkakuSpace", "half_width"]

_RUN = re.compile("[0-9A-Za-z]+")
# A blank between two characters of which one was typed with the input method on: kana, kanji, a Japanese or full-width
# sign.
_JAPANESE = f"[、-〟ぁ-ヿ{KANJI}！-｠]"
_BLANK = re.compile(f"(?:(?<={_JAPANESE}) (?=\\S)|(?<=\\S) (?={_JAPANESE}))")
# The half-width letters of katakana, the mark for long vowels, and the two marks of voicing.
_HALF = range(0xFF66, 0xFF9E)
_MARKS = ("\uff9e", "\uff9f")


@dataclass(frozen=True, slots=True)
class FullWidth:
    """Somebody left the input method in full-width mode: `BERT` comes out as `ＢＥＲＴ`.

    >>> import typo
    >>> str(typo.perturb("2024年にBERTを", transform=FullWidth(), rate=1))
    '２０２４年にＢＥＲＴを'

    `per="run"` (default) converts a maximal run of half-width letters and digits as a whole, and a rate counts
    runs; `per="character"` converts single characters, and a rate counts characters. Everything else, spaces
    and symbols included, stays as it is, and so does a character that carries a combining mark.
    """

    name: ClassVar[str] = "fullwidth.v1"

    per: str = "run"

    def __post_init__(self) -> None:
        check_choice("per", self.per, ("run", "character"))

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        return "runs of half-width letters and digits" if self.per == "run" else "half-width letters and digits"

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the runs, or their characters."""
        spans = [match.span() for match in _RUN.finditer(text.string)]
        # The last character of a run may belong to a cluster (a keycap, a decomposed accent).
        spans = [(start, end - is_joined(text.string, end)) for start, end in spans]
        if self.per == "character":
            spans = [(place, place + 1) for start, end in spans for place in range(start, end)]
        return [Unit(start, end) for start, end in spans if start < end]

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Widen the unit; no draw is needed."""
        original = text.string[unit.start : unit.end]
        return Edit(unit.start, unit.end, original, full_width(original), "fullwidth")


@dataclass(frozen=True, slots=True)
class HalfwidthKatakana:
    """F8 was struck for F7, or the mode for half-width katakana was on: `ゲーム` comes out as `ｹﾞｰﾑ`.

    >>> import typo
    >>> str(typo.perturb("ゲームとﾊﾟﾝ", transform=HalfwidthKatakana(), rate=1))
    'ｹﾞｰﾑとﾊﾟﾝ'

    A unit is a word, converted whole; one with a kana that has no half-width form (ヰ, ヱ, ヮ, ヵ, ヶ) is none.

    - `reader="none"` (default): runs of at least two katakana, which needs no extra.
    - another one, see `typo.views.kana_ime.KanaIme`: katakana words, and words in kanji, whose reading comes out.
      Raises `MissingExtra` when it is made.
    """

    name: ClassVar[str] = "halfwidth_katakana.v1"
    unit: ClassVar[str] = "words in katakana, and with a reader those in kanji"

    reader: str = "none"

    def __post_init__(self) -> None:
        self._view()

    @property
    def data(self) -> tuple[str, ...]:
        """The tags of the data that results depend on, for the signature."""
        return reader_data(self.reader)

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words."""
        view = self._view()
        return [unit for unit in view.units(text) if self._shown(view, text, unit)]

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Narrow the word, or its reading; no draw is needed."""
        view = self._view()
        if view.symbols(text, unit) is None:
            return None
        original = text.string[unit.start : unit.end]
        return Edit(unit.start, unit.end, original, self._shown(view, text, unit), "halfwidth_katakana")

    def _shown(self, view: KanaIme, text: Text, unit: Unit) -> str:
        word = view.word(text, unit)
        # A word in hiragana was not converted, and an ending would be committed along.
        return half_width(word.reading) if is_kanji(word.surface) or "ァ" <= word.surface[0] <= "ヺ" else ""

    def _view(self) -> KanaIme:
        return KanaIme(reader=self.reader)


@dataclass(frozen=True, slots=True)
class ZenkakuSpace:
    """The space bar was struck with the input method on, which makes a full-width blank.

    >>> import typo
    >>> str(typo.perturb("東京 2024 in Japan", transform=ZenkakuSpace(), rate=1))
    '東京\u30002024 in Japan'

    A unit is a single blank (U+0020) between two characters, one of which is Japanese or full-width; it becomes
    U+3000. All other blanks stay as they are.
    """

    name: ClassVar[str] = "zenkaku_space.v1"
    unit: ClassVar[str] = "single blanks beside a Japanese character"

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the blanks."""
        return [
            Unit(*match.span()) for match in _BLANK.finditer(text.string) if not is_joined(text.string, match.end())
        ]

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Widen the blank; no draw is needed."""
        return Edit(unit.start, unit.end, " ", "\u3000", "zenkaku_space")


def half_width(kana: str) -> str:
    """Return kana as half-width katakana; an empty string where one of them has no such form.

    >>> half_width("がっこう"), half_width("ヴァイオリン"), half_width("ヶ")
    ('ｶﾞｯｺｳ', 'ｳﾞｧｲｵﾘﾝ', '')
    """
    known = _half_widths()
    parts = [known.get(part, "") for part in katakana(kana)]
    return "".join(parts) if all(parts) else ""


@cache
def _half_widths() -> dict[str, str]:
    """Map katakana to their half-width forms: a letter, or a letter and a mark."""
    forms = [chr(code) + mark for code in _HALF for mark in ("", *_MARKS)]
    wholes = {normalize("NFKC", form): form for form in forms}
    # ヷ to ヺ could be written so, but no input method does.
    return {kana: form for kana, form in wholes.items() if len(kana) == 1 and kana not in "ヷヸヹヺ"}
