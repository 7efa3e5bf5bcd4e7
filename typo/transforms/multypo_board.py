"""What `multypo` asks of a keyboard: which letters lie beside a key and in which row, and which hand presses it.

Two kinds of board answer: a layout of `typo_keyboards` with its true geometry, and a grid of rows, where column n lies
right below column n, as in the published tables.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast
from unicodedata import category, normalize

from typo.errors import check_choice
from typo.slips.symbols import lowered, script
from typo_keyboards import load

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "NOTHING",
    "NO_KEY",
    "PUBLISHED",
    "Board",
    "Near",
    "Published",
    "grid",
    "is_key_of_its_own",
    "layout",
    "published",
    "stem",
]

#: the languages of the published package
PUBLISHED = ("ar", "bn", "de", "el", "en", "fr", "he", "hi", "hy", "ka", "ru", "ta")

#: stands for no key
NO_KEY = "·"


class Near(NamedTuple):
    """The letters beside a key, their weights, and the running totals of these."""

    letters: tuple[str, ...]
    weights: tuple[int, ...]
    ends: tuple[int, ...]

    @property
    def total(self) -> int:
        """What the weights add up to."""
        return self.ends[-1] if self.ends else 0


#: no letter at all
NOTHING = Near((), (), ())


class Board(Protocol):
    """A keyboard; `letters` are the small letters, without marks, that it can type."""

    @property
    def letters(self) -> frozenset[str]:
        """The letters on the keys."""

    def beside(self, key: str) -> Near:
        """Return the letters beside a key."""

    def hand(self, key: str) -> str:
        """Return `left` or `right`, or an empty string where that is not known."""


class Published(NamedTuple):
    """The tables of one language as the package has them."""

    rows: tuple[str, ...]
    left: tuple[str, ...]
    right: tuple[str, ...]
    ignored: frozenset[str]


@cache
def published(lang: str) -> Published:
    """Return the published tables of a language.

    >>> published("fr").rows[0]
    'a z e r t y u i o p'
    """
    read = _file(check_choice("lang", lang, PUBLISHED))
    left, right, ignored = (cast("str", read[name]).split() for name in ("left", "right", "ignored"))
    return Published(tuple(cast("list[str]", read["rows"])), tuple(left), tuple(right), frozenset(ignored))


def _file(name: str) -> dict[str, object]:
    import json
    from pathlib import Path

    path = Path(__file__).parents[1] / "data" / "multypo" / f"{name}.json"
    return dict(json.loads(path.read_text("utf-8")))


def is_key_of_its_own(sign: str) -> bool:
    """Tell the vowel signs and other marks of the Indic scripts: each has a key, like a letter."""
    return "\u0900" <= sign <= "\u0dff" and category(sign)[0] == "M"


@cache
def layout(id: str, horizontal: int, vertical: int) -> Board:
    """Return the board of a layout, with the weight of a neighbour in the row and of one in another row."""
    return _LayoutBoard(id, horizontal, vertical)


@cache
def grid(
    rows: tuple[str, ...], left: tuple[str, ...], right: tuple[str, ...] | None, horizontal: int, vertical: int
) -> Board:
    """Return the board of rows of keys; without `right`, what is not in the left hand is in the right."""
    return _GridBoard(rows, left, right, horizontal, vertical)


@cache
def stem(letter: str) -> str:
    """Return the small letter under the marks of a letter."""
    return normalize("NFD", letter)[0].lower()


class _LayoutBoard:
    """A layout of `typo_keyboards`: a letter's neighbours are those of its own script."""

    __slots__ = ("_beside", "_hands", "_layout", "_rows", "_weights", "letters")

    def __init__(self, id: str, horizontal: int, vertical: int) -> None:
        self._layout = load(id)
        self._weights = (horizontal, vertical)
        self._rows = {key.name: key.spot.row for key in self._layout.keys}
        self._beside: dict[str, Near] = {}
        self._hands: dict[str, str] = {}
        self.letters = frozenset(stem(each) for each in self._layout.characters if each[0].isalpha())

    def beside(self, key: str) -> Near:
        found = self._beside.get(key)
        if found is None:
            found = self._beside[key] = _near(self._find_beside(key))
        return found

    def hand(self, key: str) -> str:
        found = self._hands.get(key)
        if found is None:
            is_there = _is_letter(key) and key in self._layout
            found = self._hands[key] = self._layout.hand(key) if is_there else ""
        return found

    def _find_beside(self, key: str) -> Iterable[tuple[str, int]]:
        if not _is_letter(key) or key not in self._layout:
            return
        horizontal, vertical = self._weights
        row = self._row(key)
        for other, _ in self._layout.neighbours(key):
            # A key of two letters (Arabic lam-alif) would look like one of them inserted.
            if len(other) == 1 and _is_letter(other) and script(other) == script(key):
                yield lowered(other), horizontal if self._row(other) == row else vertical

    def _row(self, key: str) -> int:
        return self._rows[self._layout.keystrokes(key)[-1][0]]


class _GridBoard:
    """Rows of keys in columns, without the offset of real rows."""

    __slots__ = ("_beside", "_hands", "letters")

    def __init__(
        self,
        rows: tuple[str, ...],
        left: tuple[str, ...],
        right: tuple[str, ...] | None,
        horizontal: int,
        vertical: int,
    ) -> None:
        keys = [row.split() for row in rows]
        on_board = {key: None for row in keys for key in row if key != NO_KEY}
        found: dict[str, list[tuple[str, int]]] = {key: [] for key in on_board}
        for y, row in enumerate(keys):
            for x, key in enumerate(row):
                if key != NO_KEY:
                    found[key] += _around(keys, y, x, horizontal, vertical)
        if right is None:  # a published key may lie beside itself, and so be doubled
            found = {key: [each for each in near if each[0] != key] for key, near in found.items()}
        self._beside = {key: _near(near) for key, near in found.items()}
        other_hand = on_board if right is None else right
        self._hands = dict.fromkeys(other_hand if left else (), "right") | dict.fromkeys(left, "left")
        self.letters = frozenset(stem(key) for key in on_board if key[0].isalpha())

    def beside(self, key: str) -> Near:
        return self._beside.get(key, NOTHING)

    def hand(self, key: str) -> str:
        return self._hands.get(key, "")


def _around(keys: list[list[str]], y: int, x: int, horizontal: int, vertical: int) -> Iterable[tuple[str, int]]:
    for dy, dx, weight in ((0, -1, horizontal), (0, 1, horizontal), (-1, 0, vertical), (1, 0, vertical)):
        if 0 <= y + dy < len(keys) and 0 <= x + dx < len(keys[y + dy]) and keys[y + dy][x + dx] != NO_KEY:
            yield keys[y + dy][x + dx], weight


def _near(letters: Iterable[tuple[str, int]]) -> Near:
    """Add up the weights of what lies beside a key more than once."""
    weights: dict[str, int] = {}
    for letter, weight in letters:
        if weight:
            weights[letter] = weights.get(letter, 0) + weight
    return Near(tuple(weights), tuple(weights.values()), tuple(accumulate(weights.values())))


def _is_letter(key: str) -> bool:
    return key[0].isalpha() or is_key_of_its_own(key[0])
