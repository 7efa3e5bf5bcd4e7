"""Marks on letters that somebody left out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, NamedTuple
from unicodedata import normalize

from typo import registry
from typo.edits import Edit
from typo.errors import InvalidArgument, check_choice
from typo.graphemes import trimmed
from typo.transforms.collisions import EXCLUSIONS, collides, has_lexicon, lexicon_tag
from typo.transforms.diacritic_rules import respeller, styles_of
from typo.words import LONGEST, MOST, Lexicon, Unit, Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from typo.keyed import Draws
    from typo.slips.drawer import Drawn
    from typo.text import Text
    from typo.transforms.diacritic_rules import Change

__all__ = ["Diacritics"]

# A word with more marks is none, and all ways to keep some of them would be too many to look at.
_MOST_MARKS = 7


@dataclass(frozen=True, slots=True)
class Diacritics:
    """Accents and other marks were left out: `été` comes out as `ete`, `größer` as `groesser`.

    >>> import typo
    >>> str(typo.perturb("El pingüino comió tres años.", transform=Diacritics(lang="es"), rate=1))
    'El pinguino comio tres años.'
    >>> str(typo.perturb("Die größere Übung", transform=Diacritics(lang="de", style="digraph"), rate=1))
    'Die groessere Uebung'

    A unit is a word that carries a mark, and loses all marks at once; with `level="mark"` a unit is one letter with a
    mark (`éleve` for `élève`).

    - `lang`: the language, whose rules are rows of a table with their sources.
    - `style`: how the letters are spelt instead, the language's usual way if empty: `plain` letters; `digraph`
      (`ae`, `oe`, `ss`, `aa`); `ligature` (French `œ` and `æ`, nothing else); `apostrophe` (Italian `perche'`);
      `cedilla` (Romanian, the wrong `ş` for `ș`); `all`, where `plain` keeps the Spanish `ñ`; Vietnamese `tones`,
      `marks` (with `đ`), `stroke` (`đ` alone) or `all`; Arabic `hamza`, `maqsura`, `marbuta`, these three as
      `letters`, `tashkeel`, or `all`.
    - `ligatures`: whether French `œ` and `æ` go along with the marks.
    - `capitals_only`: only capitals lose their marks: `Etat` for `État`.
    - `exclude`: what a result must not be, where typokit has a lexicon of the language: another `word` (`ou` for
      `où`), and with `"merge"` what two words of the language are without their marks (`peche`). By default words.
      A part behind an apostrophe is looked at by itself: `d'ou` is no better than `ou`.

    Raises `UnknownName` for an unknown language, and `InvalidArgument` for one without such rules, a style that it
    does not have, ligatures or exclusions where there are none.
    """

    name: ClassVar[str] = "diacritics.v1"

    lang: str = "fr"
    style: str = ""
    level: str = "word"
    ligatures: bool = False
    capitals_only: bool = False
    exclude: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        code = registry.language(self.lang).code
        styles = styles_of(code)
        check_choice("style", self.style or styles[0], styles)
        check_choice("level", self.level, ("word", "mark"))
        for option in ("ligatures", "capitals_only"):
            if not isinstance(getattr(self, option), bool):
                raise InvalidArgument(f"{option}={getattr(self, option)!r} must be True or False.")
        if self.ligatures and "ligature" not in styles:
            raise InvalidArgument(f"ligatures=True, but lang={self.lang!r} has no ligatures.")
        known = has_lexicon(code)
        exclude = (("word",) if known else ()) if self.exclude is None else self.exclude
        if not isinstance(exclude, tuple):
            raise InvalidArgument(f"exclude={exclude!r} must be a tuple.")
        for kind in exclude:
            check_choice("exclude", kind, EXCLUSIONS)
        if exclude and not known:
            raise InvalidArgument(f"exclude={exclude!r}, but there is no lexicon of lang={self.lang!r}; it must be ().")
        object.__setattr__(self, "style", self.style or styles[0])
        object.__setattr__(self, "exclude", exclude)

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        return "words that carry a mark" if self.level == "word" else "letters that carry a mark"

    @property
    def label(self) -> str:
        """The label of its edits."""
        return f"diacritics:{self.style}"

    @property
    def data(self) -> tuple[str, ...]:
        """The tags of the data that results depend on, for the signature."""
        return ("diacritics-1", *((lexicon_tag(registry.language(self.lang).code),) if self.exclude else ()))

    def lexicon(self) -> Lexicon:
        """Return the words that carry a mark, each of weight 1."""
        return _lexicon(self)

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words that carry a mark, or the letters."""
        words = Words(text.string, self.lexicon())
        if self.level == "word":
            return words
        return [Unit(start, end) for start, end in text.memo(self, self._find_letters)]

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Leave the marks out; no draw is needed."""
        made = self.sample(text, unit, draws)
        return None if made is None else made[0]

    def sample(self, text: Text, unit: Unit, draws: Draws) -> tuple[Edit, float] | None:
        """Leave the marks out, which happens with certainty in a unit that was drawn."""
        start, end, _ = unit
        if self.level == "mark":
            edit = self._of_letter(text, start, end)
            return None if edit is None else (edit, 0.0)
        word = text.string[start:end]
        made = _edits(self)[word]
        if made is None:
            return None
        low, high, replacement, label, logprob = made
        return Edit(start + low, start + high, word[low:high], replacement, label), logprob

    def drawing(self) -> Callable[[str, int], Drawn | None] | None:
        """Return what takes all marks from a word, whatever the number; None where the units are letters."""
        edits = _edits(self)
        return None if self.level == "mark" else lambda word, _: edits[word]

    def changes(self, word: str) -> tuple[Change, ...]:
        """List the letters of a word that may change."""
        styles = (self.style, "ligature") if self.ligatures else (self.style,)
        return respeller(registry.language(self.lang).code, styles).changes(word, capitals_only=self.capitals_only)

    def _find_letters(self, string: str) -> dict[tuple[int, int], _Letter]:
        """Map the span of each letter with a mark to what is known of it."""
        found = {}
        for start, end, weight in Words(string, self.lexicon()):
            changes = self.changes(string[start:end]) if weight else ()
            for number, change in enumerate(changes):
                found[start + change.start, start + change.end] = _Letter(start, end, changes, number)
        return found

    def _of_letter(self, text: Text, start: int, end: int) -> Edit | None:
        first, last, changes, number = text.memo(self, self._find_letters)[start, end]
        change = changes[number]
        if self.exclude:
            if len(changes) > _MOST_MARKS:
                return None
            others = (*changes[:number], *changes[number + 1 :])
            if _is_excluded(self, text.string[first:last], (change,), others):
                return None
        return Edit(start, end, text.string[start:end], change.replacement, self.label)


class _Letter(NamedTuple):
    """A letter with a mark: where its word is, all changes of that, and which of them is the letter's."""

    first: int
    last: int
    changes: tuple[Change, ...]
    number: int


