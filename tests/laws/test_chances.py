"""Which units are hit: by their weights, independently from record to record, and as many as were asked for.

Every threshold is five standard deviations, passed by chance less than once in a million runs; every test has a
control, a faulty way of drawing that the same threshold catches.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import typo

SIGMAS = 5.0
Cell = tuple[int, ...]
LETTERS = "abcdefghij"  # ten units of equal weight


@dataclass(frozen=True, slots=True)
class Longer:
    """Doubles words, drawn by their length; of those that begin with x there is no edit after all."""

    name: ClassVar[str] = "tests/longer.v1"
    unit: ClassVar[str] = "words"

    def units(self, text: typo.Text) -> Sequence[typo.Unit]:
        spans = [match.span() for match in re.finditer(r"\w+", text.string)]
        return [typo.Unit(start, end, end - start) for start, end in spans]

    def realise(self, text: typo.Text, unit: typo.Unit, draws: typo.Draws) -> typo.Edit | None:
        word = text.string[unit.start : unit.end]
        return None if word[0] == "x" else typo.Edit(unit.start, unit.end, word, word * 2, "double")


WIDE = typo.get("fullwidth", per="character")
EQUAL: dict[Cell, float] = {(a, b): 0.01 for a in range(10) for b in range(10)}


def excess(counts: Counter[Cell], expected: dict[Cell, float]) -> float:
    """Return how many standard deviations chi-square lies above what chance gives.

    The cube root is nearly normal (Wilson and Hilferty), so that this is right for few cells too.
    """
    assert set(counts) <= set(expected)
    total = sum(counts.values())
    cells = {cell: total * share for cell, share in expected.items()}
    assert min(cells.values()) > 5, "too few draws for chi-square"
    chi_square = sum((counts[cell] - cells[cell]) ** 2 / cells[cell] for cell in cells)
    free = len(cells) - 1
    spread = 2 / (9 * free)
    return float((chi_square / free) ** (1 / 3) - (1 - spread)) / sqrt(spread)


def order_of(
    transform: typo.Transform | typo.Combinator, text: str, key: object, *, count: int, seed: int = 0
) -> list[int]:
    """Return where the first edits begin, in the order in which they were drawn."""
    plan = typo.plan(text, transform, key=key, seed=seed)  # type: ignore[arg-type]
    taken = [{edit.start for edit in plan.take(n).edits} for n in range(count + 1)]
    return [(after - before).pop() for before, after in pairwise(taken)]


def by_key(number: int) -> tuple[int, int]:
    first, second = order_of(WIDE, LETTERS, number, count=2)
    return first, second


def by_restarted_stream(number: int) -> tuple[int, int]:
    first, second = random.Random(7).sample(range(10), 2)
    return first, second


def by_overlapping_streams(
    number: int, stream: Sequence[int] = random.Random(7).choices(range(10), k=9000)
) -> tuple[int, int]:
    """Give each record a window of one stream that begins where the record before drew its second number."""
    return stream[number], stream[number + 1]


def by_seeds_in_a_row(number: int) -> tuple[int, int]:
    """Draw from a congruential generator that the record's number seeds, as home-made generators do."""
    state = number
    drawn = []
    for _ in range(2):
        state = (state * 1103515245 + 12345) % 2**31
        drawn.append(state >> 16)
    return drawn[0] % 10, drawn[1] % 10


def correlation(places: Callable[[int], tuple[int, int]], records: int = 4000) -> float:
    """Return the largest excess over the ways in which records that follow one another could hang together."""
    drawn = [places(number) for number in range(records)]
    found = [
        excess(Counter((a[0], b[0]) for a, b in zip(drawn, drawn[lag:], strict=False)), EQUAL) for lag in (1, 2, 3, 7)
    ]
    return max(*found, excess(Counter((a[1], b[0]) for a, b in pairwise(drawn)), EQUAL))


def test_places_of_different_records_are_independent() -> None:
    assert correlation(by_key) < SIGMAS


@pytest.mark.parametrize("faulty", [by_restarted_stream, by_overlapping_streams, by_seeds_in_a_row])
def test_the_test_of_independence_catches_streams_that_hang_together(faulty: Callable[[int], tuple[int, int]]) -> None:
    assert correlation(faulty) > SIGMAS


@pytest.mark.parametrize(
    "key", [lambda n: f"doc-{n}", lambda n: ("split", n), lambda n: (n, "test"), lambda n: -n, lambda n: n << 70]
)
def test_places_are_independent_for_every_kind_of_key(key: Callable[[int], object]) -> None:
    hits = [order_of(WIDE, LETTERS, key(number), count=1)[0] for number in range(2000)]
    pairs: Counter[Cell] = Counter(pairwise(hits))
    assert excess(pairs, EQUAL) < SIGMAS


