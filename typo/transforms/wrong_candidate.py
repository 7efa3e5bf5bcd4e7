"""Words for which another candidate of the input method was taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from typo.graphemes import trimmed
from typo.transforms.ime_candidates import WORD, drawn_candidate
from typo.transforms.ime_kind import ImeKind

if TYPE_CHECKING:
    from typo.edits import Edit
    from typo.keyed import Draws
    from typo.text import Text
    from typo.words import Unit

__all__ = ["WrongCandidate"]


@dataclass(frozen=True, slots=True)
class WrongCandidate(ImeKind):
    """A wrong candidate of the list was taken: 雨が降った comes out as 雨が振った.

    The candidates are those that the dictionary of Mozc gives for the reading, between the words on both sides; the
    higher one stands the likelier it is taken (a half, a third, ... as likely as the first). Candidates in kana and
    those that are cut into other words are left out: see `PrematureCommit` and `WrongSegmentation`.

    - `per`: what is converted at once, a `word` (default) or a `bunsetsu`; it has a kanji.
    - `reader`: who reads the kanji, see `typo.ja.reading`.

    Needs the extra `ja` (`ja-paper` for `reader="pykakasi"`); raises `MissingExtra` when it is made.
    """

    name: ClassVar[str] = "wrong_candidate.v1"

    reader: str = "sudachi"
    per: str = "word"

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Take another candidate; None where there is none."""
        word = self._words(text)[unit.start]
        shown = drawn_candidate(word.tokens, WORD, draws, before=word.before, after=word.after)
        return None if shown is None else trimmed(text.string, unit.start, unit.end, shown, "wrong_candidate")
