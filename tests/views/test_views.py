"""What all views have in common, by example and as one protocol."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typo import registry
from typo.slips import SCALE, slips
from typo.text import Text
from typo.views import through
from typo.views.direct import Direct
from typo.views.hangul import Hangul
from typo.views.telex import Telex
from typo_keyboards import load

CASES = Path(__file__).parents[1] / "cases" / "views"


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", cases("keys"), ids=lambda case: f"{case['view']} {case['keys']}: {case['comment']}")
def test_keys_make_the_text(case: dict[str, Any]) -> None:
    view: Any = registry.view(case["view"])()
    assert view.made(case["keys"]) == case["text"]


@pytest.mark.parametrize("case", cases("remnants"), ids=lambda case: f"{case['layout']} {case['word']}")
def test_slips_on_shift_and_dead_keys_leave_remnants(case: dict[str, Any]) -> None:
    layout = load(case["layout"]).id
    assert [remnant.text for remnant in Direct(layout).remnants(case["word"])] == case["left"]


@pytest.mark.parametrize("name", ["direct", "hangul", "telex", "vni"])
@pytest.mark.parametrize("string", ["", "word", "하나 값", "tiếng Việt", "a-b 3rd", "\ud800", "e\u0301"], ids=ascii)
def test_a_view_takes_each_unit_to_its_keys_and_back(name: str, string: str) -> None:
    view = registry.view(name)()
    text = Text(string)
    for unit in view.units(text):
        if unit.weight:
            keys = view.symbols(text, unit)
            assert keys is not None
            assert view.render(text, unit, keys) is None


@pytest.mark.parametrize(
    ("view", "word", "layout"),
    [(Hangul(), "하나", "ko-2set"), (Telex(), "Đường", "vi-telex"), (Telex(), "hòa", "vi-telex")],
)
@pytest.mark.parametrize("profile", ["desktop", "uniform", "keyboard-only", "multypo"])
def test_slips_through_a_view_are_all_different_and_add_up(view: Any, word: str, layout: str, profile: str) -> None:
    found = through(view, partial(slips, layout=layout, profile=profile))(word)
    assert sum(slip.weight for slip in found) == SCALE
    results = [word[: slip.start] + slip.replacement + word[slip.end :] for slip in found]
    assert len(set(results)) == len(results)
    assert word not in results


def test_slips_through_a_view_are_those_on_the_keys() -> None:
    on_keys = partial(slips, layout="vi-telex", lang="vi")
    view, word = Telex(), "tiếng"
    (lost,) = [slip.weight for slip in through(view, on_keys)(word) if slip.replacement == "ê"]
    keys = "tieengs"
    ways = [s for s in on_keys(keys) if view.shown(word, keys[: s.start] + s.replacement + keys[s.end :]) == "tiêng"]
    nothing = [s for s in on_keys(keys) if view.shown(word, keys[: s.start] + s.replacement + keys[s.end :]) is None]
    assert len(ways) > 1
    assert nothing
    kept = SCALE - sum(slip.weight for slip in nothing)
    assert lost / SCALE == pytest.approx(sum(slip.weight for slip in ways) / kept)


def test_a_word_that_cannot_be_typed_has_no_slips() -> None:
    assert through(Hangul(), partial(slips, layout="ko-2set"))("abc") == ()


@pytest.mark.parametrize("layout", ["us", "fr-azerty", "ru", "th"])
@given(word=st.text("abzQ-é1йก", min_size=1, max_size=5))
def test_a_word_weighs_its_letters_where_the_layout_has_them(layout: str, word: str) -> None:
    view = Direct(layout)
    letters = sum(map(str.isalpha, word))
    assert view.weigh(word) == (letters if view.can_type(word) and letters > 1 else 0)
