"""The Korean 2-set input method as a view: a word as the jamo that type it, and the syllables that jamo make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal
from unicodedata import category, is_normalized, normalize

from typo.views.word import WordView

__all__ = ["Hangul", "compose", "decompose"]

# In the order of Unicode: a syllable is 0xAC00 + (initial * 21 + medial) * 28 + final.
_INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_MEDIALS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_FINALS = "\0ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
_FIRST, _LAST = "가", "힣"
# What takes two keys; a doubled consonant is one key with Shift.
_PAIRS = {
    "ㅘ": "ㅗㅏ", "ㅙ": "ㅗㅐ", "ㅚ": "ㅗㅣ", "ㅝ": "ㅜㅓ", "ㅞ": "ㅜㅔ", "ㅟ": "ㅜㅣ", "ㅢ": "ㅡㅣ",
    "ㄳ": "ㄱㅅ", "ㄵ": "ㄴㅈ", "ㄶ": "ㄴㅎ", "ㄺ": "ㄹㄱ", "ㄻ": "ㄹㅁ", "ㄼ": "ㄹㅂ", "ㄽ": "ㄹㅅ",
    "ㄾ": "ㄹㅌ", "ㄿ": "ㄹㅍ", "ㅀ": "ㄹㅎ", "ㅄ": "ㅂㅅ",
}  # fmt: skip
_WHOLES = {pair: whole for whole, pair in _PAIRS.items()}
_JAMO = frozenset(_INITIALS + _MEDIALS + _FINALS[1:])
_KEYS = frozenset(_INITIALS + _MEDIALS) - frozenset(_PAIRS)
_FOREIGN = "\0"  # stands for a character of another script among the keys, which no slip touches


@dataclass(frozen=True, slots=True)
class Hangul(WordView):
    """Syllables → jamo keys of the 2-set layout; keys → syllables, as the automaton of the input method makes them.

    >>> view = Hangul()
    >>> view.keys("하나"), view.shown("하나", "ㅎㄴㅏ"), view.shown("하나", "ㅎㅏㄴㅎ")
    ('ㅎㅏㄴㅏ', 'ㅎ나', '핞')

    A word needs a syllable and no digit; letters of another script stay where they are (`AI는`), and so does the
    form (NFC or NFD). A word that its own jamo would not come out as (`하ㄴ` would be 한), and one in jamo that
    modern Korean does not have, cannot be typed.
    """

    one_to_one: ClassVar[bool] = True

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        return "words in Hangul, each weighing its keys"

    def keys(self, word: str) -> str | None:
        """Return the jamo that type a word, the character NUL for each character of another script."""
        form = _form(word)
        composed = normalize("NFC", word)
        if form is None or not any(_FIRST <= character <= _LAST for character in composed):
            return None
        keys: list[str] = []
        for character in composed:
            jamo = decompose(character)
            if jamo[0] not in _KEYS and not _stands_alone(character):
                return None
            keys.append(jamo if jamo[0] in _KEYS else _FOREIGN)
        made = "".join(keys)
        return made if _filled(compose(made), composed) == composed else None

    def shown(self, word: str, keys: str) -> str | None:
        """Return what jamo make in place of a word; None where that is the word itself."""
        form = _form(word)
        made = _filled(compose(keys), normalize("NFC", word))
        made = normalize(form or "NFC", made)
        return made if made != word else None

    def made(self, characters: str) -> str:
        """Return what the keys of some characters make."""
        return compose(decompose(characters))


def decompose(text: str) -> str:
    """Return text with every syllable and every double jamo as the keys that type it.

    >>> decompose("밖"), decompose("과"), decompose("ㄳ"), decompose("a")
    ('ㅂㅏㄲ', 'ㄱㅗㅏ', 'ㄱㅅ', 'a')
    """
    keys: list[str] = []
    for character in text:
        if _FIRST <= character <= _LAST:
            rest, final = divmod(ord(character) - ord(_FIRST), 28)
            initial, medial = divmod(rest, 21)
            jamo = _INITIALS[initial] + _MEDIALS[medial] + (_FINALS[final] if final else "")
            keys += [_PAIRS.get(each, each) for each in jamo]
        else:
            keys.append(_PAIRS.get(character, character))
    return "".join(keys)


def compose(keys: str) -> str:
    """Return the syllables that jamo make, typed one after the other; anything else ends a syllable and stays.

    >>> compose("ㅎㅏㄴㅏ"), compose("ㄷㅏㄹㄱㅇㅣ"), compose("ㅇㅣㄹㄱㅓ"), compose("ㅋㅋ")
    ('하나', '닭이', '일거', 'ㅋㅋ')

    Two consonants without a vowel become one sign where there is one, as under Windows: `ㄱㅅ` is ㄳ.
    """
    text: list[str] = []
    initial = medial = final = ""
    for key in keys:
        if key in _MEDIALS:
            if final:
                # The vowel takes the last consonant along.
                kept, moved = ("", final) if final not in _PAIRS else (_PAIRS[final][0], _PAIRS[final][1])
                text.append(_joined(initial, medial, kept))
                initial, medial, final = moved, key, ""
            elif medial and medial + key in _WHOLES:
                medial = _WHOLES[medial + key]
            elif medial:
                text.append(_joined(initial, medial, ""))
                initial, medial = "", key
            else:
                if initial in _PAIRS:
                    text.append(_PAIRS[initial][0])
                    initial = _PAIRS[initial][1]
                medial = key
        elif key not in _KEYS:
            text += (_joined(initial, medial, final), key)
            initial = medial = final = ""
        elif initial and medial and not final and key in _FINALS:
            final = key
        elif final and final + key in _WHOLES:
            final = _WHOLES[final + key]
        elif not medial and initial + key in _WHOLES:
            initial = _WHOLES[initial + key]
        else:
            text.append(_joined(initial, medial, final))
            initial, medial, final = key, "", ""
    text.append(_joined(initial, medial, final))
    return "".join(text)


def _joined(initial: str, medial: str, final: str) -> str:
    """Return one syllable, or its jamo where it lacks a consonant or a vowel."""
    if not initial or not medial:
        return initial + medial
    at = (_INITIALS.index(initial) * 21 + _MEDIALS.index(medial)) * 28
    return chr(ord(_FIRST) + at + (_FINALS.index(final) if final else 0))


def _form(word: str) -> Literal["NFC", "NFD"] | None:
    if is_normalized("NFC", word):
        return "NFC"
    return "NFD" if is_normalized("NFD", word) else None


def _stands_alone(character: str) -> bool:
    """Tell whether a character of no key may stay where it is: marks and old jamo join what comes before them."""
    return category(character)[0] != "M" and not (
        "\u1100" <= character <= "\u11ff" or "\ua960" <= character <= "\ua97f" or "\ud7b0" <= character <= "\ud7ff"
    )


def _filled(made: str, word: str) -> str:
    """Put the characters of other scripts back where their placeholders stand."""
    if _FOREIGN not in made:
        return made
    others = iter([character for character in word if decompose(character)[0] not in _KEYS])
    return "".join(next(others) if character == _FOREIGN else character for character in made)
