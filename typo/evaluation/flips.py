"""Answers that turned, and how sure the model was of them before."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING, NamedTuple

from typo.errors import InvalidArgument
from typo.evaluation.significance import McNemar, mcnemar

if TYPE_CHECKING:
    from typo.evaluation.answers import Answers

__all__ = ["Flips", "Quartile", "count_flips"]


class Quartile(NamedTuple):
    """A quarter of the documents that were answered right before, by the margin of the first option over the second.

    `harmful` of the `n` turned wrong, a share of `rate`; `low` and `high` are the ends of the margins. NaN for none.
    """

    n: int
    harmful: int
    rate: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Flips:
    """How answers turned between two conditions.

    - `flips`: those that changed at all; `harmful`: from right to wrong; `helpful`: from wrong to right.
    - `stayed_right`, `stayed_wrong`: the rest of the two-by-two table (an answer may turn from wrong to wrong).
    - `test`: exact McNemar on harmful against helpful ones.
    - `quartiles`: of the answers that were right before, by their margin; empty without probabilities.
      `first_share`: the share of the harmful flips that fell on the quarter with the least margin; NaN for none.
    """

    n: int
    flips: int
    harmful: int
    helpful: int
    stayed_right: int
    stayed_wrong: int
    test: McNemar
    quartiles: tuple[Quartile, ...]
    first_share: float


def count_flips(before: Answers, after: Answers) -> Flips:
    """Count how answers turned, the documents of both in the same order.

    The quartiles are of documents sorted by margin, equal ones in their order, each a document longer than the next
    where they do not divide evenly. Raises `InvalidArgument` for documents that are not the same.
    """
    import numpy as np

    if [record.id for record in before.records] != [record.id for record in after.records]:
        raise InvalidArgument("before and after hold other documents, or the same in another order.")
    right, still = before.correct == 1, after.correct == 1
    changed = sum(one.prediction != other.prediction for one, other in zip(before.records, after.records, strict=True))
    harmful = right & ~still
    quartiles = []
    if before.log_probabilities is not None:
        chosen = np.flatnonzero(right)
        margins = before.top_margin()
        for part in np.array_split(chosen[np.argsort(margins[chosen], kind="stable")], 4):
            turned = int(harmful[part].sum())
            told = (turned / len(part), float(margins[part[0]]), float(margins[part[-1]])) if len(part) else (nan,) * 3
            quartiles.append(Quartile(len(part), turned, *told))
    harmed, helped = int(harmful.sum()), int((~right & still).sum())
    return Flips(
        n=len(right),
        flips=changed,
        harmful=harmed,
        helpful=helped,
        stayed_right=int((right & still).sum()),
        stayed_wrong=int((~right & ~still).sum()),
        test=mcnemar(harmed, helped),
        quartiles=tuple(quartiles),
        first_share=quartiles[0].harmful / harmed if quartiles and harmed else nan,
    )
