"""`typo-eval report` and `typo-eval compare`: what finished runs say, and how two of them differ."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from typo.evaluation import (
    ContrastReport,
    Report,
    Resampling,
    analyse,
    contrast,
    hold_out,
    read_jsonl,
    read_models,
    write_report,
)
from typo_lmeval.logs import Run, read_runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.evaluation import Record

__all__ = ["compare_main", "main", "read", "report"]

_EXAMPLES = 10


def read(*sources: Path) -> Run:
    """Read folders of results, and files of records (JSON lines, as `write_jsonl` writes them).

    Raises `InvalidArgument` for a source that holds neither.
    """
    folders = [source for source in sources if not source.is_file()]
    run = read_runs(*folders) if folders else Run((), {}, ())
    for source in sources:
        if source.is_file():
            # The folder is told only where two files have the same name: paths say more of a machine than of a study.
            name = source.name if source.name not in run.facts else f"{source.parent.name}/{source.name}"
            facts = {**run.facts, name: {"records": name}}
            run = Run(run.records + read_jsonl(source), facts, run.notes)
    return run


def report(
    *sources: Path,
    share: float = 0.0,
    models: Sequence[Path] = (),
    examples: int = _EXAMPLES,
    resamples: int = 10_000,
    seed: int = 0,
) -> Report:
    """Compare the conditions of all runs below some folders of results.

    A `share` of the documents above 0 is set aside to fit temperatures on. Raises `InvalidArgument` where there are no
    results, where an original is missing, and for malformed logs.
    """
    run = read(*sources)
    records = hold_out(run.records, share=share, seed=seed) if share else run.records
    facts = {name: {**told, "hold_out": share} if share else told for name, told in run.facts.items()}
    return Report(
        analyse(records, resamples=resamples, seed=seed), facts, run.notes, models=read_models(*models),
        examples=examples,
    )  # fmt: skip


def main(argv: Sequence[str]) -> int:
    """Print the tables, and write the report beside the results."""
    parser = argparse.ArgumentParser(
        prog="typo-eval report", description="Compare the conditions of finished runs, document by document."
    )
    add = parser.add_argument
    add(
        "results",
        type=Path,
        nargs="+",
        help="folders of results, or files of records (JSON lines)",
    )
    add("--out", type=Path, help="folder for the report (default: the first of the results)")
    add("--hold-out", type=float, default=0.0, metavar="SHARE", help="fit temperatures on this share of the documents")
    add("--models", type=Path, nargs="+", default=(), metavar="FILE", help="more rows for the table of models (TOML)")
    add("--examples", type=int, default=_EXAMPLES, metavar="N", help="how many documents to show (default: 10)")
    add("--no-texts", action="store_true", help="show no documents at all")
    add("--resamples", type=int, default=10_000, help="resamples of the intervals (default: 10000)")
    add("--seed", type=int, default=0, help="seed of the resamples and of the documents set aside")
    asked = parser.parse_args(argv)
    made = report(
        *asked.results, share=asked.hold_out, models=asked.models, examples=0 if asked.no_texts else asked.examples,
        resamples=asked.resamples, seed=asked.seed,
    )  # fmt: skip
    first: Path = asked.results[0]
    page, *_ = write_report(made, asked.out or (first.parent if first.is_file() else first))
    print(made.table())
    print(f"\nreport: {page.resolve()}")
    return 0


def compare_main(argv: Sequence[str]) -> int:
    """Print how two runs differ, and write it into a folder if told to."""
    parser = argparse.ArgumentParser(
        prog="typo-eval compare",
        description="Compare two runs, document by document: two models, or one model under two recipes.",
    )
    add = parser.add_argument
    add("first", type=Path, help="folder of results, or file of records (JSON lines)")
    add("second", type=Path, help="what it is compared with; differences are second minus first")
    add("--out", type=Path, help="folder for compare.html, .json, .csv, .md and .tex (default: only print)")
    add("--resamples", type=int, default=10_000, help="resamples of the intervals (default: 10000)")
    add("--seed", type=int, default=0, help="seed of the resamples")
    asked = parser.parse_args(argv)
    sides = (asked.first, asked.second)
    runs = [read(side) for side in sides]
    contrasts = contrast(runs[0].records, runs[1].records, resamples=asked.resamples, seed=asked.seed)
    names = [_called(side, run.records) for side, run in zip(sides, runs, strict=True)]
    facts = {
        f"{which}: {name}": told
        for which, run in zip(("first", "second"), runs, strict=True)
        for name, told in run.facts.items()
    }
    made = ContrastReport(
        contrasts, (names[0], names[1]), facts, Resampling(asked.resamples, asked.seed), runs[0].notes + runs[1].notes
    )
    print(made.table())
    if asked.out:
        page, *_ = write_report(made, asked.out, name="compare")
        print(f"\nreport: {page.resolve()}")
    return 0


def _called(side: Path, records: Sequence[Record]) -> str:
    """Name a run for readers: by its file or folder and its models."""
    models = dict.fromkeys(record.model for record in records)
    return f"{side.resolve().name} ({', '.join(models)})"
