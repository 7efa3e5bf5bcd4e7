"""Punctuation set otherwise: without the blank of French, without the marks that Spanish opens with."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from typo import registry
from typo.edits import Edit
from typo.errors import InvalidArgument
from typo.graphemes import is_joined
from typo.transforms.spelling_rows import punctuation_rows
from typo.words import Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.keyed import Draws
    from typo.text import Text

__all__ = ["OpeningMarks", "PunctuationSpace"]

# An ordinary blank, and the two that do not break: of a word's width, and narrow.
_BLANK = "[ \u00a0\u202f]"
# What may follow a mark that stands for itself and is no part of a face like :) or ;-).
_AFTER = r"(?=[\s\u00bb\u201d\"']|$)"
# What an opening mark may follow.
_BEFORE = r"(?:^|(?<=[\s(\[\"'\u00ab\u201c\u2018\u2014\u2013\u2026,;:.!?*_-]))"
# What it opens: a word, which a quotation mark, an ellipsis or the emphasis of Markdown may open too.
_OPENED = r"(?=[\"'\u00ab\u201c\u2018(\u2026.*_]{0,3}[^\W_])"


@dataclass(frozen=True, slots=True)
class PunctuationSpace:
    """The blank that French sets before ; : ! ? » and after « was left out.

    >>> import typo
    >>> str(typo.perturb("Il dit : « Viens ! »", transform=PunctuationSpace(lang="fr"), rate=1))
    'Il dit: «Viens!»'

    A unit is such a blank, ordinary or no-break, between two characters. Faces like `:)` keep theirs.

    Raises `UnknownName` for an unknown language, and `InvalidArgument` for one that sets no such blanks.
    """

    name: ClassVar[str] = "punctuation_space.v1"
    unit: ClassVar[str] = "blanks beside a punctuation mark"

    lang: str = "fr"

    def __post_init__(self) -> None:
        _check(self.lang, "space_before", "blanks before punctuation marks")

    @property
    def data(self) -> tuple[str, ...]:
        """The tags of the data that results depend on, for the signature."""
        return ("punctuation-1",)

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the blanks."""
        return [Unit(*match.span()) for match in _blanks(_code(self.lang)).finditer(text.string)]

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Leave the blank out; no draw is needed."""
        return _without(text.string, unit, "punctuation_space")


@dataclass(frozen=True, slots=True)
class OpeningMarks:
    """The mark that opens a Spanish question or exclamation was left out: `¿Vienes?` comes out as `Vienes?`.

    >>> import typo
    >>> str(typo.perturb("¡Hola! ¿Vienes?", transform=OpeningMarks(lang="es"), rate=1))
    'Hola! Vienes?'

    A unit is a run of such marks before a letter or digit, with what may open that: `¿«Hamlet» es suya?`.

    Raises `UnknownName` for an unknown language, and `InvalidArgument` for one without such marks.
    """

    name: ClassVar[str] = "opening_marks.v1"
    unit: ClassVar[str] = "opening question and exclamation marks"

    lang: str = "es"

    def __post_init__(self) -> None:
        _check(self.lang, "opening", "opening question and exclamation marks")

    @property
    def data(self) -> tuple[str, ...]:
        """The tags of the data that results depend on, for the signature."""
        return ("punctuation-1",)

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the marks."""
        return [Unit(*match.span()) for match in _openings(_code(self.lang)).finditer(text.string)]

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Leave the marks out; no draw is needed."""
        return _without(text.string, unit, "opening_marks")


def _code(lang: str) -> str:
    return registry.language(lang).code.partition("-")[0]


def _check(lang: str, kind: str, what: str) -> None:
    known = sorted({row.lang for row in punctuation_rows() if row.kind == kind})
    if _code(lang) not in known:
        raise InvalidArgument(f"lang={lang!r} has no {what}; there are: {', '.join(known)}.")


def _signs(lang: str, kind: str) -> str:
    return "".join(row.sign for row in punctuation_rows() if (row.lang, row.kind) == (lang, kind))


@cache
def _blanks(lang: str) -> re.Pattern[str]:
    before, after = _signs(lang, "space_before"), _signs(lang, "space_after")
    stops = re.escape("".join(sign for sign in before if sign in "!?"))
    others = re.escape("".join(sign for sign in before if sign not in "!?\u00bb"))
    marks = rf"[{stops}]+(?:{_AFTER}|(?=[)\].\u2026]))|[{others}]{_AFTER}|\u00bb"
    return re.compile(rf"(?<=\S){_BLANK}(?={marks})|(?<=[{after}]){_BLANK}(?=\S)")


@cache
def _openings(lang: str) -> re.Pattern[str]:
    return re.compile(rf"{_BEFORE}[{_signs(lang, 'opening')}]+{_OPENED}")


def _without(string: str, unit: Unit, label: str) -> Edit | None:
    """Leave a unit out, unless what stands before and after it would become one character."""
    start, end, _ = unit
    if is_joined(string[max(0, start - 1) : start] + string[end : end + 1], 1):
        return None
    return Edit(start, end, string[start:end], "", label)
