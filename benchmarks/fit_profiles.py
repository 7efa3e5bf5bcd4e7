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
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import inf, log2
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import typo_keyboards
from benchmarks.realism import Pair, inside, pairs
from typo.slips.board import Board, board
from typo.slips.features import inserted, places, remarked, replaced, reused, trigram
from typo.slips.model import FittedModel, Place
from typo.slips.symbols import EDGE, kind, script

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
    ("ru", "lo_autocorr"),  # every word of a list with two letters swapped: made by a machine
}
LIGHT = {("ro", "lo_autocorr"): 0.3}  # texts typed without diacritics on purpose, for the most part
PHONE = "augmentex_mobile"
COPY = "|"
RARE = 9  # the rank of letters not counted
ROUNDS = 60  # of descent
FAINT = 5  # weights that small, in 64ths of a bit, are left out
BYTES = 185_000  # a file of a language holds 200 KB at most
UNIT = 64 / np.log(2)  # a nat in 64ths of a bit
Ranks = dict[str, Callable[[str], int]]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Sample(NamedTuple):
    """A real slip in the terms of the model: a word in symbols, where and how it slipped, to which letter."""

    word: tuple[str, ...]
    operation: str
    at: int
    letter: str
    weight: float
    lang: str


def canonical(pair: Pair, weight: float, keys: Board) -> Sample | None:
    """Read a pair as a slip of the model; None where the model has no such slip."""
    word, error = tuple(pair.correct), pair.error
    start = next((i for i, (a, b) in enumerate(zip(word, error, strict=False)) if a != b), min(len(word), len(error)))
    if len(error) < len(word):
        return Sample(word, "o", max(i for i in range(len(word)) if _same_run(word, i, start)), "", weight, pair.lang)
    if len(error) > len(word):
        new = error[start]
        if start and word[start - 1] == new:
            return Sample(word, "w", start - 1, "", weight, pair.lang)
        return Sample(word, "i", start, new, weight, pair.lang) if new in keys.letters else None
    if error[start + 1 :] != "".join(word[start + 1 :]):
        return Sample(word, "t", start, "", weight, pair.lang)
    new = error[start]
    if new in keys.family(word[start]):
        return Sample(word, "d", start, new, weight, pair.lang)
    return Sample(word, "r", start, new, weight, pair.lang) if new in keys.letters else None


def _same_run(word: Sequence[str], index: int, start: int) -> bool:
    low, high = sorted((index, min(start, len(word) - 1)))
    return len(set(word[low : high + 1])) == 1


class Rows:
    """Distinct rows of feature names, as one sparse matrix.

    With `copies`, a name that belongs to a language stands there twice, once with the language: what is peculiar to
    one language goes to the copy, and the weight of the name itself is what languages share.
    """

    def __init__(self, *, copies: bool = False) -> None:
        self.copies = copies
        self.names: dict[str, int] = {}
        self.rows: dict[Any, int] = {}
        self.entries: list[list[int]] = []

    def row(self, key: Any, make: Callable[[], Iterable[str]], lang: str = "") -> int:
        """Return the number of the row with a key, made when it is new."""
        found = self.rows.get((lang, key))
        if found is None:
            found = self.rows[lang, key] = len(self.entries)
            names = [*make()]
            if self.copies and lang:
                names += [f"{name}{COPY}{lang}" for name in names]
            self.entries.append([self.names.setdefault(name, len(self.names)) for name in names])
        return found

    def matrix(self) -> tuple[Ints, Ints]:
        """Return row and column numbers of all entries."""
        counts = [len(entry) for entry in self.entries]
        return np.repeat(np.arange(len(counts)), counts), np.concatenate([np.array(e, int) for e in self.entries])


class Problem(NamedTuple):
    """Choices among candidates, each scored by a few rows: one choice a sample."""

    rows: Rows
    candidates: Ints  # candidate x part -> row
    first: Ints  # sample -> its first candidate
    taken: Ints  # sample -> the candidate that was real
    weights: Floats


def gather(
    samples: Iterable[Sample], boards: dict[str, Board], ranks: Ranks, *, copies: bool = False
) -> tuple[Problem, Problem]:
    """Pose the choice of a place and the choice of a letter, for all samples."""
    where, which = _Builder(Rows(copies=copies)), _Builder(Rows(copies=copies))
    models = {lang: FittedModel({}, {}, keys) for lang, keys in boards.items()}
    for sample in samples:
        model, keys = models[sample.lang], boards[sample.lang]
        options = model.places(sample.word)
        real = next((i for i, o in enumerate(options) if (o.operation, o.at) == (sample.operation, sample.at)), None)
        if real is None:
            continue
        where.add([_place_rows(where.rows, each, sample, keys) for each in options], real, sample.weight)
        letters = model.letters(options[real], sample.word)[0]
        if sample.letter in letters and len(letters) > 1:
            parts = _letter_rows(which.rows, letters, sample, keys, ranks[sample.lang])
            which.add(parts, letters.index(sample.letter), sample.weight)
    return where.problem(), which.problem()


def _place_rows(rows: Rows, place: Place, sample: Sample, keys: Board) -> tuple[int, int, int, int]:
    operation, at, _ = place
    word = (EDGE, EDGE, *sample.word, EDGE, EDGE)
    length = len(sample.word)

    def around(part: str, middle: int) -> int:
        three = word[middle + 1], word[middle + 2], word[middle + 3]
        return rows.row((operation, part, three), lambda: trigram(operation, part, *three, keys), sample.lang)

    own = rows.row((operation, at, length), lambda: places(operation, at, length))
    if operation == "i":
        return own, around("a", at - 1), around("b", at), rows.row(None, tuple)
    if operation == "t":
        return own, around("a", at), around("b", at + 1), rows.row(None, tuple)
    return own, around("c", at), around("l", at - 1), around("r", at + 1)


