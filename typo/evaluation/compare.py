"""Compare the conditions of a benchmark with its original, document by document."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING

from typo.errors import InvalidArgument
from typo.evaluation.bootstrap import Estimate, Pair, clusters, paired_bootstrap
from typo.evaluation.metrics import METRICS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from typo.evaluation.metrics import Metric
    from typo.evaluation.records import Record

__all__ = ["ORIGINAL", "Comparison", "compare"]

ORIGINAL = "original"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One condition of one benchmark, format and model, against the original.

    - `pairs`: the documents that both conditions have, each as (original, this condition), by id; `only_original`
      and `only_here`: ids of documents that one of them lacks, which count nowhere.
    - `estimates`: by metric, its value under both and the difference with its paired 95 % interval.
    - `estimates_perturbed`: the same over the documents that really differ; empty where there are none.
    """

    model: str
    benchmark: str
    format: str
    condition: str
    pairs: tuple[Pair, ...]
    only_original: tuple[str, ...]
    only_here: tuple[str, ...]
    estimates: Mapping[str, Estimate]
    estimates_perturbed: Mapping[str, Estimate]

    @property
    def perturbed(self) -> tuple[Pair, ...]:
        """The pairs that really differ: a text without a place to perturb stays as it is."""
        return _perturbed(self.pairs)

    @property
    def clusters(self) -> int:
        """How many independent groups of documents there are."""
        return max(clusters(self.pairs)) + 1

    @property
    def unparsed(self) -> float:
        """Share of this condition's answers that could not be understood."""
        return fsum(after.answer is None for _, after in self.pairs) / len(self.pairs)

    @property
    def harmed(self) -> int:
        """How many answers turned from right to wrong."""
        return sum(before.correct and not after.correct for before, after in self.pairs)

    @property
    def helped(self) -> int:
        """How many answers turned from wrong to right."""
        return sum(after.correct and not before.correct for before, after in self.pairs)


def compare(records: Iterable[Record], *, resamples: int = 10_000, seed: int = 0) -> tuple[Comparison, ...]:
    """Compare every condition with the original of its model, benchmark and format, joined by document id.

    Originals come first, conditions in the order of the records. Metrics of probabilities are left out where no
    record has any. Raises `InvalidArgument` where there are no records, where an original is missing, where a
    document comes twice or with another right answer, where only some have probabilities, and where two conditions
    share no document.
    """
    runs: dict[tuple[str, str, str], dict[str, dict[str, Record]]] = {}
    for record in records:
        run = runs.setdefault((record.model, record.benchmark, record.format), {})
        documents = run.setdefault(record.condition, {})
        if record.id in documents:
            raise InvalidArgument(f"document {record.id} comes twice under {record.condition} of {record.benchmark}.")
        documents[record.id] = record
    if not runs:
        raise InvalidArgument("records is empty: there is nothing to compare.")
    compared: list[Comparison] = []
    for (model, benchmark, kind), run in sorted(runs.items()):
        if ORIGINAL not in run:
            raise InvalidArgument(
                f"the results of {benchmark} ({kind}) by {model} lack the condition original, "
                f"with which {', '.join(run)} would be compared; run that task too."
            )
        order = [ORIGINAL, *(condition for condition in run if condition != ORIGINAL)]
        metrics = _metrics([record for documents in run.values() for record in documents.values()])
        compared += [_compared(run[ORIGINAL], run[name], metrics, resamples, seed) for name in order]
    return tuple(compared)


def _metrics(records: Sequence[Record]) -> tuple[Metric, ...]:
    """Return the metrics that records of one model, benchmark and format allow."""
    some = any(record.probabilities is not None for record in records)
    for record in records:
        if some and record.probabilities is None:
            raise InvalidArgument(
                f"document {record.id} ({record.condition}) of {record.benchmark} has no probabilities; others have."
            )
    return tuple(metric for metric in METRICS.values() if some or not metric.needs_probabilities)


def _compared(
    originals: Mapping[str, Record],
    others: Mapping[str, Record],
    metrics: Sequence[Metric],
    resamples: int,
    seed: int,
) -> Comparison:
    pairs = tuple((originals[name], others[name]) for name in sorted(originals.keys() & others.keys()))
    sample = next(iter(others.values()))
    if not pairs:
        raise InvalidArgument(f"{sample.condition} and original of {sample.benchmark} share no document.")
    for before, after in pairs:
        if (before.gold, before.before) != (after.gold, after.before):
            raise InvalidArgument(
                f"document {after.id} of {after.benchmark} is another question under {after.condition} than under "
                f"{ORIGINAL}: its right answer or its clean text differs."
            )

    def estimated(chosen: Sequence[Pair]) -> dict[str, Estimate]:
        found = paired_bootstrap(chosen, metrics, resamples=resamples, seed=seed) if chosen else ()
        return {metric.name: estimate for metric, estimate in zip(metrics, found, strict=False)}

    return Comparison(
        model=sample.model,
        benchmark=sample.benchmark,
        format=sample.format,
        condition=sample.condition,
        pairs=pairs,
        only_original=tuple(sorted(originals.keys() - others.keys())),
        only_here=tuple(sorted(others.keys() - originals.keys())),
        estimates=estimated(pairs),
        estimates_perturbed=estimated(_perturbed(pairs)),
    )


def _perturbed(pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    return tuple(pair for pair in pairs if pair[1].edits)
