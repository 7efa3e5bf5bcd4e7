"""The romaji input method as a view: a Japanese word as the keys that type it, and what other keys make of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from typo.errors import InvalidArgument, check_choice
from typo.ja.align import align
from typo.ja.convert import PINS, reconvert_unit
from typo.ja.reader import READERS, reading
from typo.ja.romaji import STYLES, TABLES, keystrokes, romaji_to_kana
from typo.ja.script import has_kanji
from typo.words import Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.ja.reader import Token
    from typo.text import Text

__all__ = ["RomajiIme"]


@dataclass(frozen=True, slots=True)
class RomajiIme:
    """Reading → romaji keys; keys → kana → kanji, with every token that the keys did not touch left alone.

    - `style`: how the typist spells kana, see `typo.ja.keystrokes`.
    - `table`: what keys make, see `typo.ja.romaji_to_kana`.
    - `reader`: who reads the kanji, `sudachi` (extra `ja`) or `pykakasi` (extra `ja-paper`).
    - `pin`: what the conversion may change, see `typo.ja.reconvert`.
    """

    unit: ClassVar[str] = "words with kanji and a reading of at least two kana"

    style: str = "kunrei"
    table: str = "mozc"
    reader: str = "sudachi"
    pin: str = "tokens"

    def __post_init__(self) -> None:
        check_choice("style", self.style, STYLES)
        check_choice("table", self.table, TABLES)
        check_choice("reader", self.reader, READERS)
        check_choice("pin", self.pin, PINS)

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words with kanji whose reading has at least two kana."""
        return [
            Unit(token.start, token.end)
            for token in self._tokens(text)
            if len(token.reading) > 1 and has_kanji(token.surface)
        ]

    def symbols(self, text: Text, unit: Unit) -> str | None:
        """Return the keys of a word, or None where its reading cannot be typed, or not converted to the word."""
        token = self._tokens(text)[self._index(text)[unit.start]]
        try:
            keys = keystrokes(token.reading, style=self.style)
        except InvalidArgument:
            return None
        if self.table == "paper":
            # The published rule types few readings back (it has no ん for a bare n), so it cannot be held to it.
            return keys
        if romaji_to_kana(keys, table=self.table) != token.reading or align(token.surface, token.reading) is None:
            return None
        return keys

    def render(self, text: Text, unit: Unit, symbols: str) -> str | None:
        """Return what stands in place of the word once `symbols` were typed; None where that is nothing new."""
        tokens, index = self._tokens(text), self._index(text)[unit.start]
        token = tokens[index]
        kana = romaji_to_kana(symbols, table=self.table)
        if kana == token.reading:
            return None
        shown = reconvert_unit(
            token.surface,
            kana,
            reading=token.reading,
            pin=self.pin,
            before=tokens[index - 1] if index else None,
            after=tokens[index + 1] if index + 1 < len(tokens) else None,
        )
        return shown if shown and shown != token.surface else None

    def _tokens(self, text: Text) -> tuple[Token, ...]:
        return text.memo(("tokens", self.reader), lambda string: reading(string, reader=self.reader))

    def _index(self, text: Text) -> dict[int, int]:
        """Map where a token starts to its place among the tokens."""
        tokens = self._tokens(text)
        return text.memo(("index", self.reader), lambda _: {token.start: i for i, token in enumerate(tokens)})
