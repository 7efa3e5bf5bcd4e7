"""The two choices of the slip model as problems of maximum likelihood, and their solution.

A sample is a real slip. Its place is chosen among all places of the word, and its letter among all letters there; each
candidate is described by the names of `typo.slips.features`, and the weights of the names are found by L-BFGS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from typo.slips.features import SIDES, around, everywhere, letter, places
from typo.slips.model import FittedModel, Place
from typo.slips.symbols import EDGE

if TYPE_CHECKING:
    from benchmarks.realism import Pair
    from typo.slips.board import Board

__all__ = ["COPY", "UNIT", "Problem", "Ranks", "Sample", "canonical", "fit", "gather"]

COPY = "|"  # between a name and the language that has a copy of it
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
        options = [place for place, weight in zip(*model.places(sample.word), strict=True) if weight]
        slip = sample.operation, sample.at
        if slip not in options:
            continue
        rows = [_place_rows(where.rows, place, sample, keys) for place in options]
        where.add(rows, options.index(slip), sample.weight)
        letters = model.letters(slip, sample.word)[0]
        if sample.letter in letters and len(letters) > 1:
            parts = _letter_rows(which.rows, letters, sample, keys, ranks[sample.lang])
            which.add(parts, letters.index(sample.letter), sample.weight)
    return where.problem(), which.problem()


def _place_rows(rows: Rows, place: Place, sample: Sample, keys: Board) -> tuple[int, int, int, int]:
    operation, at = place
    word = (EDGE, EDGE, *sample.word, EDGE, EDGE)
    length = len(sample.word)

    def near(part: str, middle: int) -> int:
        three = word[middle + 1], word[middle + 2], word[middle + 3]
        names = (f"{operation}{part}{rest}" for rest in (*everywhere(*three), *around(part, *three, keys)))
        return rows.row((operation, part, three), names.__iter__, sample.lang)

    own = rows.row((operation, at, length), lambda: places(operation, at, length))
    if operation == "i":
        return own, near("a", at - 1), near("b", at), rows.row(None, tuple)
    if operation == "t":
        return own, near("a", at), near("b", at + 1), rows.row(None, tuple)
    return own, near("c", at), near("l", at - 1), near("r", at + 1)


def _letter_rows(
    rows: Rows, letters: Sequence[str], sample: Sample, keys: Board, rank: Callable[[str], int]
) -> list[tuple[int, ...]]:
    word, operation, at = sample.word, sample.operation, sample.at
    after = at if operation == "i" else at + 1
    left, right = word[at - 1] if at else EDGE, word[after] if after < len(word) else EDGE
    old = "" if operation == "i" else word[at]

    def names(new: str) -> list[str]:
        return [name for side in SIDES for name in letter(operation, side, left, old, right, new, keys, rank)]

    return [(rows.row((operation, left, old, right, new), partial(names, new), sample.lang),) for new in letters]


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
