"""Tests of paired answers, the correction for many of them, and the agreement of raters."""

from __future__ import annotations

from collections import Counter
from math import erfc, isnan, sqrt
from typing import TYPE_CHECKING, NamedTuple

from typo.errors import InvalidArgument, check_int

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

__all__ = ["McNemar", "holm", "krippendorff_alpha", "mcnemar"]


class McNemar(NamedTuple):
    """The test's exact p-value, and the statistic and p-value of the χ² form with continuity correction."""

    p: float
    chi2: float
    chi2_p: float


def mcnemar(harmed: int, helped: int) -> McNemar:
    """Test whether as many answers turned wrong as turned right; the rest does not matter.

    It takes documents as independent: where they share sources, claim from the cluster bootstrap.

    >>> mcnemar(12, 3).p
    0.03515625
    """
    fewer = min(check_int("harmed", harmed, minimum=0), check_int("helped", helped, minimum=0))
    turned = harmed + helped
    ways = total = 1  # to choose none of those that turned, and then one more each time
    for count in range(fewer):
        ways = ways * (turned - count) // (count + 1)
        total += ways
    exact = min(1.0, 2 * total / 2**turned)
    chi2 = (abs(harmed - helped) - 1) ** 2 / turned if turned else 0.0
    return McNemar(exact, chi2, erfc(sqrt(chi2 / 2)))


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Adjust p-values so that the chance of any false claim stays as it is (Holm 1979), in their order.

    NaN, for what could not be tested, stays NaN and counts as no test. Raises `InvalidArgument` outside 0..1.

    >>> holm([0.01, 0.04, 0.03])
    (0.03, 0.06, 0.06)
    """
    tested = sorted((p, place) for place, p in enumerate(p_values) if not isnan(p))
    adjusted = [float("nan")] * len(p_values)
    most = 0.0
    for rank, (p, place) in enumerate(tested):
        if not 0 <= p <= 1:
            raise InvalidArgument(f"p_values holds {p!r}, which is outside 0..1.")
        most = max(most, min(1.0, (len(tested) - rank) * p))
        adjusted[place] = most
    return tuple(adjusted)


def krippendorff_alpha(ratings: Sequence[Sequence[Hashable | None]]) -> float:
    """Return Krippendorff's alpha of nominal ratings, a row a rater, a column a unit, None where one is missing.

    1 is agreement, 0 what chance gives. NaN where all ratings are the same: chance alone would have done it, and
    where no unit has two. Raises `InvalidArgument` for rows of different lengths.

    >>> krippendorff_alpha([["yes", "no", "no"], ["yes", "no", "yes"]])
    0.4444444444444444
    """
    if len({len(row) for row in ratings}) > 1:
        raise InvalidArgument("ratings holds rows of different lengths.")
    totals: Counter[Hashable] = Counter()
    differing = 0.0
    for unit in zip(*ratings, strict=True):
        given = Counter(rating for rating in unit if rating is not None)
        if (raters := given.total()) > 1:
            totals.update(given)
            differing += (raters**2 - sum(count**2 for count in given.values())) / (raters - 1)
    count = totals.total()
    by_chance = count**2 - sum(number**2 for number in totals.values())
    return 1 - (count - 1) * differing / by_chance if by_chance else float("nan")
