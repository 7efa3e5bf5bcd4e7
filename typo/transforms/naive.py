"""Random edits that know no keyboard, to compare with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from typo.transforms.keyboard import Keyboard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.edits import Edit
    from typo.keyed import Draws
    from typo.text import Text
    from typo.words import Unit

__all__ = ["Naive"]


@dataclass(frozen=True, slots=True)
class Naive:
    """A random edit that knows no keyboard: any letter, anywhere in the word.

    >>> import typo
    >>> typo.perturb("Nobody reads the manual twice.", transform=Naive(lang="en"), rate=1).realised
    5

    The same as `keyboard` with the profile `uniform`, under a name of its own for comparisons: replacing, inserting,
    omitting and transposing a quarter each, every position alike, every letter of the word's script alike. The usual
    layout of `lang` serves as the alphabet.

    Raises `UnknownName` for a language that is not there, and `InvalidArgument` for one without keys of letters.
    """

    name: ClassVar[str] = "naive.v1"

    lang: str = "en"
    _keyboard: Keyboard = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_keyboard", Keyboard(lang=self.lang, profile="uniform"))

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        return self._keyboard.unit

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words that the language's letters can spell."""
        return self._keyboard.units(text)

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Make one edit in the word."""
        return self._keyboard.realise(text, unit, draws)

    def sample(self, text: Text, unit: Unit, draws: Draws) -> tuple[Edit, float] | None:
        """Make one edit in the word, and tell its log-probability among all of the word."""
        return self._keyboard.sample(text, unit, draws)
