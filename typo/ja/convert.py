"""Kana → kanji conversion with the Mozc dictionary, whole or with parts held fast."""

from __future__ import annotations

from itertools import accumulate, islice
from typing import TYPE_CHECKING

from typo.errors import InvalidArgument, check_choice, check_int, check_text
from typo.ja.align import Piece, align
from typo.ja.lattice import Pin, python_paths
from typo.ja.mecab import is_available, mecab_path
from typo.ja.mozc import TRUNCATED, version
from typo.ja.reader import reading as read_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.ja.reader import Token

__all__ = ["PINS", "convert", "reconvert", "reconvert_unit"]

PINS = ("tokens", "context", "none")


def convert(kana: str, n: int = 1) -> tuple[str, ...]:
    """Return the `n` best conversions of kana (1..512), the best first; fewer where there are no more.

    Letters and signs stay as they are. Raises `InvalidArgument` for blanks, NUL and lone surrogates, which an
    input method never converts, and `MissingExtra` without the extra `ja`.

    >>> convert("きかいがくしゅう")  # doctest: +SKIP
    ('機械学習',)
    """
    _check_kana("kana", kana)
    check_int("n", n, minimum=1, maximum=512)
    if n == 1 or not kana:
        return ("".join(text for _, text in _best_path(kana, ())),)
    # Paths that differ in their inner borders only look the same, so more are looked at than are wanted.
    paths = python_paths(kana, most=4 * n)
    distinct = dict.fromkeys("".join(text for _, text in path) for path in paths)
    return tuple(islice(distinct, n))


def reconvert(text: str, start: int, end: int, kana: str, *, reading: str | None = None, pin: str = "tokens") -> str:
    """Return the text with the word `text[start:end]` typed anew as `kana`.

    `reading` is how the word was read before; without it SudachiPy is asked. `pin` says what the conversion
    must leave as it is:

    - `"tokens"`: every part of the word whose kana did not change; only the rest is converted, in context.
    - `"context"`: the words around it; the whole word is converted, in context.
    - `"none"`: nothing; the whole word is converted on its own.

    Text outside the word never changes. Raises `InvalidArgument` for a span outside the text, and where
    `reading` cannot be made into the word (nothing could then be pinned).

    >>> reconvert("単語を学ぶ", 0, 2, "たんげ", reading="たんご")  # doctest: +SKIP
    '丹下を学ぶ'
    """
    check_text("text", text)
    check_int("start", start, minimum=0)
    check_int("end", end, minimum=start, maximum=len(text))
    _check_kana("kana", kana)
    tokens = read_text(text)
    if reading is None:
        reading = "".join(token.reading for token in tokens if start <= token.start and token.end <= end)
    _check_kana("reading", reading)
    before = next((token for token in tokens if token.end == start), None)
    after = next((token for token in tokens if token.start == end), None)
    shown = reconvert_unit(text[start:end], kana, reading=reading, pin=pin, before=before, after=after)
    if shown is None:
        raise InvalidArgument(f"reading={reading!r} cannot be converted to {text[start:end]!r}.")
    return text[:start] + shown + text[end:]


def reconvert_unit(
    word: str,
    kana: str,
    *,
    reading: str,
    pin: str = "tokens",
    before: Token | None = None,
    after: Token | None = None,
) -> str | None:
    """Return what stands in place of one word typed anew as `kana`; None where its reading cannot be aligned.

    `before` and `after` are the words around it; see `reconvert`.
    """
    check_choice("pin", pin, PINS)
    if pin == "none":
        return _converted((), kana, ())
    left = [Piece(before.surface, before.reading)] if before is not None and before.reading else []
    right = [Piece(after.surface, after.reading)] if after is not None and after.reading else []
    if pin == "context":
        return _converted(left, kana, right)
    pieces = align(word, reading)
    if pieces is None:
        return None
    head, damaged, tail = _damage(pieces, kana)
    middle = _converted([*left, *head], damaged, [*tail, *right])
    return "".join(piece.surface for piece in head) + middle + "".join(piece.surface for piece in tail)


def _damage(pieces: Sequence[Piece], kana: str) -> tuple[Sequence[Piece], str, Sequence[Piece]]:
    """Split pieces into those before and behind what differs in `kana`, and return the kana between."""
    start = low = 0
    while low < len(pieces) and kana.startswith(pieces[low].kana, start):
        start += len(pieces[low].kana)
        low += 1
    end, high = len(kana), len(pieces)
    while high > low and end - len(pieces[high - 1].kana) >= start and kana.endswith(pieces[high - 1].kana, start, end):
        high -= 1
        end -= len(pieces[high].kana)
    if low == high and start < end:
        # Something was added between two pieces. Nobody types it on its own: a letter that made no kana and a
        # doubled consonant belong to the sound that follows, anything else to the one before.
        is_onset = not "ぁ" <= kana[end - 1] <= "ー" or kana[end - 1] == "っ"
        if low == 0 or (is_onset and high < len(pieces)):
            end += len(pieces[high].kana)
            high += 1
        else:
            low -= 1
            start -= len(pieces[low].kana)
    return pieces[:low], kana[start:end], pieces[high:]


def _converted(left: Sequence[Piece], kana: str, right: Sequence[Piece]) -> str:
    """Convert kana between pieces that are held fast."""
    pieces = [*left, Piece("", kana), *right]
    ends = list(accumulate(len(piece.kana) for piece in pieces))
    pins = [Pin(end - len(p.kana), end, p.surface) for p, end in zip(pieces, ends, strict=True) if p.surface]
    start, end = ends[len(left)] - len(kana), ends[len(left)]
    path = _best_path("".join(piece.kana for piece in pieces), pins) if kana else []
    return "".join(shown for place, shown in path if start <= place < end)


def _best_path(kana: str, pins: Sequence[Pin]) -> list[tuple[int, str]]:
    if not kana:
        return []
    if is_available() and not any(reading in kana for reading in TRUNCATED.get(version(), ())):
        return mecab_path(kana, pins)
    return next(python_paths(kana, pins))


def _check_kana(name: str, value: str) -> None:
    for character in check_text(name, value):
        if character.isspace() or character == "\0" or "\ud800" <= character <= "\udfff":
            raise InvalidArgument(f"{name}={value!r} holds {character!r}, which ends a conversion; convert the parts.")
