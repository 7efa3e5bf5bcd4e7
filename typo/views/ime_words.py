"""What somebody types and converts at once in Japanese, and the habits of who types."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from typo.errors import InvalidArgument
from typo.ja.align import align_tokens
from typo.ja.bunsetsu import UNITS, bunsetsu
from typo.ja.reader import reading
from typo.ja.romaji import STYLES, keystrokes
from typo.ja.script import has_kanji

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from typo.ja.reader import Token
    from typo.text import Text

__all__ = [
    "PER",
    "SPELLINGS",
    "ImeWord",
    "Typist",
    "bunsetsu_once",
    "ime_word",
    "ime_words",
    "read_once",
    "typed",
    "typist",
]

PER = UNITS
SPELLINGS = ("typist", *STYLES)


class ImeWord(NamedTuple):
    """What is typed and converted at once: tokens that are written `surface` and read `reading` (hiragana).

    It stands at `start..end` of the text; `before` and `after` are the tokens around it, None at the ends of the text.
    """

    surface: str
    reading: str
    tokens: tuple[Token, ...]
    start: int
    end: int
    before: Token | None = None
    after: Token | None = None

    def is_made(self) -> bool:
        """Tell whether the dictionary can make the word from its reading; else the reading is most likely wrong."""
        return align_tokens(self.tokens) is not None


# What `ImeWord(...)` does, without its detour through Python.
_Fields = tuple[str, str, "tuple[Token, ...]", int, int, "Token | None", "Token | None"]
_word: Callable[[_Fields], ImeWord] = partial(tuple.__new__, ImeWord)


def ime_word(tokens: Sequence[Token], low: int, high: int) -> ImeWord:
    """Return the word that the tokens `low..high` of a text make, with those around them."""
    first, last = tokens[low], tokens[high - 1]
    before = tokens[low - 1] if low else None
    after = tokens[high] if high < len(tokens) else None
    if first is last:
        return _word((first.surface, first.reading, (first,), first.start, first.end, before, after))
    inside = tuple(tokens[low:high])
    surface, kana = "".join([token.surface for token in inside]), "".join([token.reading for token in inside])
    return _word((surface, kana, inside, first.start, last.end, before, after))


def ime_words(text: Text, *, reader: str = "sudachi", per: str = "word") -> Mapping[int, ImeWord]:
    """Return what holds a kanji and can be typed, by where it starts.

    `per="word"`: single tokens of the reader; `"bunsetsu"`: words with the particles and endings behind them. What
    has no reading (digits, Latin letters, signs) belongs to neither.
    """
    return text.memo(("ime words", reader, per), lambda _: _found(text, reader, per))


def read_once(text: Text, *, reader: str) -> tuple[Token, ...]:
    """Return the tokens of a text, read once for all who ask."""
    return text.memo(("tokens", reader), lambda string: reading(string, reader=reader))


def bunsetsu_once(text: Text, *, reader: str) -> tuple[tuple[int, int], ...]:
    """Return the bunsetsu of a text as ranges of its tokens, found once for all who ask."""
    return text.memo(("bunsetsu", reader), lambda _: bunsetsu(read_once(text, reader=reader)))


def _found(text: Text, reader: str, per: str) -> dict[int, ImeWord]:
    tokens = read_once(text, reader=reader)
    if per == "word":
        places = [
            (place, place + 1) for place, token in enumerate(tokens) if token.reading and has_kanji(token.surface)
        ]
    else:
        places = _typable(text, reader)
    words = [ime_word(tokens, low, high) for low, high in places]
    # 〇 stands for a word that is kept silent: whatever a reader calls it, nobody types that.
    return {word.start: word for word in words if has_kanji(word.surface) and "〇" not in word.surface}


def _typable(text: Text, reader: str) -> list[tuple[int, int]]:
    """Return the parts of bunsetsu that have a reading: brackets and digits are no part of what is converted."""
    tokens = read_once(text, reader=reader)
    found: list[tuple[int, int]] = []
    for low, high in bunsetsu_once(text, reader=reader):
        for readable, places in groupby(range(low, high), key=lambda place: bool(tokens[place].reading)):
            if readable:
                run = [*places]
                found.append((run[0], run[-1] + 1))
    return found


class Typist(NamedTuple):
    """How somebody spells kana, in the words of `typo.ja.keystrokes`.

    `last_n`: whether ん at the end of what is typed at once is one n, of which Space makes ん.
    """

    style: str
    prefer: tuple[str, ...]
    always_nn: bool
    last_n: bool


# One typist in so many has a habit. Assumed: nobody has counted. Guides and the published examples spell in the way of
# Kunrei; ja and fu are what people take from Hepburn, since they save a key.
_HEPBURN, _JA, _FU, _ALWAYS_NN, _LAST_N = 6, 2, 2, 4, 2


def typist(text: Text) -> Typist:
    """Return who types a record: habits drawn from its key once, the same for every slip in it.

    >>> from typo.text import Text
    >>> typist(Text("", record=b"a"))
    Typist(style='kunrei', prefer=('j', 'f'), always_nn=False, last_n=True)
    >>> typist(Text("", record=b"b")) == typist(Text("other", record=b"b"))
    True
    """
    return text.memo("typist", lambda _: _drawn(text))


def _drawn(text: Text) -> Typist:
    def has(habit: str, one_in: int) -> bool:
        return text.trait(f"romaji-{habit}") * one_in >> 64 == 0

    style = "hepburn" if has("hepburn", _HEPBURN) else "kunrei"
    prefer = tuple(row for row, one_in in (("j", _JA), ("f", _FU)) if has(row, one_in))
    always_nn = has("nn", _ALWAYS_NN)
    return Typist(style, prefer, always_nn, not always_nn and has("last-n", _LAST_N))


def typed(text: Text, kana: str, style: str) -> str | None:
    """Return the romaji keys of some kana, in a style of `typo.ja.keystrokes` or that of the record's `typist`.

    None where romaji input has no keys for them.
    """
    return _typed(kana, typist(text) if style == "typist" else Typist(style, (), always_nn=False, last_n=False))


# The keys of a few thousand words, half a megabyte.
@lru_cache(maxsize=2048)
def _typed(kana: str, typist: Typist) -> str | None:
    style, prefer, always_nn, last_n = typist
    try:
        keys = keystrokes(kana, style=style, prefer=prefer, always_nn=always_nn)
    except InvalidArgument:
        return None
    return keys[:-1] if last_n and kana[-1:] == "ん" else keys
