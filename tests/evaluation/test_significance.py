"""McNemar's test, Holm's correction and Krippendorff's alpha equal what other implementations gave."""

from __future__ import annotations

import re
from itertools import combinations
from math import comb, isnan, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typo.errors import InvalidArgument
from typo.evaluation import holm, krippendorff_alpha, mcnemar


def test_mcnemar_equals_its_reference_values(reference: Any) -> None:
    for name, expected in reference["mcnemar"].items():
        harmed, helped = map(int, re.findall(r"\d+", name))
        found = mcnemar(harmed, helped)
        assert found.p == pytest.approx(expected["exact_p"], abs=1e-12)
        assert found.chi2 == pytest.approx(expected["chi2_cc"], abs=1e-12)
        assert found.chi2_p == pytest.approx(expected["chi2_cc_p"], abs=1e-12)


@given(st.integers(0, 40), st.integers(0, 40))
def test_mcnemar_counts_the_ways_at_least_as_uneven(harmed: int, helped: int) -> None:
    turned = harmed + helped
    ways = sum(comb(turned, k) for k in range(turned + 1) if abs(2 * k - turned) >= abs(harmed - helped))
    assert mcnemar(harmed, helped).p == pytest.approx(ways / 2**turned)
    assert mcnemar(harmed, helped) == mcnemar(helped, harmed)


def test_nothing_that_turned_is_no_evidence_and_very_many_are_no_trouble() -> None:
    assert mcnemar(0, 0) == (1.0, 0.0, 1.0)
    assert 0 <= mcnemar(30_000, 200).p < 1e-300
    assert mcnemar(30_000, 30_000).p == 1.0


def test_a_count_below_zero_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="helped=-1"):
        mcnemar(1, -1)


def test_holm_equals_its_reference_values(reference: Any) -> None:
    found = holm(reference["holm"]["p"])
    assert found == pytest.approx(reference["holm"]["adjusted"], abs=1e-12)
    assert [p <= 0.05 for p in found] == reference["holm"]["reject_0.05"]


@given(st.lists(st.floats(0, 1), max_size=30))
def test_holm_rejects_what_its_steps_reject(p_values: list[float]) -> None:
    found = holm(p_values)
    assert all(raw <= adjusted <= 1 for raw, adjusted in zip(p_values, found, strict=True))
    # The definition: go up from the least, and stop at the first above its own threshold.
    rejected = set()
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda place: p_values[place])):
        if p_values[place] * (len(p_values) - rank) > 0.05:
            break
        rejected.add(place)
    assert {place for place, adjusted in enumerate(found) if adjusted <= 0.05} == rejected
    for one, other in combinations(range(len(p_values)), 2):
        assert (p_values[one] < p_values[other]) <= (found[one] <= found[other])


def test_what_could_not_be_tested_is_no_test() -> None:
    found = holm([0.01, nan, 0.04])
    assert isnan(found[1])
    assert (found[0], found[2]) == holm([0.01, 0.04])
    assert holm([]) == ()
    with pytest.raises(InvalidArgument, match=r"p_values holds 1\.5"):
        holm([0.1, 1.5])


def test_alpha_equals_its_reference_value(reference: Any) -> None:
    expected = reference["krippendorff_nominal"]
    assert krippendorff_alpha(expected["ratings(raters x units)"]) == pytest.approx(expected["alpha"], abs=1e-12)


@pytest.mark.parametrize(
    ("ratings", "alpha"),
    [
        ([["a", "b", "c"], ["a", "b", "c"]], 1.0),
        ([["a", "b"], ["b", "a"]], -0.5),
        ([["a", "b", None], ["a", "b", "c"]], 1.0),  # what only one rated says nothing
    ],
)
def test_alpha_of_agreement_and_of_its_contrary(ratings: list[list[str | None]], alpha: float) -> None:
    assert krippendorff_alpha(ratings) == pytest.approx(alpha)


@pytest.mark.parametrize("ratings", [[["pass"] * 5, ["pass"] * 5], [["a", None], [None, "b"]], [["a", "b"]], []])
def test_alpha_is_unknown_where_all_ratings_are_the_same_or_none_can_be_compared(ratings: list[Any]) -> None:
    assert isnan(krippendorff_alpha(ratings))


def test_raters_of_different_units_are_refused() -> None:
    with pytest.raises(InvalidArgument, match="different lengths"):
        krippendorff_alpha([["a"], ["a", "b"]])
