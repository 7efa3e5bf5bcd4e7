"""Whole words that are written otherwise: short forms of messages, and words taken for others of the same sound."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import log
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from typo import registry
from typo.errors import InvalidArgument, check_choice
from typo.graphemes import trimmed
from typo.transforms.capitals import look_up
from typo.transforms.spelling_rows import respelling_rows
from typo.words import Lexicon, Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.edits import Edit
    from typo.keyed import Draws
    from typo.text import Text
    from typo.words import Unit

__all__ = ["SpellingVariant"]

_TYPOGRAPHIC = "\u2019"
# Not the verb but the letter: of an answer, a vitamin, a grade.
_LETTER = "A"
# Kinds whose results are other words of the language, and are labelled so.
_REAL_WORDS = ("homophone",)


class _Spellings(NamedTuple):
    """What a word may be written as, with weights, and how readily the word is drawn."""

    spellings: tuple[str, ...]
    weights: tuple[int, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class SpellingVariant:
    """A whole word was written otherwise: `beaucoup` as `bcp`, `c'est` as `s'est`.

    >>> import typo
    >>> str(typo.perturb("Bonjour, désolé, un message.", transform=SpellingVariant(kind="sms"), rate=1))
    'Bjr, dsl, un msg.'
    >>> result = typo.perturb("Ils sont venus.", transform=SpellingVariant(kind="homophone"), rate=1)
    >>> str(result), result.edits[0].label
    ('Ils son venus.', 'spelling_variant:homophone:real_word')

    A unit is a word of the table, standing alone, in any capitals; a capital `A` is rather a letter. Words, spellings
    and weights are rows of a table with their sources.

    - `lang`: the language; French has such a table.
    - `kind`: `sms` (default), the short forms of French messages: a word is drawn, and a form chosen, by how often that
      form comes for 100,000 of the word, counted in wordfreq, or assumed where the form also means something else;
      `homophone`, grammatical words of the same sound, all alike. That makes real words, and its edits are labelled so:
      they may change what a text says.

    No form with a blank is among them. Raises `UnknownName` for an unknown language, and `InvalidArgument` for one
    without such a table and for a kind that it does not have.
    """

    name: ClassVar[str] = "spelling_variant.v1"
    unit: ClassVar[str] = "words that the table of spellings has"

    lang: str = "fr"
    kind: str = "sms"

    def __post_init__(self) -> None:
        rows = [row for row in respelling_rows() if row.lang == self._code()]
        if not rows:
            known = ", ".join(sorted({row.lang for row in respelling_rows()}))
            raise InvalidArgument(f"lang={self.lang!r} has no table of spellings; there are: {known}.")
        check_choice("kind", self.kind, tuple(dict.fromkeys(row.kind for row in rows)))

    @property
    def data(self) -> tuple[str, ...]:
        """The tags of the data that results depend on, for the signature."""
        return ("respellings-1",)

    def lexicon(self) -> Lexicon:
        """Return the words of the table and how readily each is drawn."""
        return _lexicon(self._code(), self.kind)

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words of the table."""
        return Words(text.string, self.lexicon())

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Write the word otherwise."""
        made = self.sample(text, unit, draws)
        return None if made is None else made[0]

    def sample(self, text: Text, unit: Unit, draws: Draws) -> tuple[Edit, float] | None:
        """Write the word otherwise, and tell the log-probability of that spelling among those of the word."""
        start, end, _ = unit
        word = text.string[start:end]
        found = look_up(_spellings(self._code(), self.kind), word.replace(_TYPOGRAPHIC, "'"))
        if found is None:
            return None
        (spellings, weights, _), capitals = found
        at = draws.weighted(weights)
        spelling = capitals(spellings[at])
        if _TYPOGRAPHIC in word or text.memo("typographic", _is_typographic):
            spelling = spelling.replace("'", _TYPOGRAPHIC)
        label = f"spelling_variant:{self.kind}" + (":real_word" if self.kind in _REAL_WORDS else "")
        edit = trimmed(text.string, start, end, spelling, label)
        return None if edit is None else (edit, log(weights[at] / sum(weights)))

    def _code(self) -> str:
        return registry.language(self.lang).code.partition("-")[0]


@cache
def _lexicon(lang: str, kind: str) -> Lexicon:
    spellings = _spellings(lang, kind)

    def weigh(word: str) -> int:
        if word == _LETTER:
            return 0
        found = look_up(spellings, word.replace(_TYPOGRAPHIC, "'"))
        return found[0].weight if found else 0

    return Lexicon(weigh)


@cache
def _spellings(lang: str, kind: str) -> dict[str, _Spellings]:
    found: dict[str, _Spellings] = {}
    for row in respelling_rows():
        if (row.lang, row.kind) != (lang, kind):
            continue
        for word in row.words:
            pairs = row.spellings or tuple((other, 1) for other in row.words if other != word)
            spellings, weights = zip(*pairs, strict=True)
            found[word] = _Spellings(spellings, weights, sum(weights) if row.spellings else 1)
    return found


def _is_typographic(string: str) -> bool:
    """Tell whether all apostrophes of a text are typographic ones."""
    return _TYPOGRAPHIC in string and "'" not in string
