"""What an import of typo costs, and what `typo-eval enable` adds to every start of Python.

python benchmarks/startup.py [--runs 200]

Every row is a whole process, started in turn with the bare interpreter, so that a busy machine slows both alike; read
the median of the paired differences and the ratio, not the absolute times.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from typo_lmeval.enable import enable

ROOT = Path(__file__).parents[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=200, help="pairs of processes a row (default: 200)")
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        empty, hooked = Path(folder, "empty"), Path(folder, "hooked")
        empty.mkdir()
        hooked.mkdir()
        enable(hooked)
        bare = "pass"
        rows = {
            "import typo": (bare, f"import sys; sys.path.insert(0, {str(ROOT)!r}); import typo"),
            "import typo_lmeval": (bare, f"import sys; sys.path.insert(0, {str(ROOT)!r}); import typo_lmeval"),
            "typo-eval enable": (_site(empty), _site(hooked)),
        }
        print(f"{'':20}{'without':>12}{'with':>12}{'difference':>12}{'ratio':>8}   (medians of {runs}, ms)")
        for name, (without, with_) in rows.items():
            before, after = measure(without, with_, runs)
            difference = median(b - a for a, b in zip(before, after, strict=True))
            low, high = median(before), median(after)
            print(f"{name:20}{low:12.2f}{high:12.2f}{difference:12.2f}{high / low:8.2f}")


def measure(without: str, with_: str, runs: int) -> tuple[list[float], list[float]]:
    """Time two pieces of code in turn; the first pair, which may compile files, does not count."""
    pairs = [(_milliseconds(without), _milliseconds(with_)) for _ in range(runs + 1)][1:]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def _site(folder: Path) -> str:
    # What Python does at its start with the site-packages of an environment.
    return f"import site; site.addsitedir({str(folder)!r})"


def _milliseconds(code: str) -> float:
    # Installed modules are compiled once; without this, a machine that forbids it would pay at each start.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = perf_counter()
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True, env=environment)
    return (perf_counter() - start) * 1000


if __name__ == "__main__":
    main()
