"""The three kinds of change that count as a repair, told from a form and what is put for it.

`restore` accepts a suggestion, and a benchmark builder an edit read backwards, by these rules and no others:

- `apostrophe`: equal once all apostrophes are taken out, and more of them in the repaired form. A mark that looks like
  one (an accent, a prime), or a blank, may stand where it belongs.
- `diacritic`: equal once all marks are taken out, and marks are only added; a ligature is two letters with a mark.
- `azerty`: as long as before, and one letter, not the first of its word, is a neighbour on a French keyboard.

A form that lost both its apostrophe and its marks (`lecole`) takes the first two together; the third stands alone.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import category, normalize

if TYPE_CHECKING:
    from typo.edits import Edit
    from typo_keyboards import Layout

__all__ = [
    "APOSTROPHES",
    "MISTAKEN",
    "RULES",
    "Repair",
    "is_apostrophe_repair",
    "is_azerty_repair",
    "is_diacritic_repair",
    "neighbours",
    "repair",
    "rules_undoing",
]

RULES: tuple[str, ...] = ("apostrophe", "diacritic", "azerty")

#: Signs that are an apostrophe: straight, typographic, the modifier letter, full-width.
APOSTROPHES = "'\u2019\u02bc\uff07"
#: What is typed for one by mistake: turned quote, prime, acute, grave, a blank.
MISTAKEN = "\u2018\u2032\u00b4` "
_LIGATURES = {"œ": "oe", "æ": "ae"}
_KEYBOARD = "fr-azerty"
_ALTGR = 2


class Repair(NamedTuple):
    """What is put for a form, in the form's own case, and the rules that allow it, in the order of `RULES`."""

    replacement: str
    rules: tuple[str, ...]


def repair(before: str, after: str, *, apostrophe: str | None = None) -> Repair | None:
    """Return the repair that `after` makes of `before`, or None where no rule explains the change.

    Both are NFC. The case is that of `before`, and so are the apostrophes it has; those that are added are written
    as `apostrophe`, or as in `after` by default.

    >>> repair("Lecole", "l'école", apostrophe="’")
    Repair(replacement='L’école', rules=('apostrophe', 'diacritic'))
    >>> repair("parx", "parc")
    Repair(replacement='parc', rules=('azerty',))
    >>> repair("hibou", "chouette") is None
    True
    """
    return _marked(before, after, apostrophe) or _slipped(before, after)


def is_apostrophe_repair(before: str, after: str) -> bool:
    """Tell whether `after` is `before` with apostrophes added, and nothing else changed.

    >>> is_apostrophe_repair("leau", "l'eau"), is_apostrophe_repair("l´eau", "l'eau")
    (True, True)
    >>> is_apostrophe_repair("l'eau", "l’eau"), is_apostrophe_repair("lecole", "l'école")
    (False, False)
    """
    return _is(before, after, "apostrophe")


def is_diacritic_repair(before: str, after: str) -> bool:
    """Tell whether `after` is `before` with marks added or letters joined to ligatures, and nothing else changed.

    >>> is_diacritic_repair("eleve", "élève"), is_diacritic_repair("soeur", "sœur")
    (True, True)
    >>> is_diacritic_repair("élève", "eleve"), is_diacritic_repair("ecole", "École")
    (False, False)
    """
    return _is(before, after, "diacritic")


def is_azerty_repair(before: str, after: str) -> bool:
    """Tell whether `after` is `before` with one letter put for its neighbour on AZERTY keys, and not a first letter.

    >>> is_azerty_repair("maidon", "maison"), is_azerty_repair("naison", "maison")
    (True, False)
    """
    return _is(before, after, "azerty")


def rules_undoing(source: str, edit: Edit) -> tuple[str, ...]:
    """Return the rules by which a repair would undo one edit of a source, empty where none would.

    The word around the edit is what is compared, since a slip must not be in its first letter.

    >>> from typo.edits import Edit
    >>> rules_undoing("À l'école", Edit(3, 4, "'", "")), rules_undoing("À l'école", Edit(8, 9, "e", "r"))
    (('apostrophe',), ('azerty',))
    >>> rules_undoing("À l'école", Edit(4, 9, "école", "écoles"))
    ()
    """
    start, end = edit.start, edit.end
    while start and _is_of_word(source[start - 1]):
        start -= 1
    while end < len(source) and _is_of_word(source[end]):
        end += 1
    broken = source[start : edit.start] + edit.replacement + source[edit.end : end]
    before, after = normalize("NFC", broken), normalize("NFC", source[start:end])
    found = repair(before, after)
    return found.rules if found is not None and found.replacement == after else ()


