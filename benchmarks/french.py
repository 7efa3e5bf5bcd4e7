"""How many texts a second the French recipes perturb, beside MulTypo's French where it is installed.

python benchmarks/french.py [FILE] [--rounds 7] [--texts 2000]

FILE has one French text a line; without one, sentences of about 23 words are made up from the words of the lexicon,
three quarters of them from the most frequent ones, 5.5 words in 100 behind an elided one. All rows do the same work in
turn, in one process and one thread, at a rate of a tenth of the words, and CPU time is counted: read the ratios. The
first round, in which every word is new, is shown apart.

pip install multypo    (it declares stanza and so torch; --no-deps and nltk are enough here)
"""

from __future__ import annotations

import argparse
import platform
from bisect import bisect_right
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from itertools import accumulate
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, NamedTuple

import typo
from typo import lexicon
from typo.keyed import Draws, digest

if TYPE_CHECKING:
    from collections.abc import Callable

RATE = 0.1
RECIPES = ("fr.apostrophe", "fr.diacritics", "fr.keyboard")
LENGTH = 23
# Of a thousand words so many are among the most frequent; of a thousand of the others so many are behind an elided one.
FREQUENT, ELIDED = 750, 120
ELISIONS = ("l'", "l'", "l'", "d'", "d'", "qu'", "n'", "s'", "c'", "j'")


class Row(NamedTuple):
    """What is timed: a name, and what perturbs a text."""

    name: str
    run: Callable[[int, str], object]


def made_up(count: int) -> list[str]:
    """Make sentences of words of the lexicon, the n-th of each bucket drawn in proportion to 1 / (n + 3)."""
    known = lexicon.load("fr")
    words = [
        sorted((w for w in known if w.isalpha() and known.bucket(w) == bucket), key=_shuffled) for bucket in (3, 2)
    ]
    sums = [list(accumulate(1_000_000 // (rank + 3) for rank in range(len(part)))) for part in words]
    draws = Draws(digest("French sentences"))

    def word() -> str:
        rare = draws.below(1000) >= FREQUENT
        drawn = words[rare][bisect_right(sums[rare], draws.below(sums[rare][-1]))]
        if lexicon.fold(drawn)[0] in "aeiouh" and draws.below(1000) < ELIDED:
            return ELISIONS[draws.below(len(ELISIONS))] + drawn
        return drawn

    return [" ".join(word() for _ in range(LENGTH)) + "." for _ in range(count)]


def _shuffled(word: str) -> bytes:
    return digest(word)


def rows() -> list[Row]:
    """List what is timed; MulTypo is left out where it is not installed."""
    noisy = {name: typo.Perturber(typo.get(name), rate=RATE) for name in RECIPES}
    found = [Row(name, lambda key, text, name=name: noisy[name].apply(text, key=key)) for name in RECIPES]  # type: ignore[misc]
    try:
        generator = import_module("multypo").MultiTypoGenerator("french")
        found.append(Row("MulTypo insert_typos", lambda _, text: generator.insert_typos(text, RATE)))
    except ImportError:
        pass
    return found


def warm(texts: list[str]) -> None:
    """Let every recipe meet the words of the texts."""
    for name in RECIPES:
        noisy = typo.Perturber(typo.get(name), rate=0.5)
        for turn in range(10):
            for number, text in enumerate(texts):
                noisy.apply(text, key=(turn, number))


def seconds(row: Row, texts: list[str], turn: int) -> float:
    """Return the CPU seconds of one text."""
    start = process_time()
    for number, text in enumerate(texts):
        row.run(turn * len(texts) + number, text)
    return (process_time() - start) / len(texts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, help="French texts, one a line")
    parser.add_argument("--rounds", type=int, default=7, help="how often each row is timed (default: 7)")
    parser.add_argument("--texts", type=int, default=2000, help="texts a round (default: 2000)")
    options = parser.parse_args()
    start = perf_counter()
    lexicon.load("fr")
    loading = perf_counter() - start
    lines = options.file.read_text("utf-8").splitlines() if options.file else made_up(options.texts)
    texts = lines[: options.texts]
    timed = rows()
    times: dict[str, list[float]] = {row.name: [] for row in timed}
    for turn in range(options.rounds + 1):
        for row in timed:
            times[row.name].append(seconds(row, texts, turn))
        if not turn:
            warm(texts)
    packages = ["typokit", *(name for name in ("multypo",) if _installed(name))]
    print(f"Python {platform.python_version()}, " + ", ".join(f"{name} {version(name)}" for name in packages))
    print(f"lexicon read in {loading:.2f} s; {len(texts)} texts of {sum(map(len, texts)) / len(texts):.0f} characters")
    peer = median(times["MulTypo insert_typos"][1:]) if "MulTypo insert_typos" in times else None
    print(
        f"{'':24}{'µs a text':>11}{'first round':>13}{'edits':>8}{'MulTypo takes':>16}   (medians of {options.rounds})"
    )
    for row in timed:
        first, *taken = times[row.name]
        ratio = f"{peer / median(taken):14.2f} x" if peer else ""
        print(f"{row.name:24}{median(taken) * 1e6:11.1f}{first * 1e6:13.1f}{_edits(row, texts):8.2f}{ratio}")


def _edits(row: Row, texts: list[str]) -> float:
    results = [row.run(number, text) for number, text in enumerate(texts[:200])]
    return sum(getattr(result, "realised", 0) for result in results) / len(results)


def _installed(name: str) -> bool:
    try:
        return bool(version(name))
    except PackageNotFoundError:
        return False


if __name__ == "__main__":
    main()
