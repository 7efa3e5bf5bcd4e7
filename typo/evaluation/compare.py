"""Compare the conditions of a benchmark with its original, document by document."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING

from typo.errors import InvalidArgument
from typo.evaluation.bootstrap import paired_interval
from typo.evaluation.metrics import brier, ece, nll

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from typo.evaluation.records import Record

__all__ = ["ORIGINAL", "Comparison", "Pair", "compare"]

ORIGINAL = "original"

Pair = tuple["Record", "Record"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """One condition of one benchmark, format and model, against the original.

    - `n`: documents that both conditions have; `perturbed`: those of them that really differ; `unpaired`: the
      ids that only one of the two has, which count nowhere.
    - `accuracy` and its `delta` to the original over the same documents, with a paired 95 % interval.
    - `delta_perturbed`: the same over the documents that really differ, None where there are none.
    - `unparsed`: share of answers that could not be understood. `brier`, `nll`, `ece`: None without probabilities.
    """

    model: str
    benchmark: str
    format: str
    condition: str
    n: int
    perturbed: int
    unpaired: tuple[str, ...]
    accuracy: float
    delta: float
    interval: tuple[float, float]
    delta_perturbed: float | None
    unparsed: float
    brier: float | None
    nll: float | None
    ece: float | None
    pairs: tuple[Pair, ...]


def compare(records: Iterable[Record], *, resamples: int = 10_000, seed: int = 0) -> tuple[Comparison, ...]:
    """Compare every condition with the original of its model, benchmark and format; originals come first.

    Documents are joined by their ids. Raises `InvalidArgument` where an original is missing, where a document
    comes twice, and where two conditions share no document.
    """
    runs: dict[tuple[str, str, str], dict[str, dict[str, Record]]] = {}
    for record in records:
        run = runs.setdefault((record.model, record.benchmark, record.format), {})
        documents = run.setdefault(record.condition, {})
        if record.id in documents:
            raise InvalidArgument(f"document {record.id} comes twice under {record.condition} of {record.benchmark}.")
        documents[record.id] = record
    compared: list[Comparison] = []
    for (model, benchmark, kind), run in sorted(runs.items()):
        if ORIGINAL not in run:
            raise InvalidArgument(
                f"the results of {benchmark} ({kind}) by {model} lack the condition original, "
                f"with which {', '.join(sorted(run))} would be compared."
            )
        order = [ORIGINAL, *(condition for condition in run if condition != ORIGINAL)]
        compared += [_compared(run[ORIGINAL], run[condition], resamples, seed) for condition in order]
    return tuple(compared)


def _compared(originals: dict[str, Record], others: dict[str, Record], resamples: int, seed: int) -> Comparison:
    pairs = tuple((originals[name], record) for name, record in sorted(others.items()) if name in originals)
    sample = next(iter(others.values()))
    if not pairs:
        raise InvalidArgument(f"{sample.condition} and original of {sample.benchmark} share no document.")
    differences = [float(after.correct) - float(before.correct) for before, after in pairs]
    changed = [d for d, (_, after) in zip(differences, pairs, strict=True) if after.edits]
    after = [pair[1] for pair in pairs]
    return Comparison(
        model=sample.model,
        benchmark=sample.benchmark,
        format=sample.format,
        condition=sample.condition,
        n=len(pairs),
        perturbed=len(changed),
        unpaired=tuple(sorted(originals.keys() ^ others.keys())),
        accuracy=_mean([float(record.correct) for record in after]),
        delta=_mean(differences),
        interval=paired_interval(
            differences, [record.group or record.id for record in after], resamples=resamples, seed=seed
        ),
        delta_perturbed=_mean(changed) if changed else None,
        unparsed=_mean([float(record.answer is None) for record in after]),
        brier=_of_probabilities(after, brier),
        nll=_of_probabilities(after, nll),
        ece=_calibration(after),
        pairs=pairs,
    )


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)


def _of_probabilities(records: Sequence[Record], metric: Callable[[Sequence[float], int], float]) -> float | None:
    values = [metric(r.probabilities, r.gold) for r in records if r.probabilities is not None]
    return _mean(values) if len(values) == len(records) else None


def _calibration(records: Sequence[Record]) -> float | None:
    rows = [(max(r.probabilities), float(r.correct)) for r in records if r.probabilities is not None]
    return ece(rows) if len(rows) == len(records) else None
