"""Bits per real typo: how likely each profile finds the slips that people made, beside two yardsticks.

python -m benchmarks.realism FOLDER [--split dev] [--limit 1000] [--langs en,fr]

FOLDER holds lists of real typos, `XX.tsv.xz`, with the columns corpus, split, correct, error, weight. Bits per typo is
the mean of -log2 P(error | word, one edit) over the pairs that are one edit apart, read off the explicit distribution:
nothing is sampled. One bit less means twice the probability. So that a zero does not make it infinite, every profile
is mixed with the uniform distribution over the one-edit neighbourhood (SHARES says how much), as in the study whose
figures the targets are. Coverage is the share of pairs that a profile can produce at all.

Counted are pairs of words of three or more symbols whose new letters are of the word's own script; `outside` counts
the other one-edit pairs (punctuation, digits, Latin letters in Cyrillic words).
"""

from __future__ import annotations

import argparse
import lzma
from math import log2, sqrt
from pathlib import Path
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import category, name, normalize

import typo_keyboards
from typo.slips import SCALE, slips

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Pair", "one_edit", "pairs", "score"]

SHARES = {"desktop": 0.02, "phone": 0.02, "learner": 0.02, "keyboard-only": 0.35, "uniform": 0.0}
PHONES = ("augmentex_mobile",)
SHORTEST = 3


class Pair(NamedTuple):
    """A word and what a person wrote, in which corpus of which language."""

    lang: str
    corpus: str
    correct: str
    error: str


def pairs(folder: Path, *, split: str, langs: tuple[str, ...] = ()) -> Iterator[Pair]:
    """Read the one-edit pairs of a split, each once, in the order of the files."""
    for path in sorted(folder.glob("*.tsv.xz")):
        lang = path.name.partition(".")[0]
        if langs and lang not in langs:
            continue
        seen = set()
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            next(lines)
            for line in lines:
                corpus, its_split, correct, error, _ = line.rstrip("\n").split("\t")
                pair = Pair(lang, corpus, normalize("NFC", correct), normalize("NFC", error))
                if its_split == split and pair not in seen and one_edit(pair.correct, pair.error):
                    seen.add(pair)
                    yield pair


def one_edit(correct: str, error: str) -> tuple[str, str] | None:
    """Return what the edit takes out and puts in, or None unless the words are exactly one edit apart.

    >>> one_edit("typo", "tyop"), one_edit("typo", "typpo"), one_edit("typo", "tpyp")
    (('po', 'op'), ('', 'p'), None)
    """
    if correct == error or abs(len(correct) - len(error)) > 1:
        return None
    shorter = min(len(correct), len(error))
    start = next((i for i in range(shorter) if correct[i] != error[i]), shorter)
    end = next((i for i in range(shorter - start) if correct[-1 - i] != error[-1 - i]), shorter - start)
    out, new = correct[start : len(correct) - end], error[start : len(error) - end]
    if len(out) < 2 > len(new) or (len(out) == 2 and out == new[::-1]):
        return out, new
    return None


def inside(pair: Pair) -> bool:
    """Tell whether the new letters of a pair are of the word's script, and the word has three or more of them."""
    edit = one_edit(pair.correct, pair.error)
    scripts = {name(c, "?").partition(" ")[0] for c in pair.correct if category(c)[0] == "L"}
    new = {name(c, "?").partition(" ")[0] if category(c)[0] in "LM" else "" for c in (edit or ("", ""))[1]}
    return len(pair.correct) >= SHORTEST and (new <= scripts or len((edit or ("", ""))[1]) == 2)


def score(pair: Pair, *, profile: str, layout: str, neighbourhood: int) -> tuple[float, bool]:
    """Return the bits of a real typo, and whether the profile can produce it at all."""
    word = pair.correct
    found = slips(word, layout=layout, profile=profile, lang=pair.lang)
    weight = sum(s.weight for s in found if word[: s.start] + s.replacement + word[s.end :] == pair.error)
    share = SHARES[profile]
    chance = (1 - share) * weight / SCALE + share / neighbourhood
    return (-log2(chance) if chance else 32.0), weight > 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--split", default="dev")
    parser.add_argument("--langs", default="", help="languages to measure, by commas (default: all)")
    parser.add_argument("--limit", type=int, default=1000, help="at most so many pairs a corpus, evenly spread")
    arguments = parser.parse_args()
    langs = tuple(filter(None, arguments.langs.split(",")))
    groups: dict[tuple[str, str], list[Pair]] = {}
    for pair in pairs(arguments.folder, split=arguments.split, langs=langs):
        groups.setdefault((pair.lang, pair.corpus), []).append(pair)
    print(
        f"{'':22}{'n':>6}{'outside':>9}{'uniform':>9}{'keyboard-only':>15}{'ours':>8} ± {'':5}{'better by':>9}  profile"
    )
    for (lang, corpus), group in groups.items():
        print(row(lang, corpus, group, arguments.limit), flush=True)


def row(lang: str, corpus: str, group: list[Pair], limit: int) -> str:
    """Measure one corpus."""
    within = [pair for pair in group if inside(pair)]
    chosen = within[:: max(1, -(-len(within) // limit))]
    try:
        layout = typo_keyboards.for_language(lang).id
    except LookupError:
        return f"{lang + ' ' + corpus:22}{len(within):6}  no layout"
    ours = "phone" if corpus in PHONES else "desktop"
    bits: dict[str, list[float]] = {"uniform": [], "keyboard-only": [], ours: []}
    covered = dict.fromkeys(bits, 0)
    for pair in chosen:
        neighbourhood = max(1, len(slips(pair.correct, layout=layout, profile="uniform", lang=lang)))
        for profile, values in bits.items():
            value, possible = score(pair, profile=profile, layout=layout, neighbourhood=neighbourhood)
            values.append(value)
            covered[profile] += possible
    count = max(1, len(chosen))
    mean = {profile: fmean(values or [0.0]) for profile, values in bits.items()}
    cover = {profile: f"({100 * covered[profile] / count:3.0f}%)" for profile in bits}
    error = pstdev(bits[ours] or [0.0]) / sqrt(count)
    return (
        f"{lang + ' ' + corpus:22}{len(chosen):6}{len(group) - len(within):9}{mean['uniform']:9.2f}"
        f"{mean['keyboard-only']:8.2f} {cover['keyboard-only']}{mean[ours]:8.2f} ±{error:5.2f}"
        f" {100 * covered[ours] / count:5.1f}%{mean['uniform'] - mean[ours]:9.2f}  {ours}"
    )


if __name__ == "__main__":
    main()
