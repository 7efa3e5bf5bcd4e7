"""What somebody types and converts at once in Japanese, and the habits of who types."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from typo.ja.align import align_tokens
from typo.ja.bunsetsu import UNITS, units
from typo.ja.reader import reading
from typo.ja.script import has_kanji

if TYPE_CHECKING:
    from collections.abc import Mapping

    from typo.ja.reader import Token
    from typo.text import Text

__all__ = ["PER", "TYPISTS", "ImeWord", "Typist", "ime_words", "typist"]

PER = UNITS


class ImeWord(NamedTuple):
    """What is typed and converted at once: tokens that are written `surface` and read `reading` (hiragana).

    `before` and `after` are the tokens around them, None at the ends of the text.
    """

    surface: str
    reading: str
    tokens: tuple[Token, ...]
    before: Token | None
    after: Token | None

    @property
    def start(self) -> int:
        """Where it starts in the text."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """Where it ends in the text."""
        return self.tokens[-1].end

    def is_made(self) -> bool:
        """Tell whether the dictionary can make the word from its reading; else the reading is most likely wrong."""
        return align_tokens(self.tokens) is not None


def ime_words(text: Text, *, reader: str = "sudachi", per: str = "word") -> Mapping[int, ImeWord]:
    """Return what holds a kanji and can be typed, by where it starts.

    `per="word"`: single tokens of the reader; `"bunsetsu"`: words with the particles and endings behind them. What
    has no reading (digits, Latin letters, signs) belongs to neither.
    """
    return text.memo(("ime words", reader, per), lambda string: _found(string, reader, per))


def _found(string: str, reader: str, per: str) -> dict[int, ImeWord]:
    tokens = reading(string, reader=reader)
    words: dict[int, ImeWord] = {}
    for low, high in units(tokens, per):
        # Punctuation at either end of a phrase is no part of what is converted.
        while low < high and not tokens[low].reading:
            low += 1
        while low < high and not tokens[high - 1].reading:
            high -= 1
        part = tokens[low:high]
        surface = "".join(token.surface for token in part)
        if has_kanji(surface) and all(token.reading for token in part):
            kana = "".join(token.reading for token in part)
            before = tokens[low - 1] if low else None
            after = tokens[high] if high < len(tokens) else None
            words[part[0].start] = ImeWord(surface, kana, part, before, after)
    return words


class Typist(NamedTuple):
    """How somebody spells kana: the style of `typo.ja.keystrokes`, and whether ん is `nn` everywhere."""

    style: str
    always_nn: bool


# How many of so many typists spell like that. Assumed: nobody has counted. Typing guides and the published examples
# spell in the way of Kunrei; fu and ja are the exceptions that people take from Hepburn, since they save a key.
TYPISTS: tuple[tuple[Typist, int], ...] = (
    (Typist("kunrei", always_nn=False), 3),
    (Typist("wapuro", always_nn=False), 2),
    (Typist("hepburn", always_nn=False), 1),
    (Typist("kunrei", always_nn=True), 1),
    (Typist("wapuro", always_nn=True), 1),
)


def typist(text: Text) -> Typist:
    """Return who types a record: drawn from its key once, and the same for every slip in it."""
    place = text.trait("romaji-style") * sum(weight for _, weight in TYPISTS) >> 64
    for habit, weight in TYPISTS:
        place -= weight
        if place < 0:
            return habit
    raise AssertionError("unreachable: the weights add up to their total")
