"""One engine with two back ends, MeCab where it is installed and Python, which agree in every result.

MeCab finds the cheapest conversion. Python finds it too, and more than one. The dictionary file lost words of a few
readings (`typo.ja.mozc.TRUNCATED`), which only Python can put back, so it serves wherever one of them occurs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from typo.ja.lattice import Path, python_best, python_paths
from typo.ja.mecab import is_available, mecab_best, suits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from typo.ja.lattice import Pin

__all__ = ["best", "ranked"]


def best(kana: str, pins: Sequence[Pin] = ()) -> Path:
    """Return the cheapest conversion of kana, with some stretches held fast. `kana` holds no blanks."""
    if not kana:
        return Path(0, ())
    if is_available() and suits(kana, pins):
        return mecab_best(kana, pins)
    return python_best(kana, pins)


def ranked(kana: str, pins: Sequence[Pin] = (), *, farthest: int | None = None) -> Iterator[Path]:
    """Yield the conversions of kana, the cheapest first, each text once; the first is that of `best`.

    Those that cost more than `farthest` above the first are left out.
    """
    if not kana:
        return iter((Path(0, ()),))
    if farthest is None:
        return python_paths(kana, pins)
    # Once it is known what the cheapest costs, most of the lattice need not be made.
    return python_paths(kana, pins, limit=best(kana, pins).cost + farthest)
