"""The paired cluster bootstrap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typo.errors import InvalidArgument, check_int
from typo.keyed import digest

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["paired_interval"]

# Clusters are drawn in blocks of so many resamples, so that memory stays small whatever the size.
_BLOCK = 500


def paired_interval(
    differences: Sequence[float], groups: Sequence[str], *, resamples: int = 10_000, seed: int = 0, level: float = 0.95
) -> tuple[float, float]:
    """Return the percentile interval of the mean of paired differences, clusters resampled whole.

    `groups` names the cluster of each difference; the same seed draws the same clusters for the same number of
    them, so that intervals of several metrics rest on the same resamples. Raises `InvalidArgument` for no
    differences, and for as many groups as do not match them.

    >>> paired_interval([0.0, 0.0, 0.0], ["a", "b", "c"], resamples=100)
    (0.0, 0.0)
    """
    import numpy as np  # here, since `typo.evaluation` is imported where no statistics are wanted

    check_int("resamples", resamples, minimum=1)
    if not differences or len(differences) != len(groups):
        raise InvalidArgument(f"groups names {len(groups)} clusters for {len(differences)} differences.")
    names = {name: index for index, name in enumerate(dict.fromkeys(groups))}
    member = np.array([names[group] for group in groups])
    sums = np.bincount(member, weights=np.asarray(differences, dtype=float))
    sizes = np.bincount(member).astype(float)
    # Raw integers of PCG64 are promised stable between releases of numpy; its methods for ranges are not.
    stream = np.random.PCG64(int.from_bytes(digest("bootstrap", seed)[:16], "little"))
    means = np.empty(resamples)
    count = len(names)
    for start in range(0, resamples, _BLOCK):
        rows = min(_BLOCK, resamples - start)
        raw = stream.random_raw(rows * count).reshape(rows, count)
        drawn = ((raw >> np.uint64(32)) * np.uint64(count) >> np.uint64(32)).astype(np.intp)
        means[start : start + rows] = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
