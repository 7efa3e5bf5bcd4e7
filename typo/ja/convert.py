"""Kana → kanji conversion with the Mozc dictionary, whole or with parts held fast."""

from __future__ import annotations

import os
import threading
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from typo.errors import InvalidArgument, check_choice, check_int, check_text, require
from typo.ja.align import Piece, align
from typo.ja.mozc import folder
from typo.ja.reader import reading as read_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from typo.ja.reader import Token

__all__ = ["PINS", "convert", "reconvert", "reconvert_unit"]

PINS = ("tokens", "context", "none")

_UNKNOWN = 1  # MeCab's stat of a node that is not in the dictionary

_per_thread = threading.local()


def convert(kana: str, n: int = 1) -> tuple[str, ...]:
    """Return the `n` best conversions of kana (1..512), the best first; fewer where there are no more.

    Letters and signs stay as they are. Raises `InvalidArgument` for blanks, NUL and lone surrogates, which an
    input method never converts, and `MissingExtra` without the extra `ja`.

    >>> convert("きかいがくしゅう")
    ('機械学習',)
    """
    check_text("kana", kana)
    check_int("n", n, minimum=1, maximum=512)
    for character in kana:
        if character.isspace() or character == "\0" or "\ud800" <= character <= "\udfff":
            raise InvalidArgument(f"kana={kana!r} holds {character!r}, which ends a conversion; convert the parts.")
    # Paths that differ in their inner borders only look the same, so more are asked for than are wanted.
    shown = dict.fromkeys(
        "".join(text for _, text in path) for path in _paths(kana, (), paths=min(512, 4 * n) if n > 1 else 1)
    )
    return tuple(shown)[:n]


def reconvert(text: str, start: int, end: int, kana: str, *, reading: str | None = None, pin: str = "tokens") -> str:
    """Return the text with the word `text[start:end]` typed anew as `kana`.

    `reading` is how the word was read before; without it the default reader is asked. `pin` says what the
    conversion must leave as it is:

    - `"tokens"`: every part of the word whose kana did not change; only the rest is converted, in context.
    - `"context"`: the words around it; the whole word is converted, in context.
    - `"none"`: the whole word is converted on its own.

    Text outside the word never changes. Raises `InvalidArgument` for a span outside the text, and where
    `reading` cannot be made into the word (nothing could then be pinned).

    >>> reconvert("単語を学ぶ", 0, 2, "たんげ", reading="たんご")
    '丹下を学ぶ'
    """
    check_text("text", text)
    check_int("start", start, minimum=0)
    check_int("end", end, minimum=start, maximum=len(text))
    check_text("kana", kana)
    tokens = read_text(text)
    if reading is None:
        reading = "".join(token.reading for token in tokens if start <= token.start and token.end <= end)
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
    context_left = [Piece(before.surface, before.reading)] if before is not None and before.reading else []
    context_right = [Piece(after.surface, after.reading)] if after is not None and after.reading else []
    if pin == "context":
        return _converted(context_left, kana, context_right)
    pieces = align(word, reading)
    if pieces is None:
        return None
    head, damaged, tail = _damage(pieces, kana)
    middle = _converted([*context_left, *head], damaged, [*tail, *context_right]) if damaged else ""
    return "".join(p.surface for p in head) + middle + "".join(p.surface for p in tail)


def _damage(pieces: Sequence[Piece], kana: str) -> tuple[Sequence[Piece], str, Sequence[Piece]]:
    """Split pieces into those before and behind what differs in `kana`, and return the kana between."""
    start = low = 0
    while low < len(pieces) and kana.startswith(pieces[low].kana, start):
        start += len(pieces[low].kana)
        low += 1
    end, high = len(kana), len(pieces)
    while high > low and end - start >= len(pieces[high - 1].kana) and kana.endswith(pieces[high - 1].kana, start, end):
        end -= len(pieces[high - 1].kana)
        high -= 1
    return pieces[:low], kana[start:end], pieces[high:]


def _converted(left: Sequence[Piece], kana: str, right: Sequence[Piece]) -> str:
    """Convert kana between pieces that are held fast."""
    pieces = [*left, Piece("", kana), *right]
    ends = list(accumulate(len(piece.kana) for piece in pieces))
    pins = [(end - len(p.kana), end, p.surface) for p, end in zip(pieces, ends, strict=True) if p.surface]
    start, end = ends[len(left)] - len(kana), ends[len(left)]
    (path,) = _paths("".join(piece.kana for piece in pieces), pins)
    return "".join(shown for place, shown in path if start <= place < end)


def _paths(kana: str, pins: Sequence[tuple[int, int, str]], *, paths: int = 1) -> Iterator[list[tuple[int, str]]]:
    """Yield the best paths through the lattice: for each node its place in `kana` and what it is shown as."""
    if not kana:
        yield []
        return
    mecab, tagger, lattice = _engine()
    raw = kana.encode("utf-8")
    offsets = [0, *accumulate(len(character.encode("utf-8")) for character in kana)]
    places = {offset: place for place, offset in enumerate(offsets)}
    lattice.clear()
    lattice.set_request_type(mecab.MECAB_NBEST if paths > 1 else mecab.MECAB_ONE_BEST)
    lattice.set_sentence(kana)
    for start, end, surface in pins:
        lattice.set_feature_constraint(offsets[start], offsets[end], surface)
    tagger.parse(lattice)
    for _ in range(paths):
        path = []
        offset = 0
        node = lattice.bos_node().next
        while node.next:
            offset += node.rlength - node.length
            # The slice, not node.surface: that one dies with the lattice's copy of the sentence.
            shown = raw[offset : offset + node.length].decode("utf-8") if node.stat == _UNKNOWN else node.feature
            path.append((places[offset], shown))
            offset += node.length
            node = node.next
        yield path
        if paths > 1 and not lattice.next():
            return


def _engine() -> tuple[Any, Any, Any]:  # MeCab's binding has no types
    """Return MeCab with a tagger and a lattice of this thread: a lattice holds the state of one conversion."""
    if not hasattr(_per_thread, "engine"):
        path = folder()
        mecab = require("MeCab", extra="ja")
        # Quoted, since the path may hold blanks; no settings of the user's own.
        model = mecab.Model(f'-d "{path}" -r {os.devnull}')
        _per_thread.engine = (mecab, model.createTagger(), model.createLattice())
        _per_thread.model = model  # the tagger borrows it
    engine: tuple[Any, Any, Any] = _per_thread.engine
    return engine
