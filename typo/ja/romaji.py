"""Romaji keys and kana: how people spell kana, and what an input method makes of keys."""

from __future__ import annotations

from collections.abc import Sequence

from typo.errors import InvalidArgument, check_choice, check_text
from typo.ja.composer import CAPITALS, Composer
from typo.ja.romaji_tables import TABLES, Rule, rules, spellings, styles
from typo.ja.script import hiragana

__all__ = ["CAPITALS", "STYLES", "TABLES", "keystrokes", "romaji_to_kana"]

STYLES = tuple(styles())

# The keys before which people double the consonant for っ (not x and w, whose doubles mean more), and those
# before which a single n is ん (not y, with which it would make にゃ).
_AFTER_TSU = frozenset("bcdfghjklmpqrstvyz")
_AFTER_N = frozenset("bcdfghjklmpqrstvwxz")
_LONGEST = 4


def keystrokes(kana: str, *, style: str = "kunrei", prefer: Sequence[str] = (), always_nn: bool = False) -> str:
    """Return the romaji keys that type a string of kana.

    >>> keystrokes("たんご"), keystrokes("しんや"), keystrokes("がっこう")
    ('tango', 'sinnya', 'gakkou')
    >>> [keystrokes("ふじちゃづけ", style=style) for style in ("kunrei", "wapuro", "hepburn")]
    ['huzityaduke', 'fujityaduke', 'fujichaduke']
    >>> keystrokes("じゃあふぁっと", prefer=("j", "l")), keystrokes("たんご", always_nn=True)
    ('jaafatto', 'tanngo')

    Katakana count as hiragana. Typed back, the keys give the kana in every table but `paper`, which needs
    `always_nn`; where a style has one spelling for two kana (ぢ and じ), the other gets the keys that input
    methods know (`di`).

    - `style`: `kunrei` (si ti tu hu zi zya), `hepburn` (shi chi tsu fu ji ja) or `wapuro` (si ti tu fu ji ja).
    - `prefer`: what this typist does otherwise, as rows of the table by the keys they begin with, the first before
      others: `"j"` for ja ji ju je jo, `"f"` for fu, `"l"` and `"ly"` for small kana typed with l, `"c"` for ca ci cu.
    - `always_nn`: type ん as `nn` everywhere; else it is `n` before a consonant and `nn` elsewhere.

    Raises `InvalidArgument` for a character that romaji input has no keys for, and for an unknown row.
    """
    check_choice("style", style, STYLES)
    if isinstance(prefer, str) or not isinstance(prefer, Sequence):
        raise InvalidArgument(f'prefer={prefer!r} is not a sequence of rows, like ("j", "f").')
    spelling = spellings(style, tuple(check_text("prefer", row) for row in prefer))
    plain = hiragana(check_text("kana", kana))
    keys: list[str] = []
    place = 0
    while place < len(plain):
        length = 2 if plain[place : place + 2] in spelling else 1
        sound = plain[place : place + length]
        if sound not in spelling:
            raise InvalidArgument(f"kana={kana!r} holds {sound!r}, which romaji input has no keys for.")
        keys.append(sound if sound in "んっ" else spelling[sound])
        place += length
    # From the end, since ん and っ are spelt by what follows them.
    following = ""
    for index in range(len(keys) - 1, -1, -1):
        if keys[index] == "ん":
            keys[index] = "n" if following in _AFTER_N and not always_nn else "nn"
        elif keys[index] == "っ":
            keys[index] = following if following in _AFTER_TSU else spelling["っ"]
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
    >>> romaji_to_kana("matcha"), romaji_to_kana("matcha", table="msime")
    ('まっちゃ', 'まｔちゃ')
    >>> romaji_to_kana("hango", table="paper")
    'はnご'

    - `table="mozc"`: Mozc's table and composer; keys that make no kana come out full width, as a Japanese input
      method shows them. `"msime"`: the same composer with the table of Microsoft's input method as far as it is
      remembered (no tch, www and signs behind z; yi, qya, qwa, fwa, fyi and fye): not checked against it.
      `"paper"`: the rule of the published study, the longest match of the table at every position, where a bare n
      never becomes ん, and what is left stays half width in lower case.
    - `committed=False`: after Space, when a final n becomes ん; `True`: after Enter, when it stays ｎ.
    - `capitals="fold"`: upper case counts as lower case (Caps Lock). `"ascii"`: Mozc's default, in which Shift
      starts half-width Latin; see `typo.ja.Composer`.

    `committed` and `capitals` mean nothing to `table="paper"`, which knows neither key.
    """
    check_text("keys", keys)
    check_choice("capitals", capitals, CAPITALS)
    if check_choice("table", table, TABLES) == "paper":
        return _longest_matches(keys.lower())
    composer = Composer(table, capitals=capitals)
    composer.press(keys)
    return composer.enter() if committed else composer.space()


def _longest_matches(keys: str) -> str:
    known = rules("paper")
    shown: list[str] = []
    place = 0
    while place < len(keys):
        longest = min(_LONGEST, len(keys) - place)
        length = next((n for n in range(longest, 0, -1) if keys[place : place + n] in known), 0)
        rule = known[keys[place : place + length]] if length else Rule(keys[place])
        shown.append(rule.kana)
        # What is put back is always the end of the match.
        place += max(length, 1) - len(rule.rest)
    return "".join(shown)
