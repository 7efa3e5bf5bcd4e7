"""Fit the numbers of the profiles to real typos: `typo/data/profiles/*.json`.

python -m benchmarks.fit_profiles FOLDER [--out typo/data/profiles]

FOLDER holds lists of real typos, `XX.tsv.xz` (see `realism.py`). Only train splits are read, and only of the corpora
in CORPORA, whose licences allow it. The model is that of `typo.slips`: a log-linear distribution over the places of a
word, and one over the letters at a place. Both are fitted by maximum likelihood with a Gaussian prior, in layers:
`desktop` to all languages at once, then what a phone, a learner or a language adds to it. Weights are written as
64ths of a bit; those near zero are left out.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from functools import partial
from math import inf, log2
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typo_keyboards
from benchmarks.realism import Pair, inside, pairs
from benchmarks.slip_likelihood import COPY, UNIT, Problem, Ranks, Sample, canonical, fit, gather
from typo.slips.board import Board, board
from typo.slips.symbols import kind, script

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

__all__ = ["main"]

VERSION = 1
CORPORA = {
    "typos_rs": "crate-ci/typos words.csv (MIT or Apache-2.0)",
    "codespell": "codespell dictionary (CC BY-SA 3.0)",
    "wikipedia_list": "Wikipedia, lists of common misspellings (CC BY-SA, GFDL)",
    "aspell_orig": "GNU Aspell test set (LGPL)",
    "lo_autocorr": "LibreOffice autocorrect lists (MPL-2.0)",
    "charnmt": "Belinkov and Bisk, natural noise: WiCoPaCo fr (GFDL, CC BY-SA), de (CC BY-SA)",
    "ua_gec": "UA-GEC (CC BY 4.0)",
    "augmentex_mobile": "augmentex, Russian phone keyboards (MIT)",
    "ruspellru": "RuSpellEval blogs (MIT)",
}
CLOSED = {
    ("cs", "charnmt"),  # not for commercial use
    ("ru", "lo_autocorr"),  # nearly all are words with two letters swapped: made by a machine
}
LIGHT = {("ro", "lo_autocorr"): 0.3}  # texts typed without diacritics on purpose, for the most part
PHONE = "augmentex_mobile"
RARE = 9  # the rank of letters not counted
ROUNDS = 60  # of descent
FAINT = 5  # weights that small, in 64ths of a bit, are left out
BYTES = 185_000  # a file of a language holds 200 KB at most

_NAMED = re.compile(r"(?:[rdow][clr]|[it][ab]|[rdi])[:<>()=](.+)")


def letters(name: str) -> int:
    """Count the letters that a feature names; 0 for one that knows only kinds and distances."""
    found = _NAMED.fullmatch(name)
    return len(found[1]) if found and not found[1].isdigit() else 0


def prior_of_all(name: str) -> float:
    """Let every language share kinds, distances, single letters and what stands for what."""
    own, _, lang = name.partition(COPY)
    count = letters(own)
    if count and not _SHARED.fullmatch(own):
        return inf
    return (4.0 if not count else 8.0) if lang else 2.0


_SHARED = re.compile(r"[rdow]c:.|[rd]:..|i:.")


def prior_of_habits(name: str) -> float:
    """Let a device or a kind of writer change how people slip, whatever the letters."""
    return 2.0 if not letters(name) else inf


def prior_of_language(name: str) -> float:
    """Let a language change which letters go wrong; where slips happen differs between lists more than languages."""
    return 4.0 if letters(name) else 64.0


class Data(NamedTuple):
    """What all layers are fitted to: pairs by language and corpus, keyboards, letters by language and of all."""

    pairs: dict[tuple[str, str], list[Pair]]
    boards: dict[str, Board]
    ranks: dict[str, dict[str, int]]
    common: dict[str, int]

    def samples(self, chosen: Iterable[tuple[str, str]], limit: int) -> list[Sample]:
        """Read up to so many pairs of each chosen corpus as slips; a pair that several have counts once."""
        found: dict[tuple[str, str, str], Sample | None] = {}
        for group in chosen:
            for pair in self.pairs[group][:limit]:
                key = pair.lang, pair.correct, pair.error
                if key not in found:
                    found[key] = canonical(pair, LIGHT.get(group, 1.0), self.boards[pair.lang])
        return [sample for sample in found.values() if sample]

    def ask(self, samples: Sequence[Sample], *, copies: bool = False) -> tuple[Problem, Problem]:
        """Pose the two choices of all samples."""
        ranks: Ranks = {lang: partial(_rank, {**self.common, **own}) for lang, own in self.ranks.items()}
        return gather(samples, self.boards, ranks, copies=copies)


def _rank(ranks: dict[str, int], letter: str) -> int:
    return ranks.get(letter, RARE)


def read(folder: Path) -> Data:
    """Read what may be fitted to, in an order that is random and always the same."""
    grouped: dict[tuple[str, str], list[Pair]] = {}
    for pair in pairs(folder, split="train"):
        group = pair.lang, pair.corpus
        if pair.corpus in CORPORA and group not in CLOSED and inside(pair):
            grouped.setdefault(group, []).append(pair)
    boards, ranks, shares = {}, {}, Counter[str]()
    for lang in sorted({lang for lang, _ in grouped}):
        counts = Counter(c for word in _words(grouped, lang) for c in word if kind(c) in "VC")
        writings = Counter[str]()
        for letter, count in counts.items():
            writings[script(letter)] += count
        if not writings:  # Hangul syllables: the view types jamo
            continue
        writing = writings.most_common(1)[0][0]
        counts = Counter({c: n for c, n in counts.items() if script(c) == writing})
        layout = typo_keyboards.for_language(lang).id
        ranks[lang] = ranked({c: n for c, n in counts.items() if n >= max(3, counts.total() / 50_000)})
        boards[lang] = board(layout, writing, tuple(ranks[lang]))
        shares.update({c: n / counts.total() for c, n in counts.items()})
    for (lang, _), found in grouped.items():
        allowed = set(boards[lang].letters) if lang in boards else set()
        found[:] = [pair for pair in found if allowed.issuperset(pair.correct + pair.error)]
        random.Random(VERSION).shuffle(found)
    by_script = {writing: {c: n for c, n in shares.items() if script(c) == writing} for writing in map(script, shares)}
    common = {c: n for found in by_script.values() for c, n in ranked(found).items() if n < RARE}
    return Data({group: found for group, found in grouped.items() if found}, boards, ranks, common)


def _words(grouped: Mapping[tuple[str, str], list[Pair]], lang: str) -> set[str]:
    return {pair.correct for group, found in grouped.items() if group[0] == lang for pair in found}


def ranked(shares: Mapping[str, float]) -> dict[str, int]:
    """Rank letters by frequency: 0 the most frequent, each step half as frequent."""
    top = max(shares.values())
    return {letter: min(14, round(log2(top / share))) for letter, share in sorted(shares.items())}


Table = dict[str, int]


def add(*tables: Table) -> Table:
    """Add tables name by name."""
    total = Counter[str]()
    for table in tables:
        total.update(table)
    return dict(total)


def layer(problems: tuple[Problem, Problem], known: Table, prior: Callable[[str], float], limit: int = 10**9) -> Table:
    """Fit what a layer adds to what is known; when that is more than `limit` bytes, keep the heaviest and fit again."""
    found = {name: weight for each in problems for name, weight in fit(each, known, prior, ROUNDS).items()}
    table = rounded(found)
    if size(table) > limit:
        kept, left = set(), float(limit)
        for name in sorted(table, key=lambda name: (-abs(table[name]), name)):
            left -= len(name.encode()) + 6
            if left < 0:
                break
            kept.add(name)
        return layer(problems, known, lambda name: prior(name) if name in kept else inf)
    return table


def rounded(weights: dict[str, float]) -> Table:
    """Write weights as 64ths of a bit, and leave out those near zero."""
    whole = {name: round(weight * UNIT) for name, weight in weights.items() if COPY not in name}
    return {name: weight for name, weight in whole.items() if abs(weight) > FAINT}


def size(table: Table) -> int:
    """Estimate how many bytes a table takes in its file."""
    return sum(len(name.encode()) + 6 for name in table)


class Writer:
    """Writes the files of the profiles."""

    def __init__(self, folder: Path, data: Data) -> None:
        self.folder = folder
        self.data = data

    def write(self, name: str, table: Table, chosen: Sequence[tuple[str, str]], pairs: int, ranks: Table) -> None:
        """Write one file: where it comes from, the ranks of letters, and the weights by the head of their names."""
        about = {
            "corpora": [CORPORA[corpus] for corpus in sorted({corpus for _, corpus in chosen})],
            "languages": sorted({lang for lang, _ in chosen}),
            "note": "aggregate numbers only; the licences of the corpora are named for attribution",
            "pairs": pairs,
            "script": f"benchmarks/fit_profiles.py, version {VERSION}, train split",
            "unit": "64ths of a bit",
        }
        heads: dict[str, Table] = {}
        for feature, weight in sorted(table.items()):
            head = re.match(r"[a-z]+[^a-z0-9]|..", feature)
            cut = head.end() if head else 0
            heads.setdefault(feature[:cut], {})[feature[cut:]] = weight
        lines = ",\n".join(f"{_compact(head)}:{_compact(rest)}" for head, rest in heads.items())
        text = f'{{"about":{json.dumps(about, indent=1)},\n"ranks":{_compact(ranks)},\n"weights":{{\n{lines}\n}}}}\n'
        (self.folder / f"{name}.json").write_text(text, encoding="utf-8")
        print(f"{name:14}{pairs:7} pairs{len(table):7} weights{len(text.encode()) // 1000:5} KB", flush=True)


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "typo" / "data" / "profiles")
    arguments = parser.parse_args()
    data = read(arguments.folder)
    writer = Writer(arguments.out, data)

    def grow(
        name: str, chosen: Sequence[tuple[str, str]], known: Table, prior: Callable[[str], float], **how: Any
    ) -> Table:
        samples = data.samples(chosen, how.get("limit", 10**9))
        found = layer(data.ask(samples), known, prior, BYTES)
        table = add(how.get("also", {}), found)
        ranks = data.ranks.get(name.partition("-")[2], {})
        writer.write(name, add(known, table) if how.get("whole") else table, chosen, len(samples), ranks)
        return table

    everyday = [group for group in data.pairs if group[1] != PHONE]
    samples = data.samples(everyday, 8000)
    desktop = layer(data.ask(samples, copies=True), {}, prior_of_all)
    writer.write("desktop", desktop, everyday, len(samples), data.common)
    mobile, learners = [("ru", PHONE)], [("de", "charnmt")]
    phone = add(desktop, grow("phone", mobile, desktop, prior_of_habits, limit=25_000, whole=True))
    grow("learner", learners, desktop, prior_of_habits, whole=True)
    russian = grow("phone-ru", mobile, phone, prior_of_language, limit=60_000)
    # Russian letters are confused on a desktop, too, though less of it is chance: half of what phones show.
    half = rounded({name: weight / 2 / UNIT for name, weight in russian.items() if letters(name)})
    for lang in data.boards:
        chosen = [group for group in everyday if group[0] == lang]
        also = half if lang == "ru" else {}
        grow(f"desktop-{lang}", chosen, add(desktop, also), prior_of_language, also=also)


if __name__ == "__main__":
    main()
