"""The paired cluster bootstrap, written once against the statistics of any metric."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from typo.errors import InvalidArgument, check_int
from typo.evaluation.answers import Answers
from typo.keyed import digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from typo.evaluation.metrics import Metric
    from typo.evaluation.records import Record

    Floats = NDArray[np.float64]

__all__ = [
    "Column",
    "Estimate",
    "Pair",
    "clusters",
    "column",
    "estimate",
    "paired_bootstrap",
    "resampled_differences",
    "resampled_scores",
    "score_resamples",
]

Pair = tuple["Record", "Record"]

# Clusters are drawn in blocks of about so many numbers, so that memory stays small whatever the size.
_BLOCK = 1_000_000
# Differences of scores below this are what rounding leaves of equal ones.
_NOTHING = 1e-12


class Estimate(NamedTuple):
    """A metric under two conditions, and their difference with the interval and p-values of its resamples.

    `p` is twice the smaller share of resamples on one side of no difference, `p_centred` the share of resamples that
    lie as far from the difference as no difference does; both count the difference itself as one more resample, so
    that neither is ever 0. They are NaN where all resamples differ by the same, but for nothing: a single cluster, or
    documents that all changed alike, do not tell how far another sample would lie.
    """

    before: float
    after: float
    delta: float
    low: float
    high: float
    p: float
    p_centred: float

    @property
    def relative(self) -> float:
        """The difference as a share of the value before; NaN where that is 0."""
        return self.delta / self.before if self.before else float("nan")


class Column(NamedTuple):
    """A metric's statistics of some documents, in the order that all columns of a bootstrap have."""

    metric: Metric
    table: Floats

    @property
    def score(self) -> float:
        """The score of all documents together."""
        return float(self.metric.score(self.table.sum(axis=0)))


def column(metric: Metric, answers: Answers) -> Column:
    """Return a metric's statistics of answers; raises `InvalidArgument` where a metric makes NaN or another shape."""
    import numpy as np

    table = np.asarray(metric.statistics(answers), dtype=np.float64)
    if table.ndim != 2 or len(table) != len(answers.records):
        raise InvalidArgument(
            f"the metric {metric.name} makes statistics of shape {table.shape} for {len(answers.records)} records."
        )
    wrong = np.flatnonzero(np.isnan(table).any(axis=1))
    if len(wrong):
        record = answers.records[wrong[0]]
        raise InvalidArgument(f"the metric {metric.name} is NaN for document {record.id} ({record.condition}).")
    return Column(metric, table)


def paired_bootstrap(
    pairs: Sequence[Pair], metrics: Sequence[Metric], *, resamples: int = 10_000, seed: int = 0, level: float = 0.95
) -> tuple[Estimate, ...]:
    """Estimate each metric's difference between the two records of every pair, with its percentile interval.

    Whole clusters are drawn with replacement, both records of each document at once, and each metric is computed
    from the documents drawn. Interval and p-values are NaN where a metric is infinite (the NLL of a right answer held
    impossible). Raises `InvalidArgument` for no pairs, and for a metric of probabilities where a record has none.
    """
    before, after, drawn = _resampled_pairs(pairs, metrics, resamples, seed)
    count = len(metrics)
    return tuple(
        estimate(before[place].score, after[place].score, drawn[:, place], drawn[:, count + place], level=level)
        for place in range(count)
    )


def resampled_differences(
    pairs: Sequence[Pair], metrics: Sequence[Metric], *, resamples: int = 10_000, seed: int = 0
) -> Floats:
    """Return the differences of the metrics, second record minus first, an array of (resamples, metrics).

    The same seed draws the same for the same number of clusters, so that metrics and conditions over the same
    documents rest on the same resamples.
    """
    import numpy as np

    _, _, drawn = _resampled_pairs(pairs, metrics, resamples, seed)
    with np.errstate(invalid="ignore"):  # infinities: the caller looks for them in the result
        differences: Floats = drawn[:, len(metrics) :] - drawn[:, : len(metrics)]
    return differences


