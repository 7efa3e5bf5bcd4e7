"""Kana → kanji conversion with the Mozc dictionary, whole or with parts held fast.

On text: `convert` (kana alone), `reconvert` (a span of a text typed anew) and `candidates` (the list that an input
method would open on a span). Transforms, which have the tokens at hand, use `reconvert_tokens` and
`token_candidates`, which return what stands in place of the tokens.
"""

from __future__ import annotations

import re
from itertools import accumulate, islice
from typing import TYPE_CHECKING, NamedTuple

from typo.errors import InvalidArgument, check_choice, check_int, check_text
from typo.ja.align import Piece, align_tokens
from typo.ja.engine import best, ranked
from typo.ja.lattice import Pin
from typo.ja.reader import Token
from typo.ja.reader import reading as read_text
from typo.ja.script import KANJI

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from typo.ja.lattice import Path

__all__ = [
    "PINS",
    "Candidate",
    "candidates",
    "convert",
    "reconvert",
    "reconvert_tokens",
    "reconvert_unit",
    "token_candidates",
]

PINS = ("tokens", "context", "none")

# What a slip makes is seldom a word that the dictionary knows, and nobody would leave a brand or a number there: HOYA
# for ほや, 8日 for ようか.
_JAPANESE = re.compile(f"[ぁ-ゖァ-ヺー・{KANJI}]+")
_TRIED = 512


class Candidate(NamedTuple):
    """One way to write some kana: `cost` above that of the best (0 for it), and the words that it is made of."""

    surface: str
    cost: int
    pieces: tuple[Piece, ...]


def convert(kana: str, n: int = 1) -> tuple[str, ...]:
    """Return the `n` best conversions of kana (1..512), the best first; fewer where there are no more.

    Letters and signs stay as they are. Raises `InvalidArgument` for blanks, NUL and lone surrogates, which an
    input method never converts, and `MissingExtra` without the extra `ja`.

    >>> convert("きかいがくしゅう")  # doctest: +SKIP
    ('機械学習',)
    """
    _check_kana("kana", kana)
    check_int("n", n, minimum=1, maximum=512)
    return tuple(candidate.surface for candidate in _candidates((), kana, (), n))


def candidates(
    text: str,
    start: int,
    end: int,
    kana: str | None = None,
    *,
    n: int = 10,
    farthest: int | None = None,
    pin: str = "context",
) -> tuple[Candidate, ...]:
    """Return the `n` best ways (1..512) to write the words `text[start:end]`, the best first.

    `kana` is what is converted; without it, the reading of the words. With `pin="context"` the words on both sides
    are held fast and the cost of standing beside them counts; with `pin="none"` the kana are converted on their own.
    Candidates differ in how they are written; of equal ones the cheapest is listed. Those that cost more than
    `farthest` above the best are left out, which also saves the search for them.

    >>> [c.surface for c in candidates("単語を学ぶ", 0, 2, n=3)]  # doctest: +SKIP
    ['単語', 'タンゴ', '端午']

    Raises `InvalidArgument` for a span outside the text and, without `kana`, for one that is not whole words with
    readings.
    """
    check_choice("pin", pin, PINS[1:])
    check_int("n", n, minimum=1, maximum=512)
    if farthest is not None:
        check_int("farthest", farthest, minimum=0)
    inside, before, after = _around(text, start, end)
    if kana is None:
        _check_read(text, start, end, inside, "kana")
        kana = "".join(token.reading for token in inside)
    _check_kana("kana", kana)
    if pin == "none":
        before = after = None
    return token_candidates(inside, kana, n=n, farthest=farthest, before=before, after=after)


