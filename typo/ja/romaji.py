"""Romaji keys and kana: how people spell kana, and what an input method makes of keys.

The tables are data (`data/romaji.tsv`, `data/styles.tsv`); what is not a row of them is a rule below.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from typo.errors import InvalidArgument, check_choice, check_text
from typo.ja.script import full_width, hiragana

__all__ = ["CAPITALS", "STYLES", "TABLES", "keystrokes", "romaji_to_kana"]

STYLES = ("kunrei", "hepburn", "wapuro")
TABLES = ("mozc", "paper")
CAPITALS = ("fold", "ascii")

_VOWELS = "aiueo"
# Every consonant key but n: pressed twice it makes っ and stays.
_DOUBLED = "bcdfghjklmpqrstvwxyz"
# The keys before which people double the consonant for っ (not x and w, whose doubles mean more), and those
# before which a single n is ん (not y, with which it would make にゃ).
_AFTER_TSU = "bcdfghjklmpqrstvyz"
_AFTER_N = "bcdfghjklmpqrstvwxz"
_PUNCTUATION = {"-": "ー", ",": "、", ".": "。", "[": "「", "]": "」", "/": "・", "~": "〜"}
# Signs behind a z: only Mozc's table has them.
_MOZC_SIGNS = dict(zip("hjkl.,/-[]", "←↓↑→…‥・〜『』", strict=True))
_LONGEST = 4


class _Rule(NamedTuple):
    """What some keys make, and the keys that are put back and may make more."""

    kana: str
    rest: str = ""


def keystrokes(kana: str, *, style: str = "kunrei", always_nn: bool = False) -> str:
    """Return the romaji keys that type a string of kana.

    >>> keystrokes("たんご"), keystrokes("しんや"), keystrokes("がっこう")
    ('tango', 'sinnya', 'gakkou')
    >>> [keystrokes("ふじちゃづけ", style=style) for style in ("kunrei", "wapuro", "hepburn")]
    ['huzityaduke', 'fujityaduke', 'fujichaduke']

    Katakana count as hiragana.

    - `style`: `kunrei` (si ti tu hu zi zya), `hepburn` (shi chi tsu fu ji ja) or `wapuro` (si ti tu fu ji ja).
    - `always_nn`: type ん as `nn` everywhere; else it is `n` before a consonant and `nn` elsewhere.

    Raises `InvalidArgument` for a character that romaji input has no keys for.
    """
    check_choice("style", style, STYLES)
    spelling = _spelling(style)
    plain = hiragana(check_text("kana", kana))
    keys: list[str] = []
    place = 0
    while place < len(plain):
        length = 2 if plain[place : place + 2] in spelling else 1
        sound = plain[place : place + length]
        if sound not in spelling and sound not in "んっ":
            raise InvalidArgument(f"kana={kana!r} holds {sound!r}, which romaji input has no keys for.")
        keys.append(spelling.get(sound, sound))
        place += length
    # From the end, since ん and っ are spelt by what follows them.
    following = ""
    for index in range(len(keys) - 1, -1, -1):
        if keys[index] == "ん":
            keys[index] = "n" if following and following in _AFTER_N and not always_nn else "nn"
        elif keys[index] == "っ":
            keys[index] = following if following and following in _AFTER_TSU else "xtu"
        following = keys[index][0]
    return "".join(keys)


def romaji_to_kana(keys: str, *, table: str = "mozc", committed: bool = False, capitals: str = "fold") -> str:
    """Return the kana that an input method makes of romaji keys.

    >>> romaji_to_kana("tango"), romaji_to_kana("hango"), romaji_to_kana("sanak")
    ('たんご', 'はんご', 'さなｋ')
    >>> romaji_to_kana("python"), romaji_to_kana("python", committed=True)
    ('ｐｙてょん', 'ｐｙてょｎ')
    >>> romaji_to_kana("ImageNet"), romaji_to_kana("ImageNet", capitals="ascii")
    ('いまげねｔ', 'ImageNet')
    >>> romaji_to_kana("hango", table="paper")
    'はnご'

    - `table="mozc"`: Mozc's table and composer; keys that make no kana come out full width, as a Japanese input
      method shows them. `"paper"`: the rule of the published study, the longest match of the table at every
      position, where a bare n never becomes ん, and what is left stays half width in lower case.
    - `committed=False`: after Space, when a final n becomes ん; `True`: after Enter, when it stays ｎ.
    - `capitals="fold"`: upper case counts as lower case (Caps Lock). `"ascii"`: Mozc's default, in which Shift
      starts half-width Latin: after two or more capitals up to the next small letter, after a single one up to
      the end.

    `committed` and `capitals` mean nothing to `table="paper"`, which knows neither key.
    """
    check_text("keys", keys)
    check_choice("table", table, TABLES)
    check_choice("capitals", capitals, CAPITALS)
    if table == "paper":
        return _longest_matches(keys.lower())
    if capitals == "fold":
        return _composed(keys.lower(), committed=committed)
    return "".join(part if latin else _composed(part, committed=committed) for part, latin in _latin_parts(keys))


def _composed(keys: str, *, committed: bool) -> str:
    """Feed keys one by one to Mozc's composer: a buffer that waits while more keys could still match."""
    rules, prefixes = _rules("mozc"), _prefixes("mozc")
    shown: list[str] = []
    buffer = ""
    for key in keys:
        while True:
            candidate = buffer + key
            if candidate in prefixes:
                buffer = candidate
                break
            if candidate in rules:
                shown.append(rules[candidate].kana)
                buffer = rules[candidate].rest
                break
            if not buffer:
                shown.append(full_width(key))
                break
            # The key does not go on from here: what waited is final. A complete match (n, ww) counts as such,
            # anything else stays raw and never joins later keys.
            rule = rules.get(buffer, _Rule(full_width(buffer)))
            shown.append(rule.kana)
            buffer = rule.rest
    if buffer == "n" and not committed:
        return "".join([*shown, "ん"])
    return "".join([*shown, full_width(buffer)])


