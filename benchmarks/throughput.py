"""How many texts a second are perturbed, beside MulTypo and glitchlings where they are installed.

python benchmarks/throughput.py [--rounds 7] [--texts 2000]

All rows do the same work in turn, in one process and one thread, and CPU time is counted, so that a busy machine
slows all alike: read the ratios. The sentences are made up here from a vocabulary of 20,000 words whose frequencies
fall as those of English do: about 20 words and 135 characters each, no two alike. About a tenth of the words gets a
typo. "Warm" means that the same sentences went before, ten times at half of the words, with other keys; "few words"
that the vocabulary has 300 words; "unseen" that no word was met before.

pip install multypo glitchlings    (MulTypo declares stanza and so torch; --no-deps and nltk are enough here)
"""

from __future__ import annotations

import argparse
import platform
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from itertools import accumulate
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

import typo
from typo.keyed import Draws, digest

if TYPE_CHECKING:
    from collections.abc import Callable

RATE = 0.1
# What glitchlings counts are characters; so many of them touch about a tenth of the words.
CHARACTER_RATE = 0.015
COMMON = (  # noqa: SIM905 - a list of words is read more easily as a sentence
    "the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which "
    "one you were her all she there would their we him been has when who will more no if out so said what up its about"
).split()
ONSETS = (
    "",
    "b",
    "br",
    "c",
    "ch",
    "d",
    "f",
    "g",
    "h",
    "j",
    "l",
    "m",
    "n",
    "p",
    "pr",
    "r",
    "s",
    "st",
    "t",
    "tr",
    "v",
    "w",
)
RHYMES = ("a", "an", "ar", "e", "ed", "en", "er", "es", "i", "in", "ing", "ion", "o", "on", "or", "ou", "u", "un", "y")
VOCABULARY, WORDS = 20_000, 20


class Row(NamedTuple):
    """One thing to be timed: a name, what it does with a text, and its texts."""

    name: str
    run: Callable[[int, str], object]
    texts: list[str]


def vocabulary() -> list[str]:
    """Make up words of one to four syllables, all different, the commonest being those of English."""
    draws = Draws(digest("vocabulary"))
    words = dict.fromkeys(COMMON)
    while len(words) < VOCABULARY:
        syllables = 1 + draws.weighted((3, 6, 4, 2))
        made = (ONSETS[draws.below(len(ONSETS))] + RHYMES[draws.below(len(RHYMES))] for _ in range(syllables))
        words.setdefault("".join(made))
    return list(words)


def sentences(count: int, length: int, seed: str, words: list[str]) -> list[str]:
    """Draw words by frequency (the n-th word is drawn in proportion to 1 / (n + 3))."""
    sums = list(accumulate(1_000_000 // (rank + 3) for rank in range(len(words))))
    draws = Draws(digest("sentences", seed, length))

    def word() -> str:
        point, low, high = draws.below(sums[-1]), 0, len(sums) - 1
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if sums[middle] > point else (middle + 1, high)
        return words[low]

    return [" ".join(word() for _ in range(length)) + "." for _ in range(count)]


def unseen(count: int) -> list[str]:
    """Make sentences of words that are in no vocabulary and are each used once, out of the same syllables."""
    draws = Draws(digest("unseen"))
    known = set(vocabulary())

    def word() -> str:
        while True:
            made = "".join(ONSETS[draws.below(len(ONSETS))] + RHYMES[draws.below(len(RHYMES))] for _ in range(3))
            if made not in known:
                known.add(made)
                return made

    return [" ".join(word() for _ in range(WORDS)) for _ in range(count)]


def rows(count: int) -> list[Row]:
    """List what is timed; peers that are not installed are left out."""
    words = vocabulary()
    texts = sentences(count, WORDS, "timed", words)
    keyboard = typo.Perturber(typo.get("keyboard", lang="en"), rate=RATE)
    fullwidth = typo.Perturber(typo.get("fullwidth"), rate=RATE)

    def typed(key: int, text: str) -> object:
        return keyboard.apply(text, key=key)

    found = [
        Row("typokit keyboard, warm", typed, texts),
        Row("the same, few words", typed, sentences(count, WORDS, "few", words[:300])),
        Row("the same, 1,000 words a text", typed, sentences(20, 1000, "long", words)),
        Row("typokit fullwidth", lambda key, text: fullwidth.apply(text, key=key), texts),
    ]
    try:
        generator = import_module("multypo").MultiTypoGenerator("english")
        found.append(Row("MulTypo insert_typos", lambda _, text: generator.insert_typos(text, RATE), texts))
    except ImportError:
        pass
    try:
        glitchlings = import_module("glitchlings")
        gaggle = glitchlings.Gaggle([glitchlings.Typogre(rate=CHARACTER_RATE)], seed=1)
        found.append(Row("glitchlings Gaggle", lambda _, text: gaggle.corrupt(text), texts))
    except ImportError:
        pass
    return found


def seconds(row: Row, turn: int) -> float:
    """Return the CPU seconds of one text of a row."""
    start = process_time()
    for number, text in enumerate(row.texts):
        row.run(turn * len(row.texts) + number, text)
    return (process_time() - start) / len(row.texts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7, help="how often each row is timed (default: 7)")
    parser.add_argument("--texts", type=int, default=2000, help="texts a round (default: 2000)")
    options = parser.parse_args()
    timed = rows(options.texts)
    warm = typo.Perturber(typo.get("keyboard", lang="en"), rate=0.5)
    for turn in range(10):
        for row in timed[:3]:
            seconds(Row("", lambda key, text: warm.apply(text, key=key), row.texts), -turn)
    times: dict[str, list[float]] = {row.name: [] for row in timed}
    for turn in range(options.rounds + 1):
        for row in timed:
            once = seconds(row, turn)
            if turn:
                times[row.name].append(once)
    packages = ["typokit", *(name for name in ("multypo", "glitchlings") if _installed(name))]
    print(f"Python {platform.python_version()}, " + ", ".join(f"{name} {version(name)}" for name in packages))
    base = median(times["typokit keyboard, warm"])
    print(f"{'':32}{'µs a text':>11}{'texts/s':>10}{'times ours':>12}   (medians of {options.rounds})")
    for name, taken in times.items():
        print(f"{name:32}{median(taken) * 1e6:11.1f}{1 / median(taken):10,.0f}{median(taken) / base:12.2f}")
    _print_unseen(options.texts // 4, base)
    _print_large()


def _print_unseen(count: int, base: float) -> None:
    noisy = typo.Perturber(typo.get("keyboard", lang="en"), rate=RATE)
    taken = seconds(Row("", lambda key, text: noisy.apply(text, key=key), unseen(count)), 0)
    print(f"{'typokit keyboard, unseen words':32}{taken * 1e6:11.1f}{1 / taken:10,.0f}{taken / base:12.2f}")


def _print_large() -> None:
    noisy = typo.Perturber(typo.get("keyboard", lang="en"), rate=RATE)
    (text,) = sentences(1, 180_000, "large", vocabulary())
    noisy.apply(text, key=0)
    one, four = (
        seconds(Row("", lambda key, text: noisy.apply(text, key=key), [long]), 1)
        for long in (text, " ".join([text] * 4))
    )
    print(f"one text of {len(text) / 1e6:.2f} MB: {one:.2f} s; of four times that: {four / one:.1f} times as long")


def _installed(name: str) -> bool:
    try:
        return bool(version(name))
    except PackageNotFoundError:
        return False


if __name__ == "__main__":
    main()
