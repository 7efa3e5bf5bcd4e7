"""Kana and the keys that type them: JIS kana keys, and the 12 keys of a phone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typo import registry
from typo.graphemes import is_joined, is_plain
from typo.ja.script import is_hiragana
from typo.text import Text
from typo.views.flick12 import MARK, Flick12
from typo.views.jis_kana import JisKana
from typo.views.kana_ime import KanaIme
from typo_keyboards import load

CASES = Path(__file__).parents[1] / "cases" / "ja" / "kana_keys.jsonl"
# All kana of today but ゎ, for which JIS keyboards have no key.
MODERN = "".join(chr(code) for code in range(ord("ぁ"), ord("ゔ") + 1) if chr(code) not in "ゎゐゑ") + "ー"
KANA = st.text(alphabet=MODERN, max_size=12)
VIEWS = ("kana_ime", "jis_kana", "flick12")
TEXTS = (
    "",
    "がっこうへいく",
    "学校でコンピューターを使う",
    "ゐると",
    "か\u3099くせい",
    "ﾊﾟﾝと\ud800を",
    "きょう きょう",
    "ーー",
)


@pytest.mark.parametrize(
    "case",
    [json.loads(line) for line in CASES.read_text("utf-8").splitlines()],
    ids=lambda case: f"{case['view']} {case['keys']}: {case['comment']}",
)
def test_kana_keys_make_kana(case: dict[str, Any]) -> None:
    view: Any = registry.view(case["view"])()
    assert view.made(case["keys"]) == case["kana"]


@pytest.mark.parametrize("name", VIEWS)
@given(kana=KANA)
def test_keys_and_kana_invert_each_other(name: str, kana: str) -> None:
    view: Any = registry.view(name)()
    keys = view.keys(kana)
    assert keys is not None
    assert view.made(keys) == kana


@given(kana=KANA)
def test_every_key_is_one_of_the_layout(kana: str) -> None:
    flick, jis = Flick12().keys(kana), JisKana().keys(kana)
    assert flick is not None
    assert jis is not None
    assert all(key == MARK or key in load("ja-flick") for key in flick)
    assert all(key in "゛゜" or key in load("ja-kana") for key in jis)
    # Voiced and half-voiced kana have no key of their own on either.
    assert set("がざだばぱゔ").isdisjoint(flick + jis)


@given(keys=st.text(alphabet="あかさたなはまやらわんーっゃを" + MARK + "゛゜", max_size=12))
def test_whatever_keys_are_struck_something_readable_comes_out(keys: str) -> None:
    assert all(is_hiragana(kana) or kana in "゛゜" for kana in Flick12().made(keys))
    assert all(is_hiragana(kana) or kana in "゛゜*" for kana in JisKana().made(keys))


def test_old_kana_have_no_keys() -> None:
    assert JisKana().keys("ゐ") is None
    assert JisKana().keys("ゎ") is None
    assert Flick12().keys("ゑ") is None
    assert Flick12().keys("ゎ") == "わ*"


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("reader", ["none", "sudachi"])
@pytest.mark.parametrize("string", TEXTS, ids=ascii)
def test_a_kana_view_takes_each_unit_to_its_keys_and_back(name: str, reader: str, string: str) -> None:
    view: Any = registry.view(name)
    view = view(reader=reader)
    text = Text(string)
    for unit in view.units(text):
        keys = view.symbols(text, unit)
        if keys is not None:
            assert view.render(text, unit, keys) is None
            assert view.made(keys) == view.word(text, unit).reading


def test_words_in_kana_stay_in_their_script_and_words_with_kanji_are_converted() -> None:
    view = KanaIme(reader="sudachi")
    text = Text("学校でゲームをした")
    units = {text.string[unit.start : unit.end]: unit for unit in view.units(text)}
    assert view.render(text, units["ゲーム"], "けーむ") == "ケーム"
    assert view.render(text, units["学校"], "かっこう") == "格好"


def test_a_bunsetsu_is_typed_with_its_particle() -> None:
    view = KanaIme(reader="sudachi", per="bunsetsu")
    text = Text("本の表紙を見る")
    assert [text.string[unit.start : unit.end] for unit in view.units(text)] == ["本の", "表紙を", "見る"]
    assert view.symbols(text, view.units(text)[0]) == "ほんの"
    assert view.render(text, view.units(text)[0], "ほんお") == "本お"


def test_no_plain_character_belongs_to_the_one_before() -> None:
    # A text of such characters only is not asked for each of its words.
    plain = [chr(code) for code in range(0x10000) if is_plain(chr(code))]
    assert len(plain) > 20_000
    assert not any(is_joined(f"{character}あ{character}", place) for character in plain for place in (1, 2))


@pytest.mark.parametrize("name", ["jis_kana", "flick12"])
def test_words_of_real_sentences_are_typed_and_come_back(name: str, shared: Callable[[str], Path]) -> None:
    lines = shared("data/benchmarks/ntrex/ref.jpn.txt").read_text("utf-8").splitlines()[:500]
    make: Any = registry.view(name)
    view = make(reader="sudachi")
    units = [(text, unit) for text in map(Text, lines) for unit in view.units(text)]
    typed = [(text, unit, keys) for text, unit in units if (keys := view.symbols(text, unit)) is not None]
    assert all(view.made(keys) == view.word(text, unit).reading for text, unit, keys in typed)
    # The others are words that the dictionary does not make from their reading.
    assert len(typed) >= 0.99 * len(units) > 5_000
