"""Records to compare: made up by the dozen, and those of the reference table."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from typo.evaluation import Record

Make = Callable[..., Record]


@pytest.fixture(scope="session")
def make() -> Make:
    """Return a function that makes a record; what is not told is the same for all."""

    def made(**told: Any) -> Record:
        usual: dict[str, Any] = {
            "model": "some-model", "benchmark": "quiz", "format": "letters", "condition": "original", "id": "quiz/1",
            "gold": 0, "answer": 0,
        }  # fmt: skip
        return Record(**usual | told)

    return made


@pytest.fixture(scope="session")
def reference(shared: Callable[[str], Path]) -> dict[str, Any]:
    """Return the reference values."""
    values: dict[str, Any] = json.loads(shared("data/metrics/metric_reference.json").read_text("utf-8"))
    return values


@pytest.fixture(scope="session")
def table(shared: Callable[[str], Path], make: Make) -> dict[str, list[Record]]:
    """Return the records of the reference table, by condition; those that are held out under `held out CONDITION`."""
    records: dict[str, list[Record]] = {}
    with shared("data/metrics/metric_reference.csv").open(encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            held_out = row["split"] == "heldout"
            record = make(
                condition=row["condition"], id=row["item"], group=row["cluster"], gold=int(row["gold"]), answer=None,
                scores=tuple(float(row[f"s{option}"]) for option in range(int(row["n_options"]))), held_out=held_out,
            )  # fmt: skip
            records.setdefault("held out " * held_out + row["condition"], []).append(record)
    return records
