"""What a word is made of, as fingers see it: symbols, their kind, their script, their case.

A symbol is a letter with its marks. Only what the slip model asks about is told apart: vowels, consonants, the
joints inside a word (apostrophe, hyphen) and everything else, which no slip touches.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import category, name, normalize

__all__ = ["EDGE", "JOINTS", "TRAILING", "base", "kind", "lowered", "marks", "recased", "script", "split"]

EDGE = "#"  # stands for what is before the first and after the last symbol
JOINTS = "'’ʼ-‐\u00b7"

_MOST = 1 << 16  # symbols remembered: hostile text has no end of them
_ZWNJ, _ZWJ = "\u200c", "\u200d"
# Letters by category, and yet part of the cluster before them: Thai and Lao am, half-width kana voice marks.
TRAILING = frozenset("\u0e33\u0eb3\uff9e\uff9f")
# After these a consonant joins its cluster (Devanagari, Bengali, Gujarati, Odia, Telugu, Malayalam).
_LINKERS = frozenset("\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d")
# Where i and ı are two letters.
_SMALL = {"I": "ı", "İ": "i"}
_CAPITALS = {"ı": "I", "i": "İ"}
_VOWELS = frozenset(
    "aeiouyæœøıəɐɛɪɔʊ" + "аеёиоуыэюяієїөүәў" + "αεηιουω" + "اويىوآأإؤئیوہھے" + "აეიოუ" + "աեէըիոօւ"
    "ะาเแโใไ" + "अआइईउऊऋएऐओऔ" + "অআইঈউঊঋএঐওঔ" + "அஆஇஈஉஊஎஏஐஒஓஔ" + "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
)


def split(word: str) -> list[str]:
    r"""Split a word into symbols: letters with the marks and joiners that belong to them.

    >>> [len(symbol) for symbol in split("cafe\u0301s")], split("हिन्दी")
    ([1, 1, 1, 2, 1], ['हि', 'न्दी'])
    """
    if word.isascii():
        return list(word)
    symbols: list[str] = []
    last = ""
    for character in word:
        if symbols and _joins(character, last):
            symbols[-1] += character
        else:
            symbols.append(character)
        last = character
    return symbols


def _joins(character: str, last: str) -> bool:
    if character < "\u0300":
        return False
    if category(character)[0] == "M" or character in TRAILING or character in (_ZWJ, _ZWNJ):
        return True
    if last == _ZWJ or (last in _LINKERS and category(character) == "Lo"):
        return True
    # Conjoining jamo: a vowel joins a leading consonant or a vowel, a trailing consonant joins either.
    return "\u1160" <= character <= "\u11ff" and "\u1100" <= last <= "\u11ff"


@lru_cache(_MOST)
def base(symbol: str) -> str:
    """Return the letter under the marks: the key that a finger aims at.

    >>> base("é"), base("हि"), base("ø")
    ('e', 'ह', 'ø')
    """
    return normalize("NFD", symbol)[0] if symbol else symbol


@lru_cache(_MOST)
def marks(symbol: str) -> str:
    """Return the marks on the letter, in canonical order.

    >>> [hex(ord(mark)) for mark in marks("ê")], marks("e")
    (['0x302'], '')
    """
    return normalize("NFD", symbol)[1:]


@lru_cache(_MOST)
def kind(symbol: str) -> str:
    """Return V for a vowel, C for another letter, J for a joint of a word, E for its edge, X for anything else.

    >>> "".join(map(kind, "ét’s1")), kind(EDGE)
    ('VCJCX', 'E')
    """
    if symbol == EDGE:
        return "E"
    if symbol in JOINTS:
        return "J"
    letter = base(symbol)
    # A Hangul syllable is typed in jamo; whoever types for a Korean hands those over.
    if category(letter)[0] != "L" or "가" <= symbol[0] <= "힣":
        return "X"
    # The short i is a consonant, though it is written as a vowel with a mark.
    return "V" if letter in _VOWELS and symbol != "й" else "C"


@lru_cache(_MOST)
def script(letter: str) -> str:
    """Return the script of a letter or mark as its Unicode name begins; empty for what is neither.

    >>> script("é"), script("ж"), script("1")
    ('LATIN', 'CYRILLIC', '')
    """
    return name(letter[0], "").partition(" ")[0] if category(letter[0])[0] in "LM" else ""


@lru_cache(_MOST)
def lowered(symbol: str, *, dotted: bool = False) -> str:
    """Return the symbol in lower case and composed form, as the tables know it; lengths never change.

    `dotted`: i and ı are two letters, with the capitals İ and I, as in Turkish.

    >>> lowered("É"), lowered("I"), lowered("I", dotted=True), lowered("İ", dotted=True)
    ('é', 'i', 'ı', 'i')
    """
    symbol = normalize("NFC", symbol)
    if dotted and symbol[0] in _SMALL:
        return _SMALL[symbol[0]] + symbol[1:]
    low = symbol.lower()
    return low if len(low) == len(symbol) else symbol


def recased(letter: str, *, like: str, dotted: bool = False) -> str:
    """Write a lower-case letter as a capital if the one that it stands for, or all that stand beside it, are capitals.

    >>> recased("t", like="R"), recased("t", like="Rh"), recased("ß", like="S")
    ('T', 't', 'ß')
    """
    # isupper() looks past uncased symbols: a letter beside an apostrophe follows its other neighbour.
    if not like.isupper():
        return letter
    if dotted and letter[0] in _CAPITALS:
        return _CAPITALS[letter[0]] + letter[1:]
    capital = letter.upper()
    return capital if len(capital) == len(letter) else letter
