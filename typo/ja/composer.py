"""The automaton of a romaji input method: keys come in one by one, kana come out as soon as no key could change them.

It follows the composer of Mozc: a buffer waits while more keys could still match; a key that does not continue makes
what waited final; what matches nothing stays as letters and never joins later keys.
"""

from __future__ import annotations

import re

from typo.errors import check_choice, check_text
from typo.ja.romaji_tables import TABLES, Rule, prefixes, rules
from typo.ja.script import full_width

__all__ = ["CAPITALS", "Composer"]

CAPITALS = ("fold", "ascii")

# Behind a letter, a digit or such a sign, and as a minus before a number, Mozc takes Japanese punctuation for Latin.
_LATIN = "A-Za-zＡ-Ｚａ-ｚ0-9０-９"
_LETTER = re.compile(f"[{_LATIN}]")
_IN_NUMBER = re.compile(f"(?<=[{_LATIN}+*/=()<>＋＊／＝（）＜＞])(?:ー+|[、。])|^ー(?=[0-9０-９])")
_TO_LATIN = str.maketrans("ー、。", "−，．")


class Composer:
    """What an input method shows while keys are pressed, and what Enter and Space make of it.

    >>> composer = Composer()
    >>> composer.press("kan")
    >>> composer.preedit
    'かｎ'
    >>> composer.space()
    'かん'

    - `table`: `mozc` or `msime`, see `typo.ja.romaji_to_kana`.
    - `capitals="fold"`: upper case counts as lower case (Caps Lock). `"ascii"`: Mozc's default, in which Shift starts
      half-width Latin: after two or more capitals in a row up to the next small letter, after a single one up to the
      end or to the first character that is not ASCII.
    """

    __slots__ = ("_buffer", "_folds", "_is_latin", "_prefixes", "_rules", "_shifted", "_shown", "_table")

    def __init__(self, table: str = "mozc", *, capitals: str = "fold") -> None:
        self._table = check_choice("table", table, TABLES[:2])
        self._folds = check_choice("capitals", capitals, CAPITALS) == "fold"
        self._rules, self._prefixes = rules(table), prefixes(table)
        self._shown: list[str] = []
        self._buffer = ""
        self._is_latin = False
        self._shifted = 0

    def press(self, keys: str) -> None:
        """Press keys one after the other; characters that are no keys pass through."""
        check_text("keys", keys)
        for key in keys.lower() if self._folds else keys:
            if not self._folds and self._types_latin(key):
                self._shown.append(key)
            else:
                self._compose(key)

    @property
    def preedit(self) -> str:
        """What is shown: kana, letters that wait for more, and letters that made nothing, full width."""
        return self._in_numbers("".join((*self._shown, full_width(self._buffer))))

    def enter(self) -> str:
        """Commit with Enter: what is shown stays as it is, and the composer is empty again."""
        shown = self.preedit
        self._clear()
        return shown

    def space(self) -> str:
        """Press Space: a final n becomes ん in what goes to conversion, and the composer is empty again."""
        if self._buffer == "n":
            self._shown.append("ん")
            self._buffer = ""
        return self.enter()

    def _clear(self) -> None:
        self._shown = []
        self._buffer = ""
        self._is_latin = False
        self._shifted = 0

    def _compose(self, key: str) -> None:
        while True:
            candidate = self._buffer + key
            if candidate in self._prefixes:
                self._buffer = candidate
                return
            rule = self._rules.get(candidate)
            if rule is not None:
                self._shown.append(rule.kana)
                self._buffer = rule.rest
                return
            if not self._buffer:
                self._shown.append(full_width(key))
                return
            # The key does not go on from here: what waited is final. A complete match (n, ww) counts as such.
            rule = self._rules.get(self._buffer, Rule(full_width(self._buffer)))
            self._shown.append(rule.kana)
            self._buffer = rule.rest

    def _types_latin(self, key: str) -> bool:
        """Tell whether a key falls into a stretch that Shift has made Latin."""
        if "A" <= key <= "Z":
            if not self._is_latin:
                self._shown.append(full_width(self._buffer))
                self._buffer = ""
                self._is_latin = True
            self._shifted += 1
        else:
            if not key.isascii() or ("a" <= key <= "z" and self._shifted > 1):
                self._is_latin = False
            self._shifted = 0
        return self._is_latin

    def _in_numbers(self, shown: str) -> str:
        if self._table != "mozc" or not _LETTER.search(shown):
            return shown
        return _IN_NUMBER.sub(lambda match: match.group().translate(_TO_LATIN), shown)
