"""Find the option that a generated answer names."""

from __future__ import annotations

import re
from functools import cache
from string import ascii_uppercase
from unicodedata import normalize

__all__ = ["LETTERS", "extract"]

LETTERS = ascii_uppercase

# A letter that is no part of a Latin word.
_ALONE = r"(?<![A-Za-z])([{letters}])(?![A-Za-z])"


def extract(answer: str, options: int) -> int | None:
    """Return the index of the option that `answer` names, or None.

    The published rule, after compatibility normalisation (Ａ counts as A): the last letter that follows 回答, 答え
    or 正解; else a letter that stands alone at the end; else the first letter that stands alone. Letters beyond the
    number of options do not count. Known weakness of the rule: 正解はAではなくBです gives A.

    >>> extract("考えてみると、正解はＢです。", 4), extract("E", 4), extract("E", 5)
    (1, None, 4)
    """
    text = normalize("NFKC", answer).strip()
    named, final, alone = _patterns(options)
    found = named.findall(text) or final.findall(text) or alone.findall(text)[:1]
    return LETTERS.index(found[-1]) if found else None


@cache
def _patterns(options: int) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    letter = _ALONE.format(letters=LETTERS[:options])
    return (
        # Between the word and the letter: particles, colons, brackets, but no other sentence or letter.
        re.compile(rf"(?:回答|答え|正解)[^A-Za-z。\n]{{0,10}}{letter}"),
        re.compile(rf"{letter}[^\w]*$"),
        re.compile(letter),
    )
