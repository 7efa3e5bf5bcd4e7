"""`typo-eval report`: compare the conditions of finished runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from typo.evaluation import Report, compare, write_report
from typo_lmeval.logs import read_runs

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str]) -> int:
    """Print the table, and write report.json and report.html beside the results."""
    parser = argparse.ArgumentParser(
        prog="typo-eval report", description="Compare the conditions of a finished run, document by document."
    )
    parser.add_argument("results", type=Path, help="the folder given to --output_path")
    parser.add_argument("--out", type=Path, help="folder for report.json and report.html (default: the results)")
    arguments = parser.parse_args(argv)
    run = read_runs(arguments.results)
    for path in run.older:
        print(f"typo-eval: {path} is left out; there is a newer run of its task.", file=sys.stderr)
    report = Report(compare(run.records), run.facts)
    _, page = write_report(report, arguments.out or arguments.results)
    print(report.table())
    print(f"\nreport: {page.resolve()}")
    return 0
