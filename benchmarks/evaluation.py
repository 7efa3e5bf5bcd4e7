"""What the statistics cost, at the size of the French study: a bootstrap, and the whole analysis of one model.

python benchmarks/evaluation.py [--runs 3] [--resamples 10000]

One bootstrap is promised in under 3 s: 3,360 pairs of answers in 1,800 groups, accuracy, Brier, NLL and ECE. The whole
analysis is of seven benchmarks, three factors, three levels with restored and deletion twins and a fifth held out,
pooled over benchmarks and factors. The answers are made up; nothing here is a result.
"""

from __future__ import annotations

import argparse
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import numpy as np

from typo.evaluation import METRICS, Record, analyse, hold_out, paired_bootstrap

if TYPE_CHECKING:
    from collections.abc import Callable

ITEMS, GROUPS = 3360, 1800
FACTORS = ("apostrophe", "diacritics", "keyboard")
NOISE = {"original": 0.0, "low": 0.3, "high": 0.6}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, help="how often each is timed (default: 3); the least counts")
    parser.add_argument("--resamples", type=int, default=10_000, help="(default: 10000)")
    arguments = parser.parse_args()
    pairs = list(zip(*[answers("one", "", name, ITEMS, GROUPS, 0) for name in ("original", "high")], strict=True))
    metrics = [METRICS[name] for name in ("acc", "brier", "nll", "ece")]
    study = hold_out(
        [
            record
            for benchmark in range(7)
            for factor in FACTORS
            for condition in NOISE
            for twin in ("", "restored", "deletion")
            for record in answers(f"set{benchmark}", factor, condition, 200, 107, benchmark, twin)
        ]
    )
    print(f"{arguments.resamples:,} resamples, seconds (wall, CPU; the least of {arguments.runs})")
    told = {"resamples": arguments.resamples}
    show(f"bootstrap, {ITEMS:,} pairs", lambda: paired_bootstrap(pairs, metrics, **told), arguments.runs)
    show(f"analysis, {len(study):,} records", lambda: analyse(study, **told), arguments.runs)


def answers(
    benchmark: str, factor: str, condition: str, items: int, groups: int, seed: int, twin: str = ""
) -> list[Record]:
    """Make answers to questions with four options, which get worse with the level."""
    clean = np.random.default_rng([seed, len(factor)]).normal(size=(items, 4))
    clean[:, 0] += 1.0
    noise = np.random.default_rng([seed, len(factor), len(condition), len(twin)]).normal(size=clean.shape)
    scores = clean + (NOISE[condition] + 0.1 * bool(twin)) * noise
    return [
        Record(
            model="made-up", benchmark=benchmark, format="letters", factor=factor, condition=condition, twin=twin,
            id=f"{factor}{number}", gold=0, scores=tuple(row), group=f"{factor}{number % groups}",
        )
        for number, row in enumerate(scores.tolist())
    ]  # fmt: skip


def show(name: str, work: Callable[[], object], runs: int) -> None:
    """Time work, and print the shortest run."""
    times = []
    for _ in range(runs):
        wall, cpu = perf_counter(), process_time()
        work()
        times.append((perf_counter() - wall, process_time() - cpu))
    wall, cpu = min(times)
    print(f"{name:32}{wall:8.2f}{cpu:8.2f}")


if __name__ == "__main__":
    main()
