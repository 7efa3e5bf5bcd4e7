"""Kana → words by the cheapest path through the dictionary, in Python: what MeCab does, several times slower.

It serves where MeCab has no wheel, and for the few readings of which the dictionary file lost words.
"""

from __future__ import annotations

import heapq
from itertools import count, groupby
from typing import TYPE_CHECKING, NamedTuple

from typo.ja.mozc import Entry, dictionary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["UNKNOWN_COST", "UNKNOWN_ID", "Path", "Pin", "in_order", "python_best", "python_paths"]

# `unk.dic`: what the dictionary has no word for is one character of this kind.
UNKNOWN_ID, UNKNOWN_COST = 10, 8000


class Pin(NamedTuple):
    """A stretch of kana that is held fast to what it is written as."""

    start: int
    end: int
    surface: str


class Path(NamedTuple):
    """A conversion: its cost, and for each word its place in the kana and how it is written."""

    cost: int
    words: tuple[tuple[int, str], ...]


class _Node(NamedTuple):
    """Words of one class at one stretch of the kana, with their cheapest past.

    `own` is the cost of the cheapest of them and `cost` that of the path that ends with it. Without an `entry`,
    `surface` is all there is to choose from.
    """

    start: int
    left: int
    right: int
    cost: int
    own: int
    before: _Node | None
    entry: Entry | None
    place: int
    surface: str


# What may begin at a place: the end, then left, right, own, entry, place and surface of a node.
_Choice = tuple[int, int, int, int, Entry | None, int, str]


def python_best(kana: str, pins: Sequence[Pin] = ()) -> Path:
    """Return the cheapest path; of equals, that which MeCab would take."""
    last = _forward(kana, pins)[-1][0]
    words: list[tuple[int, str]] = []
    node = last.before
    while node is not None and node.before is not None:
        words.append((node.start, node.surface if node.entry is None else node.entry.spelling(node.place)))
        node = node.before
    return Path(last.cost, tuple(reversed(words)))


def python_paths(kana: str, pins: Sequence[Pin] = ()) -> Iterator[Path]:
    """Yield all paths, the cheapest first; see `in_order`."""
    return in_order(_all_paths(_forward(kana, pins)), python_best(kana, pins))


def in_order(paths: Iterable[Path], best: Path) -> Iterator[Path]:
    """Put paths of ascending cost into the order that no back end decides.

    `best` comes first; of equally dear ones that which is less as a tuple; of paths that look alike only the first.
    """
    seen = {best.words}
    yield best
    for _, run in groupby(paths, key=lambda path: path.cost):
        for path in sorted(run):
            if path.words not in seen:
                seen.add(path.words)
                yield path


def _all_paths(ends: list[list[_Node]]) -> Iterator[Path]:
    """Search from the end: what the rest of a path costs at least is known exactly, so the cheapest come first."""
    total, connection = dictionary().connections
    last = ends[-1][0]
    members: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
    ticket = count()  # so that nodes are never compared
    queue: list[tuple[int, int, int, _Node, int, tuple[tuple[int, str], ...]]] = [(last.cost, 0, 0, last, 0, ())]
    while queue:
        cost, _, behind, node, rank, tail = heapq.heappop(queue)
        if node.before is None:
            yield Path(cost, tail)
            continue
        own, shown = node.own, node.surface
        if node.entry is not None:
            name = node.entry.first, node.left, node.right
            if name not in members:
                members[name] = dictionary().members(node.entry, node.left, node.right)
            choices = members[name]
            own, place = choices[rank]
            shown = node.entry.spelling(place)
            if rank + 1 < len(choices):
                dearer = cost - own + choices[rank + 1][0]
                heapq.heappush(queue, (dearer, next(ticket), behind, node, rank + 1, tail))
        longer = ((node.start, shown), *tail) if shown else tail
        row = total * node.left
        for left in ends[node.start]:
            rest = behind + own + connection[left.right + row]
            heapq.heappush(queue, (left.cost + rest, next(ticket), rest, left, 0, longer))


def _forward(kana: str, pins: Sequence[Pin]) -> list[list[_Node]]:
    """Return the words that end at each place, each with its cheapest past; the end of the sentence comes last."""
    total, connection = dictionary().connections
    ends: list[list[_Node]] = [[] for _ in range(len(kana) + 2)]
    ends[0].append(_Node(0, 0, 0, 0, 0, None, None, 0, ""))
    pinned = {pin.start: pin for pin in pins}
    stops = iter(sorted({place for pin in pins for place in pin[:2]} | {len(kana)}))
    stop = 0
    for start in range(len(kana) + 1):
        lefts = ends[start]
        if not lefts:
            continue
        while stop <= start < len(kana):
            stop = next(stops)
        choices = _choices(kana, start, stop, pinned.get(start)) if start < len(kana) else [_end(start + 1)]
        cheapest: dict[int, tuple[int, _Node]] = {}
        fresh: dict[int, list[_Node]] = {}
        for end, left, right, own, entry, place, surface in choices:
            if left not in cheapest:
                row = total * left
                costs = [before.cost + connection[before.right + row] for before in lefts]
                least = min(costs)
                # MeCab looks at the word found last first, and keeps the first of equals.
                cheapest[left] = least, lefts[costs.index(least)]
            least, before = cheapest[left]
            node = _Node(start, left, right, least + own, own, before, entry, place, surface)
            fresh.setdefault(end, []).append(node)
        for end, nodes in fresh.items():
            ends[end] = nodes + ends[end]
    return ends


def _end(place: int) -> _Choice:
    return place, 0, 0, 0, None, 0, ""


def _choices(kana: str, start: int, stop: int, pin: Pin | None) -> list[_Choice]:
    """List the words that may begin at a place."""
    book = dictionary()
    found: list[_Choice] = []
    for end, value in book.prefixes(kana, start, stop):
        if pin is None:
            entry = book.entry(value)
            found += [(end, left, right, own, entry, place, "") for left, right, own, place in entry.classes]
        elif end == pin.end:
            entry = book.entry(value)
            words = [book.word(entry, place) for place in entry.places(pin.surface)]
            found += [(end, word.left, word.right, word.cost, None, 0, pin.surface) for word in words]
    if found:
        return found
    if pin is not None:
        # No word of the dictionary: it stands between its neighbours at no cost.
        return [(pin.end, 0, 0, 0, None, 0, pin.surface)]
    return [(start + 1, UNKNOWN_ID, UNKNOWN_ID, UNKNOWN_COST, None, 0, kana[start])]
