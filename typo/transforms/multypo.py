"""The algorithm of MulTypo: slips between neighbouring keys, in the middle and at the end of words."""

from __future__ import annotations

import re
from dataclasses import InitVar, dataclass
from functools import cache
from math import isqrt
from typing import TYPE_CHECKING, ClassVar
from unicodedata import normalize

from typo import registry
from typo.edits import Edit
from typo.errors import InvalidArgument, UnknownName, check_choice, check_int, check_text
from typo.graphemes import is_joined
from typo.numbers import number_spans
from typo.slips.multypo import tables
from typo.slips.symbols import lowered
from typo.transforms import multypo_board as boards
from typo.transforms.multypo_slips import Shares, Typist, symbols
from typo.words import Lexicon, Unit, Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.keyed import Draws
    from typo.text import Text
    from typo.transforms.multypo_board import Board

__all__ = ["Multypo"]

_TABLES = ("layout", "paper")
_OPERATIONS = Shares._fields
_MIX = tables().operations
_HORIZONTAL, _VERTICAL = tables().neighbours
# The square root of a length is taken in 1024ths; so a word can be hit about a dozen times.
_PRECISION = 1 << 20
_TOKEN = re.compile(r"\S+")
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Multypo:
    """A finger struck a neighbouring key, missed one, or took two of different hands in the wrong order, as in MulTypo.

    >>> import typo
    >>> result = typo.perturb("Nobody reads the manual twice.", transform=Multypo(lang="en"), rate=0.4, key="a")
    >>> result.eligible, result.realised, len(result.logprobs)
    (5, 2, 2)

    A unit is a word of at least two letters that the keyboard can type. It is drawn in proportion to the square root
    of its letters; once drawn it keeps half its weight and may be drawn again, so that the rate counts typos, not
    words. A later typo of a word is made in the word as it was, and gives way where it would overlap an earlier one.
    The first letter is never touched; the weight of a place rises evenly from the second letter to the last, which
    weighs twice as much. Punctuation, words with digits, number words and names of modifier keys stay as they are.

    - `lang`: one of ar, bn, de, el, en, fr, he, hi, hy, ka, ru, ta; with `layout` or `rows` any language.
    - `layout`: the id of another layout than the language's usual one, see `typo_keyboards.available()`.
    - `rows`: a keyboard of one's own, from the top, with a blank between keys and `·` for no key; column n of a row
      lies below column n of the one before. `left`: its keys for the left hand, the others being for the right;
      without it no two letters are transposed.
    - `ignored`: further words to leave alone, whatever their capitals.
    - `omit`, `insert`, `replace`, `transpose`: how often each operation is tried (28, 15, 28, 28); what is impossible
      in a word is not.
    - `horizontal`, `vertical`: the weight of each neighbour in the row (9) and in another row (1).

    `multypo@paper` has the package's own keyboards, hands and number words. There a unit is what stands between blanks,
    punctuation included; the weights of places are rounded to hundredths; the first pair of letters that could be
    transposed never is; and a replacement also changes an equal letter beside.

    Raises `InvalidArgument` for a language without tables and for weights that are all 0.
    """

    again: ClassVar[bool] = True

    lang: str = "en"
    layout: str = ""
    rows: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    omit: int = _MIX["omit"]
    insert: int = _MIX["insert"]
    replace: int = _MIX["replace"]
    transpose: int = _MIX["transpose"]
    horizontal: int = _HORIZONTAL
    vertical: int = _VERTICAL
    tables: str = "layout"
    preset: InitVar[str] = ""

    def __post_init__(self, preset: str) -> None:
        put = object.__setattr__
        put(self, "tables", preset or check_choice("tables", self.tables, _TABLES))
        for name in (*_OPERATIONS, "horizontal", "vertical"):
            check_int(name, getattr(self, name), minimum=0, maximum=1_000_000)
        for names in (_OPERATIONS, ("horizontal", "vertical")):
            if not any(getattr(self, name) for name in names):
                raise InvalidArgument(f"{', '.join(names)} are all 0; at least one must be above.")
        for name in ("rows", "left", "ignored"):
            _check_words(name, getattr(self, name))
        for word in self.ignored:
            if len(word.split()) > 1 or word != word.strip():
                raise InvalidArgument(f"ignored holds {word!r}; each must be one word, without blanks.")
        registry.language(self.lang)
        if self.tables == "paper":
            check_choice("lang", _base(self.lang), boards.PUBLISHED)
            if self.layout or self.rows or self.left:
                raise InvalidArgument("multypo@paper has its own keyboards: layout, rows and left must be left out.")
        elif self.rows:
            self._check_rows()
        else:
            put(self, "layout", self._checked_layout())

    @property
    def name(self) -> str:
        """The versioned name."""
        return "multypo.v1@paper" if self.tables == "paper" else "multypo.v1"

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        if self.tables == "paper":
            return "words of two characters or more without digits"
        return "words of two letters or more that the keyboard can type"

    @property
    def data(self) -> tuple[str, ...]:
        """The tables that are not ours."""
        return ("multypo-0.1.1",) if self.tables == "paper" else ()

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words that the keyboard can type."""
        if self.tables == "paper":
            weigh = _weights(self)
            return [Unit(*match.span(), weigh[match.group()]) for match in _TOKEN.finditer(text.string)]
        return Words(text.string, _lexicon(self))

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Make one typo in the word."""
        made = self.sample(text, unit, draws)
        return None if made is None else made[0]

    def sample(self, text: Text, unit: Unit, draws: Draws) -> tuple[Edit, float] | None:
        """Make one typo in the word, and tell its log-probability among all typos of the word."""
        begin, end, _ = unit
        drawn = _typist(self).draw(text.string[begin:end], draws.number())
        if drawn is None:
            return None
        (low, high, original, replacement, label), logprob = drawn
        return Edit(begin + low, begin + high, original, replacement, label), logprob

    def slips(self, word: str) -> tuple[tuple[Edit, float], ...]:
        """List every typo of a word with its probability; they add up to 1, or there are none.

        >>> [edit.replacement for edit, chance in Multypo(lang="en").slips("to") if edit.label == "replace"]
        ['i', 'k', 'l', 'p']
        """
        return tuple(_typist(self).slips(word))

    def _check_rows(self) -> None:
        if self.layout:
            raise InvalidArgument("layout and rows are two keyboards; give one.")
        keys = {key for row in self.rows for key in row.split() if key != boards.NO_KEY}
        if not keys:
            raise InvalidArgument(f"rows={self.rows!r} has no key.")
        for key in sorted(keys):
            if _SURROGATE.search(key) or not key.isprintable():
                raise InvalidArgument(f"rows holds {key!r}, which cannot be written.")
            if is_joined("a" + key, 1) and not boards.is_key_of_its_own(key[0]):
                raise InvalidArgument(f"rows holds {key!r}, a mark; only Indic marks have keys of their own.")
            if key != lowered(key):
                raise InvalidArgument(f"rows holds {key!r}; keys are written in small letters, as {lowered(key)!r}.")
        for key in self.left:
            if key not in keys:
                raise InvalidArgument(f"left holds {key!r}, which is not a key of rows.")

    def _checked_layout(self) -> str:
        from typo_keyboards import load

        if self.left:
            raise InvalidArgument("left names the keys of rows; a layout knows its hands.")
        if not check_text("layout", self.layout) and _base(self.lang) not in boards.PUBLISHED:
            raise InvalidArgument(
                f"lang={self.lang!r} is not one of {', '.join(boards.PUBLISHED)}; name a layout, or give rows."
            )
        try:
            return load(self.layout or registry.language(self.lang).keyboard).id
        except LookupError as error:
            raise UnknownName(str(error)) from None


