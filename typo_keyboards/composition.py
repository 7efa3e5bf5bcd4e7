"""Characters that take more than one key: dead keys, marks typed after their letter, and parts of a letter.

A dead key is written as ◌ and its combining mark. What it makes with a letter is what Unicode composes (NFC); with the
space bar it makes the accent alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import category, normalize

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from typo_keyboards.geometry import Key

__all__ = ["DEAD", "compose", "is_dead", "parts", "typed"]

DEAD = "◌"

# The accent alone, by its mark; of two, the first is meant where the layout has no other key for it without AltGr (on
# the international US layout the dead key for ´ is the key for ').
_ACCENTS = {
    "\u0300": "`", "\u0301": "'´", "\u0302": "^", "\u0303": "~", "\u0304": "¯", "\u0306": "˘", "\u0307": "˙",
    "\u0308": '"¨', "\u030a": "°˚", "\u030b": "˝", "\u030c": "ˇ", "\u0327": "¸", "\u0328": "˛", "\u0345": "ͺ",
}  # fmt: skip
_MARKS = {accent: mark for mark, accents in _ACCENTS.items() for accent in accents}
# The one dead key whose letters Unicode does not take apart.
_STROKE = "\u0335"
_BARRED = dict(zip("bdghiltozBDGHILTOZ", "ƀđǥħɨłŧøƶɃĐǤĦƗŁŦØƵ", strict=True))
_UNBARRED = {barred: letter for letter, barred in _BARRED.items()}
# No letter has more marks; what is longer is not looked into.
_MOST_MARKS = 4


def is_dead(output: str) -> bool:
    """Tell whether the output of a key is the placeholder of a dead key.

    >>> is_dead("◌̂"), is_dead("◌")
    (True, False)
    """
    return len(output) > 1 and output[0] == DEAD


def compose(letter: str, marks: str) -> str | None:
    """Return the one character that a letter and combining marks make; None where there is none.

    >>> compose("e", "̂"), compose("q", "̂"), compose("o", "̵")
    ('ê', None, 'ø')
    """
    if marks == _STROKE:
        return _BARRED.get(letter)
    made = normalize("NFC", letter + marks)
    return made if letter and len(made) == 1 else None


def parts(
    character: str, places: Mapping[str, tuple[Key, int]], pairs: Mapping[str, tuple[str, str]]
) -> tuple[str, ...] | None:
    """Return the outputs of the keys that make a character, in order; None where the layout cannot make it.

    `pairs` are the characters that the layout itself puts together from two.
    """
    for form in dict.fromkeys((character, normalize("NFC", character))):
        if form in places:
            return _easier(form, places, pairs) or (form,)
        if form in pairs:
            return pairs[form]
    dead = DEAD + _MARKS.get(character, "")
    if dead in places and " " in places and _accent(dead[1:], places) == character:
        return dead, " "
    if character in _UNBARRED and DEAD + _STROKE in places and _UNBARRED[character] in places:
        return DEAD + _STROKE, _UNBARRED[character]
    return min(_ways(character, places, pairs), key=lambda way: (len(way), _levels(way, places)), default=None)


def _easier(
    character: str, places: Mapping[str, tuple[Key, int]], pairs: Mapping[str, tuple[str, str]]
) -> tuple[str, ...] | None:
    """Return a way without AltGr to a letter that a key makes with AltGr, if there is one."""
    if places[character][1] < 2:
        return None
    ways = (way for way in _ways(character, places, pairs) if all(places[part][1] < 2 for part in way))
    return min(ways, key=lambda way: (len(way), _levels(way, places)), default=None)


def _levels(way: tuple[str, ...], places: Mapping[str, tuple[Key, int]]) -> int:
    return sum(places[part][1] for part in way)


def _ways(
    character: str, places: Mapping[str, tuple[Key, int]], pairs: Mapping[str, tuple[str, str]]
) -> list[tuple[str, ...]]:
    """List the ways to type a letter and its marks by keys of their own."""
    decomposed = normalize("NFD", character)
    marks = decomposed[1:]
    if not 0 < len(marks) <= _MOST_MARKS or any(category(mark)[0] != "M" for mark in marks):
        return []
    return [way for i in range(1, len(decomposed)) for way in _with_mark(decomposed, i, places, pairs)]


def _with_mark(
    decomposed: str, i: int, places: Mapping[str, tuple[Key, int]], pairs: Mapping[str, tuple[str, str]]
) -> Iterator[tuple[str, ...]]:
    """List the ways to type one mark by a key of its own: a dead key before the letter, or a mark after it."""
    mark = decomposed[i]
    if mark not in places and DEAD + mark not in places:
        return
    letter = normalize("NFC", decomposed[:i] + decomposed[i + 1 :])
    rest = parts(letter, places, pairs)
    # Some marks keep their order: they cannot be typed in another one.
    if rest is None or normalize("NFD", letter + mark) != decomposed:
        return
    if DEAD + mark in places and compose(letter, mark) is not None:
        yield DEAD + mark, *rest
    if mark in places:
        yield *rest, mark


def _accent(mark: str, places: Mapping[str, tuple[Key, int]]) -> str:
    accents = _ACCENTS.get(mark, "")
    return next((accent for accent in accents if accent not in places or places[accent][1] >= 2), accents[-1:])


def typed(outputs: Iterable[str], places: Mapping[str, tuple[Key, int]], made: Mapping[tuple[str, str], str]) -> str:
    """Return the text that keys make one after the other; `made` maps two outputs to what they make together.

    A dead key whose letter it does not fit leaves its accent before that letter.
    """
    text: list[str] = []
    waiting: list[str] = []
    for output in outputs:
        if text and (text[-1], output) in made:
            text[-1] = made[text[-1], output]
        elif is_dead(output):
            waiting.append(output[1:])
        elif waiting:
            text.append(_with_dead(output, waiting, places))
            waiting = []
        else:
            text.append(output)
    return normalize("NFC", "".join(text) + "".join(_accent(mark, places) for mark in waiting))


def _with_dead(output: str, marks: list[str], places: Mapping[str, tuple[Key, int]]) -> str:
    for n, mark in enumerate(reversed(marks), 1):
        composed = compose(output, mark)
        if composed is None:
            alone = "".join(_accent(mark, places) for mark in marks[: len(marks) - n + 1])
            return alone if output == " " else alone + output
        output = composed
    return output
