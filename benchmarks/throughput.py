"""How long a perturbation takes, recipe by recipe, on the bundled questions.

python benchmarks/throughput.py [--rounds 5]

The recipes take turns, so that a busy machine slows all alike; read the ratio to `ja.fullwidth`, which only looks at
the text. Readers, dictionaries and tables are loaded before the clock starts.
"""

from __future__ import annotations

import argparse
import json
from statistics import median
from time import perf_counter

import typo
from typo_lmeval import task_dir

QUESTIONS = task_dir().parent / "data" / "jademo" / "questions.jsonl"
BASE = "ja.fullwidth"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="passes over the questions (default: 5)")
    rounds = parser.parse_args().rounds
    texts = [json.loads(line)["question"] for line in QUESTIONS.read_text("utf-8").splitlines()]
    perturbers = {name: typo.Perturber(typo.get(name)) for name in typo.available() if name.startswith("ja.")}
    times: dict[str, list[float]] = {name: [] for name in perturbers}
    for count in range(rounds + 1):
        for name, noisy in perturbers.items():
            start = perf_counter()
            noisy.batch(texts, keys=range(len(texts)))
            if count:
                times[name].append((perf_counter() - start) / len(texts) * 1000)
    length = sum(map(len, texts)) / len(texts)
    print(f"{'':20}{'ms a text':>12}{'ratio':>8}   (medians of {rounds}; {length:.0f} characters a text)")
    for name, taken in times.items():
        print(f"{name:20}{median(taken):12.3f}{median(taken) / median(times[BASE]):8.1f}")


if __name__ == "__main__":
    main()
