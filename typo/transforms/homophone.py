"""A word that was converted to another word of the same sound."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from typo.edits import Edit
from typo.errors import check_choice
from typo.ja.homophones import TABLES, Homophones, homophones
from typo.ja.reader import READERS, check_reader, reader_data
from typo.ja.script import has_kanji, kanji_runs
from typo.views.ime_words import read_once
from typo.words import Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.keyed import Draws
    from typo.text import Text

__all__ = ["Homophone"]

# What follows a noun of one kanji, and no verb or adjective: 雨が, but not 上がる; 川の, but not 行く.
_NOUN_ENDS = re.compile(r"[をのはへにで]|が(?![らりるれろっんめ])|[^\u3041-\u309f]|\Z")


@dataclass(frozen=True, slots=True)
class Homophone:
    """The first candidate was taken though the writer meant another: 機械 comes out as 機会.

    >>> import typo
    >>> str(typo.perturb("格率を見る", transform=Homophone(table="paper"), rate=1))
    '確率を見る'

    A unit is a word that stands in the table:

    - `reader="none"` (default): a whole run of kanji with one usual reading (not 本: ほん, もと), which needs no
      extra; a single kanji only where no okurigana can follow (川の, not 行く).
    - `reader="sudachi"` (extra `ja`) or `"pykakasi"` (extra `ja-paper`): a token of that reader, which also
      finds 機械 in 機械学習; of a word of several readings only the homophones of the one read are taken.

    - `table="common"` (default): nouns of equal reading among the common words of the Mozc dictionary (cost up to
      6500), and confusions that school books warn of; 2,754 sets.
    - `table="wide"`: rarer words too (cost up to 7000); 4,108 sets.
    - `table="paper"`: the five sets of the published study.

    A word right behind a digit is a counter (年 in 2024年 and in 2024 年), a single kanji beside another or behind
    katakana is a part of a longer word (校 in 本校); neither is a unit. Commoner words are likelier: a word's weight
    halves with every 500 points of its dictionary cost.
    """

    name: ClassVar[str] = "homophone.v1"
    unit: ClassVar[str] = "words that have a homophone in the table"

    table: str = "common"
    reader: str = "none"

    def __post_init__(self) -> None:
        check_choice("table", self.table, TABLES)
        check_choice("reader", self.reader, ("none", *READERS))
        if self.reader != "none":
            check_reader(self.reader)

    @property
    def data(self) -> tuple[str, ...]:
        """The tags of the data that results depend on, for the signature."""
        return (f"homophones-{self.table}-1", *reader_data(self.reader))

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words of the table."""
        string = text.string
        return [
            Unit(start, end)
            for (start, end), sound in self._words(text).items()
            if self._sets(string[start:end], sound) and not _is_part(string, start, end)
        ]

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Take another word of the same sound, drawn by how common it is."""
        word = text.string[unit.start : unit.end]
        sets = self._sets(word, self._words(text)[unit.start, unit.end])
        others = {surface: weight for found in sets for surface, weight in found.words if surface != word}
        surfaces, weights = zip(*sorted(others.items()), strict=True)
        return Edit(unit.start, unit.end, word, surfaces[draws.weighted(weights)], "homophone")

    def _sets(self, word: str, sound: str) -> list[Homophones]:
        """Return the sets of a word that is read so; of one that nobody read, if there is little doubt."""
        sets = homophones(self.table).get(word, ())
        return [found for found in sets if (found.reading == sound if sound else word not in found.ambiguous)]

    def _words(self, text: Text) -> dict[tuple[int, int], str]:
        """Map the span of each word of the table to its reading; to an empty one where nobody read it."""
        return text.memo(("homophones", self.table, self.reader), lambda _: self._read(text))

    def _read(self, text: Text) -> dict[tuple[int, int], str]:
        known = homophones(self.table)
        if self.reader != "none":
            tokens = read_once(text, reader=self.reader)
            return {(token.start, token.end): token.reading for token in tokens if token.surface in known}
        return {
            (start, end): ""
            for start, end in kanji_runs(text.string)
            if text.string[start:end] in known and (end - start > 1 or _NOUN_ENDS.match(text.string, end))
        }


def _is_part(string: str, start: int, end: int) -> bool:
    """Tell whether a word is a counter, or a single kanji of a longer word."""
    before, after = string[start - 1 : start], string[end : end + 1]
    if before.isdigit() or end - start > 1:
        return before.isdigit()
    if before.isspace() and string[max(start - 2, 0) : start - 1].isdigit():
        return True  # 2024 年
    return has_kanji(before) or has_kanji(after) or "ァ" <= before <= "ー"
