"""Transforms that need no dictionary, by example: text in, text out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jaconv
import pytest
from hypothesis import given
from hypothesis import strategies as st

import typo

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "transforms" / "examples.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['transform']} {case['label']}: {case['text']}")
def test_an_example_comes_out_as_written(case: dict[str, Any]) -> None:
    transform = typo.get(case["transform"], **case.get("options", {}))
    result = typo.perturb(case["text"], transform=transform, rate=1)
    assert result.text == case["out"], case["comment"]
    assert bool(result.reason) == (case["out"] == case["text"])


@given(st.text(alphabet="09azAZ あア漢!", max_size=20))
def test_fullwidth_is_what_jaconv_makes_of_letters_and_digits(text: str) -> None:
    expected = "".join(jaconv.h2z(c, ascii=True, digit=True) if c.isascii() and c.isalnum() else c for c in text)
    assert typo.perturb(text, transform=typo.get("fullwidth"), rate=1).text == expected
    assert typo.perturb(text, transform=typo.get("fullwidth", per="character"), rate=1).text == expected


def test_a_character_is_a_unit_of_its_own_where_asked() -> None:
    result = typo.Perturber(typo.get("ja.fullwidth", per="character"), rate=0.5).apply("BERTと2024", key=1)
    assert (result.eligible, result.realised) == (8, 4)
    assert all(edit.end - edit.start == 1 for edit in result.edits)


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("fullwidth", {"per": "word"}, "per='word' is not one of: run, character"),
        ("ime_on", {"capitals": "up"}, "capitals='up'"),
        ("ime_on", {"table": "atok"}, "table='atok' is not one of: mozc, paper"),
        ("homophone", {"table": "rare"}, "table='rare' is not one of: common, wide, paper"),
        ("romaji_slip", {"op": "swap"}, "op='swap' is not one of: mix, transpose"),
        ("romaji_slip", {"reader": "mecab"}, "reader='mecab'"),
        ("fullwidth", {"rate": 1}, "fullwidth has no option 'rate'; it has: per"),
    ],
)
def test_a_wrong_option_is_refused_when_the_transform_is_made(
    name: str, options: dict[str, object], words: str
) -> None:
    with pytest.raises(typo.InvalidArgument) as error:
        typo.get(name, **options)
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ja.transpositon", "did you mean ja.transposition"),
        ("fullwidth.v9", "There is no version of fullwidth named 'v9'; there are: v1"),
        ("ja.ime@papr", "did you mean paper"),
        ("fullwidth@paper", "There is no preset of fullwidth named 'paper'; there are: none"),
        ("", "There is no transform named ''"),
    ],
)
def test_an_unknown_name_lists_what_is_near(name: str, words: str) -> None:
    with pytest.raises(typo.UnknownName) as error:
        typo.get(name)
    assert words in str(error.value)


def test_a_bare_name_is_the_newest_version() -> None:
    assert typo.get("ja.ime") == typo.get("ja.ime.v1")
    assert typo.get("ja.ime").name == "ja.ime.v1"
