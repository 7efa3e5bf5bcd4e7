"""Slips on the space bar."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from typo.edits import Edit
from typo.errors import check_choice
from typo.graphemes import is_joined
from typo.words import Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.keyed import Draws
    from typo.text import Text

__all__ = ["SpaceSlip"]

# What happened, and how often of ten times. Assumed: lists of typing errors hold single words.
_SHARES = {"omit": 4, "early": 2, "late": 2, "extra": 2}
_BLANK = re.compile(r"(?<=\S) (?=\S)")
# Characters that a word must have so that two slips on the blanks around it and one on its keys leave a character
# between any two blanks.
_MOVED, _SPLIT = 4, 6
_FAR = 3  # characters of a word before and after an extra blank
_CONTEXT = 64  # code points that tell whether two characters join


@dataclass(frozen=True, slots=True)
class SpaceSlip:
    """The space bar was missed, or struck too early, too late or once too often: `thecat` for `the cat`.

    >>> import typo
    >>> early = SpaceSlip(op="early")
    >>> typo.perturb("close the doors", transform=early, rate=1).text
    'clos ethe doors'
    >>> typo.perturb("see the sea", transform=SpaceSlip(op="omit"), rate=1).text
    'seethesea'

    A unit is a single blank (U+0020) between two characters that are no blanks; other blanks are never touched, and
    no two blanks ever come to stand side by side.

    - `op`: `omit`; `early`, before the last character of the word to the left; `late`, after the first one of the word
      to the right; `extra`, one more inside the word to the left; or `any`: of ten slips on the space bar four omit
      the blank, and two each do the rest, as far as it is possible (assumed shares; lists of typing errors hold single
      words). Words from which a blank is moved have four characters or more, those that are split six.
    """

    name: ClassVar[str] = "space_slip.v1"
    unit: ClassVar[str] = "single blanks between two characters"

    op: str = "any"

    def __post_init__(self) -> None:
        check_choice("op", self.op, ("any", *_SHARES))

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the single blanks."""
        return [Unit(match.start(), match.end()) for match in _BLANK.finditer(text.string)]

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Slip once on the space bar."""
        string, at = text.string, unit.start
        left, right = _word_before(string, at), _word_after(string, at + 1)
        number = draws.number()
        possible = {
            "omit": True,
            "early": len(left) >= _MOVED,
            "late": len(right) >= _MOVED,
            "extra": len(left) >= _SPLIT,
        }
        weights = {op: _SHARES[op] for op, can in possible.items() if can and self.op in ("any", op)}
        if not weights:
            return None
        op = [*weights][draws.weighted([*weights.values()])]
        if op == "omit":
            start, end, new = at, at + 1, ""
        elif op == "early":
            start, end = left[0], at + 1
            new = f" {string[start:at]}"
        elif op == "late":
            start, end = at, right[0]
            new = f"{string[at + 1 : end]} "
        else:
            gaps = left[_FAR - 1 : len(left) - _FAR]
            start = end = gaps[number * len(gaps) >> 64]
            new = " "
        edit = Edit(start, end, string[start:end], new, f"space_slip:{op}")
        return edit if _keeps_characters(string, edit) else None


def _word_before(string: str, end: int) -> list[int]:
    """Return where the characters of the word before a blank begin, the last one first; of a long word some."""
    starts: list[int] = []
    at = end
    while at and len(starts) < _CONTEXT and not string[at - 1].isspace():
        at -= 1
        if not is_joined(string, at):
            starts.append(at)
    return starts


def _word_after(string: str, start: int) -> list[int]:
    """Return where the first characters of the word after a blank end."""
    ends: list[int] = []
    at = start
    while at < len(string) and len(ends) < _MOVED and not string[at].isspace():
        at += 1
        if not is_joined(string, at):
            ends.append(at)
    return ends


def _keeps_characters(string: str, edit: Edit) -> bool:
    """Tell whether an edit neither cuts a character in two nor makes one of two."""
    start, end, original, new, _ = edit
    before, after = string[max(0, start - _CONTEXT) : start], string[end : end + 1]
    if any("\ud800" <= character <= "\udfff" for character in f"{before[-1:]}{original}{new}{after}"):
        return False
    made = before + new + after
    places = range(len(before), len(before) + len(new) + 1)
    borders = {places[0], places[-1], *(at for at in places if " " in made[max(0, at - 1) : at + 1])}
    return not any(is_joined(string, at) for at in (start, end)) and not any(is_joined(made, at) for at in borders)
