"""MeCab as the fast back end of the engine; the results are those of `typo.ja.lattice`."""

from __future__ import annotations

import os
import threading
from functools import cache
from importlib.util import find_spec
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from typo.errors import require
from typo.ja.lattice import Path, in_order
from typo.ja.mozc import dictionary, folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from typo.ja.lattice import Pin

__all__ = ["is_available", "mecab_best", "mecab_paths"]

_UNKNOWN = 1  # MeCab's mark of a node that is not in the dictionary
_BEST, _ALL = 1, 2  # MeCab's names: MECAB_ONE_BEST, MECAB_NBEST

_per_thread = threading.local()


@cache
def is_available() -> bool:
    """Tell whether MeCab is installed: it has no wheels for some Pythons."""
    return find_spec("MeCab") is not None


def mecab_best(kana: str, pins: Sequence[Pin] = ()) -> Path:
    """Return the cheapest path. `kana` holds no blanks: MeCab would drop them."""
    lattice, walk = _parsed(kana, pins, _BEST)
    return walk.path(lattice, lattice.eos_node().cost)


def mecab_paths(kana: str, pins: Sequence[Pin] = ()) -> Iterator[Path]:
    """Yield all paths, the cheapest first; see `typo.ja.lattice.in_order`."""
    best = mecab_best(kana, pins)
    # A lattice of its own, since the caller may convert something else before asking for the next path.
    lattice, walk = _parsed(kana, pins, _ALL, lattice=_model().createLattice())
    return in_order(_all_paths(lattice, walk), best)


class _Walk:
    """Reads a path off a lattice, whose places are bytes."""

    def __init__(self, kana: str, pins: Sequence[Pin]) -> None:
        self.raw = kana.encode("utf-8")
        self.offsets = [0, *accumulate(len(character.encode("utf-8")) for character in kana)]
        self.places = {offset: place for place, offset in enumerate(self.offsets)}
        self.pinned = {pin.start: pin.surface for pin in pins}

    def path(self, lattice: Any, cost: int) -> Path:
        """Return the path that the lattice stands at."""
        words: list[tuple[int, str]] = []
        offset = 0
        node = lattice.bos_node().next
        following = node.next
        while following is not None:
            place = self.places[offset]
            end = offset + node.length
            shown = self.pinned.get(place)
            if shown is None:
                # The slice, not node.surface: that one dies with the lattice's copy of the sentence.
                shown = self.raw[offset:end].decode("utf-8") if node.stat == _UNKNOWN else node.feature
            words.append((place, shown))
            offset, node = end, following
            following = node.next
        return Path(cost, tuple(words))


def _cost(lattice: Any) -> int:
    """Add up the path that the lattice stands at: its nodes remember only what led to them most cheaply."""
    total, connection = dictionary().connections
    cost = right = 0
    node = lattice.bos_node().next
    while node is not None:
        cost += node.wcost + connection[right + total * node.lcAttr]
        right, node = node.rcAttr, node.next
    return cost


def _all_paths(lattice: Any, walk: _Walk) -> Iterator[Path]:
    while lattice.next():
        yield walk.path(lattice, _cost(lattice))


def _parsed(kana: str, pins: Sequence[Pin], request: int, lattice: Any = None) -> tuple[Any, _Walk]:
    tagger, own = _engine()
    if lattice is None:
        lattice = own
    walk = _Walk(kana, pins)
    lattice.clear()
    lattice.set_request_type(request)
    lattice.set_sentence(kana)
    for pin in pins:
        lattice.set_feature_constraint(walk.offsets[pin.start], walk.offsets[pin.end], pin.surface)
    tagger.parse(lattice)
    return lattice, walk


@cache
def _model() -> Any:  # MeCab's binding has no types
    # Quoted, since the path may hold blanks; no settings of the user's own.
    return require("MeCab", extra="ja").Model(f'-d "{folder()}" -r {os.devnull}')


def _engine() -> tuple[Any, Any]:
    """Return a tagger and a lattice of this thread: a lattice holds the state of one conversion."""
    if not hasattr(_per_thread, "engine"):
        _per_thread.engine = (_model().createTagger(), _model().createLattice())
    engine: tuple[Any, Any] = _per_thread.engine
    return engine