def _base(lang: str) -> str:
    """Return the code of a language without a region: `en` for `en-GB`, `EN` and `eng`."""
    return registry.language(lang).code.partition("-")[0]


def _check_words(name: str, value: object) -> None:
    if not isinstance(value, tuple) or not all(isinstance(word, str) and word.strip() for word in value):
        raise InvalidArgument(f"{name}={value!r} must be a tuple of strings that are not blank.")


@cache
def _typist(transform: Multypo) -> Typist:
    """Return what makes the slips of a transform; one a process."""
    shares = Shares(*(getattr(transform, name) for name in _OPERATIONS))
    return Typist(_board(transform), shares, published=transform.tables == "paper")


def _board(transform: Multypo) -> Board:
    weights = transform.horizontal, transform.vertical
    if transform.tables == "paper":
        rows, left, right, _ = boards.published(_base(transform.lang))
        return boards.grid(rows, left, right, *weights)
    if transform.rows:
        return boards.grid(transform.rows, transform.left, None, *weights)
    return boards.layout(transform.layout, *weights)


@cache
def _lexicon(transform: Multypo) -> Lexicon:
    """Return the words that a transform may touch, with their weights."""
    letters = _board(transform).letters
    ignored = tables().modifier_keys.union(map(_folded, transform.ignored))
    lang = transform.lang

    def weigh(word: str) -> int:
        count = 0
        for symbol in symbols(word):
            if symbol[0].isalpha():
                if boards.stem(symbol[0]) not in letters:
                    return 0
                count += 1
            else:
                count += boards.is_key_of_its_own(symbol[0])
        if count < 2 or number_spans(word, lang) or _folded(word) in ignored:
            return 0
        return isqrt(count * _PRECISION)

    return Lexicon(weigh, elisions=registry.language(lang).elisions)


class _Weights(dict[str, int]):
    """The weights of what stands between blanks, for `@paper`."""

    def __init__(self, ignored: frozenset[str]) -> None:
        super().__init__()
        self._ignored = ignored

    def __missing__(self, token: str) -> int:
        count = len(symbols(token))
        core = _folded(token).strip("".join({sign for sign in token if not sign.isalnum()}))
        is_left_alone = count < 2 or core in self._ignored or any(map(str.isdecimal, token))
        return 0 if is_left_alone or _SURROGATE.search(token) else isqrt(count * _PRECISION)


@cache
def _weights(transform: Multypo) -> _Weights:
    return _Weights(boards.published(_base(transform.lang)).ignored.union(map(_folded, transform.ignored)))


def _folded(word: str) -> str:
    return normalize("NFC", word).casefold()
