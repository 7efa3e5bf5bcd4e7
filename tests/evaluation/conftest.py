"""Records to compare: made up by the dozen, and those of the reference table."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from typo.edits import Edit
from typo.evaluation import Record
from typo.keyed import digest

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


def share(*parts: object) -> float:
    """Return a number in 0..1 that depends on the parts alone."""
    return int.from_bytes(digest("study", *map(str, parts))[:8], "little") / 2**64


@pytest.fixture(scope="session")
def study_of(make: Make) -> Callable[..., list[Record]]:
    """Return a function that makes up the records of a study: models × benchmarks × factors × levels, with twins.

    A wrong option gains on the right one with the level; sentences are ours, an edit doubles letters of them.
    """

    def made(
        *,
        models: Iterable[str] = ("some-model",),
        benchmarks: Iterable[str] = ("quiz",),
        factors: Iterable[str] = ("",),
        levels: Iterable[tuple[str, float]] = (("original", 0.0), ("low", 0.1), ("high", 0.4)),
        twins: Iterable[str] = ("",),
        count: int = 24,
        hurt: float = 3.0,
        **told: Any,
    ) -> list[Record]:
        cells = product(models, benchmarks, factors, levels, twins, range(count))
        return [
            _answered(make, cell, hurt, told)
            for cell in cells
            if not (cell[4] == "deletion" and cell[3][0] == "original")
        ]

    return made


def _answered(make: Make, cell: tuple[Any, ...], hurt: float, told: dict[str, Any]) -> Record:
    model, benchmark, factor, (condition, rate), twin, number = cell
    loss = rate * hurt * (0.3 if twin == "restored" else 1.0) * (0.5 + share(model, benchmark, factor))
    gold = number % 3
    scores = [share(benchmark, factor, number, option) * 2 - (0 if option == gold else 1.0) for option in range(3)]
    scores[(gold + 1) % 3] += loss * (0.5 + share(model, benchmark, factor, condition, number))
    clean = f"Question {number} about {benchmark}: which of these answers holds?"
    places = range(0, round(rate * 40), 4)
    edits = tuple(("question", Edit(at, at, "", clean[at])) for at in places)
    after = "".join(char * (1 + (at in places)) for at, char in enumerate(clean))
    return make(
        model=model, benchmark=benchmark, factor=factor, condition=condition, rate=rate, twin=twin,
        id=f"{benchmark}/{factor}/{number}", gold=gold, answer=None, scores=tuple(scores), group=f"g{number // 2}",
        category=("geography", "history")[number % 2], before=(("question", clean),),
        after=(("question", after),), edits=edits, eligible=40, tokens=14 + len(edits), changed_tokens=len(edits),
        **{"language": "en"} | told,
    )  # fmt: skip