def reconvert(text: str, start: int, end: int, kana: str, reading: str | None = None, pin: str = "tokens") -> str:
    """Return the text with the words `text[start:end]` typed anew as `kana`.

    `reading` is how the span was read before; without it SudachiPy is asked, and the span must be whole words. `pin`
    says what the conversion must leave as it is:

    - `"tokens"`: every part of the words whose kana did not change; only the rest is converted, in context.
    - `"context"`: the words around them; they are converted, in context.
    - `"none"`: nothing; they are converted on their own, as by `convert`.

    With the first two, words of the dictionary in Latin letters, digits or signs (8日 for ようか) are passed over.

    Text outside the span never changes. Raises `InvalidArgument` for a span outside the text, and where
    `reading` cannot be made into the words (nothing could then be pinned).

    >>> reconvert("単語を学ぶ", 0, 2, "たんげ", reading="たんご")  # doctest: +SKIP
    '丹下を学ぶ'
    """
    check_choice("pin", pin, PINS)
    inside, before, after = _around(text, start, end)
    _check_kana("kana", kana)
    if reading is None:
        _check_read(text, start, end, inside, "reading")
    else:
        _check_kana("reading", reading)
        inside = (Token(text[start:end], reading, start, end),)
    shown = reconvert_tokens(inside, kana, pin=pin, before=before, after=after)
    if shown is None:
        told = "".join(token.reading for token in inside)
        raise InvalidArgument(f"reading={told!r} cannot be converted to {text[start:end]!r}.")
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
    """Return what stands in place of one word typed anew as `kana`; see `reconvert_tokens`."""
    return reconvert_tokens((Token(word, reading, 0, len(word)),), kana, pin=pin, before=before, after=after)


def reconvert_tokens(
    tokens: Sequence[Token],
    kana: str,
    *,
    pin: str = "tokens",
    before: Token | None = None,
    after: Token | None = None,
) -> str | None:
    """Return what stands in place of some words (one, or a bunsetsu) typed anew as `kana`.

    None where `pin="tokens"` and their readings cannot be aligned with them. `before` and `after` are the words
    around them; `pin` is explained at `reconvert`.
    """
    check_choice("pin", pin, PINS)
    if pin == "none":
        return best(kana).text
    left, right = _pinned(before), _pinned(after)
    if pin == "context":
        return _converted(left, [Piece("", kana)], right)
    pieces = align_tokens(tokens)
    if pieces is None:
        return None
    ends = set(accumulate(len(token.surface) for token in tokens[:-1]))
    lengths = accumulate(len(piece.surface) for piece in pieces)
    borders = [place for place, length in enumerate(lengths, 1) if length in ends]
    head, damaged, tail = _damage(pieces, kana, borders)
    return _converted(left, [*head, Piece("", damaged), *tail], right)


def token_candidates(
    tokens: Sequence[Token],
    kana: str | None = None,
    *,
    n: int = 10,
    farthest: int | None = None,
    before: Token | None = None,
    after: Token | None = None,
) -> tuple[Candidate, ...]:
    """Return the `n` best ways to write some words typed as `kana` (without it: as they are read).

    `before` and `after` are the words around them, which are held fast; see `candidates`.
    """
    if kana is None:
        kana = "".join(token.reading for token in tokens)
    return _candidates(_pinned(before), kana, _pinned(after), n, farthest)


def _around(text: str, start: int, end: int) -> tuple[tuple[Token, ...], Token | None, Token | None]:
    """Return the words of a span, the one before and the one behind."""
    check_text("text", text)
    check_int("start", start, minimum=0)
    check_int("end", end, minimum=start, maximum=len(text))
    tokens = read_text(text)
    inside = tuple(token for token in tokens if start <= token.start and token.end <= end)
    before = next((token for token in tokens if token.end == start), None)
    after = next((token for token in tokens if token.start == end), None)
    return inside, before, after


def _pinned(token: Token | None) -> list[Piece]:
    return [Piece(token.surface, token.reading)] if token is not None and token.reading else []


