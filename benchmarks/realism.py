"""Bits per real typo: how likely each profile finds the slips that people made, beside MulTypo and two yardsticks.

python -m benchmarks.realism FOLDER [--split dev] [--limit 1000] [--langs en,fr]

FOLDER holds lists of real typos, `XX.tsv.xz`, with the columns corpus, split, correct, error, weight. Bits per typo is
the mean of -log2 P(error | word, one edit) over the pairs that are one edit apart, read off the explicit distribution:
nothing is sampled. One bit less means twice the probability. So that a zero does not make it infinite, every profile
is mixed with the uniform distribution over the one-edit neighbourhood (SHARES says how much), as in the study whose
figures the targets are. Coverage is the share of pairs that a profile can produce at all.

Korean and Vietnamese words are taken as the keys of their input methods (2-set, Telex), where their slips happen.
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
from typo.slips.profile import evidence
from typo.transforms.multypo import Multypo
from typo.transforms.multypo_board import PUBLISHED
from typo.views.hangul import decompose
from typo.views.telex import Telex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Pair", "Score", "inside", "one_edit", "pairs", "score", "spread"]

MULTYPO = "multypo@paper"
SHARES = {"desktop": 0.02, "phone": 0.02, "learner": 0.02, "keyboard-only": 0.35, MULTYPO: 0.5, "uniform": 0.0}
COLUMNS = (
    *("list", "outside", "n", "uniform", MULTYPO, "keyboard-only"),
    *("ours (coverage)", "better than uniform by", "profile"),
)
PHONES = ("augmentex_mobile",)
SHORTEST = 3
IMPOSSIBLE = 32.0  # bits of what the yardstick itself cannot produce (its alphabet is the keyboard's)


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
                if its_split != split:
                    continue
                pair = Pair(lang, corpus, typed(lang, correct), typed(lang, error))
                if pair not in seen and one_edit(pair.correct, pair.error):
                    seen.add(pair)
                    yield pair


def typed(lang: str, word: str) -> str:
    """Return a word as its letters, or as the keys that an input method takes for it; empty when it takes none."""
    word = normalize("NFC", word)
    if lang == "ko":
        return decompose(word)
    return (Telex().keys(word) or "") if lang == "vi" else word


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


class Score(NamedTuple):
    """How a profile does on a list: bits per typo, their standard error, and the share that it can produce."""

    bits: float
    error: float
    coverage: float


def score(chosen: Sequence[Pair], profile: str) -> Score:
    """Score a profile, or MulTypo, on pairs of one language, exactly."""
    layout = typo_keyboards.for_language(chosen[0].lang).id
    share, bits, covered = SHARES[profile], [], 0
    for pair in chosen:
        chance = chance_of(pair, profile, layout)
        around = len(slips(pair.correct, layout=layout, profile="uniform", lang=pair.lang)) if share else 1
        mixed = (1 - share) * chance + share / max(1, around)
        bits.append(-log2(mixed) if mixed else IMPOSSIBLE)
        covered += chance > 0
    return Score(fmean(bits), pstdev(bits) / sqrt(len(bits)), covered / len(bits))


def chance_of(pair: Pair, profile: str, layout: str) -> float:
    """Return the probability of a real typo, given that the word has one edit."""
    lang, _, word, error = pair
    if profile == MULTYPO:
        edits = Multypo(lang=lang, tables="paper").slips(word)
        return sum(
            chance for edit, chance in edits if word[: edit.start] + edit.replacement + word[edit.end :] == error
        )
    found = slips(word, layout=layout, profile=profile, lang=lang)
    return (
        sum(slip.weight for slip in found if word[: slip.start] + slip.replacement + word[slip.end :] == error) / SCALE
    )


def spread(group: Sequence[Pair], limit: int) -> Sequence[Pair]:
    """Choose at most so many pairs, evenly over a list."""
    return group[:: max(1, -(-len(group) // limit))]


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
    print("|", " | ".join(COLUMNS), "|\n" + "|---" * len(COLUMNS) + "|")
    for (lang, corpus), group in groups.items():
        within = [pair for pair in group if inside(pair)]
        cells = row(spread(within, arguments.limit), "phone" if corpus in PHONES else "desktop")
        print("|", " | ".join((f"{lang} {corpus}", str(len(group) - len(within)), *cells)), "|", flush=True)


def row(chosen: Sequence[Pair], ours: str) -> tuple[str, ...]:
    """Measure a list, in the columns from the third on."""
    lang = chosen[0].lang
    uniform, motor, found = (score(chosen, profile) for profile in ("uniform", "keyboard-only", ours))
    published = score(chosen, MULTYPO) if lang in PUBLISHED else None
    return (
        str(len(chosen)),
        f"{uniform.bits:.2f}",
        f"{published.bits:.2f} ({published.coverage:.0%})" if published else "",
        f"{motor.bits:.2f} ({motor.coverage:.0%})",
        f"**{found.bits:.2f}** ± {found.error:.2f} ({found.coverage:.1%})",
        f"{uniform.bits - found.bits:.2f}",
        ours if evidence(ours, lang) else f"{ours}, transferred",
    )


if __name__ == "__main__":
    main()
