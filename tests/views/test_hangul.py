"""Korean on the 2-set layout: what keys make, and that every syllable comes out of its own keys."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typo.views.hangul import Hangul, compose, decompose
from typo_keyboards import load

SYLLABLES = [chr(code) for code in range(0xAC00, 0xD7A4)]
KEYS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎㅏㅐㅑㅒㅓㅔㅕㅖㅗㅛㅜㅠㅡㅣ"
VIEW = Hangul()


def test_every_syllable_comes_out_of_its_own_keys() -> None:
    assert [syllable for syllable in SYLLABLES if compose(decompose(syllable)) != syllable] == []


def test_every_syllable_is_typed_with_keys_that_the_layout_has() -> None:
    assert {key for syllable in SYLLABLES for key in decompose(syllable)} == set(KEYS)
    assert all(len(load("ko-2set").keystrokes(key)) == 1 for key in KEYS)


@given(st.lists(st.sampled_from(SYLLABLES), min_size=1, max_size=12).map("".join))
def test_a_word_comes_out_of_its_own_keys_in_either_form(word: str) -> None:
    keys = decompose(word)
    assert compose(keys) == word
    for form in (word, normalize("NFD", word)):
        assert VIEW.keys(form) == keys
        assert VIEW.shown(form, keys) is None


@given(st.text(KEYS, max_size=12))
def test_no_two_rows_of_keys_make_the_same_text(keys: str) -> None:
    assert decompose(compose(keys)) == keys


@given(st.text(KEYS, max_size=8), st.text(KEYS, max_size=8))
def test_what_is_no_jamo_ends_a_syllable(one: str, other: str) -> None:
    assert compose(f"{one}-{other}") == f"{compose(one)}-{compose(other)}"


@pytest.mark.parametrize(
    "word",
    ["하ㄴ", "고ㅏ", "ㅋㅋ", "ABC", "", "ᄒ가", "가\u0301", "ᄀᆞ", "가ᅠ", "힣ᇫ", "가" + normalize("NFD", "간")],
    ids=ascii,
)
def test_what_its_keys_would_not_come_out_as_cannot_be_typed(word: str) -> None:
    assert VIEW.keys(word) is None


def test_letters_of_another_script_stay_where_they_are() -> None:
    keys = VIEW.keys("AI는é")
    assert keys == "\0\0ㄴㅡㄴ\0"
    assert VIEW.shown("AI는é", "\0\0ㅡㄴㄴ\0") == "AIㅡㄴㄴé"