def _damage(
    pieces: Sequence[Piece], kana: str, borders: Collection[int] = ()
) -> tuple[Sequence[Piece], str, Sequence[Piece]]:
    """Split pieces into those before and behind what differs in `kana`, and return the kana between.

    `borders` are the places among the pieces where one word ends and another begins.
    """
    start = low = 0
    while low < len(pieces) and kana.startswith(pieces[low].kana, start):
        start += len(pieces[low].kana)
        low += 1
    end, high = len(kana), len(pieces)
    while high > low and end - len(pieces[high - 1].kana) >= start and kana.endswith(pieces[high - 1].kana, start, end):
        high -= 1
        end -= len(pieces[high].kana)
    if low == high and start < end:
        # Something was added between two pieces. Nobody types it on its own, but a letter that made no kana stands
        # between two words as it is.
        if low in borders and not any("ぁ" <= character <= "ー" for character in kana[start:end]):
            pass
        elif low == 0 or (high < len(pieces) and _leads(kana[start:end], pieces[low - 1].kana, pieces[high].kana)):
            end += len(pieces[high].kana)
            high += 1
        else:
            low -= 1
            start -= len(pieces[low].kana)
    return pieces[:low], kana[start:end], pieces[high:]


def _leads(added: str, before: str, after: str) -> bool:
    """Tell whether added kana belong to the sound that follows them rather than to the one before.

    A letter that made no kana and a doubled consonant do, and so does the first sound of what follows, typed twice.
    """
    is_onset = not "ぁ" <= added[-1] <= "ー" or added[-1] == "っ"
    return is_onset or (after.startswith(added) and not before.endswith(added))


def _converted(left: Sequence[Piece], middle: Sequence[Piece], right: Sequence[Piece]) -> str:
    """Convert what has no surface yet between pieces that are held fast, and return the middle."""
    kana, pins, start, end = _laid_out(left, middle, right)

    def inside(path: Path) -> list[tuple[int, str]]:
        return [word for word in path.words if start <= word[0] < end]

    first = inside(best(kana, pins))
    if _is_japanese(first, kana):
        return "".join([shown for _, shown in first])
    others = map(inside, islice(ranked(kana, pins), _TRIED))
    chosen = next((words for words in others if _is_japanese(words, kana)), first)
    return "".join([shown for _, shown in chosen])


def _is_japanese(words: Sequence[tuple[int, str]], kana: str) -> bool:
    """Tell whether every word is kana and kanji, or stands as it was typed."""
    return all(_JAPANESE.fullmatch(shown) or kana.startswith(shown, place) for place, shown in words)


def _candidates(
    left: Sequence[Piece], kana: str, right: Sequence[Piece], n: int, farthest: int | None = None
) -> tuple[Candidate, ...]:
    whole, pins, start, end = _laid_out(left, [Piece("", kana)], right)
    found: list[Candidate] = []
    least: int | None = None
    for path in islice(ranked(whole, pins, farthest=farthest), n) if n > 1 else [best(whole, pins)]:
        least = path.cost if least is None else least
        words = [word for word in path.words if start <= word[0] < end]
        ends = [*(place for place, _ in words[1:]), end]
        pieces = tuple(Piece(shown, whole[place:stop]) for (place, shown), stop in zip(words, ends, strict=False))
        found.append(Candidate("".join([shown for _, shown in words]), path.cost - least, pieces))
    return tuple(found)


def _laid_out(
    left: Sequence[Piece], middle: Sequence[Piece], right: Sequence[Piece]
) -> tuple[str, list[Pin], int, int]:
    """Return the kana of all pieces, the pins of those with a surface, and where the middle starts and ends."""
    pins: list[Pin] = []
    place = 0
    for piece in (*left, *middle, *right):
        if piece.surface:
            pins.append(Pin(place, place + len(piece.kana), piece.surface))
        place += len(piece.kana)
    start = sum(len(piece.kana) for piece in left)
    end = start + sum(len(piece.kana) for piece in middle)
    return "".join(piece.kana for piece in (*left, *middle, *right)), pins, start, end


def _check_read(text: str, start: int, end: int, tokens: Sequence[Token], name: str) -> None:
    covered = sum(token.end - token.start for token in tokens)
    if not tokens or covered < end - start or not all(token.reading for token in tokens):
        raise InvalidArgument(
            f"text[{start}:{end}]={text[start:end]!r} is not whole words with readings; pass {name}=."
        )


def _check_kana(name: str, value: str) -> None:
    for character in check_text(name, value):
        if character.isspace() or character == "\0" or "\ud800" <= character <= "\udfff":
            raise InvalidArgument(f"{name}={value!r} holds {character!r}, which ends a conversion; convert the parts.")
