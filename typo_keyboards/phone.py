"""The phone version of a desktop layout: its letters in centred rows, and further letters on keys held down."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import category, normalize

from typo_keyboards.composition import compose, is_dead
from typo_keyboards.geometry import Key, apart, phone
from typo_keyboards.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["phone_layout"]

_WIDEST = 11
# The rows of letters of a desktop board: D, C and B.
_ROWS = (1, 2, 3)
# Letters that a phone has under a key held down, although they have keys and rooms of their own on a desktop board.
_HELD = {"ъ": "ь", "ґ": "г"}


def phone_layout(desktop: Layout, id: str) -> Layout:
    """Return the phone version of a desktop layout, under an id of its own.

    Each row has the letters of a row of the desktop board; what there is no room for goes to the end of the next row.
    All other letters, those of dead keys too, are made by holding a key down: that of the letter without its mark,
    else the nearest one.
    """
    if desktop.form in ("phone", "flick"):
        raise LookupError(f"The layout {desktop.id} is one for phones already.")
    rows = _rows(desktop.keys)
    kept = [key for row in rows for key in row]
    held: dict[str, list[str]] = {key.name: [] for key in kept}
    own = 3 if desktop.contextual else 2
    shown = {character for key in kept for character in key.characters[:own]}
    for lower, name in _held(desktop, kept):
        if lower not in shown:
            upper = _capital(lower, desktop)
            held[name] += [lower, "" if upper in shown else upper]
            shown.update((lower, upper))
    *spots, bar = phone(tuple(len(row) for row in rows))
    keys = [
        Key(key.name, _trimmed((*(_letter(key.at(level)) for level in range(own)), *held[key.name])), spot)
        for key, spot in zip(kept, spots, strict=True)
    ]
    return Layout(
        id,
        f"{desktop.name}, phone",
        "phone",
        desktop.languages,
        desktop.scripts,
        (*keys, *(Key(key.name, key.characters[:1], bar) for key in desktop.keys if key.spot.slot == "SPCE")),
        weights=desktop.weights,
        pairs=desktop.pairs,
        contextual=desktop.contextual,
    )


def _letter(character: str) -> str:
    return character if character and not is_dead(character) and category(character[0])[0] in "LM" else ""


def _trimmed(characters: tuple[str, ...]) -> tuple[str, ...]:
    end = max(n for n, character in enumerate(characters, 1) if character)
    return characters[:end]


def _rows(keys: tuple[Key, ...]) -> list[list[Key]]:
    letters = {key.at(0) for key in keys if key.spot.row in _ROWS}
    rows = [[key for key in keys if key.spot.row == row and _has_room(key, letters)] for row in _ROWS]
    over: list[Key] = []
    for row in rows:
        row += over
        over = []
        while len(row) > _WIDEST:
            last = row.pop()
            if normalize("NFD", last.at(0))[0] not in letters - {last.at(0)}:
                over.insert(0, last)
    return [row for row in rows if row]


def _has_room(key: Key, letters: set[str]) -> bool:
    """Tell whether a phone has a key for a letter: not for one with a mark whose capital is not on its key (ù, è)."""
    lower, upper = key.at(0), _letter(key.at(1))
    if not _letter(lower) or lower in _HELD:
        return False
    base = normalize("NFD", lower)[0]
    return upper.isupper() or base == lower or base not in letters


def _held(desktop: Layout, kept: list[Key]) -> Iterator[tuple[str, str]]:
    """List the letters that no kept key makes at once, in lower case, and the name of the key to hold for them."""
    own = {key.at(level): key.name for level in (1, 0) for key in kept if _letter(key.at(level))}
    for level in range(4):
        for key in desktop.keys:
            letter = _letter(key.at(level))
            if letter and letter.lower() == letter and not _is_sign(letter):
                base = own.get(_HELD.get(letter, "")) or own.get(normalize("NFD", letter)[0])
                base = base or own.get(letter.casefold()[0])
                yield letter, base or min(kept, key=lambda other: apart(key.spot, other.spot)).name
    marks = [output[1:] for key in desktop.keys for output in key.characters[:2] if is_dead(output)]
    for mark in dict.fromkeys(marks):
        for key in kept:
            letter = compose(_letter(key.at(0)), mark) or ""
            if letter:
                yield letter, key.name


def _capital(lower: str, desktop: Layout) -> str:
    """Return the capital of a letter, where the desktop board makes it or the letter without its mark."""
    upper = lower.upper()
    if upper == lower or len(upper) != 1:
        return ""
    base = normalize("NFD", upper)[0]
    return upper if (base != upper and base in desktop) or upper in desktop else ""


def _is_sign(letter: str) -> bool:
    """Tell letters that are signs: µ ª º ſ."""
    plain = normalize("NFKC", letter)
    return plain != letter and len(plain) == 1
