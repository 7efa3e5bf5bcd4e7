"""Print a digest of what every transform makes, in many ways of running it; the tests start this under other Pythons.

Reads from standard input what to do, as JSON: recipes by label; rows of key and text; ways. A
transform whose requirements are not there is left out.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from typing import Any

import typo

Row = tuple[int, str]


def main() -> None:
    asked = json.load(sys.stdin)
    rows = [(key, text) for key, text in asked["rows"]]
    made: dict[str, dict[str, str]] = {way: {} for way in asked["ways"]}
    for label, recipe in asked["recipes"].items():
        try:
            noisy = typo.from_recipe(recipe)
            noisy.apply(rows[0][1], key=0)
        except ImportError:
            continue
        for way in asked["ways"]:
            results = sorted(in_way(way, noisy, rows))
            made[way][label] = sha256(json.dumps(results).encode()).hexdigest()
    print(json.dumps(made))


def in_way(way: str, noisy: typo.Perturber, rows: list[Row]) -> list[Any]:
    """Return key and log of every row, worked out in one of the ways: `batch 7`, `reversed`, `spawn 2`, ..."""
    kind, _, number = way.partition(" ")
    if kind == "reversed":
        return work(noisy, rows[::-1])
    if kind == "batch":
        return [result for batch in batches(rows, int(number)) for result in work(noisy, batch)]
    with ProcessPoolExecutor(int(number), mp_context=multiprocessing.get_context(kind)) as pool:
        parts = batches(rows, 7)
        return [result for results in pool.map(work, [noisy] * len(parts), parts) for result in results]


def batches(rows: list[Row], size: int) -> list[list[Row]]:
    return [rows[start : start + size] for start in range(0, len(rows), size)]


def work(noisy: typo.Perturber, rows: list[Row]) -> list[Any]:
    results = noisy.apply_batch([text for _, text in rows], keys=[key for key, _ in rows])
    return [(key, result.log.to_json()) for (key, _), result in zip(rows, results, strict=True)]


if __name__ == "__main__":
    main()
