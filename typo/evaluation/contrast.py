"""Two runs over the same documents, set against each other: two models, or one model under two recipes."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING, NamedTuple

from typo.errors import InvalidArgument, check_rate
from typo.evaluation.answers import Answers
from typo.evaluation.arms import ORIGINAL
from typo.evaluation.bootstrap import Column, clusters, column, estimate, resampled_scores
from typo.evaluation.metrics import METRICS
from typo.evaluation.significance import holm

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from typo.evaluation.bootstrap import Floats
    from typo.evaluation.records import Record

__all__ = ["CLAIMED", "Contrast", "contrast"]

_PAPER = "_paper"  # what the names of published recipes end in
# The metrics whose differences are claimed, and thus corrected for together.
CLAIMED = ("acc", "brier", "nll", "ece", "chrf", "bleu")
_Documents = dict[str, "Record"]
_Place = tuple[str, str, str, "int | None"]  # benchmark, format, factor, shots
_Run = dict[str, dict[_Place, dict[str, _Documents]]]  # by model, place and condition
_DROP, _SCORE = "drop", "score"


class Contrast(NamedTuple):
    """One metric of two runs, over the documents on which both agree.

    - `first`, `second`: the models. `condition` of the first run, `other` of the second (they differ where one is a
      published recipe). `n` documents; `left_out`: those that only one of the runs has, or with another question.
    - `kind`: `score`, the second run's minus the first's under the condition; `drop`, the second's difference from its
      original minus the first's.
    - `before` is of the first run, `after` of the second; `delta` = `after` - `before` with its paired interval.
    - `p_holm`: `p` adjusted over models, conditions and metrics of the same benchmark, format, factor, shots and kind;
      NaN for metrics that are described and not claimed, and for originals that both runs answered alike.
    """

    first: str
    second: str
    benchmark: str
    format: str
    factor: str
    shots: int | None
    condition: str
    other: str
    kind: str
    metric: str
    n: int
    left_out: int
    before: float
    after: float
    delta: float
    low: float
    high: float
    p: float
    p_centred: float
    p_holm: float


def contrast(
    first: Iterable[Record],
    second: Iterable[Record],
    *,
    resamples: int = 10_000,
    seed: int = 0,
    level: float = 0.95,
) -> tuple[Contrast, ...]:
    """Compare two runs, condition by condition, over the documents that both have with the same question.

    Models that both runs have are compared with themselves; else each run must have a single one. A published recipe
    is compared with the other run's recipe of the same condition where that has no published one. Records that are held
    out and twins do not count.

    Raises `InvalidArgument` where the models cannot be told apart, where nothing is in both runs, and where a condition
    shares no document.
    """
    check_rate("level", level)
    runs = _run(first), _run(second)
    rows = [
        row
        for names in _models(*runs)
        for place, sides in _places(runs[0][names[0]], runs[1][names[1]])
        for row in _rows(names, place, sides, (resamples, seed, level))
    ]
    if not rows:
        raise InvalidArgument("the two runs have no condition of a benchmark, format and number of shots in common.")
    return _adjusted(rows)


def _run(records: Iterable[Record]) -> _Run:
    run: _Run = {}
    for record in records:
        if record.held_out or record.twin:
            continue
        place = (record.benchmark, record.format, record.factor, record.shots)
        documents = run.setdefault(record.model, {}).setdefault(place, {}).setdefault(record.condition, {})
        if record.id in documents:
            raise InvalidArgument(f"document {record.id} comes twice under {record.condition} of {record.benchmark}.")
        documents[record.id] = record
    return run


def _models(first: _Run, second: _Run) -> list[tuple[str, str]]:
    both = [name for name in first if name in second]
    if both:
        return [(name, name) for name in both]
    for which, run in (("first", first), ("second", second)):
        if len(run) != 1:
            found = ", ".join(run) or "none"
            raise InvalidArgument(f"the {which} run must hold one model, or one of the other run's; it holds {found}.")
    return [(next(iter(first)), next(iter(second)))]


def _places(
    first: Mapping[_Place, dict[str, _Documents]], second: Mapping[_Place, dict[str, _Documents]]
) -> Iterator[tuple[_Place, list[tuple[tuple[str, str], tuple[_Documents, _Documents]]]]]:
    """Yield what both runs have of each series: the names of a condition in each, and its documents in each."""
    for place, conditions in first.items():
        factor = _matched(place[2], {other[2] for other in second if other[:2] == place[:2] and other[3] == place[3]})
        if factor is None:
            continue
        others = second[(*place[:2], factor, place[3])]
        names = [(name, _matched(name, others)) for name in conditions]
        yield place, [((name, other), (conditions[name], others[other])) for name, other in names if other is not None]


def _matched(name: str, others: Iterable[str]) -> str | None:
    """Find a name among others, or the same recipe in its other form.

    >>> _matched("ime_paper", ["ime"]), _matched("ime", ["ime_paper", "ime"]), _matched("ime", ["homophone"])
    ('ime', 'ime', None)
    """
    there = set(others)
    if name in there:
        return name
    other = name.removesuffix(_PAPER) if name.endswith(_PAPER) else name + _PAPER
    return other if name and other in there else None


def _rows(
    names: tuple[str, str],
    place: _Place,
    sides: Sequence[tuple[tuple[str, str], tuple[_Documents, _Documents]]],
    settings: tuple[int, int, float],
) -> Iterator[Contrast]:
    resamples, seed, level = settings
    originals = next((pair for conditions, pair in sides if conditions[0] == ORIGINAL), None)
    for conditions, pair in sides:
        groups = (*pair, *(originals or ()))
        keys = [key for key in sorted(pair[0]) if all(key in group for group in groups) and _agree(groups, key)]
        if not keys:
            raise InvalidArgument(f"the two runs share no document of {place[0]} under {conditions[0]}.")
        left_out = len(pair[0].keys() | pair[1].keys()) - len(keys)
        answers = [Answers.of([group[key] for key in keys]) for group in groups]
        found = [metric for metric in METRICS.values() if all(map(metric.applies, _records(answers)))]
        columns = [column(metric, one) for metric in found for one in answers]
        drawn = resampled_scores(columns, clusters(answers[0].records), resamples=resamples, seed=seed)
        start = (*names, *place, *conditions)
        for number, metric in enumerate(found):
            part = slice(number * len(groups), (number + 1) * len(groups))
            scores, samples = [one.score for one in columns[part]], drawn[:, part]
            made = [(_SCORE, (scores[0], scores[1]), (samples[:, 0], samples[:, 1]))]
            if originals and conditions[0] != ORIGINAL:
                made.append(_drop(columns[part], samples))
            for kind, told, both in made:
                values = estimate(*told, *both, level=level)
                yield Contrast(*start, kind, metric.name, len(keys), left_out, *values, nan)


def _drop(columns: Sequence[Column], samples: Floats) -> tuple[str, tuple[float, float], tuple[Floats, Floats]]:
    one, other, one_original, other_original = (found.score for found in columns)
    drops = samples[:, 0] - samples[:, 2], samples[:, 1] - samples[:, 3]
    return _DROP, (one - one_original, other - other_original), drops


def _agree(groups: Sequence[_Documents], key: str) -> bool:
    """Return whether a document is the same question in all groups; texts count where they are known."""
    records = [group[key] for group in groups]
    told = [record.before for record in records if record.before]
    return len({(record.gold, record.references) for record in records}) == 1 and len(set(told)) <= 1


def _records(answers: Sequence[Answers]) -> Iterator[Record]:
    for one in answers:
        yield from one.records


def _adjusted(rows: Sequence[Contrast]) -> tuple[Contrast, ...]:
    made = list(rows)
    families: dict[tuple[object, ...], list[int]] = {}
    for place, row in enumerate(rows):
        alike = row.condition == ORIGINAL and (row.delta, row.low, row.high) == (0, 0, 0)
        if row.metric in CLAIMED and not alike:  # what is the same by design is no test
            families.setdefault((row.benchmark, row.format, row.factor, row.shots, row.kind), []).append(place)
    for places in families.values():
        for place, p in zip(places, holm([rows[place].p for place in places]), strict=True):
            made[place] = made[place]._replace(p_holm=p)
    return tuple(made)
