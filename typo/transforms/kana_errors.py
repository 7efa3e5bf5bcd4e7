"""Kana of a word that came out wrong: voiced or not, small or large, long or short, doubled or single.

Which kana become which, how often, and an example of each are rows of `data/japanese/kana_errors.tsv`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, ClassVar

from typo.errors import check_choice
from typo.ja.script import KANJI
from typo.transforms.kana_changes import realised
from typo.transforms.kana_rules import changes, operations, weigh
from typo.views.kana_ime import KanaIme, check_engine, engine_data
from typo.words import Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.edits import Edit
    from typo.keyed import Draws
    from typo.text import Text
    from typo.transforms.kana_changes import Change
    from typo.views.ime_words import ImeWord

__all__ = ["LongVowel", "NCount", "SmallKana", "Sokuon", "Voicing"]

_TABLE = "kana-errors-1"
_ENDING = re.compile(f"[{KANJI}]う$")


@dataclass(frozen=True, slots=True)
class _KanaError:
    """What the kinds have in common: a word, its kana, and the rows of the table for the kind."""

    kind: ClassVar[str]

    op: str = "any"
    reader: str = "none"
    pin: str = "tokens"
    per: str = "word"

    def __post_init__(self) -> None:
        check_choice("op", self.op, ("any", *operations(self.kind)))
        self._view()
        check_engine(self.reader)

    @property
    def data(self) -> tuple[str, ...]:
        """The tags of the data that results depend on, for the signature."""
        return (_TABLE, *engine_data(self.reader))

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words with kana that the rows of the table name; each weighs what its rows do."""
        kind, op = self.kind, self.op
        spans = self._view().spans(text)
        return [Unit(start, end, weight) for start, end, kana in spans if (weight := weigh(kind, op, kana))]

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Change one place of the word, drawn by the weights of the table; None where nothing else comes out."""
        view = self._view()
        found = self._changes(view.word(text, unit))
        return realised(view, text, unit, found, draws, kind=self.kind)

    def _changes(self, word: ImeWord) -> Sequence[Change]:
        return changes(self.kind, self.op, word.reading)

    def _view(self) -> KanaIme:
        return _view(self.reader, self.pin, self.per)


@cache  # a view checks its options each time that it is made
def _view(reader: str, pin: str, per: str) -> KanaIme:
    return KanaIme(reader=reader, pin=pin, per=per)


@dataclass(frozen=True, slots=True)
class Voicing(_KanaError):
    """A voicing mark was left out, added or taken for the other one: `かんじ` comes out as `かんし`.

    >>> import typo
    >>> str(typo.perturb("ただし", transform=Voicing(op="omit"), rate=1))
    'たたし'

    - `op`: `omit` (が as か), `add` (か as が, not at the beginning of a word), `swap` (ば as ぱ and ぱ as ば), or
      `any`, by the weights of the table.
    - `reader`, `pin`, `per`: see `typo.views.kana_ime.KanaIme`; without a reader only words in kana are units.

    Needs the extra `ja` with a reader, no extra without; raises `MissingExtra` when it is made.
    """

    name: ClassVar[str] = "voicing.v1"
    unit: ClassVar[str] = "words with kana that have a voiced or unvoiced counterpart"
    kind: ClassVar[str] = "voicing"


@dataclass(frozen=True, slots=True)
class SmallKana(_KanaError):
    """A small kana came out large, or a large one small: `きょう` comes out as `きよう`.

    >>> import typo
    >>> str(typo.perturb("きょうは", transform=SmallKana(op="enlarge"), rate=1))
    'きようは'

    - `op`: `enlarge` (ょ as よ, っ as つ), `shrink` (よ as ょ where きょ is a sound, つ as っ where it can double a
      consonant), or `any`, by the weights of the table.
    - `reader`, `pin`, `per`: as for `Voicing`.
    """

    name: ClassVar[str] = "small_kana.v1"
    unit: ClassVar[str] = "words with kana that could be small or large"
    kind: ClassVar[str] = "small_kana"


@dataclass(frozen=True, slots=True)
class LongVowel(_KanaError):
    """A long vowel came out short, a short one long, or a long one spelt otherwise: `がっこう` comes out as `がっこ`.

    >>> import typo
    >>> str(typo.perturb("コーヒを", transform=LongVowel(op="omit"), rate=1))
    'コヒを'

    - `op`: `omit` (こう as こ, ー left out), `add` (しゅ as しゅう), `swap` (とおり as とうり, ルール as ルウル), or
      `any`, by the weights of the table.
    - `reader`, `pin`, `per`: as for `Voicing`.
    """

    name: ClassVar[str] = "long_vowel.v1"
    unit: ClassVar[str] = "words with a vowel that is long or could be"
    kind: ClassVar[str] = "long_vowel"

    def _changes(self, word: ImeWord) -> Sequence[Change]:
        found = changes(self.kind, self.op, word.reading)
        # The う of 思う is the ending of a verb, and no part of a long vowel.
        ends = accumulate(len(token.reading) for token in word.tokens)
        verbs = [end for end, token in zip(ends, word.tokens, strict=True) if _ENDING.search(token.surface)]
        return [change for change in found if change.end not in verbs]


@dataclass(frozen=True, slots=True)
class Sokuon(_KanaError):
    """The small っ was left out or typed twice: `がっこう` comes out as `がこう`.

    >>> import typo
    >>> str(typo.perturb("きっと", transform=Sokuon(op="omit"), rate=1))
    'きと'

    - `op`: `omit`, `double`, or `any`, by the weights of the table.
    - `reader`, `pin`, `per`: as for `Voicing`.
    """

    name: ClassVar[str] = "sokuon.v1"
    unit: ClassVar[str] = "words with a small っ"
    kind: ClassVar[str] = "sokuon"


@dataclass(frozen=True, slots=True)
class NCount(_KanaError):
    """The key n was struck once too seldom or too often for a ん: `みんな` (minnna) comes out as `みんあ`.

    >>> import typo
    >>> str(typo.perturb("みんな", transform=NCount(op="fewer"), rate=1))
    'みんあ'
    >>> str(typo.perturb("ほとんど", transform=NCount(op="more"), rate=1))
    'ほとんんど'

    - `op`: `fewer` (n for nn before a vowel, y or n; elsewhere one n is enough), `more` (nnn), or `any`, by the
      weights of the table.
    - `reader`, `pin`, `per`: as for `Voicing`; by default the particle behind a word is typed along, since how many n
      it takes depends on what follows: 本の may come out as 本お.
    """

    name: ClassVar[str] = "n_count.v1"
    unit: ClassVar[str] = "words with a ん whose keys could be miscounted"
    kind: ClassVar[str] = "n_count"

    per: str = "bunsetsu"