def _longest_matches(keys: str) -> str:
    rules = _rules("paper")
    shown: list[str] = []
    place = 0
    while place < len(keys):
        longest = min(_LONGEST, len(keys) - place)
        length = next((n for n in range(longest, 0, -1) if keys[place : place + n] in rules), 0)
        rule = rules[keys[place : place + length]] if length else _Rule(keys[place])
        shown.append(rule.kana)
        # What is put back is always the end of the match.
        place += max(length, 1) - len(rule.rest)
    return "".join(shown)


def _latin_parts(keys: str) -> list[tuple[str, bool]]:
    """Split keys where Shift starts half-width Latin and where a small letter ends it."""
    parts: list[tuple[str, bool]] = []
    start = 0
    while start < len(keys):
        end = start
        while end < len(keys) and not keys[end].isupper():
            end += 1
        if end > start:
            parts.append((keys[start:end], False))
        start = end
        while end < len(keys) and not keys[end].islower():
            end += 1
        if end - start == 1:
            end = len(keys)
        if end > start:
            parts.append((keys[start:end], True))
        start = end
    return parts


def _table(name: str) -> list[list[str]]:
    text = files("typo.ja").joinpath("data", name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if not line.startswith("#")]


@cache
def _rows() -> dict[str, str]:
    return {
        row[0] + vowel: kana
        for row in _table("romaji.tsv")
        for vowel, kana in zip(_VOWELS, row[1:], strict=True)
        if kana != "-"
    }


@cache
def _rules(table: str) -> dict[str, _Rule]:
    rules = {keys: _Rule(kana) for keys, kana in (_rows() | _PUNCTUATION).items()}
    rules |= {key * 2: _Rule("っ", key) for key in _DOUBLED}
    rules |= {"nn": _Rule("ん"), "n'": _Rule("ん"), "xn": _Rule("ん")}
    if table == "mozc":
        rules |= {"z" + key: _Rule(sign) for key, sign in _MOZC_SIGNS.items()}
        rules |= {"n": _Rule("ん"), "tch": _Rule("っ", "ch"), "www": _Rule("ｗ", "ww")}
    return rules


@cache
def _prefixes(table: str) -> frozenset[str]:
    """Return the keys that could still grow into a longer match."""
    return frozenset(keys[:end] for keys in _rules(table) for end in range(1, len(keys)))


@cache
def _spelling(style: str) -> dict[str, str]:
    spelling = {sign: key for key, sign in _PUNCTUATION.items()}
    for keys, kana in _rows().items():
        spelling.setdefault(hiragana(kana), keys)
    del spelling["っ"]  # spelt by what follows it
    return spelling | {kana: keys for name, kana, keys in _table("styles.tsv") if name == style}
