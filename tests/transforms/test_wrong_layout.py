"""Words typed while another layout was on: by example, there and back, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal
from unicodedata import is_normalized, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

import typo
from typo.transforms.wrong_layout import WrongLayout, mistyped

FORMS: tuple[Literal["NFC", "NFD"], ...] = ("NFC", "NFD")
CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "views" / "wrong_layout.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['lang']} {case['active']} {case['word']}")
def test_a_word_comes_out_as_written(case: dict[str, Any]) -> None:
    transform = typo.get("wrong_layout", lang=case["lang"], intended=case.get("intended", ""), active=case["active"])
    word = case["word"]
    result = typo.perturb(f"({word})", transform=transform, rate=1)
    assert result.text == f"({case['typed'] or word})"
    assert bool(result.reason) == (case["typed"] is None)


@given(st.text("абвгдежзийклмнопрстуфхцчшщъыьэюяё", min_size=1, max_size=12))
def test_a_word_typed_back_on_the_right_layout_is_the_word(word: str) -> None:
    typed = mistyped(word, "ru", "us")
    assert typed is not None
    assert typed.isascii()
    assert mistyped(typed, "us", "ru") in (word, None)
    if typed.isalpha():
        assert mistyped(typed, "us", "ru") == word


@given(st.text([chr(code) for code in range(0xAC00, 0xD7A4, 7)], min_size=1, max_size=6))
def test_korean_typed_as_latin_is_korean_again_on_its_own_layout(word: str) -> None:
    typed = mistyped(word, "ko-2set", "us")
    assert typed is not None
    assert mistyped(typed, "us", "ko-2set") == word


@given(st.text(max_size=8), st.sampled_from(["us", "ru", "th", "ko-2set", "vi-telex", "fr-azerty", "ara", "in"]))
def test_no_result_has_a_blank_or_a_mark_first_or_another_form(word: str, active: str) -> None:
    transform = WrongLayout(lang="en", intended="us-international", active=active)
    for form in FORMS:
        source = normalize(form, f"x {word}")
        result = typo.perturb(source, transform=transform, rate=1)
        # A text without any mark is in both forms, and may come out in either.
        assert any(is_normalized(each, result.text) for each in FORMS if is_normalized(each, source))
        assert [c for c in result.text if c.isspace()] == [c for c in source if c.isspace()]


def test_a_unit_is_a_word_and_its_punctuation_stays() -> None:
    result = typo.perturb("«Привет», — сказал он, 3 ч.", transform=typo.get("wrong_layout", lang="ru"), rate=1)
    assert result.text == "«Ghbdtn», — crfpfk jy, 3 x."
    assert {edit.label for edit in result.edits} == {"wrong_layout"}
    assert result.eligible == 4


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"lang": "en"}, "active='us' makes the same of every key"),
        ({"lang": "pl"}, "as the layout 'pl' on which lang='pl' is typed"),
        ({"lang": "ru", "active": "ru-jcuken"}, "active='ru'"),
        ({"lang": "ja"}, "intended must name one"),
        ({"lang": "ru", "active": "ja-flick"}, "has no key where the layout 'ru' has one"),
        ({"lang": "ru", "active": "rus"}, "There is no layout named 'rus'"),
        ({"lang": "rux"}, "There is no language named 'rux'"),
        ({"lang": "ru", "active": 1}, "active must be"),
    ],
    ids=str,
)
def test_what_could_change_nothing_is_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(typo.TypoError) as error:
        typo.get("wrong_layout", **options)
    assert words in str(error.value)
