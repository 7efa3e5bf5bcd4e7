"""Half-width letters and digits that were typed as full-width ones."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from typo.edits import Edit
from typo.errors import check_choice
from typo.graphemes import is_joined
from typo.ja.script import full_width
from typo.words import Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.keyed import Draws
    from typo.text import Text

__all__ = ["FullWidth"]

_RUN = re.compile("[0-9A-Za-z]+")


@dataclass(frozen=True, slots=True)
class FullWidth:
    """Somebody left the input method in full-width mode: `BERT` comes out as `ＢＥＲＴ`.

    >>> import typo
    >>> str(typo.perturb("2024年にBERTを", transform=FullWidth(), rate=1))
    '２０２４年にＢＥＲＴを'

    `per="run"` (default) converts a maximal run of half-width letters and digits as a whole, and a rate counts
    runs; `per="character"` converts single characters, and a rate counts characters. Everything else, spaces
    and symbols included, stays as it is, and so does a character that carries a combining mark.
    """

    name: ClassVar[str] = "fullwidth.v1"

    per: str = "run"

    def __post_init__(self) -> None:
        check_choice("per", self.per, ("run", "character"))

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        return "runs of half-width letters and digits" if self.per == "run" else "half-width letters and digits"

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the runs, or their characters."""
        spans = [match.span() for match in _RUN.finditer(text.string)]
        # The last character of a run may belong to a cluster (a keycap, a decomposed accent).
        spans = [(start, end - is_joined(text.string, end)) for start, end in spans]
        if self.per == "character":
            spans = [(place, place + 1) for start, end in spans for place in range(start, end)]
        return [Unit(start, end) for start, end in spans if start < end]

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Widen the unit; no draw is needed."""
        original = text.string[unit.start : unit.end]
        return Edit(unit.start, unit.end, original, full_width(original), "fullwidth")
