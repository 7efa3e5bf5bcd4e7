"""Kana → words by the cheapest path through the dictionary, in Python: what MeCab does, some twenty times slower.

It serves where MeCab has no wheel, for the few readings of which the dictionary file lost words, and for more
than one path: MeCab's order of paths of equal cost is that of its heap, which no other engine can match.
"""

from __future__ import annotations

import heapq
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from typo.ja.mozc import Word, dictionary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Pin", "python_paths"]

# `unk.dic`: what the dictionary has no word for is one character of this kind.
_UNKNOWN_ID, _UNKNOWN_COST = 10, 8000


class Pin(NamedTuple):
    """A stretch of kana that is held fast to what it is written as."""

    start: int
    end: int
    surface: str


class _Node(NamedTuple):
    start: int
    end: int
    word: Word
    cost: int
    before: _Node | None


def python_paths(kana: str, pins: Sequence[Pin] = (), *, most: int = 1) -> Iterator[list[tuple[int, str]]]:
    """Yield the best paths, at most `most`: for each word its place in `kana` and how it is written."""
    ends = _forward(kana, pins)
    if most == 1:
        node, path = ends[len(kana) + 1][0].before, []
        while node is not None and node.before is not None:
            path.append((node.start, node.word.surface))
            node = node.before
        yield path[::-1]
        return
    ticket = count()  # of two paths of equal cost the one found first comes first
    total, connection = dictionary().connections
    last = ends[len(kana) + 1][0]
    queue: list[tuple[int, int, int, _Node, list[tuple[int, str]]]] = [(last.cost, next(ticket), 0, last, [])]
    found = 0
    while queue and found < most:
        _, _, behind, node, tail = heapq.heappop(queue)
        if node.before is None:
            yield tail
            found += 1
            continue
        shown = tail if node is last else [(node.start, node.word.surface), *tail]
        for left in ends[node.start]:
            cost = behind + node.word.cost + connection[left.word.right + total * node.word.left]
            heapq.heappush(queue, (left.cost + cost, next(ticket), cost, left, shown))


def _forward(kana: str, pins: Sequence[Pin]) -> list[list[_Node]]:
    """Return the words that end at each place, each with its cheapest past; the end of the sentence comes last."""
    total, connection = dictionary().connections
    border = Word("", 0, 0, 0)
    ends: list[list[_Node]] = [[] for _ in range(len(kana) + 2)]
    ends[0].append(_Node(0, 0, border, 0, None))
    pinned = {pin.start: pin for pin in pins}
    stops = sorted({place for pin in pins for place in pin[:2]} | {len(kana)})
    limit = iter(stops)
    stop = 0
    for start in range(len(kana) + 1):
        if not ends[start]:
            continue
        while stop <= start and start < len(kana):
            stop = next(limit)
        # MeCab looks at the word found last first, and keeps the first of equals.
        words = _words(kana, start, stop, pinned.get(start))[::-1] if start < len(kana) else [(start + 1, border)]
        for end, word in words:
            row = total * word.left
            costs = [left.cost + connection[left.word.right + row] for left in ends[start]]
            cost = min(costs)
            before = ends[start][costs.index(cost)]
            ends[end].insert(0, _Node(start, end, word, cost + word.cost, before))
    return ends


def _words(kana: str, start: int, stop: int, pin: Pin | None) -> list[tuple[int, Word]]:
    """List the words that may begin at a place, each with its end."""
    book = dictionary()
    found = [
        (end, word)
        for end, value in book.prefixes(kana, start)
        if end <= stop
        for word in book.words(value)
        if pin is None or (end == pin.end and word.surface == pin.surface)
    ]
    if found:
        return found
    if pin is not None:
        # No word of the dictionary: it stands between its neighbours at no cost.
        return [(pin.end, Word(pin.surface, 0, 0, 0))]
    return [(start + 1, Word(kana[start], _UNKNOWN_COST, _UNKNOWN_ID, _UNKNOWN_ID))]
