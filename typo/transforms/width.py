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
from typo.ja.reader import READERS
from typo.ja.script import KANJI, full_width, has_kanji, katakana
from typo.views.kana_ime import KanaIme, check_engine, engine_data, kanji_words
from typo.words import Unit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from typo.keyed import Draws
    from typo.text import Text
    from typo.views.ime_words import ImeWord

__all__ = ["FullWidth", "HalfwidthKatakana", "ZenkakuSpace", "half_width"]

_RUN = re.compile("[0-9A-Za-z]+")
# A blank between two characters of which one was typed with the input method on: kana, kanji, a Japanese or full-width
# sign.
_JAPANESE = f"[、-〟ぁ-ヿ{KANJI}！-ﾟ]"
# Begun with the blank itself, for which a text is searched in no time.
_BLANK = re.compile(f" (?:(?<={_JAPANESE} )(?=\\S)|(?<=\\S )(?={_JAPANESE}))")
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
    - another one, see `typo.ja.reading`: words in kanji too, whose reading comes out; see `KatakanaCommit`. Raises
      `MissingExtra` when it is made.
    """

    name: ClassVar[str] = "halfwidth_katakana.v1"
    unit: ClassVar[str] = "words in katakana, and with a reader those in kanji"

    reader: str = "none"

    def __post_init__(self) -> None:
        check_choice("reader", self.reader, ("none", *READERS))
        check_engine(self.reader)

    @property
    def data(self) -> tuple[str, ...]:
        """The tags of the data that results depend on, for the signature."""
        return engine_data(self.reader)

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words."""
        return [Unit(word.start, word.end) for word in self._words(text).values()]

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Narrow the word, or its reading; no draw is needed."""
        word = self._words(text)[unit.start]
        if has_kanji(word.surface) and not word.is_made():
            return None
        original = text.string[unit.start : unit.end]
        return Edit(unit.start, unit.end, original, half_width(word.reading), "halfwidth_katakana")

    def _words(self, text: Text) -> Mapping[int, ImeWord]:
        """Return the words that have a half-width form, by where they start."""
        return text.memo(("half-width words", self.reader), lambda _: self._found(text))

    def _found(self, text: Text) -> dict[int, ImeWord]:
        # A word in hiragana was not converted.
        words = [word for word in KanaIme().words(text).values() if "ァ" <= word.surface[0] <= "ヺ"]
        if self.reader != "none":
            words += kanji_words(text, reader=self.reader).values()
        return {word.start: word for word in words if half_width(word.reading)}


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
