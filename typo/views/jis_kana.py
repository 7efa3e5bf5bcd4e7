"""JIS kana keys as a view: one key for each kana, and two of their own for the marks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar
from unicodedata import normalize

from typo.views.kana_ime import KanaIme
from typo_keyboards import load

__all__ = ["SIGNS", "JisKana"]

#: the keys for the two marks, as signs of their own, and how the marks combine
SIGNS = {"゛": "\u3099", "゜": "\u309a"}
_BY_MARK = {mark: sign for sign, mark in SIGNS.items()}


@dataclass(frozen=True, slots=True)
class JisKana(KanaIme):
    """Kana → the keys of a JIS keyboard in kana mode, small kana with Shift; keys → kana.

    >>> view = JisKana()
    >>> view.keys("がっこう"), view.made("か゛っこう"), view.made("な゛っこう")
    ('か゛っこう', 'がっこう', 'な゛っこう')

    Options are those of `KanaIme`. The layout is `ja-kana`; words with kana that it does not have (ゐ, ゑ, ゎ) cannot
    be typed.
    """

    layout: ClassVar[str] = "ja-kana"

    def keys(self, kana: str) -> str | None:
        """Return the keys that type some kana; None where there are none."""
        return _keys(kana)

    def made(self, keys: str) -> str:
        """Return the kana that keys make; a mark that fits no kana stands by itself."""
        kana: list[str] = []
        for key in keys:
            marked = normalize("NFC", kana[-1] + SIGNS[key]) if kana and key in SIGNS else ""
            if len(marked) == 1:
                kana[-1] = marked
            else:
                kana.append(key)
        return "".join(kana)


@lru_cache(maxsize=4096)
def _keys(kana: str) -> str | None:
    keys = "".join(_BY_MARK.get(part, part) for part in normalize("NFD", kana))
    layout = load(JisKana.layout)
    return keys if all(SIGNS.get(key, key) in layout for key in keys) else None
