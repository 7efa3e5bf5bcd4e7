"""One transform on one text under one key, and how a broken law is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from typo.keyed import Draws, Key, digest
from typo.perturber import Perturber
from typo.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from typo.combine import Combinator
    from typo.edits import Edit
    from typo.perturbation import Perturbation
    from typo.planner import Transform

__all__ = ["Broken", "Case", "Law"]

# How much of a long text a message shows, around the edit.
_SHOWN = 120


class Broken(Exception):
    """A law does not hold; `Law.hold` turns this into the error that users see."""

    def __init__(self, because: str, edit: Edit | None = None) -> None:
        super().__init__(because)
        self.edit = edit


@dataclass(frozen=True, slots=True)
class Case:
    """A transform, a text and a key to check a law on."""

    transform: Transform | Combinator
    text: str = ""
    key: Key = 0
    lang: str | None = None

    def perturber(self, *, rate: float = 1.0) -> Perturber:
        """Return a perturber of the transform, without a minimum of edits."""
        return Perturber(self.transform, rate=rate, seed=0, min_edits=0, lang=self.lang)

    def apply(self, *, rate: float = 1.0) -> Perturbation:
        """Return the perturbed text."""
        return self.perturber(rate=rate).apply(self.text, key=self.key)

    def read(self) -> Text:
        """Return the text as transforms see it, with nothing found out yet."""
        return Text(self.text, record=digest("check", self.key))

    def draws(self, *parts: Key) -> Draws:
        """Return numbers for the case; the same for the same parts."""
        return Draws(digest("check", self.key, *parts))

    def span(self) -> tuple[int, int]:
        """Draw a span of the text."""
        draws = self.draws("span")
        low, high = sorted(draws.below(len(self.text) + 1) for _ in range(2))
        return low, high


class Law(NamedTuple):
    """What must hold of every transform: a name, and a check that raises `Broken`.

    `of_texts`: whether it is about what comes out of a text, and not about the transform as an object.
    """

    name: str
    check: Callable[[Case], None]
    of_texts: bool = True

    def hold(self, case: Case) -> None:
        """Check the law on one case; raises AssertionError naming law, text, key and edit."""
        try:
            self.check(case)
        except Broken as broken:
            raise AssertionError(self._message(case, str(broken), broken.edit)) from None
        except Exception as error:
            because = f"it raised {type(error).__name__}: {error}"
            raise AssertionError(self._message(case, because, None)) from error

    def _message(self, case: Case, because: str, edit: Edit | None) -> str:
        lines = [
            f'{getattr(case.transform, "name", case.transform)} breaks the law "{self.name}": {because}',
            f"  transform  {case.transform!r}",
        ]
        if self.of_texts:
            lines += [f"  text       {_around(case.text, edit)}", f"  key        {case.key!r}"]
        if edit is not None:
            lines.append(f"  edit       {edit!r}")
        return "\n".join(lines)


def _around(text: str, edit: Edit | None) -> str:
    """Show a text, or of a long one the part around an edit."""
    if len(text) <= _SHOWN:
        return repr(text)
    place = 0 if edit is None else max(0, min(edit.start, len(text)) - _SHOWN // 2)
    return f"{text[place : place + _SHOWN]!r} (characters {place}.. of {len(text)})"