@cache
def neighbours(letter: str) -> dict[str, int]:
    """Return the letters whose keys are beside a lower-case letter's on a French keyboard, with the layout's weights.

    A letter that takes a dead key or AltGr is beside others that take the same: a slip leaves out no second key.

    >>> neighbours("a"), neighbours("ô"), neighbours("ж")
    ({'q': 1, 'z': 5, 'é': 1}, {'î': 5}, {})
    """
    from typo_keyboards import load  # here: only this rule needs the layout

    layout = load(_KEYBOARD)
    if letter not in layout:
        return {}
    return {
        other: weight
        for other, weight in layout.neighbours(letter)
        if other.isalpha() and _further_keys(layout, other) == _further_keys(layout, letter)
    }


def _further_keys(layout: Layout, letter: str) -> tuple[tuple[tuple[str, int], ...], bool]:
    """Return what a letter takes besides its key: dead keys before it, and whether AltGr."""
    *dead, (_, level) = layout.keystrokes(letter)
    return tuple(dead), level >= _ALTGR


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character in APOSTROPHES or character == "-" or category(character)[0] == "M"


def _is(before: str, after: str, rule: str) -> bool:
    before, after = normalize("NFC", before), normalize("NFC", after)
    found = repair(before, after)
    return found is not None and found == (after, (rule,))


def _marked(before: str, after: str, apostrophe: str | None) -> Repair | None:
    """Walk through both forms side by side: each step keeps a character, or adds an apostrophe or a mark."""
    pieces: list[str] = []
    used = set()
    place = 0
    for character, ahead in zip(after, _ahead(after), strict=True):
        there = before[place : place + 1]
        if there and (there == character or (there in APOSTROPHES and character in APOSTROPHES)):
            pieces.append(there)
            place += 1
        elif character in APOSTROPHES:
            # A blank that comes after the apostrophes in the repaired form stands for itself.
            place += there != "" and there in MISTAKEN and ahead != there
            pieces.append(apostrophe or character)
            used.add("apostrophe")
        else:
            taken = _LIGATURES.get(character.lower(), there)
            held = before[place : place + len(taken)]
            joined = len(taken) > 1 and held.lower() == taken
            if not held or not (joined or held.lower() == character.lower() or _gains_marks(held, character)):
                return None
            pieces.append(_in_case_of(held, character))
            if held.lower() != character.lower():
                used.add("diacritic")
            place += len(held)
    if place < len(before) or not used:
        return None
    return Repair("".join(pieces), tuple(rule for rule in RULES if rule in used))


def _ahead(form: str) -> list[str]:
    """Return for each character the next one that is no apostrophe, or an empty string."""
    found, last = [], ""
    for character in reversed(form):
        found.append(last)
        last = last if character in APOSTROPHES else character
    return found[::-1]


def _slipped(before: str, after: str) -> Repair | None:
    """Tell a single letter that was typed on the key beside its own."""
    if len(before) != len(after):
        return None
    adapted = [
        there if there in APOSTROPHES and character in APOSTROPHES else _in_case_of(there, character)
        for there, character in zip(before, after, strict=True)
    ]
    places = [place for place, there in enumerate(before) if there != adapted[place]]
    if len(places) != 1 or not _is_inside(before, places[0]):
        return None
    struck, meant = before[places[0]].lower(), adapted[places[0]].lower()
    if not (struck.isalpha() and (struck in neighbours(meant) or meant in neighbours(struck))):
        return None
    return Repair("".join(adapted), ("azerty",))


def _is_inside(form: str, place: int) -> bool:
    """Tell whether a letter is not the first of a word; a part of a compound is no word of its own."""
    before = form[place - 1 : place]
    return before == "-" or (before.isalpha() and before not in APOSTROPHES)


def _in_case_of(held: str, character: str) -> str:
    """Return a character in the case of what it stands for; `Oe` makes a capital ligature, as `OE` does."""
    if held[:1].isupper():
        upper = character.upper()
        return upper if len(upper) == 1 else character
    return character.lower() if held[:1].islower() and len(character.lower()) == 1 else character


@cache
def _gains_marks(bare: str, character: str) -> bool:
    """Tell whether a letter is another one with more marks."""
    less, more = normalize("NFD", bare.lower()), normalize("NFD", character.lower())
    return less[:1] == more[:1] and len(less) < len(more) and set(less[1:]) < set(more[1:])
