"""Compare the conditions of a benchmark with its original, document by document."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import fsum, nan
from typing import TYPE_CHECKING, Any, NamedTuple

from typo.errors import InvalidArgument, check_choice, check_rate
from typo.evaluation.answers import Answers
from typo.evaluation.arms import NONE, ORIGINAL, Arm, Measured, Resampling, measure
from typo.evaluation.bootstrap import Estimate, Pair, clusters, paired_bootstrap
from typo.evaluation.flips import Flips, count_flips
from typo.evaluation.metrics import METRICS
from typo.evaluation.overlap import TRANSLATION
from typo.evaluation.plain import plain
from typo.evaluation.plugins import metric
from typo.evaluation.records import Record
from typo.evaluation.temperature import Temperature, fit_temperature
from typo.evaluation.tokens import TokenEffect, token_effect

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from typo.evaluation.metrics import Metric

__all__ = ["ALL", "ORIGINAL", "Comparison", "Series", "compare", "fit_originals"]

ALL = "all"  # the benchmark or factor of what is pooled over them
_POOLS = ("benchmark", "factor")
# A document of a series that may be pooled: benchmark, factor and id.
_Key = tuple[str, str, str]
_Run = dict[tuple[str, str], dict[_Key, Record]]  # by condition and twin


class Series(NamedTuple):
    """What a comparison is within; pooled over all benchmarks or factors, that one is `all`."""

    model: str
    benchmark: str
    format: str
    factor: str
    shots: int | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """One condition of a series, against the original.

    - `model`, `benchmark`, `format`, `factor`, `shots`: the series. `condition`, and its target `rate` if it is known.
    - `pairs`: the documents that both conditions have, each as (original, this condition), by id; `only_original`
      and `only_here`: ids of documents that one of them lacks, which count nowhere.
    - `arms`: by name, `none` first: scores, differences from the original, gains over doing nothing.
    - `estimates_perturbed`: by metric, the difference over the documents that really differ; empty without any.
    - `flips`: how answers turned (None for translations); `repair`: how restoration turned this condition's answers,
      harms and repairs counted against what was answered before it; `deletion`: the right option's margin without
      the edited words (`before`) and with them (`after`); `tokens`: what became of the tokens. None where the records
      do not tell.
    """

    model: str
    benchmark: str
    format: str
    factor: str
    shots: int | None
    condition: str
    rate: float | None
    pairs: tuple[Pair, ...]
    only_original: tuple[str, ...]
    only_here: tuple[str, ...]
    arms: Mapping[str, Arm]
    estimates_perturbed: Mapping[str, Estimate]
    flips: Flips | None
    repair: Flips | None
    deletion: Estimate | None
    tokens: TokenEffect | None

    @property
    def series(self) -> Series:
        """What this comparison is within."""
        return Series(self.model, self.benchmark, self.format, self.factor, self.shots)

    @property
    def estimates(self) -> Mapping[str, Estimate]:
        """By metric, its value under both conditions as they are and the difference with its paired interval."""
        return self.arms[NONE].effect

    @property
    def primary(self) -> str:
        """The metric that this comparison is summed up by: accuracy, chrF for translations, else the first."""
        return next((name for name in ("acc", "chrf") if name in self.estimates), next(iter(self.estimates)))

    @property
    def perturbed(self) -> tuple[Pair, ...]:
        """The pairs that really differ: a text without a place to perturb stays as it is."""
        return tuple(pair for pair in self.pairs if pair[1].edits)

    @property
    def realised(self) -> float:
        """The share of the units that could have been edited that was; NaN where that is not known."""
        places = sum(after.eligible for _, after in self.pairs)
        return sum(len(after.edits) for _, after in self.pairs) / places if places else nan

    @property
    def clusters(self) -> int:
        """How many independent groups of documents there are."""
        return max(clusters([before for before, _ in self.pairs])) + 1

    @property
    def unparsed(self) -> float:
        """Share of this condition's answers that could not be understood."""
        return fsum(after.prediction is None for _, after in self.pairs) / len(self.pairs)

    @property
    def harmed(self) -> int:
        """How many answers turned from right to wrong."""
        return self.flips.harmful if self.flips else 0

    @property
    def helped(self) -> int:
        """How many answers turned from wrong to right."""
        return self.flips.helpful if self.flips else 0

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers as plain values, without the records; what is not a number is None."""
        told = ("condition", "rate", "only_original", "only_here", "arms", "estimates_perturbed")
        more = ("flips", "repair", "deletion", "tokens", "realised", "clusters", "unparsed")
        return {
            **self.series._asdict(),
            "n": len(self.pairs),
            "perturbed": len(self.perturbed),
            **{name: plain(getattr(self, name)) for name in (*told, *more)},
        }


def compare(
    records: Iterable[Record],
    *,
    metrics: Sequence[str] | None = None,
    pool: Sequence[str] = (),
    resamples: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
) -> tuple[Comparison, ...]:
    """Compare every condition with the original of its model, benchmark, format, factor and shots, joined by document.

    Originals come first, conditions in the order of the records. `metrics`: names, by default all of ours that apply
    to the records. `pool`: `benchmark` and `factor`, over which comparisons are made besides, where there are several;
    the clusters stay those of each benchmark. Records that are held out are not scored; where there are any, the
    temperature fitted on the originals among them, over all benchmarks of a model, makes the calibrated arms.

    Raises `InvalidArgument` where there are no records, where an original is missing, where a document comes twice or
    with another right answer, where only some have probabilities, where a twin lacks a document, where a condition
    is held out as a whole, and where two conditions share no document.
    """
    every = tuple(records)
    for name in pool:
        check_choice("pool", name, _POOLS)
    runs = _runs(record for record in every if not record.held_out)
    if not runs:
        raise InvalidArgument("records is empty: there is nothing to compare.")
    for record in every:
        if record.held_out and (record.condition, record.twin) not in runs.get(_series(record), {}):
            raise InvalidArgument(f"all documents of {record.benchmark} under {record.condition} are held out.")
    fits = fit_originals(every)
    resampling = Resampling(resamples, seed, check_rate("level", level))
    chosen = None if metrics is None else tuple(map(metric, metrics))
    if chosen == ():
        raise InvalidArgument("metrics is empty: there is nothing to compare by.")
    compared: list[Comparison] = []
    for series, run in sorted(_pooled(runs, pool).items(), key=lambda pair: _order(pair[0])):
        fit = fits.get((series.model, series.format, series.shots))
        if chosen is not None:
            _check_applies(run, chosen)
        compared += _compared_run(series, run, chosen or _metrics(run), resampling, fit)
    return tuple(compared)


def fit_originals(records: Iterable[Record]) -> dict[tuple[str, str, int | None], Temperature]:
    """Fit the temperature of each model, format and number of shots on its held-out originals, over all benchmarks."""
    kept: dict[tuple[str, str, int | None], list[Record]] = {}
    for record in records:
        if record.held_out and (record.condition, record.twin) == (ORIGINAL, "") and record.probabilities is not None:
            kept.setdefault((record.model, record.format, record.shots), []).append(record)
    return {key: fit_temperature(Answers.of(found)) for key, found in kept.items()}


def _runs(records: Iterable[Record]) -> dict[Series, _Run]:
    runs: dict[Series, _Run] = {}
    for record in records:
        documents = runs.setdefault(_series(record), {}).setdefault((record.condition, record.twin), {})
        key = (record.benchmark, record.factor, record.id)
        if key in documents:
            twin = f" ({record.twin})" * bool(record.twin)
            raise InvalidArgument(
                f"document {record.id} comes twice under {record.condition}{twin} of {record.benchmark}."
            )
        documents[key] = record
    return runs


def _series(record: Record) -> Series:
    return Series(record.model, record.benchmark, record.format, record.factor, record.shots)


def _pooled(runs: dict[Series, _Run], pool: Sequence[str]) -> dict[Series, _Run]:
    """Return the runs, and those made of several that differ in nothing but what is pooled over."""
    made = dict(runs)
    for series in runs:
        for name in pool:
            if getattr(series, name) == ALL:
                raise InvalidArgument(
                    f"the {name} of a record is {ALL!r}, the name of what is pooled over all of them."
                )
    for count in range(1, len(pool) + 1):
        for names in combinations(pool, count):
            sources: dict[Series, list[Series]] = {}
            for series in runs:
                benchmark, factor = (ALL if name in names else getattr(series, name) for name in _POOLS)
                sources.setdefault(series._replace(benchmark=benchmark, factor=factor), []).append(series)
            for series, members in sources.items():
                # Where one of the two has a single value, the pool over the other alone says the same.
                if all(len({getattr(member, name) for member in members}) > 1 for name in names):
                    merged: _Run = {}
                    for member in members:
                        for cell, documents in runs[member].items():
                            merged.setdefault(cell, {}).update(documents)
                    made[series] = merged
    return made


def _order(series: Series) -> tuple[str, str, str, str, int]:
    return (series.model, series.benchmark, series.format, series.factor, -1 if series.shots is None else series.shots)


def _metrics(run: _Run) -> tuple[Metric, ...]:
    """Return our metrics that apply to the records of a run."""
    records = [record for documents in run.values() for record in documents.values()]
    some = any(record.probabilities is not None for record in records)
    for record in records:
        if some and record.probabilities is None:
            raise InvalidArgument(
                f"document {record.id} ({record.condition}) of {record.benchmark} has no probabilities; others have."
            )
    return tuple(found for found in METRICS.values() if all(map(found.applies, records)))


def _check_applies(run: _Run, metrics: Sequence[Metric]) -> None:
    for found in metrics:
        for record in (record for documents in run.values() for record in documents.values()):
            if not found.applies(record):
                raise InvalidArgument(
                    f"the metric {found.name} does not apply to document {record.id} ({record.condition}) of "
                    f"{record.benchmark}, of format {record.format}."
                )


def _compared_run(
    series: Series, run: _Run, metrics: Sequence[Metric], resampling: Resampling, fit: Temperature | None
) -> list[Comparison]:
    names = list(dict.fromkeys([ORIGINAL, *(condition for condition, twin in run if not twin)]))
    if (ORIGINAL, "") not in run:
        raise InvalidArgument(
            f"the results of {series.benchmark} ({series.format}) by {series.model} lack the condition original, "
            f"with which {', '.join(dict.fromkeys(name for name, _ in run))} would be compared; run that task too."
        )
    for name, twin in run:
        if name not in names:
            raise InvalidArgument(f"{series.benchmark} has answers to {name} ({twin}) and none to {name} itself.")
    originals = run[ORIGINAL, ""]
    shared: dict[tuple[_Key, ...], list[str]] = {}
    for name in names:
        keys = tuple(sorted(originals.keys() & run[name, ""].keys()))
        if not keys:
            raise InvalidArgument(f"{name} and original of {series.benchmark} share no document.")
        _check_same(originals, run[name, ""], keys)
        shared.setdefault(keys, []).append(name)
    rows: dict[str, Comparison] = {}
    for keys, conditions in shared.items():
        answers = {name: _answers(run, name, keys) for name in dict.fromkeys([ORIGINAL, *conditions])}
        measured = measure(answers, metrics, resampling, fit.value if fit else None)
        for name in conditions:
            sources = answers[ORIGINAL][NONE], answers[name]
            rows[name] = _comparison(series, run, name, sources, measured[name], metrics, resampling)
    return [rows[name] for name in names]


def _check_same(originals: Mapping[_Key, Record], others: Mapping[_Key, Record], keys: Iterable[_Key]) -> None:
    for key in keys:
        before, after = originals[key], others[key]
        options = {len(record.probabilities) for record in (before, after) if record.probabilities is not None}
        same = (before.gold, before.references, before.before) == (after.gold, after.references, after.before)
        if not same or len(options) > 1:
            raise InvalidArgument(
                f"document {after.id} of {after.benchmark} is another question under {after.condition} than under "
                f"{ORIGINAL}: the number of its options, its right answer or its clean text differs."
            )


def _answers(run: _Run, condition: str, keys: Sequence[_Key]) -> dict[str, Answers]:
    """Return the answers to a condition's texts, and to those of its twins.

    Of an original nothing was deleted, and without probabilities there is no margin to compare.
    """
    made = {NONE: Answers.of([run[condition, ""][key] for key in keys])}
    for name in ("restored", "deletion"):
        twin = run.get((condition, name))
        if twin is None or (name == "deletion" and (condition == ORIGINAL or made[NONE].log_probabilities is None)):
            continue
        for key in keys:
            if key not in twin:
                raise InvalidArgument(f"document {key[2]} of {key[0]} is missing from {condition} ({name}).")
            _check_same_gold(run[condition, ""][key], twin[key])
        made[name] = Answers.of([twin[key] for key in keys])
    return made


def _check_same_gold(record: Record, twin: Record) -> None:
    if (record.gold, record.references) != (twin.gold, twin.references):
        raise InvalidArgument(
            f"document {twin.id} of {twin.benchmark} has another right answer under {twin.condition} ({twin.twin})."
        )


def _comparison(
    series: Series,
    run: _Run,
    name: str,
    sources: tuple[Answers, Mapping[str, Answers]],
    measured: Measured,
    metrics: Sequence[Metric],
    resampling: Resampling,
) -> Comparison:
    original, answers = sources
    originals, others = run[ORIGINAL, ""].keys(), run[name, ""].keys()
    pairs = tuple(zip(original.records, answers[NONE].records, strict=True))
    rates = {after.rate for _, after in pairs}
    turned = None if series.format == TRANSLATION else count_flips(original, answers[NONE])
    return Comparison(
        *series,
        condition=name,
        rate=rates.pop() if len(rates) == 1 else None,
        pairs=pairs,
        only_original=tuple(key[2] for key in sorted(originals - others)),
        only_here=tuple(key[2] for key in sorted(others - originals)),
        arms=measured.arms,
        estimates_perturbed=_perturbed(pairs, measured.arms, metrics, resampling),
        flips=turned,
        repair=count_flips(answers[NONE], answers["restored"]) if turned and "restored" in answers else None,
        deletion=measured.deletion,
        tokens=token_effect(pairs),
    )


def _perturbed(
    pairs: Sequence[Pair], arms: Mapping[str, Arm], metrics: Sequence[Metric], resampling: Resampling
) -> Mapping[str, Estimate]:
    chosen = [pair for pair in pairs if pair[1].edits]
    if not chosen:
        return {}
    if len(chosen) == len(pairs):
        return arms[NONE].effect
    resamples, seed, level = resampling
    found = paired_bootstrap(chosen, metrics, resamples=resamples, seed=seed, level=level)
    return {metric.name: estimate for metric, estimate in zip(metrics, found, strict=True)}
