"""Kana → words by the cheapest paths through the dictionary, in Python.

The cheapest alone MeCab finds ten times faster. This serves where MeCab has no wheel, for the few readings of which
the dictionary file lost words, and for more than one path, which MeCab would list over and over with other parts of
speech.
"""

from __future__ import annotations

import heapq
from functools import cache, partial
from itertools import count, groupby
from typing import TYPE_CHECKING, NamedTuple

from typo.ja.mozc import dictionary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["Path", "Pin", "python_best", "python_paths"]

# `unk.dic`: what the dictionary has no word for is one character of this kind.
_UNKNOWN = ((10, 10, 8000, 0),)
_NEUTRAL = ((0, 0, 0, 0),)

_NO_LIMIT = 1 << 60


class Pin(NamedTuple):
    """A stretch of kana that is held fast to what it is written as."""

    start: int
    end: int
    surface: str


class Path(NamedTuple):
    """A conversion: its cost, and for each word its place in the kana and how it is written."""

    cost: int
    words: tuple[tuple[int, str], ...]

    @property
    def text(self) -> str:
        """What the words make together."""
        return "".join([surface for _, surface in self.words])


class _Node(NamedTuple):
    """Words of one class at one stretch of the kana, with their cheapest past.

    `own` is the cost of the cheapest of them and `cost` that of the path that ends with it. Without a `value` of the
    dictionary, `surface` is all there is to choose from.
    """

    start: int
    left: int
    right: int
    cost: int
    own: int
    before: _Node | None
    value: int | None
    place: int
    surface: str


# What may begin at a place: where it ends, its value or else its surface, and its classes as in `Dictionary.classes`.
_Choice = tuple[int, int | None, str, "Sequence[tuple[int, int, int, int]]"]
# The nodes that may stand before something: the cost up to it, a number that settles ties, and the node.
_Sources = list[tuple[int, int, _Node]]
_Words = tuple[tuple[int, str], ...]

# What `_Node(...)` does, without its detour through Python: there are hundreds of nodes in a lattice.
_node: Callable[[tuple[int, int, int, int, int, _Node | None, int | None, int, str]], _Node]
_node = partial(tuple.__new__, _Node)


def python_best(kana: str, pins: Sequence[Pin] = ()) -> Path:
    """Return the cheapest path; of equals, that which MeCab would take."""
    return _best(_forward(kana, pins))


def python_paths(kana: str, pins: Sequence[Pin] = (), *, limit: int = _NO_LIMIT) -> Iterator[Path]:
    """Yield the cheapest path of every text, the cheapest first.

    The first is that of `python_best`; of other equally dear ones that which is less as a tuple comes first. Paths
    that cost more than `limit` are left out; the cheapest must not be one of them.
    """
    ends = _forward(kana, pins, limit)
    best = _best(ends)
    yield best
    for _, run in groupby(_all_paths(ends, limit), key=lambda path: path.cost):
        yield from (path for path in sorted(run) if path.text != best.text)


def _best(ends: list[list[_Node]]) -> Path:
    last = ends[-1][0]
    words: list[tuple[int, str]] = []
    node = last.before
    while node is not None and node.before is not None:
        words.append((node.start, _shown(node, node.place)))
        node = node.before
    return Path(last.cost, tuple(reversed(words)))


def _shown(node: _Node, place: int) -> str:
    return node.surface if node.value is None else dictionary().entry(node.value).spelling(place)


