"""A word that was written with more or fewer kana than usual."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from typo.graphemes import trimmed
from typo.ja.okurigana import longest_form, okurigana
from typo.ja.script import has_kanji, kanji_runs
from typo.words import Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.edits import Edit
    from typo.keyed import Draws
    from typo.text import Text

__all__ = ["Okurigana"]


@dataclass(frozen=True, slots=True)
class Okurigana:
    """A candidate with other okurigana was taken: 申し込み comes out as 申込み or 申込.

    >>> import typo
    >>> str(typo.perturb("表を取り消した", transform=Okurigana(), rate=1))
    '表を取消した'

    A unit is a word of the table that begins where a run of kanji begins: words of the Mozc dictionary that are read
    alike, hold the same kanji and differ in their kana. One that is also read in another way (行って: いって,
    おこなって) is no unit. The commoner a form, the likelier it is taken. No extra is needed.
    """

    name: ClassVar[str] = "okurigana.v1"
    unit: ClassVar[str] = "words that may be written with other okurigana"
    data: ClassVar[tuple[str, ...]] = ("okurigana-1",)

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words of the table."""
        string = text.string
        spans = [(start, longest_form(string, start)) for start, _ in kanji_runs(string)]
        # Before another kanji a word in kanji alone is a part of a longer one: 取引 in 取引先.
        return [
            Unit(start, end)
            for start, end in spans
            if start < end and not (has_kanji(string[end - 1]) and has_kanji(string[end : end + 1]))
        ]

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Take another form, drawn by how common it is."""
        word = text.string[unit.start : unit.end]
        others = [(form, weight) for form, weight in okurigana()[word].forms if form != word]
        form = others[draws.weighted([weight for _, weight in others])][0]
        return trimmed(text.string, unit.start, unit.end, form, "okurigana")
