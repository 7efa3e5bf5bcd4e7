"""Grapheme clusters: what a person takes for one character, and edits that never cut one in two.

The rules are those of extended grapheme clusters in Unicode 14 (UAX 29), told from categories and a few blocks,
without tables: only the neighbourhood of one position is looked at, so asking costs the same in a text of any length.
"""

from __future__ import annotations

import itertools
import re
from unicodedata import category

from typo.edits import Edit

__all__ = ["clusters", "is_joined", "is_plain", "trimmed"]

_ZERO_WIDTH_JOINER = "\u200d"
# Extend or SpacingMark by property, though not marks by category: zero-width non-joiner and joiner, the half-width
# voicing marks of kana, the Thai and Lao vowel am.
_EXTENDING = frozenset("\u200c\u200d\uff9e\uff9f\u0e33\u0eb3")
# The only marks among the signs, kana and kanji of U+3001 to U+9FFF.
_KANA_MARKS = frozenset("\u302a\u302b\u302c\u302d\u302e\u302f\u3099\u309a")
_PLAIN = re.compile("[\n -~、-〕ぁ-ゖァ-ー一-鿿！-～]*")
# Prepend by property: signs of Arabic numbers, Indic letters that are written before the next one.
_PREPENDED = frozenset(
    map(chr, (*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0xD4E, 0x110BD, 0x110CD, 0x111C2, 0x111C3))
) | frozenset(map(chr, (0x1193F, 0x11941, 0x11A3A, *range(0x11A84, 0x11A8A), 0x11D46)))


def is_joined(string: str, position: int) -> bool:
    r"""Tell whether the character at `position` belongs to the one before it, as one grapheme cluster.

    >>> is_joined("e\u0301", 1), is_joined("1\ufe0f\u20e3", 1), is_joined("ab", 1), is_joined("a", 1)
    (True, True, False, False)
    >>> is_joined("\r\n", 1), is_joined("\U0001f469\u200d\U0001f467", 2), is_joined("\u1112\u1161", 1)
    (True, True, True)

    A mark without a base (at the very start, or after a line break) is no part of a cluster.
    """
    if not 0 < position < len(string):
        return False
    character, before = string[position], string[position - 1]
    if before in _PREPENDED:
        return not _is_control(character)
    if character < "\u0300":
        return character == "\n" and before == "\r"
    if "\u3001" <= character <= "\u9fff" and character not in _KANA_MARKS and before != _ZERO_WIDTH_JOINER:
        return False  # kana and kanji, of which a Japanese text asks a hundred times
    if character in _EXTENDING or category(character)[0] == "M" or _is_extending_symbol(character):
        return not _is_control(before)
    if before == _ZERO_WIDTH_JOINER:
        return _is_pictograph(character) and _is_emoji_joined(string, position - 1)
    if "\U0001f1e6" <= character <= "\U0001f1ff":
        return _flags_before(string, position) % 2 == 1
    return _is_hangul_joined(before, character)


def is_plain(string: str) -> bool:
    r"""Tell, at a glance, that no character joins another: the text is kana, kanji, their signs and ASCII.

    False says nothing.

    >>> is_plain("カナと漢字 ABC。"), is_plain("か\u3099"), is_plain("a\r\n")
    (True, False, False)
    """
    return _PLAIN.fullmatch(string) is not None


def clusters(string: str) -> list[tuple[int, int]]:
    """Return the spans of the grapheme clusters of a string, which together cover it.

    >>> clusters("ae\u0301!")
    [(0, 1), (1, 3), (3, 4)]
    """
    borders = [position for position in range(len(string)) if not is_joined(string, position)]
    return list(itertools.pairwise([*borders, len(string)]))


def trimmed(source: str, start: int, end: int, replacement: str, label: str) -> Edit | None:
    """Make the smallest edit, in whole grapheme clusters, that puts `replacement` for `start..end`.

    None where that changes nothing.

    >>> trimmed("学習した", 0, 4, "学修した", "slip")
    Edit(start=1, end=2, original='習', replacement='修', label='slip')
    """
    original = source[start:end]
    if original == replacement:
        return None
    most = min(len(original), len(replacement))
    head = 0
    while head < most and original[head] == replacement[head]:
        head += 1
    # A mark belongs to the character before it: step back until neither side begins with one.
    while head and (is_joined(source, start + head) or is_joined(replacement, head)):
        head -= 1
    tail = 0
    while tail < most - head and original[-1 - tail] == replacement[-1 - tail]:
        tail += 1
    while tail and (is_joined(original, len(original) - tail) or is_joined(replacement, len(replacement) - tail)):
        tail -= 1
    start, end = start + head, end - tail
    return Edit(start, end, source[start:end], replacement[head : len(replacement) - tail], label)


def _is_control(character: str) -> bool:
    return category(character) in ("Cc", "Zl", "Zp") or "\ud800" <= character <= "\udfff"


def _is_extending_symbol(character: str) -> bool:
    """Tell skin tones and tag characters, which follow an emoji."""
    return "\U0001f3fb" <= character <= "\U0001f3ff" or "\U000e0020" <= character <= "\U000e007f"


def _is_pictograph(character: str) -> bool:
    return category(character) == "So" and not "\U0001f1e6" <= character <= "\U0001f1ff"


def _is_emoji_joined(string: str, position: int) -> bool:
    """Tell whether the joiner at a position follows an emoji, with its tones and selectors."""
    position -= 1
    while position > 0 and (category(string[position])[0] == "M" or _is_extending_symbol(string[position])):
        position -= 1
    return position >= 0 and _is_pictograph(string[position])


def _flags_before(string: str, position: int) -> int:
    """Count the regional indicators right before a position: two make a flag."""
    start = position
    while start and "\U0001f1e6" <= string[start - 1] <= "\U0001f1ff":
        start -= 1
    return position - start


def _is_hangul_joined(before: str, character: str) -> bool:
    """Tell whether a conjoining jamo goes on the syllable before it."""
    kind, last = _hangul(character), _hangul(before)
    if last == "L":
        return kind in ("L", "V", "LV", "LVT")
    if last in ("V", "LV"):
        return kind in ("V", "T")
    return last in ("T", "LVT") and kind == "T"


def _hangul(character: str) -> str:
    if "\uac00" <= character <= "\ud7a3":
        return "LVT" if (ord(character) - 0xAC00) % 28 else "LV"
    if "\u1100" <= character <= "\u115f" or "\ua960" <= character <= "\ua97c":
        return "L"
    if "\u1160" <= character <= "\u11a7" or "\ud7b0" <= character <= "\ud7c6":
        return "V"
    if "\u11a8" <= character <= "\u11ff" or "\ud7cb" <= character <= "\ud7fb":
        return "T"
    return ""
