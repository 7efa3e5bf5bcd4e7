"""MeCab as the fast way to the cheapest path of `typo.ja.lattice`; the results are the same."""

from __future__ import annotations

import os
import threading
from functools import cache
from importlib.util import find_spec
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from typo.errors import require
from typo.ja.lattice import Path
from typo.ja.mozc import TRUNCATED, folder, version

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.ja.lattice import Pin

__all__ = ["is_available", "mecab_best", "suits"]

_UNKNOWN = 1  # MeCab's mark of a node that is not in the dictionary

_per_thread = threading.local()


@cache
def is_available() -> bool:
    """Tell whether MeCab is installed: it has no wheels for some Pythons."""
    return find_spec("MeCab") is not None


def suits(kana: str, pins: Sequence[Pin] = ()) -> bool:
    """Tell whether MeCab converts this as Python does.

    It lacks the words that its file has lost, and takes a star for any word.
    """
    if any(reading in kana for reading in TRUNCATED.get(version(), ())):
        return False
    return not any("*" in pin.surface for pin in pins)


def mecab_best(kana: str, pins: Sequence[Pin] = ()) -> Path:
    """Return the cheapest path of what `suits` MeCab. `kana` holds no blanks: it would drop them."""
    tagger, lattice = _engine()
    raw = kana.encode("utf-8")
    offsets = [0, *accumulate(len(character.encode("utf-8")) for character in kana)]
    places = {offset: place for place, offset in enumerate(offsets)}
    pinned = {pin.start: pin.surface for pin in pins}
    lattice.clear()
    lattice.set_sentence(kana)
    for pin in pins:
        lattice.set_feature_constraint(offsets[pin.start], offsets[pin.end], pin.surface)
    tagger.parse(lattice)
    words: list[tuple[int, str]] = []
    offset = 0
    node = lattice.bos_node().next
    following = node.next
    while following is not None:
        place = places[offset]
        end = offset + node.length
        shown = pinned.get(place)
        if shown is None:
            # The slice, not node.surface: that one dies with the lattice's copy of the sentence.
            shown = raw[offset:end].decode("utf-8") if node.stat == _UNKNOWN else node.feature
        words.append((place, shown))
        offset, node = end, following
        following = node.next
    return Path(node.cost, tuple(words))


@cache
def _model() -> Any:  # MeCab's binding has no types
    # Quoted, since the path may hold blanks; no settings of the user's own.
    return require("MeCab", extra="ja").Model(f'-d "{folder()}" -r {os.devnull}')


def _engine() -> tuple[Any, Any]:
    """Return a tagger and a lattice of this thread: a lattice holds the state of one conversion."""
    if not hasattr(_per_thread, "engine"):
        _per_thread.model = model = _model()  # the tagger and the lattice borrow it
        _per_thread.engine = (model.createTagger(), model.createLattice())
    engine: tuple[Any, Any] = _per_thread.engine
    return engine