def _resampled_pairs(
    pairs: Sequence[Pair], metrics: Sequence[Metric], resamples: int, seed: int
) -> tuple[list[Column], list[Column], Floats]:
    if not pairs:
        raise InvalidArgument("pairs holds no documents to resample.")
    before, after = ([column(metric, Answers.of(side)) for metric in metrics] for side in zip(*pairs, strict=True))
    member = clusters([first for first, _ in pairs])
    return before, after, resampled_scores([*before, *after], member, resamples=resamples, seed=seed)


def resampled_scores(
    columns: Sequence[Column], member: Sequence[int], *, resamples: int = 10_000, seed: int = 0
) -> Floats:
    """Return the score of every column in every resample, an array of (resamples, columns).

    `member` is the cluster of each document, numbered from 0. All columns rest on the same resamples.
    """
    import numpy as np

    check_int("resamples", resamples, minimum=1)
    count = max(member, default=-1) + 1
    if not count or not columns:
        raise InvalidArgument("columns holds no documents to resample.")
    stacked = np.zeros((count, sum(one.table.shape[1] for one in columns)))
    np.add.at(stacked, np.asarray(member), np.hstack([one.table for one in columns]))
    blocks = [score_resamples(counts, columns, stacked) for counts in _drawn(count, resamples, seed)]
    return np.concatenate(blocks)


def score_resamples(counts: Floats, columns: Sequence[Column], sums: Floats) -> Floats:
    """Score columns in resamples: `counts` says how often each cluster was drawn, `sums` holds each cluster's sums."""
    import numpy as np

    borders = np.cumsum([one.table.shape[1] for one in columns])[:-1]
    with np.errstate(invalid="ignore"):  # infinities: the caller looks for them in the result
        parts = np.split(counts @ sums, borders, axis=1)
        return np.stack([one.metric.score(part) for one, part in zip(columns, parts, strict=True)], axis=1)


def estimate(before: float, after: float, drawn_before: Floats, drawn_after: Floats, *, level: float) -> Estimate:
    """Estimate a difference from the scores of both sides and their scores in the same resamples."""
    import numpy as np

    delta = 0.0 if before == after else after - before  # the difference of two infinities is none
    if not (np.isfinite(drawn_before).all() and np.isfinite(drawn_after).all()):
        return Estimate(before, after, delta, *[float("nan")] * 4)
    drawn = drawn_after - drawn_before
    drawn[np.abs(drawn) < _NOTHING] = 0.0
    delta = 0.0 if abs(delta) < _NOTHING else delta
    low, high = (float(bound) for bound in np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2]))
    if delta and low == high and np.ptp(drawn) < _NOTHING:
        return Estimate(before, after, delta, low, high, float("nan"), float("nan"))
    more = len(drawn) + 1
    sides = (np.count_nonzero(drawn <= 0) + 1, np.count_nonzero(drawn >= 0) + 1)
    far = np.count_nonzero(np.abs(drawn - delta) >= abs(delta) - _NOTHING) + 1
    return Estimate(before, after, delta, low, high, float(min(1.0, 2 * min(sides) / more)), float(far / more))


def clusters(records: Sequence[Record]) -> list[int]:
    """Return each document's cluster, numbered in order of appearance; a document without a group is its own."""
    names: dict[tuple[str, str, str], int] = {}
    return [
        names.setdefault((record.benchmark, record.group, "" if record.group else record.id), len(names))
        for record in records
    ]


def _drawn(count: int, resamples: int, seed: int) -> Iterator[Floats]:
    """Yield blocks of resamples: how often each of `count` clusters was drawn."""
    import numpy as np

    # numpy promises that the raw numbers of a bit generator stay the same between releases (NEP 19), but not what
    # its methods for ranges make of them; with a key of its own, Philox needs no other seeding.
    stream = np.random.Philox(key=int.from_bytes(digest("bootstrap", seed)[:16], "little"))
    block = max(1, _BLOCK // count)
    for start in range(0, resamples, block):
        rows = min(block, resamples - start)
        raw = stream.random_raw(rows * count).reshape(rows, count)
        # Uniform over the clusters, but for less than one part in 2**32 / count.
        drawn = ((raw >> np.uint64(32)) * np.uint64(count) >> np.uint64(32)).astype(np.intp)
        drawn += np.arange(rows)[:, None] * count
        yield np.bincount(drawn.ravel(), minlength=rows * count).reshape(rows, count).astype(np.float64)
