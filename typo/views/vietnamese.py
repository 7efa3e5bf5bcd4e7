"""Vietnamese syllables: letters, the quality of a vowel, and the tone with its place.

A syllable in the making is a list of letters (with circumflex, breve, horn or bar, without tone) and one tone. Where
the tone is written follows from the letters, in an older style (`hòa`, `thủy`) and a newer one (`hoà`, `thuỷ`).
"""

from __future__ import annotations

from functools import cache
from unicodedata import normalize

__all__ = ["LETTERS", "STYLES", "TONES", "VOWELS", "bare", "cluster", "has_vowel", "parted", "written"]

STYLES = ("old", "new")

TONES = {"sắc": "\u0301", "huyền": "\u0300", "hỏi": "\u0309", "ngã": "\u0303", "nặng": "\u0323"}
"""The marks of the five tones that are written."""

VOWELS = frozenset("aăâeêioôơuưy")
"""All vowels, without tones."""

LETTERS = VOWELS | frozenset("bcdđfghjklmnpqrstvwxz")
"""All letters of the keyboard, and those that they turn into."""

_EITHER_CASE = VOWELS.union(map(str.upper, VOWELS))
_MARKED = frozenset("ăâêôơư")
# Of two vowels at the end of a syllable, these carry the tone on the first in the old style only.
_CONTESTED = ("oa", "oe", "uy")


def cluster(letters: list[str]) -> tuple[int, int]:
    """Return where the vowels of a syllable begin and end; the u of `qu` and the i of `gia` belong to the consonant.

    >>> cluster([*"quan"]), cluster([*"gia"]), cluster([*"gin"]), cluster([*"ng"])
    ((2, 3), (2, 3), (1, 2), (2, 2))
    """
    start, count = 0, len(letters)
    while start < count and letters[start] not in _EITHER_CASE:
        start += 1
    end = start
    while end < count and letters[end] in _EITHER_CASE:
        end += 1
    if start and end - start > 1 and (letters[start - 1] + letters[start]).lower() in ("qu", "gi"):
        start += 1
    return start, end


def has_vowel(letters: list[str]) -> bool:
    """Tell whether a syllable has a vowel yet.

    >>> has_vowel([*"ng"]), has_vowel([*"nga"])
    (False, True)
    """
    return not _EITHER_CASE.isdisjoint(letters)


def written(letters: list[str], tone: str, style: str) -> str:
    """Write a syllable with its tone, in composed form.

    >>> written([*"hoa"], TONES["huyền"], "old"), written([*"hoa"], TONES["huyền"], "new")
    ('hòa', 'hoà')
    """
    if not tone:
        return "".join(letters)
    start, end = cluster(letters)
    at = start + _carrier("".join(letters[start:end]).lower(), closed=end < len(letters), style=style)
    return normalize("NFC", "".join([*letters[: at + 1], tone, *letters[at + 1 :]]))


def _carrier(vowels: str, *, closed: bool, style: str) -> int:
    """Return which of the vowels carries the tone."""
    marked = [at for at, vowel in enumerate(vowels) if vowel in _MARKED]
    if marked:
        return marked[-1]
    if len(vowels) < 2:
        return 0
    if len(vowels) > 2 or closed:
        return 1
    return 1 if vowels in _CONTESTED and style == "new" else 0


def parted(syllable: str) -> tuple[list[str], str] | None:
    """Return the letters and the tone of a syllable in composed form; None where it has several tones.

    >>> letters, tone = parted("tiếng")
    >>> letters, tone == TONES["sắc"]
    (['t', 'i', 'ê', 'n', 'g'], True)
    """
    letters, tones = [], ""
    for character in syllable:
        letter, tone = _untoned(character)
        letters.append(letter)
        tones += tone
    return (letters, tones) if len(tones) < 2 else None


@cache
def _untoned(character: str) -> tuple[str, str]:
    decomposed = normalize("NFD", character)
    tone = "".join(mark for mark in decomposed[1:] if mark in TONES.values())
    return normalize("NFC", "".join(mark for mark in decomposed if mark not in tone)), tone


@cache
def bare(letter: str) -> str:
    """Return the letter under circumflex, breve, horn and bar.

    >>> bare("ơ"), bare("Đ"), bare("b")
    ('o', 'D', 'b')
    """
    return {"đ": "d", "Đ": "D"}.get(letter) or normalize("NFD", letter)[0]
