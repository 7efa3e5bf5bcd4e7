"""The quick ways to the weights agree with the names that they were fitted under."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typo.slips.board import board
from typo.slips.features import PARTS, SIDES, around, everywhere, letter, places
from typo.slips.model import FittedModel, powers
from typo.slips.profile import profile_letters, profile_ranks, profile_table
from typo.slips.spelling import RARE, Spelling
from typo.slips.symbols import EDGE
from typo.slips.word import allotted

FRENCH = board("fr-azerty", "LATIN", profile_letters("fr", "LATIN"))
TABLE = profile_table("desktop", "fr", "LATIN")
RANKS = profile_ranks("fr")
SYMBOLS = st.sampled_from([*"aeiostnrpéèêçôœwz", "'", "-"])
BESIDE = SYMBOLS | st.just(EDGE)


def named(names: list[str]) -> int:
    return sum(TABLE.get(name, 0) for name in names)


@given(operation=st.sampled_from("rdi"), left=BESIDE, old=st.sampled_from("eaéèçoc"), right=BESIDE)
def test_a_letter_weighs_the_sum_of_its_names(operation: str, left: str, old: str, right: str) -> None:
    old = "" if operation == "i" else old
    choices, sums = Spelling(TABLE, RANKS, FRENCH).weigh(operation, left, old, right)
    exact = [
        named(
            [
                name
                for side in SIDES
                for name in letter(operation, side, left, old, right, new, FRENCH, lambda each: RANKS.get(each, RARE))
            ]
        )
        for new in choices
    ]
    # What every candidate has in common changes nothing and is left out.
    assert [each - sums[0] for each in sums] == [each - exact[0] for each in exact]


@given(word=st.lists(SYMBOLS, min_size=2, max_size=15))
def test_a_place_weighs_the_sum_of_its_names(word: list[str]) -> None:
    spots, weights = FittedModel(TABLE, RANKS, FRENCH).places(word)
    padded = [EDGE, EDGE, *word, EDGE, EDGE]

    def near(operation: str, part: str, middle: int) -> list[str]:
        three = padded[middle + 1], padded[middle + 2], padded[middle + 3]
        return [operation + part + rest for rest in (*everywhere(*three), *around(part, *three, FRENCH))]

    exact = []
    for operation, at in spots:
        if operation == "i":
            names = near("i", "a", at - 1) + near("i", "b", at)
        elif operation == "t":
            names = near("t", "a", at) + near("t", "b", at + 1)
        else:
            names = near(operation, "c", at) + near(operation, "l", at - 1) + near(operation, "r", at + 1)
        exact.append(named([*places(operation, at, len(word)), *names]))
    possible = [at for at, weight in enumerate(weights) if weight]
    if possible:
        assert [weights[at] for at in possible] == powers([exact[at] for at in possible])


def test_the_parts_of_a_place_are_told_apart_by_the_first_two_letters_of_its_name() -> None:
    heads = {operation + part for part, operations in PARTS.items() for operation in operations}
    assert len(heads) == sum(map(len, PARTS.values()))


@given(
    weights=st.lists(st.integers(0, 1 << 40), min_size=1, max_size=300).filter(any),
    total=st.integers(1 << 20, 1 << 32),
)
def test_what_is_allotted_adds_up_and_is_in_proportion(weights: list[int], total: int) -> None:
    parts = allotted(weights, total)
    whole = sum(weights)
    assert sum(parts) == total
    assert all(part >= 0 and (weight or not part) for part, weight in zip(parts, weights, strict=True))
    for part, weight in zip(parts, weights, strict=True):
        assert part / total == pytest.approx(weight / whole, abs=0.002)


@pytest.mark.parametrize(
    ("lang", "same"),
    [
        *[("fr-CA", "fr"), ("fr_CA", "fr"), ("FR", "fr"), ("fra", "fr"), ("por", "pt"), ("pt_BR", "pt")],
        *[("xx", None), ("../phone", None), ("", None)],
    ],
)
def test_a_region_is_left_out_and_an_unknown_language_adds_nothing(lang: str, same: str | None) -> None:
    assert profile_table("desktop", lang, "LATIN") == profile_table("desktop", same, "LATIN")


def test_a_script_in_which_a_language_is_not_written_has_the_numbers_of_all() -> None:
    assert profile_table("desktop", "fr", "GREEK") == profile_table("desktop", None, "GREEK")
    assert profile_table("desktop", "fr", "LATIN") != profile_table("desktop", None, "LATIN")