def _letter_rows(
    rows: Rows, letters: Sequence[str], sample: Sample, keys: Board, rank: Callable[[str], int]
) -> list[tuple[int, int]]:
    word, operation, at = sample.word, sample.operation, sample.at
    after = at if operation == "i" else at + 1
    left, right = word[at - 1] if at else EDGE, word[after] if after < len(word) else EDGE
    old = "" if operation == "i" else word[at]

    def names(new: str) -> tuple[str, ...]:
        if operation == "i":
            return inserted(new, left, right, keys, rank)
        return (remarked if operation == "d" else replaced)(new, left, old, right, keys, rank)

    near_left, near_right, elsewhere = reused(operation)
    used = {} if operation == "d" else dict.fromkeys(word, elsewhere)
    if used and at > 1:
        used[word[at - 2]] = near_left
    if used and after + 1 < len(word):
        used[word[after + 1]] = near_right
    made = []
    for new in letters:
        row = rows.row((operation, left, old, right, new), partial(names, new), sample.lang)
        again = used.get(new, "")
        made.append((row, rows.row(again, (again,).__iter__ if again else tuple)))
    return made


class _Builder:
    """A problem in the making."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.candidates: list[tuple[int, ...]] = []
        self.first: list[int] = []
        self.taken: list[int] = []
        self.weights: list[float] = []

    def add(self, candidates: Sequence[tuple[int, ...]], real: int, weight: float) -> None:
        self.first.append(len(self.candidates))
        self.taken.append(len(self.candidates) + real)
        self.candidates += candidates
        self.weights.append(weight)

    def problem(self) -> Problem:
        return Problem(
            self.rows,
            np.array(self.candidates, dtype=np.int64).reshape(len(self.candidates), -1),
            np.array(self.first, dtype=np.int64),
            np.array(self.taken, dtype=np.int64),
            np.array(self.weights),
        )


def fit(problem: Problem, known: dict[str, int], prior: Callable[[str], float], rounds: int) -> dict[str, float]:
    """Find the weights, in nats, that a layer adds to the known table; `prior` is infinite for what it may not add."""
    names = list(problem.rows.names)
    strength = np.array([prior(name) for name in names])
    free = np.isfinite(strength)
    row, column = problem.rows.matrix()
    base = np.array([known.get(name, 0) for name in names]) / UNIT
    fixed = np.bincount(row, base[column], minlength=len(problem.rows.entries))
    keep = free[column]
    row, column = row[keep], np.cumsum(free)[column[keep]] - 1
    strength = strength[free]
    sizes = np.diff(np.append(problem.first, len(problem.candidates)))

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = fixed + np.bincount(row, weights[column], minlength=len(fixed))
        each = scores[problem.candidates].sum(axis=1)
        top = np.maximum.reduceat(each, problem.first)
        odds = np.exp(each - np.repeat(top, sizes))
        total = np.add.reduceat(odds, problem.first)
        value = float((problem.weights * (np.log(total) + top - each[problem.taken])).sum())
        share = odds * np.repeat(problem.weights / total, sizes)
        np.subtract.at(share, problem.taken, problem.weights)
        pull = np.zeros(len(fixed))
        for part in problem.candidates.T:
            pull += np.bincount(part, share, minlength=len(fixed))
        slope = np.bincount(column, pull[row], minlength=len(weights))
        return value + float(strength @ weights**2) / 2, slope + strength * weights

    found = descend(loss, np.zeros(len(strength)), rounds)
    return dict(zip((name for name, is_free in zip(names, free, strict=True) if is_free), found.tolist(), strict=True))


def descend(loss: Callable[[Floats], tuple[float, Floats]], start: Floats, rounds: int, memory: int = 8) -> Floats:
    """Minimise a smooth convex function by L-BFGS with backtracking."""
    at, (value, slope) = start, loss(start)
    steps: list[tuple[Floats, Floats, float]] = []
    for _ in range(rounds):
        direction, factors = slope.copy(), []
        for move, change, scale in reversed(steps):
            factor = scale * float(move @ direction)
            factors.append(factor)
            direction -= factor * change
        if steps:
            move, change, scale = steps[-1]
            direction /= scale * float(change @ change)
        for (move, change, scale), factor in zip(steps, reversed(factors), strict=True):
            direction += (factor - scale * float(change @ direction)) * move
        slant = float(slope @ direction)
        pace = 1.0 if steps else 1 / max(1.0, float(np.abs(slope).sum()))
        while True:
            ahead = at - pace * direction
            new_value, new_slope = loss(ahead)
            if new_value <= value - 1e-4 * pace * slant or pace < 1e-10:
                break
            pace /= 2
        move, change = ahead - at, new_slope - slope
        if value - new_value < 1e-6 * abs(value):
            return ahead
        if float(move @ change) > 0:
            steps = [*steps[1 - memory :], (move, change, 1 / float(move @ change))]
        at, value, slope = ahead, new_value, new_slope
    return at


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
    """Let a language change everything."""
    return 4.0


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
        writing = writings.most_common(1)[0][0]
        counts = Counter({c: n for c, n in counts.items() if script(c) == writing})
        try:
            layout = typo_keyboards.for_language(lang).id
        except LookupError:
            continue
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
