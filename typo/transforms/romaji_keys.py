"""Slips of a finger on a row of romaji keys."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from typo_keyboards import load

if TYPE_CHECKING:
    from typo.keyed import Draws

__all__ = ["MEASURED", "OPS", "slipped"]

OPS = ("transpose", "transpose_any", "replace", "replace_class", "insert", "omit", "double")

# In thousandths: 12 typists, 1,000 words each (Komatsu and Nakatoh 2018, second-hand). That a quarter of the wrong
# keys are no neighbours but sounds of the same class is assumed, from the pairs that the study calls frequent: I/U,
# I/O, U/O, A/O, R/T.
MEASURED: tuple[tuple[str, int], ...] = (
    ("replace", 452),
    ("replace_class", 151),
    ("insert", 167),
    ("omit", 115),
    ("double", 94),
    ("transpose", 22),
)

_VOWELS = "aiueo"
_CONSONANTS = "kstnhmyrwgzdbpjfcv"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
# Of 16.7 % insertions 12.5 were of a key beside the one meant (the same study).
_BESIDE, _ELSEWHERE = 125, 42


def slipped(keys: str, op: str, draws: Draws) -> str | None:
    """Return the keys after one slip, or None where the drawn place allows none.

    - `transpose`: two neighbouring keys in the wrong order; `transpose_any`: any two keys swapped.
    - `replace`: a key beside the right one on the JIS keyboard; `replace_class`: another vowel for a vowel, another
      consonant for a consonant.
    - `insert`: a key too much, three times in four one beside the key that it is struck with.
    - `omit`: a key too few; `double`: a key struck twice.

    >>> from typo.keyed import Draws
    >>> [slipped("tango", op, Draws(5 << 60)) for op in OPS]
    ['tnago', 'tonga', 'tzngo', 'tongo', 'tbango', 'tngo', 'taango']
    """
    if op == "transpose":
        places = [place for place in range(len(keys) - 1) if keys[place] != keys[place + 1]]
        if not places:
            return None
        place = places[draws.below(len(places))]
        return f"{keys[:place]}{keys[place + 1]}{keys[place]}{keys[place + 2 :]}"
    place = draws.below(len(keys))
    before, key, after = keys[:place], keys[place], keys[place + 1 :]
    if op == "transpose_any":
        other = draws.below(len(keys) - 1)
        other += other >= place
        swapped = list(keys)
        swapped[place], swapped[other] = keys[other], key
        return None if keys[other] == key else "".join(swapped)
    if op == "omit":
        return before + after
    if op == "double":
        return before + key + key + after
    if op == "insert":
        new = _drawn(_neighbours(key) if draws.below(_BESIDE + _ELSEWHERE) < _BESIDE else _elsewhere(key), draws)
        return before + (new + key if draws.below(2) else key + new) + after
    others = _neighbours(key) if op == "replace" else _same_class(key)
    return before + _drawn(others, draws) + after if others else None


def _drawn(others: tuple[tuple[str, int], ...], draws: Draws) -> str:
    keys, weights = zip(*others, strict=True)
    return str(keys[draws.weighted(weights)])


@cache
def _neighbours(key: str) -> tuple[tuple[str, int], ...]:
    """List the letters beside a key: a digit or a sign struck in a word would be seen at once and mended."""
    found = tuple((other, weight) for other, weight in load("ja-romaji").neighbours(key) if other.isalpha())
    return found or _elsewhere(key)


@cache
def _elsewhere(key: str) -> tuple[tuple[str, int], ...]:
    beside = [other for other, _ in load("ja-romaji").neighbours(key)]
    return tuple((letter, 1) for letter in _LETTERS if letter != key and letter not in beside)


@cache
def _same_class(key: str) -> tuple[tuple[str, int], ...]:
    for letters in (_VOWELS, _CONSONANTS):
        if key in letters:
            return tuple((letter, 1) for letter in letters if letter != key)
    return ()
