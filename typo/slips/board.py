"""Where the letters of one script lie on one keyboard: what the slip model asks of a layout."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeVar
from unicodedata import category

from typo.slips.symbols import TRAILING, base, lowered, recased, script
from typo_keyboards import load

if TYPE_CHECKING:
    from typo_keyboards import Layout

__all__ = ["FAR", "STEPS", "Board", "board", "remembered"]

Key = TypeVar("Key")
Value = TypeVar("Value")

STEPS = "012345-"
"""The classes of steps from one letter to another, see `Board.step`."""

FAR = "-"  # the step between letters of which one is not on the board
_STEPS = ((0.5, "0"), (1.01, "1"), (1.3, "2"), (1.9, "3"), (3.01, "4"))
_BEYOND = "5"
_FEWEST = 3  # letters of a script on a board; fewer are signs of something else (the micro sign is a script of its own)
_CROWD = 20_000  # answers remembered before a fresh start; a language needs some thousands


def remembered(known: dict[Key, Value], key: Key, value: Value) -> Value:
    """Remember an answer, and forget all others when they are too many."""
    if len(known) >= _CROWD:
        known.clear()
    known[key] = value
    return value


class Board:
    """The letters of one script on one layout; get one with `board`.

    >>> us = board("us-qwerty", "LATIN")
    >>> "".join(us.letters), us.step("s", "d"), us.step("s", "w"), us.step("q", "p"), us.hand("s")
    ('abcdefghijklmnopqrstuvwxyz', '1', '2', '5', 'left')
    """

    __slots__ = (
        *("_families", "_hands", "_layout", "_neighbours", "_others", "_signed", "_signs", "_steps"),
        *("dotted", "letters", "twins"),
    )

    def __init__(self, layout: Layout, writing: str, more: tuple[str, ...] = ()) -> None:
        self._layout = layout
        plain = [each for each in layout.characters if script(each) == writing and _is_plain(layout, each)]
        #: whether i and ı have a key each, and so each its capital
        self.dotted = {"ı", "İ"} <= {*plain}
        low_letters = (lowered(each, dotted=self.dotted) for each in plain if not _is_sign(each))
        letters = sorted({low for low in low_letters if len(low) == 1}.union(more))
        self.letters = tuple(letters) if len(letters) >= _FEWEST else ()
        capitals = [recased(each, like="A", dotted=self.dotted) for each in self.letters]
        #: the letters of which two have the same capital: σ and ς
        self.twins = frozenset(
            low for low, capital in zip(self.letters, capitals, strict=True) if capitals.count(capital) > 1
        )
        # The points of Arabic and Hebrew are seldom written, so none comes by a slip.
        self._signs = {each for each in plain if _is_sign(each)} if writing not in ("ARABIC", "HEBREW") else set()
        self._signed: dict[str, tuple[str, ...]] = {}
        self._families: dict[str, tuple[str, ...]] = {}
        self._others: dict[str, tuple[str, ...]] = {}
        self._steps: dict[tuple[str, str], str] = {}
        self._hands: dict[str, str] = {}
        self._neighbours: dict[str, tuple[tuple[str, int], ...]] = {}

    @property
    def has_signs(self) -> bool:
        """Whether the board has signs, which go on letters."""
        return bool(self._signs)

    def family(self, symbol: str) -> tuple[str, ...]:
        """Return the symbols that differ from one in its marks only.

        >>> board("us-qwerty", "LATIN", ("é", "è")).family("é")
        ('e', 'è')
        """
        found = self._families.get(symbol)
        if found is None:
            kin = [each for each in self.letters if base(each) == base(symbol) and each != symbol]
            found = remembered(self._families, symbol, tuple(kin) if len(symbol) == 1 else ())
        return found

    def signed(self, symbol: str) -> tuple[str, ...]:
        """Return a symbol without its last sign, and with a sign that lies beside that, or beside the bare letter.

        >>> board("in", "DEVANAGARI").signed("कि")
        ('क', 'की', 'कु', 'कू', 'क्')
        """
        found = self._signed.get(symbol)
        if found is None:
            stem = symbol[:-1] if len(symbol) > 1 else symbol
            open_ended = symbol[-1] in self._layout and (len(symbol) == 1 or _is_sign(symbol[-1]))
            beside = [each for each, _ in self._layout.neighbours(symbol[-1])] if open_ended else []
            near = [stem, *(stem + each for each in beside if each in self._signs)]
            found = remembered(self._signed, symbol, tuple(dict.fromkeys(each for each in near if each != symbol)))
        return found

    def others(self, symbol: str) -> tuple[str, ...]:
        """Return the letters that differ from a symbol in more than marks."""
        found = self._others.get(symbol)
        if found is None:
            kin = {base(symbol), symbol[0], symbol, *self.family(symbol)}
            found = remembered(self._others, symbol, tuple(each for each in self.letters if each not in kin))
        return found

    def step(self, a: str, b: str) -> str:
        """Return how far apart two letters lie, as a class.

        0 one key, 1 side by side, 2 touching across rows, 3 the ring beyond (up to 1.9 key widths), 4 up to 3 key
        widths, 5 farther, - when one of them is not on the board. The bounds are those of the measured lifts.
        """
        found = self._steps.get((a, b))
        if found is None:
            found = remembered(self._steps, (a, b), self._measure(self._key(a), self._key(b)))
        return found

    def hand(self, letter: str) -> str:
        """Return the hand of touch typing, or an empty string for a letter that is not on the board."""
        found = self._hands.get(letter)
        if found is None:
            key = self._key(letter)
            found = remembered(self._hands, letter, self._layout.hand(key) if key else "")
        return found

    def neighbours(self, letter: str) -> tuple[tuple[str, int], ...]:
        """Return the letters of the board's script beside a letter, with integer weights, in code-point order."""
        found = self._neighbours.get(letter)
        if found is None:
            key = self._key(letter)
            beside = self._layout.neighbours(key) if key else ()
            letters = set(self.letters) - {letter[0]}
            near: dict[str, int] = {}
            for character, weight in beside:
                if (low := lowered(character, dotted=self.dotted)) in letters:
                    near[low] = max(weight, near.get(low, 0))
            found = remembered(self._neighbours, letter, tuple(near.items()))
        return found

    def _key(self, letter: str) -> str:
        """Return the character by which the layout knows a letter: itself, or what is under its marks."""
        return next((c for c in (letter, base(letter)) if c in self._layout), "")

    def _measure(self, a: str, b: str) -> str:
        if not a or not b:
            return FAR
        apart = self._layout.distance(a, b)
        return next((name for bound, name in _STEPS if apart <= bound), _BEYOND)


def _is_plain(layout: Layout, character: str) -> bool:
    """Tell whether one key makes a character, alone or with Shift: what AltGr makes may be of many languages."""
    strokes = layout.keystrokes(character)
    return len(strokes) == 1 and strokes[0][1] <= 1


def _is_sign(character: str) -> bool:
    """Tell whether a character goes on the letter before it: a vowel sign, a tone mark, a point."""
    return category(character[0])[0] == "M" or character in TRAILING


@cache
def board(layout: str, writing: str, more: tuple[str, ...] = ()) -> Board:
    """Return the board of a script on a layout, widened by letters that a language writes without a key of their own.

    Raises `LookupError` for an unknown layout.
    """
    return Board(load(layout), writing, more)
