"""Flips: the reference values, ties, one option, and what cannot be told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typo.errors import InvalidArgument
from typo.evaluation import Answers, Record, count_flips

Make = Callable[..., Record]
Table = dict[str, list[Record]]


@pytest.mark.parametrize("condition", ["low", "high"])
def test_flips_equal_their_reference_values(table: Table, reference: Any, condition: str) -> None:
    expected = reference["flips"][condition]
    found = count_flips(Answers.of(table["original"]), Answers.of(table[condition]))
    assert (found.flips, found.harmful, found.helpful) == tuple(
        expected[name] for name in ("all_flips", "harmful", "helpful")
    )
    assert [[found.stayed_right, found.harmful], [found.helpful, found.stayed_wrong]] == expected[
        "table_[orig ok/ko][var ok/ko]"
    ]
    assert found.test.p == pytest.approx(expected["mcnemar_exact_p"]["value"], abs=1e-12)
    quartiles = expected["margin_quartiles(originally correct, stable argsort, np.array_split 4)"]
    assert [(q.n, q.harmful, q.rate) for q in found.quartiles] == [(q["n"], q["harmful"], q["rate"]) for q in quartiles]
    assert [q.high for q in found.quartiles] == pytest.approx([q["max_margin"] for q in quartiles], abs=1e-12)
    assert found.first_share == expected["q1_share_of_harmful"]


def both(make: Make, rows: Sequence[tuple[tuple[float, ...], tuple[float, ...]]]) -> tuple[Answers, Answers]:
    sides = [
        Answers.of([make(id=str(n), answer=None, probabilities=row[side]) for n, row in enumerate(rows)])
        for side in (0, 1)
    ]
    return sides[0], sides[1]


def test_equal_margins_are_split_in_the_order_of_the_documents(make: Make) -> None:
    right, wrong = (0.6, 0.4), (0.4, 0.6)
    found = count_flips(*both(make, [(right, wrong)] * 20 + [(right, right)] * 60))
    assert [quartile.harmful for quartile in found.quartiles] == [20, 0, 0, 0]
    found = count_flips(*both(make, [(right, right)] * 60 + [(right, wrong)] * 20))
    assert [quartile.harmful for quartile in found.quartiles] == [0, 0, 0, 20]


def test_a_tie_goes_to_the_first_option_on_both_sides(make: Make) -> None:
    found = count_flips(*both(make, [((0.5, 0.5), (0.25, 0.25, 0.25, 0.25))]))
    assert (found.flips, found.stayed_right, found.quartiles[0].high) == (0, 1, 0.0)


def test_one_option_cannot_flip_and_has_the_widest_margin(make: Make) -> None:
    found = count_flips(*both(make, [((1.0,), (1.0,))]))
    assert (found.flips, found.stayed_right, found.quartiles[0][:3]) == (0, 1, (1, 0, 0.0))
    assert found.quartiles[0].low == 1.0
    assert isnan(found.first_share)


def test_fewer_right_answers_than_quartiles_leave_some_empty(make: Make) -> None:
    found = count_flips(*both(make, [((0.6, 0.4), (0.3, 0.7)), ((0.2, 0.8), (0.7, 0.3))]))
    assert [quartile.n for quartile in found.quartiles] == [1, 0, 0, 0]
    assert isnan(found.quartiles[3].rate)
    assert (found.harmful, found.helpful, found.first_share) == (1, 1, 1.0)


def test_from_one_wrong_option_to_another_is_a_flip_that_neither_harms_nor_helps(make: Make) -> None:
    found = count_flips(*both(make, [((0.1, 0.7, 0.2), (0.1, 0.2, 0.7))]))
    assert (found.flips, found.harmful, found.helpful, found.stayed_wrong) == (1, 0, 0, 1)


def test_answers_without_probabilities_have_flips_and_no_quartiles(make: Make) -> None:
    before = Answers.of([make(id="1"), make(id="2", answer=None), make(id="3", answer=-1)])
    after = Answers.of([make(id="1", answer=None), make(id="2", answer=None), make(id="3")])
    found = count_flips(before, after)
    assert (found.flips, found.harmful, found.helpful, found.quartiles) == (2, 1, 1, ())
    assert isnan(found.first_share)


def test_answers_in_words_flip_where_the_words_do(make: Make) -> None:
    told = {"gold": None, "answer": None, "format": "gen", "references": ("18",)}
    before = Answers.of([make(id=n, response=text, **told) for n, text in (("1", "18"), ("2", "7"), ("3", "7"))])
    after = Answers.of([make(id=n, response=text, **told) for n, text in (("1", None), ("2", "8"), ("3", " 18"))])
    found = count_flips(before, after)
    assert (found.flips, found.harmful, found.helpful) == (3, 1, 1)


def test_documents_in_another_order_are_refused(make: Make) -> None:
    one, two = make(id="1"), make(id="2")
    with pytest.raises(InvalidArgument, match="another order"):
        count_flips(Answers.of([one, two]), Answers.of([two, one]))


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=40))
def test_the_table_holds_every_document_once(rows: list[tuple[int, int]]) -> None:
    def answers(side: int) -> Answers:
        return Answers.of(
            [
                Record(
                    model="m", benchmark="b", format="f", condition="c", id=str(n), gold=0,
                    probabilities=tuple(0.6 if option == row[side] else 0.2 for option in range(3)),
                )
                for n, row in enumerate(rows)
            ]
        )  # fmt: skip

    found = count_flips(answers(0), answers(1))
    assert found.harmful + found.helpful + found.stayed_right + found.stayed_wrong == found.n == len(rows)
    assert found.harmful + found.helpful <= found.flips == sum(one != other for one, other in rows)
    assert sum(quartile.harmful for quartile in found.quartiles) == found.harmful
    assert sum(quartile.n for quartile in found.quartiles) == (found.harmful + found.stayed_right) * (len(rows) > 0)
