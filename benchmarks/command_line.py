"""How fast `typo perturb` is with one worker and with two, and how much memory it takes.

python benchmarks/command_line.py [--megabytes 10] [--rounds 5] [--lang en]

The runs with one and with two workers take turns, so that a busy machine slows both; read the ratio. Memory is the
largest sum of what the parent and its workers held at one moment, as Linux counts it, pages they share counted twice.
The sentences have a vocabulary of 50,000 words, frequent and rare ones as in running text.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from bisect import bisect_right
from itertools import accumulate
from pathlib import Path
from statistics import median

import typo

VOCABULARY = 50_000
SYLLABLES = [
    *("the", "in", "an", "er", "on", "re", "ed", "st", "ly", "al", "le", "to", "con", "ter"),
    *("ing", "be", "com", "ent", "per", "is", "de", "tion", "a", "ma", "ri", "u"),
]
SAMPLE_S = 0.05


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=float, default=10, help="size of the input (default: 10)")
    parser.add_argument("--rounds", type=int, default=5, help="runs with each number of workers (default: 5)")
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2], help="numbers of workers (default: 1 2)")
    parser.add_argument("--lang", default="en", help="language whose mix is used (default: en)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "in.jsonl"
        write_records(source, arguments.megabytes * 1e6)
        megabytes = source.stat().st_size / 1e6
        times: dict[int, list[float]] = {jobs: [] for jobs in arguments.jobs}
        memory: dict[int, float] = dict.fromkeys(arguments.jobs, 0.0)
        for _ in range(arguments.rounds):
            for jobs in arguments.jobs:
                seconds, peak = measured(source, jobs, arguments.lang)
                times[jobs].append(seconds)
                memory[jobs] = max(memory[jobs], peak)
    base = times[arguments.jobs[0]]
    print(f"{megabytes:.0f} MB of JSON lines, {arguments.rounds} rounds, Python {sys.version.split()[0]}")
    print(f"{'workers':>8}{'MB/s':>8}{'ratio':>8}{'MB held':>10}")
    for jobs, taken in times.items():
        ratio = median(one / many for one, many in zip(base, taken, strict=True))
        print(f"{jobs:8}{megabytes / median(taken):8.2f}{ratio:8.2f}{memory[jobs]:10.0f}")


def write_records(path: Path, size: float) -> None:
    """Write JSON lines with sentences of about 20 words until they have this size."""
    words = [spelt(n) for n in range(VOCABULARY)]
    # As in running text, the n-th word is about 1 / n as frequent as the first, and most words are rare.
    ends = list(accumulate(VOCABULARY * 1000 // (n + 3) for n in range(VOCABULARY)))
    written = 0
    with path.open("w", encoding="utf-8") as stream:
        for n in range(sys.maxsize):
            draws = typo.Draws(typo.digest("benchmark", n))
            sentence = " ".join(words[bisect_right(ends, draws.below(ends[-1]))] for _ in range(14 + draws.below(13)))
            line = json.dumps({"id": n, "text": f"{sentence.capitalize()}.", "source": "benchmark"}) + "\n"
            written += stream.write(line)
            if written >= size:
                return


def spelt(number: int) -> str:
    """Return a made-up word, a longer one for a higher number."""
    number, last = divmod(number, len(SYLLABLES))
    return (spelt(number - 1) if number else "") + SYLLABLES[last]


def measured(source: Path, jobs: int, lang: str) -> tuple[float, float]:
    """Run the command; return the seconds it took and the megabytes it held at most."""
    command = [sys.executable, "-m", "typo", "perturb", str(source), "--field", "text", "--key", "id", "--lang", lang]
    command += ["--jobs", str(jobs), "--quiet", "--force", "-o", str(source.with_name("out.jsonl"))]
    peak = 0.0
    begun = time.perf_counter()
    with subprocess.Popen(command) as run:
        while run.poll() is None:
            peak = max(peak, held(run.pid))
            time.sleep(SAMPLE_S)
    if run.returncode:
        sys.exit(run.returncode)
    return time.perf_counter() - begun, peak


def held(process: int) -> float:
    """Return the megabytes that a process and its children hold; 0 where the system does not tell."""
    total = 0.0
    try:
        total += resident(process)
        for child in Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split():
            total += resident(int(child))
    except (OSError, ProcessLookupError, ValueError):
        pass  # one of them has just ended
    return total


def resident(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text("ascii", errors="replace")
    return sum(int(line.split()[1]) / 1e3 for line in status.splitlines() if line.startswith("VmRSS:"))


if __name__ == "__main__":
    main()
