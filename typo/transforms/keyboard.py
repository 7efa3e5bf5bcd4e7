"""Slips of a finger on the keyboard of a language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar
from unicodedata import normalize

from typo import registry
from typo.edits import Edit
from typo.errors import UnknownName, check_choice, check_text
from typo.graphemes import is_joined
from typo.slips import profiles
from typo.slips.drawer import drawer
from typo.words import Lexicon, Words
from typo_keyboards import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.keyed import Draws
    from typo.slips.drawer import Drawer
    from typo.text import Text
    from typo.words import Unit

__all__ = ["Keyboard"]


@dataclass(frozen=True, slots=True)
class Keyboard:
    """A finger slipped: a key was missed, doubled, swapped with the next, or one beside it was struck.

    >>> import typo
    >>> result = typo.perturb("Nobody reads the manual twice.", transform=Keyboard(lang="en"), rate=0.3, key="a")
    >>> result.eligible, result.realised, len(result.logprobs)
    (5, 2, 2)

    A unit is a word of at least two letters that the layout can type, without digits, and it is drawn in
    proportion to its letters. A word has one slip at most. Blanks, punctuation and digits stay as they are, and
    so does the case of what was typed.

    - `lang`: the language; it tells what a word is, and the layout.
    - `layout`: the id of another layout than the language's usual one, see `typo_keyboards.available()`.
    - `profile`: who types: `desktop`, `phone`, `learner`, `keyboard-only` (neighbouring keys and nothing else),
      `uniform`; see `typo.slips.profiles()`.

    The distribution is explicit: `Perturbation.logprobs` has the log-probability of each slip of its word.
    Raises `UnknownName` for a language or layout that is not there.
    """

    name: ClassVar[str] = "keyboard.v1"

    lang: str = "en"
    layout: str = ""
    profile: str = "desktop"

    def __post_init__(self) -> None:
        check_choice("profile", self.profile, profiles())
        layout = check_text("layout", self.layout) or registry.language(self.lang).keyboard
        try:
            object.__setattr__(self, "layout", load(layout).id)
        except LookupError as error:
            raise UnknownName(str(error)) from None

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        return f"words of two letters or more that the layout {self.layout} can type"

    def lexicon(self) -> Lexicon:
        """Return the words that the layout can type, each weighing its letters."""
        return _lexicon(self.layout, registry.language(self.lang).elisions)

    def drawer(self) -> Drawer:
        """Return what makes the slips of a word."""
        return drawer(self.layout, self.profile, self.lang)

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words that the layout can type."""
        return Words(text.string, self.lexicon())

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Slip once in the word."""
        made = self.sample(text, unit, draws)
        return None if made is None else made[0]

    def sample(self, text: Text, unit: Unit, draws: Draws) -> tuple[Edit, float] | None:
        """Slip once in the word, and tell the log-probability of that slip among all of the word."""
        start, end, _ = unit
        word = text.string[start:end]
        drawn = self.drawer().draw(word, draws.number())
        if drawn is None:
            return None
        (low, high, replacement, label, _), logprob = drawn
        return Edit(start + low, start + high, word[low:high], replacement, label), logprob


@cache
def _lexicon(layout: str, elisions: tuple[str, ...]) -> Lexicon:
    """Return the words of a layout: each weighs its letters, or 0 when the layout cannot type it."""
    letters = {_stem(character) for character in load(layout).characters if character.isalpha()}

    def weigh(word: str) -> int:
        count = 0
        for index, character in enumerate(word):
            if character.isdecimal() or (character.isalpha() and _stem(character) not in letters):
                return 0
            count += character.isalpha() and not is_joined(word, index)
        return count if count > 1 else 0

    return Lexicon(weigh, elisions=elisions)


def _stem(letter: str) -> str:
    """Return the small letter under the marks of a letter."""
    return normalize("NFD", letter)[0].lower()
