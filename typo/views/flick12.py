"""The 12 keys of a phone as a view: a kana is a tap or a flick, and one key makes it voiced or small."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar

from typo.views.kana_ime import KanaIme
from typo_keyboards import load

__all__ = ["MARK", "Flick12"]

#: the key that turns か into が and back, は into ば and ぱ, つ into っ and づ, や into ゃ
MARK = "*"
# What that key makes of a kana, over and over: in the order of Mozc's table for flick input.
_CYCLES = (
    *("あぁ", "いぃ", "うぅゔ", "えぇ", "おぉ", "かが", "きぎ", "くぐ", "けげ", "こご", "さざ", "しじ", "すず", "せぜ"),
    *(
        "そぞ",
        "ただ",
        "ちぢ",
        "つっづ",
        "てで",
        "とど",
        "はばぱ",
        "ひびぴ",
        "ふぶぷ",
        "へべぺ",
        "ほぼぽ",
        "やゃ",
        "ゆゅ",
    ),
    *("よょ", "わゎ"),
)


@dataclass(frozen=True, slots=True)
class Flick12(KanaIme):
    """Kana → taps and flicks on the 12 keys of a phone; taps and flicks → kana.

    >>> view = Flick12()
    >>> view.keys("がっこう"), view.made("か*つ*こう"), view.made("か*つ**こう")
    ('か*つ*こう', 'がっこう', 'がづこう')

    A flick is written as the kana that it makes, the key for marks and small kana as `*`. Options are those of
    `KanaIme`. The layout is `ja-flick`; words with kana that it does not have (ゐ, ゑ) cannot be typed.
    """

    layout: ClassVar[str] = "ja-flick"

    def keys(self, kana: str) -> str | None:
        """Return the taps and flicks that type some kana; None where there are none."""
        return _keys(kana)

    def made(self, keys: str) -> str:
        """Return the kana that taps and flicks make; the key for marks does nothing where none fits."""
        kana: list[str] = []
        for key in keys:
            if key != MARK:
                kana.append(key)
            elif kana:
                kana[-1] = _next().get(kana[-1], kana[-1])
        return "".join(kana)


@lru_cache(maxsize=4096)
def _keys(kana: str) -> str | None:
    keys = "".join(_strokes().get(character, character) for character in kana)
    layout = load(Flick12.layout)
    return keys if all(key == MARK or key in layout for key in keys) else None


@cache
def _strokes() -> dict[str, str]:
    return {kana: cycle[0] + MARK * presses for cycle in _CYCLES for presses, kana in enumerate(cycle)}


@cache
def _next() -> dict[str, str]:
    return {kana: cycle[(at + 1) % len(cycle)] for cycle in _CYCLES for at, kana in enumerate(cycle)}
