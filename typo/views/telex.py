"""Vietnamese Telex and VNI as views: a word as letter keys, and the syllable that keys make."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple
from unicodedata import is_normalized, normalize

from typo.views.vietnamese import LETTERS, STYLES, TONES, bare, cluster, has_vowel, parted, written
from typo.views.word import WordView

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Telex", "Vni"]

_LONGEST = 24  # letters of a word; no Vietnamese word without blanks is near that


class _Method(NamedTuple):
    """What the keys of an input method do: which tone a key sets, and which letters it turns into which."""

    tones: Mapping[str, str]
    no_tone: str
    turns: Mapping[str, Mapping[str, str]]


_SOUNDS = ("sắc", "huyền", "hỏi", "ngã", "nặng")
_HORN = {"o": "ơ", "u": "ư", "ô": "ơ"}
_BREVE = {"a": "ă", "â": "ă"}
_TELEX = _Method(
    tones={key: TONES[name] for key, name in zip("sfrxj", _SOUNDS, strict=True)},
    no_tone="z",
    turns={
        "a": {"a": "â", "ă": "â"},
        "e": {"e": "ê"},
        "o": {"o": "ô", "ơ": "ô"},
        "w": {**_HORN, **_BREVE},
        "d": {"d": "đ"},
    },
)
# Digits are no keys that a finger slips from in the model of slips: letters that no keyboard has stand for them.
_DIGITS = dict(zip("0123456789", "ᴀʙᴄᴅᴇꜰɢʜɪᴊ", strict=True))
_TO_DIGITS = str.maketrans({letter: digit for digit, letter in _DIGITS.items()})
_FROM_DIGITS = str.maketrans(_DIGITS)
_VNI = _Method(
    tones={_DIGITS[key]: TONES[name] for key, name in zip("12345", _SOUNDS, strict=True)},
    no_tone=_DIGITS["0"],
    turns={
        _DIGITS["6"]: {"a": "â", "ă": "â", "e": "ê", "o": "ô", "ơ": "ô"},
        _DIGITS["7"]: _HORN,
        _DIGITS["8"]: _BREVE,
        _DIGITS["9"]: {"d": "đ"},
    },
)


_METHODS = {"telex": _TELEX, "vni": _VNI}


class _Reading(NamedTuple):
    """A word that can be typed: its keys, the style that places its tones, and its form."""

    keys: str
    style: str
    form: Literal["NFC", "NFD"]


class _Syllables(WordView):
    """What Telex and VNI share: each letter, then the key of its mark; the key of the tone at the end."""

    __slots__ = ()

    method: ClassVar[str]

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        return "words that can be typed as Vietnamese syllables, each weighing its keys"

    def keys(self, word: str) -> str | None:
        """Return the keys of a word, the key of a mark behind its letter and that of the tone at the end."""
        reading = _read(self.method, word)
        return None if reading is None else reading.keys

    def shown(self, word: str, keys: str) -> str | None:
        """Return what keys make in place of a word, with the tone placed in the style of the word."""
        reading = _read(self.method, word)
        if reading is None:
            return None
        made = normalize(reading.form, _typed(self.method, keys, reading.style))
        return made if made != word else None

    def made(self, characters: str) -> str:
        """Return what the keys of some characters make."""
        return _typed(self.method, characters, STYLES[0])


@dataclass(frozen=True, slots=True)
class Telex(_Syllables):
    """Letters → Telex keys on a QWERTY keyboard (`tiếng` is `tieengs`); keys, in any usual order → letters.

    >>> view = Telex()
    >>> view.keys("Đường"), view.shown("tiếng", "tieeng"), view.shown("tiếng", "tiensge")
    ('Dduwowngf', 'tiêng', None)

    aa ee oo dd make â ê ô đ, aw ow uw make ă ơ ư, s f r x j set the tones and z takes one away; w after a consonant is
    ư. A key that did its work already takes it back and stands for itself, as do all keys after it: `tiengss` is
    `tiengs`.
    """

    method: ClassVar[str] = "telex"


@dataclass(frozen=True, slots=True)
class Vni(_Syllables):
    """Letters → VNI keys (`tiếng` is `tie6ng1`); keys, in any usual order → letters.

    >>> view = Vni()
    >>> view.shown("tiếng", view.keys("tiếng")[:-1])
    'tiêng'

    1 to 5 set the tones and 0 takes one away, 6 makes â ê ô, 7 ơ ư, 8 ă, 9 đ. Among `keys` each digit is a letter that
    no keyboard has, since the model of slips has no digits; it may be lost, doubled or swapped, and a letter may
    come in its place.
    """

    method: ClassVar[str] = "vni"

    def struck(self, keys: str) -> str:
        """Return the characters that the keys have on the layout."""
        return keys.translate(_TO_DIGITS)

    def made(self, characters: str) -> str:
        """Return what the keys of some characters make."""
        return _typed(self.method, characters.translate(_FROM_DIGITS), STYLES[0])


@lru_cache(4096)
def _read(method: str, word: str) -> _Reading | None:
    """Read a word as keys; None for one that its keys would not come out as, in either style."""
    form: Literal["NFC", "NFD"] = "NFC" if is_normalized("NFC", word) else "NFD"
    if len(word) > _LONGEST or not is_normalized(form, word):
        return None
    composed = normalize("NFC", word)
    keys = ""
    for is_letter, group in groupby(composed, str.isalpha):
        part = "".join(group)
        spelt = _spelt(_METHODS[method], part) if is_letter else part
        if spelt is None:
            return None
        keys += spelt
    style = next((style for style in STYLES if _typed(method, keys, style) == composed), None)
    return None if style is None else _Reading(keys, style, form)


def _spelt(method: _Method, syllable: str) -> str | None:
    """Return the keys of a syllable; None for one with a letter that is not Vietnamese, or with two tones."""
    found = parted(syllable)
    if found is None or any(letter.lower() not in LETTERS for letter in found[0]):
        return None
    letters, tone = found
    capitals = syllable.isupper() and len(letters) > 1
    keys = []
    for letter in letters:
        key = bare(letter)
        keys.append(key)
        if key != letter:
            low = (key.lower(), letter.lower())
            mark = next(mark for mark, table in method.turns.items() if low in table.items())
            keys.append(mark.upper() if capitals else mark)
    if tone:
        mark = next(mark for mark, each in method.tones.items() if each == tone)
        keys.append(mark.upper() if capitals else mark)
    return "".join(keys)


def _typed(method: str, keys: str, style: str) -> str:
    """Return the text that keys make; what is no letter ends a syllable."""
    parts = ("".join(group) for _, group in groupby(keys, str.isalpha))
    made = "".join(_Syllable(_METHODS[method]).typed(part, style) if part[0].isalpha() else part for part in parts)
    return made.translate(_TO_DIGITS) if method == "vni" else made


class _Syllable:
    """A syllable in the making."""

    __slots__ = ("_letters", "_literal", "_lone", "_method", "_tone")

    def __init__(self, method: _Method) -> None:
        self._method = method
        self._letters: list[str] = []
        self._tone = ""
        self._literal = False  # a key took its work back: from here on keys stand for themselves
        self._lone = -1  # where a w made a letter of its own

    def typed(self, keys: str, style: str) -> str:
        """Return what keys make."""
        for key in keys:
            if self._literal or not (self._set_tone(key) or self._turn(key)):
                self._letters.append(key)
        self._horn_before_horn()
        return written(self._letters, self._tone, style)

    def _set_tone(self, key: str) -> bool:
        """Set or take away the tone if that is what a key does here."""
        low = key.lower()
        tone = self._method.tones.get(low)
        if low == self._method.no_tone and self._tone:
            self._tone = ""
            return True
        if tone is None or not has_vowel(self._letters):
            return False
        if tone == self._tone:
            self._tone = ""
            self._literal = True
            return False
        self._tone = tone
        return True

    def _turn(self, key: str) -> bool:
        """Turn a letter into another, or back, if that is what a key does here."""
        low = key.lower()
        table = self._method.turns.get(low)
        if table is None:
            return False
        letters = [letter.lower() for letter in self._letters]
        start, end = (0, len(letters[:1])) if "d" in table else cluster(letters)
        if start == end and low == "w":
            self._lone = len(letters)
            self._letters.append("Ư" if key == "W" else "ư")
            return True
        vowels = letters[start:end]
        at = _turned(vowels, table)
        if at is not None:
            self._put(start + at, table[vowels[at]])
            return True
        back = next((at for at in reversed(range(len(vowels))) if vowels[at] in table.values()), None)
        if back is not None:
            self._literal = True
            if start + back == self._lone:
                del self._letters[self._lone]
            else:
                self._put(start + back, bare(vowels[back]))
        return False

    def _put(self, at: int, letter: str) -> None:
        self._letters[at] = letter.upper() if self._letters[at].isupper() else letter

    def _horn_before_horn(self) -> None:
        """Give the u of `uơ` its horn where more letters follow: `thuow` is thuơ, `dduowng` đương."""
        letters = self._letters
        if "ơ" not in letters and "Ơ" not in letters:
            return
        start, _ = cluster(letters)
        if len(letters) > start + 2 and "".join(letters[start : start + 2]).lower() == "uơ":
            self._put(start, "ư")


def _turned(vowels: list[str], table: Mapping[str, str]) -> int | None:
    """Return which letter of a syllable a key turns into another; None where there is none for it."""
    found = [at for at, vowel in enumerate(vowels) if vowel in table]
    if "u" not in table:
        # A circumflex, a breve or a bar goes on the last letter that can have it, past nothing but i, u and y.
        return next((at for at in reversed(found) if set(vowels[at + 1 :]) <= {"i", "u", "y"}), None)
    joined = "".join(map(bare, vowels))
    if joined.startswith("uo"):
        return 1 if 1 in found and vowels[1] != "ơ" else None
    if any(vowel in table.values() for vowel in vowels):
        return None
    return 1 if joined.startswith("oa") and "a" in table else next(iter(found), None)
