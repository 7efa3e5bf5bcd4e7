"""Load a layout from its data file, and answer questions about it."""

from __future__ import annotations

import json
from difflib import get_close_matches
from functools import cache
from math import hypot
from pathlib import Path
from typing import NamedTuple

__all__ = ["Key", "Layout", "available", "for_language", "load"]

_FOLDER = Path(__file__).parent / "layouts"

# Keys whose middles are at most this far apart, in key widths, are neighbours: the six around a key, no others.
_REACH = 1.3
# A slip within a row is about twice as likely as one to the row above or below (per pair of keys, 2.9-4.9
# against 0.7-2.8 times chance in lists of real typing errors).
_SAME_ROW, _OTHER_ROW = 2, 1

# Columns of each row that the fingers of touch typing cover, from the left little finger to the right one.
_FINGERS = ("little", "ring", "middle", "index", "index", "index", "index", "middle", "ring", "little")
_HANDS = ("left",) * 5 + ("right",) * 5


class Key(NamedTuple):
    """One key: the characters it makes at each level, its row, its column, and its middle in key widths."""

    characters: tuple[str, ...]
    row: int
    column: int
    x: float
    y: float


class Layout:
    """A keyboard layout; get one with `load`.

    >>> layout = load("us-qwerty")
    >>> layout.keystrokes("A")
    (('a', 1),)
    >>> [character for character, _ in layout.neighbours("s")]
    ['a', 'd', 'e', 'w', 'x', 'z']
    >>> layout.hand("s"), layout.finger("s"), layout.distance("s", "d")
    ('left', 'ring', 1.0)
    """

    __slots__ = ("_keys", "_places", "id", "languages", "name")

    def __init__(self, id: str, name: str, languages: tuple[str, ...], keys: tuple[Key, ...]) -> None:
        self.id = id
        self.name = name
        self.languages = languages
        self._keys = keys
        self._places: dict[str, tuple[Key, int]] = {}
        for key in keys:
            for level, character in enumerate(key.characters):
                self._places.setdefault(character, (key, level))

    def __repr__(self) -> str:
        return f"load({self.id!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return load, (self.id,)

    def __contains__(self, character: object) -> bool:
        return character in self._places

    @property
    def characters(self) -> tuple[str, ...]:
        """Every character that the layout can make, in key order."""
        return tuple(self._places)

    def keystrokes(self, character: str) -> tuple[tuple[str, int], ...]:
        """Return the keys to press for a character: each key's lowest character, and the level (1 = Shift)."""
        key, level = self._place(character)
        return ((key.characters[0], level),)

    def char(self, key: str, level: int) -> str:
        """Return what a key, named by any of its characters, makes at a level.

        Raises `ValueError` for a level that the key does not have.
        """
        found, _ = self._place(key)
        if not 0 <= level < len(found.characters):
            raise ValueError(f"level={level} is outside 0..{len(found.characters) - 1} for the key {key!r}.")
        return found.characters[level]

    def neighbours(self, character: str) -> tuple[tuple[str, int], ...]:
        """Return the characters beside a character at the same level, with integer weights, in code-point order."""
        key, level = self._place(character)
        beside = [
            (other.characters[level], _SAME_ROW if other.row == key.row else _OTHER_ROW)
            for other in self._keys
            if other is not key and level < len(other.characters) and _apart(key, other) <= _REACH
        ]
        return tuple(sorted(beside))

    def distance(self, a: str, b: str) -> float:
        """Return how far apart the keys of two characters are, in key widths."""
        return _apart(self._place(a)[0], self._place(b)[0])

    def hand(self, character: str) -> str:
        """Return the hand that presses the key in touch typing: `left` or `right`."""
        return _HANDS[min(self._place(character)[0].column, 9)]

    def finger(self, character: str) -> str:
        """Return the finger that presses the key in touch typing: `little`, `ring`, `middle` or `index`."""
        return _FINGERS[min(self._place(character)[0].column, 9)]

    def show(self) -> str:
        """Draw the lowest level of the keyboard, row by row."""
        rows: dict[int, list[Key]] = {}
        for key in self._keys:
            rows.setdefault(key.row, []).append(key)
        left = min(key.x for key in self._keys)
        return "\n".join(
            " " * round(4 * (keys[0].x - left)) + " ".join(f"[{key.characters[0]}]" for key in keys)
            for keys in rows.values()
        )

    def _place(self, character: str) -> tuple[Key, int]:
        if character not in self._places:
            raise ValueError(f"the layout {self.id} has no key for {character!r}.")
        return self._places[character]


@cache
def available() -> tuple[str, ...]:
    """List the ids of all layouts.

    >>> "us-qwerty" in available()
    True
    """
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.json")))


@cache
def load(id: str) -> Layout:
    """Return a layout by its id; raises `LookupError` with near matches for an unknown one.

    >>> load("us-qwerti")
    Traceback (most recent call last):
    LookupError: There is no layout named 'us-qwerti'; did you mean us-qwerty?
    """
    if id not in available():
        near = get_close_matches(id, available(), n=3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(available())}."
        raise LookupError(f"There is no layout named {id!r}; {hint}")
    data = json.loads((_FOLDER / f"{id}.json").read_text(encoding="utf-8"))
    keys = tuple(
        Key(tuple(characters), row, column, round(column + line["offset"], 2), float(row))
        for row, line in enumerate(data["rows"])
        for column, characters in enumerate(line["keys"])
    )
    return Layout(id, data["name"], tuple(data["languages"]), keys)


def for_language(code: str) -> Layout:
    """Return the layout that most people who write a language use; raises `LookupError` where none is known.

    >>> for_language("ja").id
    'ja-romaji'
    """
    for name in available():
        if code in load(name).languages:
            return load(name)
    raise LookupError(f"No layout is known for the language {code!r}.")


def _apart(one: Key, other: Key) -> float:
    return round(hypot(one.x - other.x, one.y - other.y), 3)
