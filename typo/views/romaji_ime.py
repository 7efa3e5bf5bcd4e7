"""The romaji input method as a view: a Japanese word as the keys that type it, and what other keys make of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from typo.errors import check_choice
from typo.ja.convert import PINS, reconvert_tokens
from typo.ja.reader import READERS
from typo.ja.romaji import TABLES, romaji_to_kana
from typo.views.ime_words import PER, SPELLINGS, ime_words, typed
from typo.words import Unit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from typo.text import Text
    from typo.views.ime_words import ImeWord

__all__ = ["RomajiIme"]


@dataclass(frozen=True, slots=True)
class RomajiIme:
    """Reading → romaji keys; keys → kana → kanji, with every token that the keys did not touch left alone.

    - `style`: how kana are spelt: `typist` (by habits drawn once a record, see `typo.views.ime_words.typist`) or one
      of the styles of `typo.ja.keystrokes`.
    - `table`: what keys make, see `typo.ja.romaji_to_kana`.
    - `reader`: who reads the kanji, see `typo.ja.reading`.
    - `pin`: what the conversion may change, see `typo.ja.reconvert`.
    - `per`: what is typed at once, a `word` or a `bunsetsu`, see `typo.views.ime_words.ime_words`.
    """

    style: str = "typist"
    table: str = "mozc"
    reader: str = "sudachi"
    pin: str = "tokens"
    per: str = "word"

    def __post_init__(self) -> None:
        check_choice("style", self.style, SPELLINGS)
        check_choice("table", self.table, TABLES)
        check_choice("reader", self.reader, READERS)
        check_choice("pin", self.pin, PINS)
        check_choice("per", self.per, PER)

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        return f"{'words' if self.per == 'word' else 'bunsetsu'} with kanji and a reading of at least two kana"

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words with kanji whose reading has at least two kana."""
        return [Unit(word.start, word.end) for word in self._words(text).values() if len(word.reading) > 1]

    def symbols(self, text: Text, unit: Unit) -> str | None:
        """Return the keys of a word, or None where its reading cannot be typed, or not converted to the word."""
        word = self._words(text)[unit.start]
        keys = typed(text, word.reading, self.style)
        if keys is None:
            return None
        if self.table == "paper":
            # The published rule types few readings back (it has no ん for a bare n), so it cannot be held to it.
            return keys
        return keys if _made(keys, self.table) == word.reading and word.is_made() else None

    def render(self, text: Text, unit: Unit, symbols: str) -> str | None:
        """Return what stands in place of the word once `symbols` were typed; None where that is nothing new."""
        word = self._words(text)[unit.start]
        kana = romaji_to_kana(symbols, table=self.table)
        if kana == word.reading:
            return None
        shown = reconvert_tokens(word.tokens, kana, pin=self.pin, before=word.before, after=word.after)
        return shown if shown and shown != word.surface else None

    def _words(self, text: Text) -> Mapping[int, ImeWord]:
        return ime_words(text, reader=self.reader, per=self.per)


@lru_cache(maxsize=2048)
def _made(keys: str, table: str) -> str:
    return romaji_to_kana(keys, table=table)
