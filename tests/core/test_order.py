"""Drawing by weight without replacement."""

from __future__ import annotations

import itertools
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from typo.keyed import digest
from typo.order import _climbing, _stepping, drawn

WEIGHTS = st.lists(st.integers(0, 5) | st.integers(0, 2**40), max_size=300)


@given(WEIGHTS, st.integers())
def test_both_ways_of_drawing_agree_and_draw_every_positive_weight_once(weights: list[int], key: int) -> None:
    stepped = list(_stepping(weights, digest(key)))
    assert stepped == list(_climbing(weights, digest(key)))
    assert sorted(index for index, _ in stepped) == [index for index, weight in enumerate(weights) if weight]


def test_a_long_list_is_drawn_by_the_tree_in_the_same_order() -> None:
    weights = [1 + index % 7 for index in range(5000)]
    assert list(itertools.islice(drawn(weights, digest("k")), 900)) == list(
        itertools.islice(_stepping(weights, digest("k")), 900)
    )


def test_first_and_second_draws_follow_the_weights() -> None:
    weights = [1, 2, 3, 4]
    rounds = 20_000
    firsts: Counter[int] = Counter()
    seconds: Counter[int] = Counter()
    for key in range(rounds):
        first, second = (index for index, _ in itertools.islice(drawn(weights, digest(key)), 2))
        firsts[first] += 1
        seconds[second] += 1
    expected = [rounds * weight / 10 for weight in weights]
    # Without replacement: j comes second after i with probability w_i / 10 * w_j / (10 - w_i).
    then = [
        rounds * sum(w / 10 * weights[j] / (10 - w) for i, w in enumerate(weights) if i != j)
        for j in range(len(weights))
    ]
    # Chi-square with 3 degrees of freedom: 21.1 is passed once in 10,000 times.
    assert sum((firsts[i] - expected[i]) ** 2 / expected[i] for i in range(4)) < 21.1
    assert sum((seconds[i] - then[i]) ** 2 / then[i] for i in range(4)) < 21.1
