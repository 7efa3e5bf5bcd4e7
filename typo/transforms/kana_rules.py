"""The table of errors on kana (`data/japanese/kana_errors.tsv`): which kana become which, and where."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from typo.transforms.kana_changes import Change

__all__ = ["KanaRule", "changes", "kana_rules", "operations", "weigh"]

# The kana that end in a vowel.
_VOWELS = {
    "a": "あかさたなはまやらわがざだばぱゃぁ",
    "i": "いきしちにひみりぎじぢびぴぃ",
    "u": "うくすつぬふむゆるぐずづぶぷゔゅぅ",
    "e": "えけせてねへめれげぜでべぺぇ",
    "o": "おこそとのほもよろをごぞどぼぽょぉ",
}
_VOWEL = re.compile("@([aiueo])")


class KanaRule(NamedTuple):
    """One row of the table: `changes` and `stays` are its examples, the first a word and what becomes of it."""

    kind: str
    op: str
    pattern: re.Pattern[str]
    becomes: dict[str, str]
    weight: int
    changes: tuple[str, str]
    stays: str


@cache
def kana_rules() -> tuple[KanaRule, ...]:
    """Return the rows of the table."""
    text = files("typo").joinpath("data", "japanese", "kana_errors.tsv").read_text(encoding="utf-8")
    return tuple(_rule(*line.split("\t")) for line in text.splitlines() if not line.startswith("#"))


def _rule(
    kind: str,
    op: str,
    before: str,
    kana: str,
    becomes: str,
    after: str,
    weight: str,
    example: str,
    stays: str,
    _source: str,
) -> KanaRule:
    parts = kana.split(" ")
    made = ["" if part == "-" else part for part in becomes.split(" ")]
    pattern = re.compile(_company(before, "<") + f"(?:{'|'.join(parts)})" + _company(after, ""))
    word, result = example.split(" ")
    return KanaRule(kind, op, pattern, dict(zip(parts, made, strict=True)), int(weight), (word, result), stays)


def _company(listed: str, side: str) -> str:
    """Return the part of a pattern that says what stands before (`<`) or after a match."""
    if not listed:
        return ""
    if listed == "any":
        return f"(?{side}=.)"
    kana = _VOWEL.sub(lambda match: _VOWELS[match[1]], listed)
    if kana[0] == "!":
        return f"(?{side}![{kana[1:]}])"
    return f"(?{side}=[{kana.removesuffix('$')}])" if kana[-1] != "$" else f"(?=[{kana[:-1]}]|$)"


@cache
def operations(kind: str) -> tuple[str, ...]:
    """Return the operations of a kind, in the order of the table.

    >>> operations("sokuon")
    ('omit', 'double')
    """
    return tuple(dict.fromkeys(rule.op for rule in kana_rules() if rule.kind == kind))


def changes(kind: str, op: str, kana: str) -> tuple[Change, ...]:
    """List what may become of a word by the rows of a kind, and of one operation unless that is `any`.

    >>> [(change.op, "がっこう"[: change.start] + change.keys + "がっこう"[change.end :])
    ...  for change in changes("sokuon", "any", "がっこう")]
    [('omit', 'がこう'), ('double', 'がっっこう')]
    """
    return tuple(
        Change(match.start(), match.end(), rule.becomes[match.group()], rule.op, rule.weight)
        for rule in _rules(kind, op)
        for match in rule.pattern.finditer(kana)
    )


@lru_cache(maxsize=4096)
def weigh(kind: str, op: str, kana: str) -> int:
    """Add up the weights of all that may become of a word.

    >>> weigh("sokuon", "any", "がっこう"), weigh("sokuon", "any", "がこう")
    (4, 0)
    """
    if not _any_rule(kind, op).search(kana):
        return 0
    return sum([rule.weight * len(rule.pattern.findall(kana)) for rule in _rules(kind, op)])


@cache
def _any_rule(kind: str, op: str) -> re.Pattern[str]:
    """Return what finds in one go whether there is anything to do: most words have no っ and no ん."""
    return re.compile("|".join(rule.pattern.pattern for rule in _rules(kind, op)))


@cache
def _rules(kind: str, op: str) -> tuple[KanaRule, ...]:
    return tuple(rule for rule in kana_rules() if rule.kind == kind and op in ("any", rule.op))
