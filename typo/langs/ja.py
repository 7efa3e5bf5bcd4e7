"""Japanese: the five published kinds of typing error, and the realistic mix.

Each recipe has a realistic form and `@paper`, the published choice of units, operations and tables applied by
our planner. All edit a tenth of their units, at least one where one is possible.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from typo.combine import Recipe
from typo.errors import check_choice
from typo.langs import Language
from typo.transforms.homophone import Homophone
from typo.transforms.ime_mode import ImeOn
from typo.transforms.kana_keys import DEVICES
from typo.transforms.kana_slip import KanaSlip
from typo.transforms.romaji_slip import RomajiSlip
from typo.transforms.width import FullWidth

if TYPE_CHECKING:
    from typo.planner import Transform

__all__ = ["LANGUAGE", "fullwidth", "homophone", "ime", "replacement", "slip", "transposition"]

# Shares in the final text, in thousandths. These rest on figures, all second-hand: wrong conversions are about 42 % of
# the corrections in a large corpus of Japanese Wikipedia edits; 27 % of its kana-only half is one keystroke, the rest
# is editing, a half of which counts as errors here. How many of the keystrokes are a wrong number of n is assumed.
_COUNTED = (
    ("homophone", 200),  # that these two share the wrong conversions alike is assumed
    ("wrong_candidate", 200),
    ("romaji_slip", 160),
    ("particle", 220),
    ("n_count", 40),
)
# Assumed: lists of recurring errors name these kinds, but nobody has counted them.
_ASSUMED = (
    ("sokuon", 30),
    ("voicing", 30),
    ("long_vowel", 20),
    ("small_kana", 10),
    ("premature_commit", 30),
    ("ime_off", 15),
    ("katakana_commit", 5),
    ("halfwidth_katakana", 5),
    ("ime_on", 10),
    ("fullwidth", 10),
    ("zenkaku_space", 5),
    ("okurigana", 10),
)

LANGUAGE = Language(
    code="ja",
    name="Japanese",
    view="romaji_ime",
    shares=_COUNTED + _ASSUMED,
    options=(("reader", "sudachi"),),
)


def transposition(*, preset: str = "", style: str = "typist") -> Recipe:
    """Make `ja.transposition`: two keys of a word were pressed in the wrong order.

    The 10 % counts words with kanji whose reading has at least two kana. `@paper` swaps any two keys, reads
    with pykakasi and converts by the published rule; see `RomajiSlip`.
    """
    return _recipe("transposition", preset, _slip("transpose", "transpose_any", preset, style))


def replacement(*, preset: str = "", style: str = "typist") -> Recipe:
    """Make `ja.replacement`: a wrong key was pressed for one key of a word.

    The 10 % counts words with kanji whose reading has at least two kana. The realistic form presses a
    neighbouring key of the JIS keyboard; `@paper` takes another vowel for a vowel and another consonant for a
    consonant, reads with pykakasi and converts by the published rule; see `RomajiSlip`.
    """
    return _recipe("replacement", preset, _slip("replace", "replace_class", preset, style))


def homophone(*, preset: str = "") -> Recipe:
    """Make `ja.homophone`: a word was converted to another of the same sound.

    The 10 % counts words that stand in the homophone table. `@paper` knows the five published sets only, and
    finds them among the words of pykakasi.
    """
    paper = bool(preset)
    return _recipe(
        "homophone", preset, Homophone(table="paper", reader="pykakasi") if paper else Homophone(reader="sudachi")
    )


def ime(*, preset: str = "", capitals: str = "fold") -> Recipe:
    """Make `ja.ime`: a Latin word was typed with the input method on.

    The 10 % counts runs of ASCII letters. `@paper` matches greedily and leaves a bare n as it is (`tanh` gives
    `たｎｈ`, a real input method `たんｈ`).
    """
    return _recipe("ime", preset, ImeOn(capitals=capitals, table="paper" if preset else "mozc"))


def fullwidth(*, preset: str = "", per: str = "run") -> Recipe:
    """Make `ja.fullwidth`: half-width letters and digits came out full-width.

    The 10 % counts maximal runs of half-width letters and digits, each converted whole; with
    `per="character"` single characters. `@paper` is the same. Many texts have no such run: of the 1,119 validation
    questions of JCommonsenseQA 34 (3 %) do.
    """
    return _recipe("fullwidth", preset, FullWidth(per=per))


def slip(*, device: str = "pc-romaji") -> Recipe:
    """Make `ja.slip`: a finger slipped on the keys of a device.

    The 10 % counts words that the device can type, on romaji keys those with kanji. `device`: `pc-romaji` (93 % of
    people at a PC, see `RomajiSlip`), `pc-kana` (5 %) or `flick` (a phone), see `KanaSlip`.
    """
    check_choice("device", device, ("pc-romaji", *DEVICES))
    made = RomajiSlip() if device == "pc-romaji" else KanaSlip(device=device, reader="sudachi")
    return _recipe("slip", "", made)


def _slip(realistic: str, published: str, preset: str, style: str) -> RomajiSlip:
    if preset:
        # The published examples are all spelt in the way of Kunrei.
        style = "kunrei" if style == "typist" else style
        return RomajiSlip(op=published, style=style, table="paper", reader="pykakasi", pin="none")
    return RomajiSlip(op=realistic, style=style)


def _recipe(name: str, preset: str, transform: Transform) -> Recipe:
    check_choice("preset", preset, ("", "paper"))
    suffix = f"@{preset}" if preset else ""
    return Recipe(f"ja.{name}.v1{suffix}", transform, rate=0.1, min_edits=1)