@cache
def _lexicon(transform: Diacritics) -> Lexicon:
    return Lexicon(lambda word: int(bool(transform.changes(word))))


class _Edits(dict[str, "Drawn | None"]):
    """The edit of a word that loses all its marks, worked out once; None where it must not be."""

    def __init__(self, transform: Diacritics) -> None:
        super().__init__()
        self._transform = transform

    def __missing__(self, word: str) -> Drawn | None:
        made = self._made(word)
        if len(word) <= LONGEST:
            if len(self) >= MOST:
                self.clear()
            self[word] = made
        return made

    def _made(self, word: str) -> Drawn | None:
        changes = self._transform.changes(word)
        if self._transform.exclude and _is_excluded(self._transform, word, changes):
            return None
        edit = trimmed(word, 0, len(word), _respelt(word, changes), self._transform.label)
        return None if edit is None else (edit.start, edit.end, edit.replacement, edit.label, 0.0)


@cache
def _edits(transform: Diacritics) -> _Edits:
    return _Edits(transform)


def _is_excluded(transform: Diacritics, word: str, chosen: tuple[Change, ...], others: tuple[Change, ...] = ()) -> bool:
    """Tell whether some changes make a word that is excluded, whatever becomes of its other letters."""
    code, before = registry.language(transform.lang).code, normalize("NFC", word)
    wholes = (
        _respelt(word, sorted((*chosen, *some)))
        for count in range(len(others) + 1)
        for some in combinations(others, count)
    )
    return any(collides(code, before, normalize("NFC", whole), transform.exclude or ()) for whole in wholes)


def _respelt(word: str, changes: Iterable[Change]) -> str:
    """Return a word after some changes, in order."""
    parts: list[str] = []
    done = 0
    for start, end, replacement in changes:
        parts += (word[done:start], replacement)
        done = end
    return "".join((*parts, word[done:]))
