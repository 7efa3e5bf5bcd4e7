"""`typo-eval report`: compare the conditions of finished runs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from typo.evaluation import Report, compare, write_report
from typo_lmeval.logs import read_runs

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main", "report"]


def report(results: Path) -> Report:
    """Compare the conditions of all runs below a folder of results.

    Raises `InvalidArgument` where there are none, where an original is missing, and for malformed logs.
    """
    run = read_runs(results)
    return Report(compare(run.records), run.facts, run.notes)


def main(argv: Sequence[str]) -> int:
    """Print the table, and write report.json and report.html beside the results."""
    parser = argparse.ArgumentParser(
        prog="typo-eval report", description="Compare the conditions of finished runs, document by document."
    )
    parser.add_argument("results", type=Path, help="the folder given to --output_path")
    parser.add_argument("--out", type=Path, help="folder for report.json and report.html (default: the results)")
    arguments = parser.parse_args(argv)
    made = report(arguments.results)
    _, page = write_report(made, arguments.out or arguments.results)
    print(made.table())
    print(f"\nreport: {page.resolve()}")
    return 0
