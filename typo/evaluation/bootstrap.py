"""The paired cluster bootstrap, written once against the statistics of any metric."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from typo.errors import InvalidArgument, check_int
from typo.keyed import digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from typo.evaluation.metrics import Metric
    from typo.evaluation.records import Record

    Floats = NDArray[np.float64]

__all__ = ["Estimate", "Pair", "clusters", "paired_bootstrap", "resampled_differences"]

Pair = tuple["Record", "Record"]

# Clusters are drawn in blocks of about so many numbers, so that memory stays small whatever the size.
_BLOCK = 1_000_000


class Estimate(NamedTuple):
    """A metric under two conditions, and their difference with the interval of its resamples."""

    before: float
    after: float
    delta: float
    low: float
    high: float


def paired_bootstrap(
    pairs: Sequence[Pair], metrics: Sequence[Metric], *, resamples: int = 10_000, seed: int = 0, level: float = 0.95
) -> tuple[Estimate, ...]:
    """Estimate each metric's difference between the two records of every pair, with its percentile interval.

    Whole clusters are drawn with replacement, both records of each document at once, and each metric is computed
    from the documents drawn. The interval is NaN where a metric is infinite (the NLL of a right answer held
    impossible). Raises `InvalidArgument` for no pairs, and for a metric of probabilities where a record has none.
    """
    import numpy as np

    differences = resampled_differences(pairs, metrics, resamples=resamples, seed=seed)
    before, after = zip(*pairs, strict=True)
    estimates = []
    for metric, drawn in zip(metrics, differences.T, strict=True):
        one, other = (float(metric.score(metric.statistics(side).sum(axis=0))) for side in (before, after))
        bounds = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2]) if np.isfinite(drawn).all() else (np.nan,) * 2
        delta = 0.0 if one == other else other - one  # the difference of two infinities is none
        estimates.append(Estimate(one, other, delta, float(bounds[0]), float(bounds[1])))
    return tuple(estimates)


def resampled_differences(
    pairs: Sequence[Pair], metrics: Sequence[Metric], *, resamples: int = 10_000, seed: int = 0
) -> Floats:
    """Return the differences of the metrics, second record minus first, an array of (resamples, metrics).

    The same seed draws the same for the same number of clusters, so that metrics and conditions over the same
    documents rest on the same resamples.
    """
    import numpy as np

    check_int("resamples", resamples, minimum=1)
    if not pairs:
        raise InvalidArgument("pairs holds no documents to resample.")
    member = clusters(pairs)
    count = max(member) + 1
    sums = []
    for side in zip(*pairs, strict=True):
        for metric in metrics:
            table = metric.statistics(side)
            total = np.zeros((count, table.shape[1]))
            np.add.at(total, member, table)
            sums.append(total)
    borders = np.cumsum([table.shape[1] for table in sums])[:-1]
    stacked = np.hstack(sums)
    differences = []
    with np.errstate(invalid="ignore"):  # infinities: the caller looks for them in the result
        for counts in _drawn(count, resamples, seed):
            parts = np.split(counts @ stacked, borders, axis=1)
            scores = [metric.score(part) for metric, part in zip([*metrics, *metrics], parts, strict=True)]
            before, after = scores[: len(metrics)], scores[len(metrics) :]
            differences.append(np.stack(after, axis=1) - np.stack(before, axis=1))
    return np.concatenate(differences)


def clusters(pairs: Sequence[Pair]) -> list[int]:
    """Return each document's cluster, numbered in order of appearance; a document without a group is its own."""
    names: dict[tuple[str, str], int] = {}
    return [names.setdefault((first.group, "" if first.group else first.id), len(names)) for first, _ in pairs]


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
