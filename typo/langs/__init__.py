"""Languages: one file each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from typo import registry
from typo.combine import Mix
from typo.words import count_words

if TYPE_CHECKING:
    from typo.combine import Combinator
    from typo.planner import Transform

__all__ = ["Language"]


@dataclass(frozen=True, slots=True)
class Language:
    """What typokit knows of a language.

    - `code`, `name`: the BCP 47 code, and the name in English.
    - `shares`: the kinds of typing error of its realistic mix: names for `typo.get` with integer weights. A kind that
      has an option `lang` is made for this one.
    - `options`: what else a kind of the mix is told, where it has an option of that name.
    - `keyboard`: the id of the layout most people use, empty where keys do not stand for letters.
    - `view`: the name of the way of typing, see `typo.registry.view`.
    - `elisions`: short words that end in an apostrophe and count as words of their own.
    """

    code: str
    name: str
    shares: tuple[tuple[str, int], ...]
    keyboard: str = ""
    view: str = "direct"
    elisions: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()

    @property
    def profile(self) -> str:
        """The profile by which people slip in the language's mix; empty where keys do not stand for letters."""
        return "desktop" if self.keyboard else ""

    @property
    def evidence(self) -> tuple[str, ...]:
        """The lists of real typing errors that the language's numbers are fitted to; none where all are transferred.

        They are those of `profile`; what is transferred is fitted to the lists of all languages together.
        """
        found = registry.load("typo.slips.profile:evidence")(self.profile, self.code) if self.profile else ()
        return tuple(found)

    def mix(self) -> Transform | Combinator:
        """Return the language's realistic mix of typing errors."""
        kinds = tuple(self._kind(name) for name, _ in self.shares)
        return kinds[0] if len(kinds) == 1 else Mix(kinds, weights=tuple(weight for _, weight in self.shares))

    def _kind(self, name: str) -> Transform | Combinator:
        from inspect import signature  # here: it costs a third of `import typo`

        known = signature(registry.factory(name)).parameters
        told = {"lang": self.code, **dict(self.options)}
        return registry.get(name, **{option: value for option, value in told.items() if option in known})

    def count_words(self, string: str) -> int:
        """Count the words of a string."""
        return count_words(string, elisions=self.elisions)
