"""Bunsetsu: a content word with the particles and endings that lean on it, the phrase that people convert at once.

The rules are on parts of speech, so they need the tokens of SudachiPy or fugashi.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from typo.errors import check_choice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.ja.reader import Token

__all__ = ["UNITS", "bunsetsu", "units"]

UNITS = ("word", "bunsetsu")

# Parts of speech that always lean on what stands before them.
_LEANING = frozenset(("助詞", "助動詞", "接尾辞"))
_CLOSING = frozenset(("句点", "読点", "括弧閉"))
_NO_WORD = frozenset(("空白", "補助記号", "記号"))


def units(tokens: Sequence[Token], unit: str = "word") -> tuple[tuple[int, int], ...]:
    """Return the units of a text as half-open ranges of tokens; together they are all tokens.

    `unit="word"`: every token by itself; `"bunsetsu"`: see `bunsetsu`.
    """
    if check_choice("unit", unit, UNITS) == "word":
        return tuple((place, place + 1) for place in range(len(tokens)))
    return bunsetsu(tokens)


def bunsetsu(tokens: Sequence[Token]) -> tuple[tuple[int, int], ...]:
    """Return the bunsetsu as half-open ranges of tokens; together they are all tokens.

    >>> tokens = reading("新しい本を読んでいる。")  # doctest: +SKIP
    >>> ["".join(t.surface for t in tokens[a:b]) for a, b in bunsetsu(tokens)]  # doctest: +SKIP
    ['新しい', '本を', '読んでいる。']

    Compounds stay whole (機械学習), and so do auxiliary verbs (読んでいる). Blanks, signs and what has no part of
    speech stand alone, except closing punctuation.
    """
    if not tokens:
        return ()
    starts = [place for place in range(len(tokens)) if not place or _begins(tokens, place)]
    return tuple(zip(starts, [*starts[1:], len(tokens)], strict=True))


def _begins(tokens: Sequence[Token], place: int) -> bool:
    """Tell whether a bunsetsu begins at a token that is not the first."""
    before, token = tokens[place - 1], tokens[place]
    if not token.pos or not before.pos:
        return True
    kind, detail = token.pos[0], token.pos[1]
    if before.pos[1] == "括弧開":
        return False
    if before.pos[0] == "空白":
        return True
    if kind in _NO_WORD:
        return detail not in _CLOSING
    if before.pos[0] in _NO_WORD:
        # 「雨だ」|と
        return before.pos[1] != "括弧閉" or kind not in _LEANING
    if kind in _LEANING or detail == "助動詞語幹" or before.pos[0] == "接頭辞":
        return False
    return not _compounds(before, token)


def _compounds(before: Token, token: Token) -> bool:
    """Tell whether two words that stand on their own make one."""
    kind, detail = token.pos[0], token.pos[1]
    if kind in ("名詞", "形状詞"):
        # A time word begins and ends a phrase (今日|学校へ), but 月曜|日 is one word.
        has_time = "副詞可能" in (before.pos[2], token.pos[2]) and not before.surface.endswith("曜")
        return before.pos[0] in ("名詞", "接尾辞") and not has_time
    if kind == "動詞" and before.pos[0] == "名詞":
        # 研究|する, 参加|できる
        return token.pos[4] == "サ行変格" or token.surface.startswith(("でき", "出来"))
    if kind == "動詞" and before.pos[0] == "動詞" and "連用形" in before.pos[-1]:
        # 取り|戻す, 書き|始める
        return True
    # 読んで|いる, 高く|ない
    return detail == "非自立可能" and (before.pos[1] == "接続助詞" or "連用形" in before.pos[-1])
