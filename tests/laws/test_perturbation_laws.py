"""The laws of perturbations, for every registered transform and combinator in every language it knows.

What each law asks is written down once, in `typo.testing`; here Hypothesis looks for texts and keys that break it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import typo
from typo.testing.cases import Broken, Case, Law
from typo.testing.laws import LAWS
from typo.testing.objects import NAME_LAW, OBJECT_LAWS
from typo.transforms.keyboard import Keyboard

FOUND = [json.loads(line) for line in (Path(__file__).parent / "found.jsonl").read_text("utf-8").splitlines()]
any_law = pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)


@any_law
def test_a_law_holds_for_every_transform_in_every_language(law: Law, in_turn: Callable[[str, Any], None]) -> None:
    in_turn(law.name, law.hold)


@pytest.mark.parametrize("row", FOUND, ids=lambda row: f"{row['transform']}: {row['comment']}")
def test_what_once_broke_a_law_keeps_it_now(row: dict[str, Any]) -> None:
    (law,) = (law for law in LAWS if law.name == row["law"])
    transform = typo.get(row["transform"], **row["options"])
    key = tuple(row["key"]) if isinstance(row["key"], list) else row["key"]
    # The draws that broke it change with the tables, so keys beside the one that was found are tried too.
    for one in (key, *range(200)):
        law.hold(Case(transform, row["text"], one))


def test_strict_sweeps_rise_or_leave_a_text_alone_and_say_why(in_turn: Callable[[str, Any], None]) -> None:
    def check(case: Case) -> None:
        try:
            levels = case.perturber().sweep(case.text, rates=(0.1, 0.4), key=case.key, strict=True)
        except typo.InvalidArgument:
            return  # a Then does not nest, and says so
        low, high = levels
        assert set(low.edits) <= set(high.edits)
        assert 0 < low.realised < high.realised or (not high.edits and not low.edits and low.reason and high.reason)

    in_turn("strict sweeps", check)


def test_variants_streams_and_columns_give_what_single_calls_give(in_turn: Callable[[str, Any], None]) -> None:
    def check(case: Case) -> None:
        noisy = case.perturber(rate=0.5)
        alone = noisy.apply(case.text, key=case.key)
        assert noisy.variants(case.text, n=2, key=case.key)[0] == str(alone) == noisy(case.text, key=case.key)
        assert list(noisy.stream([(case.key, case.text)])) == [alone]
        columns = noisy.columns({"id": [case.key, 0], "text": [case.text, None]}, key="id")
        assert columns["text"] == [alone.text, None]
        assert noisy.fields({"one": case.text}, key=case.key)["one"].realised == alone.realised

    in_turn("variants", check)


@pytest.mark.parametrize("law", [NAME_LAW, *OBJECT_LAWS[:2]], ids=lambda law: law.name)
def test_a_law_of_objects_holds_for_every_transform_in_every_language(law: Law, pairs: tuple[Any, ...]) -> None:
    for pair in pairs:
        law.hold(Case(pair.transform))


@pytest.mark.parametrize("law", OBJECT_LAWS[2:], ids=lambda law: law.name)
def test_a_law_of_objects_holds_for_every_transform(law: Law, pairs: tuple[Any, ...]) -> None:
    one_of_each = {re.split("[ =]", pair.label)[0]: pair for pair in pairs}
    for pair in one_of_each.values():
        law.hold(Case(pair.transform))


def test_every_pair_makes_edits_so_that_no_law_holds_for_want_of_any(pairs: tuple[Any, ...]) -> None:
    idle = [
        pair.label
        for pair in pairs
        if not any(Case(pair.transform, pair.text([*range(12)]), key).apply().edits for key in range(9))
    ]
    assert idle == []


def test_a_fault_is_found_and_shown_with_the_pair_and_the_smallest_text(
    pairs: tuple[Any, ...], in_turn: Callable[[str, Any], None]
) -> None:
    def check(case: Case) -> None:
        if isinstance(case.transform, Keyboard) and len(case.text) > 2:
            raise Broken("it is too long")

    with pytest.raises(AssertionError, match="it is too long") as caught:
        in_turn("a false law", Law("a false law", check).hold)
    (guilty,) = (pair for pair in pairs if f"{pair.label}, on" in "".join(caught.value.__notes__))
    _, transform, text, key = str(caught.value).splitlines()
    assert transform == f"  transform  {guilty.transform!r}"
    # Hypothesis does not come back to what passed with another pair before, so one phrase may be out of its reach.
    assert text in [f"  text       {guilty.text([0] * count)!r}" for count in (1, 2)]
    assert key == "  key        0"


@pytest.mark.slow
@any_law
def test_a_law_holds_for_one_pair_on_many_texts(law: Law, pair: Any, for_one_pair: Callable[..., None]) -> None:
    for_one_pair(law.name, pair, law.hold)


@pytest.mark.slow
@pytest.mark.parametrize("law", OBJECT_LAWS[2:], ids=lambda law: law.name)
def test_a_costly_law_of_objects_holds_for_one_pair(law: Law, pair: Any) -> None:
    law.hold(Case(pair.transform))