def _all_paths(ends: list[list[_Node]], limit: int) -> Iterator[Path]:
    """Search from the end: what the rest of a path costs at least is known exactly, so the cheapest come first.

    Whatever is not the cheapest thing to do next is put off: the next word of a class, and the next node that a path
    may come from.
    """
    book = dictionary()
    sources = cache(partial(_sources, ends))
    ticket = count()  # so that nothing behind it is ever compared
    first = sources(ends[-1][0].start, 0)
    queue: list[tuple[int, int, int, _Sources, int, int, _Words, str]] = [(first[0][0], 0, 0, first, 0, 0, (), "")]
    seen: set[tuple[int, int, str]] = set()
    while queue:
        cost, _, behind, choices, number, rank, tail, text = heapq.heappop(queue)
        if cost > limit:
            return
        if rank == 0 and number + 1 < len(choices):
            other = behind + choices[number + 1][0]
            heapq.heappush(queue, (other, next(ticket), behind, choices, number + 1, 0, tail, text))
        node = choices[number][2]
        if node.before is None:
            if (0, 0, text) not in seen:
                seen.add((0, 0, text))
                yield Path(cost, tail)
            continue
        place = 0
        if node.value is not None:
            words = book.members(node.value)[node.left, node.right]
            own, place = words[rank]
            if rank + 1 < len(words):
                dearer = cost - own + words[rank + 1][0]
                heapq.heappush(queue, (dearer, next(ticket), behind, choices, number, rank + 1, tail, text))
        shown = _shown(node, place)
        longer = shown + text
        if (node.start, node.left + 1, longer) not in seen:
            # Whoever comes here later with the same text is dearer all the way.
            seen.add((node.start, node.left + 1, longer))
            rest = cost - node.cost + node.own
            before = sources(node.start, node.left)
            words_behind = ((node.start, shown), *tail)
            heapq.heappush(queue, (rest + before[0][0], next(ticket), rest, before, 0, 0, words_behind, longer))


def _sources(ends: list[list[_Node]], start: int, left: int) -> _Sources:
    """Return the nodes that end at a place, the cheapest before something with this left id first."""
    total, connection = dictionary().connections
    row = total * left
    return sorted((node.cost + connection[node.right + row], number, node) for number, node in enumerate(ends[start]))


def _forward(kana: str, pins: Sequence[Pin], limit: int = _NO_LIMIT) -> list[list[_Node]]:
    """Return the words that end at each place, each with its cheapest past; the end of the sentence comes last.

    No cost is negative, so that what is dearer than the limit at once stays so.
    """
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
        if start < len(kana):
            choices = _choices(kana, start, stop, pinned.get(start))
        else:
            choices = [(start + 1, None, "", _NEUTRAL)]
        lefts = _cheapest(lefts)
        reached = [(node.cost, node.right) for node in lefts]
        most = limit - min(reached)[0]
        cheapest: dict[int, tuple[int, _Node]] = {}
        for end, value, surface, classes in choices:
            nodes: list[_Node] = []
            for left, right, own, place in classes:
                if own > most:
                    continue
                if left not in cheapest:
                    row = total * left
                    costs = [cost + connection[right_before + row] for cost, right_before in reached]
                    least = min(costs)
                    # MeCab looks at the word found last first, and keeps the first of equals.
                    cheapest[left] = least, lefts[costs.index(least)]
                least, before = cheapest[left]
                cost = least + own
                if cost <= limit:
                    nodes.append(_node((start, left, right, cost, own, before, value, place, surface)))
            ends[end] = nodes + ends[end]
    return ends


def _cheapest(nodes: list[_Node]) -> list[_Node]:
    """Keep the cheapest node of each right id, the first of equals, in their order: no other can be before anything."""
    found: dict[int, _Node] = {}
    for node in nodes:
        known = found.get(node.right)
        if known is None or node.cost < known.cost:
            found.pop(node.right, None)
            found[node.right] = node
    return list(found.values())


def _choices(kana: str, start: int, stop: int, pin: Pin | None) -> list[_Choice]:
    """List the words that may begin at a place."""
    book = dictionary()
    found: list[_Choice] = []
    for end, value in book.prefixes(kana, start, stop):
        if pin is None:
            found.append((end, value, "", book.classes(value)))
        elif end == pin.end:
            classes = book.classes_of(value, pin.surface)
            if classes:
                found.append((end, None, pin.surface, classes))
    if found:
        return found
    if pin is not None:
        # No word of the dictionary: it stands between its neighbours at no cost.
        return [(pin.end, None, pin.surface, _NEUTRAL)]
    return [(start + 1, None, kana[start], _UNKNOWN)]
