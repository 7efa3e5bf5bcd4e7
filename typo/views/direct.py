"""Layouts whose keys stand for letters: what Shift and the dead keys leave behind when a finger slips on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import is_normalized, normalize

from typo.graphemes import is_joined
from typo.views.word import WordView
from typo_keyboards import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from typo_keyboards import Layout

__all__ = ["Direct", "Remnant"]

_LONGEST = 64  # characters of a word whose Shift and dead keys are looked at
_NEAR = 1.3  # key widths: a dead key farther away is not struck for another


class Remnant(NamedTuple):
    """A word after a slip on Shift or on a dead key, and what happened: `shift` or `dead_key`."""

    text: str
    label: str


@dataclass(frozen=True, slots=True)
class Direct(WordView):
    """Letters → letters: each symbol is what one key makes, or a dead key and a letter.

    >>> Direct("fr-azerty").remnants("hôte")[1:3]
    (Remnant(text='ho^te', label='dead_key'), Remnant(text='h^te', label='dead_key'))
    >>> [remnant.text for remnant in Direct("us-qwerty").remnants("The")]
    ['the', 'THe']
    """

    layout: str = "us-qwerty"

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        return f"words of two letters or more that the layout {self.layout} can type"

    def keys(self, word: str) -> str | None:
        """Return the word itself, whose letters are its symbols; None where the layout cannot type it."""
        return word if self.can_type(word) else None

    def shown(self, word: str, keys: str) -> str | None:
        """Return the letters of other keys; None where they are the word itself."""
        return keys if keys != word else None

    def made(self, characters: str) -> str:
        """Return the characters, as nothing comes between them and the text."""
        return characters

    def weigh(self, word: str) -> int:
        """Count the letters of a word; 0 for one that the layout cannot type, has digits, or is a single letter."""
        if word.isascii() and word.isalpha():
            # The same as below, without a look at each letter.
            return len(word) if len(word) > 1 and _stems(self.layout).issuperset(word.lower()) else 0
        if not self.can_type(word):
            return 0
        count = sum(letter.isalpha() and not is_joined(word, index) for index, letter in enumerate(word))
        return count if count > 1 else 0

    def can_type(self, word: str) -> bool:
        """Tell whether all letters of a word are on the keys, marks apart, and none of its characters is a digit."""
        letters = _stems(self.layout)
        # A word of a text may begin with what belongs to the blank before it: the Thai vowel am is a letter.
        return not is_joined(" " + word, 1) and all(
            _stem(each) in letters if each.isalpha() else not each.isdecimal() for each in word
        )

    def remnants(self, word: str) -> tuple[Remnant, ...]:
        """List what slips on Shift and on dead keys make of a word; the loss of a dead key is a `diacritic` slip.

        - A capital was not made, or the letter after it became one too; not in a word of capitals.
        - A dead key was struck before the letter to the left, after its own letter, or twice; or its letter was left
          out; or another dead key close by was struck, that does not go with the letter.

        A word in NFD or of more than 64 characters has none.
        """
        if len(word) > _LONGEST or not is_normalized("NFC", word):
            return ()
        found = [Remnant(text, "shift") for text in _cased(word)]
        found += [Remnant(text, "dead_key") for text in _undead(word, load(self.layout))]
        return tuple({remnant.text: remnant for remnant in found if remnant.text != word}.values())


@cache
def _stems(layout: str) -> frozenset[str]:
    return frozenset(_stem(character) for character in load(layout).characters if character.isalpha())


def _stem(letter: str) -> str:
    """Return the small letter under the marks of a letter."""
    return normalize("NFD", letter)[0].lower()


def _cased(word: str) -> Iterator[str]:
    """Yield the word with a capital lost, and with the letter after it a capital too."""
    if word.isupper() or word.islower():
        return
    for at, letter in enumerate(word):
        before, after = word[:at], word[at + 1 :]
        if not letter.isupper() or before[-1:].isupper():
            continue
        if len(letter.lower()) == 1:
            yield before + letter.lower() + after
        if after[:1].islower() and len(after[0].upper()) == 1:
            yield before + letter + after[0].upper() + after[1:]


def _undead(word: str, layout: Layout) -> Iterator[str]:
    """Yield what becomes of a word when a dead key goes wrong."""
    if word.isascii() or any(letter not in layout for letter in word):
        return
    typed = [layout.keystrokes(letter) for letter in word]
    for at, strokes in enumerate(typed):
        if len(strokes) != 2 or not _is_dead(layout.char(*strokes[0])):
            continue
        before, after = typed[:at], typed[at + 1 :]
        dead, letter = strokes
        rows = [
            [*before[:-1], (dead,), *before[-1:], (letter,), *after],
            [*before, (letter,), (dead,), *after],
            [*before, (dead,), *after],
            [*before, (dead,), (dead,), (letter,), *after],
        ]
        made = [layout.typed(stroke for part in row for stroke in part) for row in rows]
        wrong = [layout.typed((other, letter)) for other in _beside(dead, layout)]
        made += [word[:at] + debris + word[at + 1 :] for debris in wrong if len(debris) > 1]
        yield from made


def _beside(dead: tuple[str, int], layout: Layout) -> list[tuple[str, int]]:
    """List the other dead keys that are made without AltGr and lie close by, or on the same key."""
    own = layout.char(*dead)
    return [
        (key.name, level)
        for key in layout.keys
        for level in (0, 1)
        if key.at(level) != own and _is_dead(key.at(level)) and layout.distance(own, key.at(level)) <= _NEAR
    ]


def _is_dead(output: str) -> bool:
    return len(output) > 1 and output[0] == "◌"