def test_seeds_and_replicas_are_independent_too() -> None:
    seeds: Counter[Cell] = Counter(
        (order_of(WIDE, LETTERS, n, count=1)[0], order_of(WIDE, LETTERS, n, count=1, seed=1)[0]) for n in range(2000)
    )
    assert excess(seeds, EQUAL) < SIGMAS
    noisy = typo.Perturber(WIDE, rate=0.1)
    replicas: Counter[Cell] = Counter()
    for n in range(2000):
        first, second = (_changed(text) for text in noisy.variants(LETTERS, n=2, key=n))
        replicas[first, second] += 1
    assert excess(replicas, EQUAL) < SIGMAS


def _changed(text: str) -> int:
    (place,) = (index for index, letter in enumerate(text) if not letter.isascii())
    return place


TEXT = "a bb ccc dddd eeeee ffffff"  # weights 1 to 6
STARTS = {match.start(): len(match[0]) for match in re.finditer(r"\w+", TEXT)}


def ordered_shares(weights: dict[int, int]) -> dict[Cell, float]:
    """Return the probability of each first and second unit, drawn by weight without replacement."""
    total = sum(weights.values())
    return {(a, b): weights[a] / total * weights[b] / (total - weights[a]) for a in weights for b in weights if a != b}


def test_units_are_drawn_by_weight_without_replacement() -> None:
    drawn = Counter(tuple(order_of(Longer(), TEXT, key, count=2)) for key in range(20_000))
    assert excess(drawn, ordered_shares(STARTS)) < SIGMAS
    assert excess(drawn, ordered_shares(dict.fromkeys(STARTS, 1))) > SIGMAS


def test_units_that_give_way_leave_the_shares_of_the_others_as_they_are() -> None:
    text = "xxxxxxxx " + TEXT + " xxxx"
    weights = {start + 9: weight for start, weight in STARTS.items()}
    drawn = Counter(tuple(order_of(Longer(), text, key, count=2)) for key in range(20_000))
    assert excess(drawn, ordered_shares(weights)) < SIGMAS


def test_words_are_drawn_by_their_letters_on_a_keyboard() -> None:
    words = "the river behind our house freezes every second winter"
    starts = {match.start(): len(match[0]) for match in re.finditer(r"\w+", words)}
    noisy = typo.Perturber(typo.get("keyboard", lang="en"), rate=0, min_edits=1)
    drawn: Counter[Cell] = Counter()
    for key in range(20_000):
        (edit,) = noisy.apply(words, key=key).edits
        drawn[(max(start for start in starts if start <= edit.start),)] += 1
    total = sum(starts.values())
    assert excess(drawn, {(start,): weight / total for start, weight in starts.items()}) < SIGMAS
    assert excess(drawn, {(start,): 1 / len(starts) for start in starts}) > SIGMAS


WORDS = st.lists(st.sampled_from(["a", "bb", "xx", "dddd", "é"]), max_size=12).map(" ".join)


@given(text=WORDS, rate=st.floats(0, 1), key=st.integers(), least=st.integers(0, 5))
def test_as_many_edits_are_made_as_asked_for_wherever_that_is_possible(
    text: str, rate: float, key: int, least: int
) -> None:
    result = typo.Perturber(Longer(), rate=rate, min_edits=least).apply(text, key=key)
    words = text.split()
    possible = sum(word != "xx" for word in words)
    assert result.eligible == len(words)
    assert result.requested == max(int(rate * len(words) + 0.5), least)
    assert result.realised == min(result.requested, possible)
    assert (result.reason is None) == (result.realised == result.requested and bool(words or not rate))


@pytest.mark.parametrize("rate", [0.0, 0.1, 0.4, 0.7, 1.0])
def test_long_texts_have_exactly_the_edits_of_their_rate(rate: float) -> None:
    words = "the river behind our house freezes every second winter " * 40
    result = typo.Perturber(typo.get("keyboard", lang="en"), rate=rate).apply(words, key=1)
    assert (result.eligible, result.realised) == (360, int(rate * 360 + 0.5))


def test_keys_and_seeds_are_typed() -> None:
    noisy = typo.Perturber(WIDE, rate=0.5)
    text = "abcdefghijklmnopqrstuvwxyz" * 2
    results = {noisy(text, key=key) for key in (1, "1", (1,), ("1",), (1, 1), (11,), None)}
    assert len(results) == 7
    assert noisy(text, key="x") != typo.Perturber(WIDE, rate=0.5, seed=1)(text, key="x")
    assert noisy(text, key="x") != typo.Perturber(WIDE, rate=0.5, seed="0")(text, key="x")
