"""Keys to kana and kana to keys, with the rules of a real input method and of the published study."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typo.errors import InvalidArgument
from typo.ja.romaji import CAPITALS, STYLES, TABLES, keystrokes, romaji_to_kana

CASES = Path(__file__).parents[1] / "cases" / "ja"
KANA = "".join(map(chr, range(ord("ぁ"), ord("ゔ") + 1))) + "ー、。「」・〜"


def rows(name: str) -> list[Any]:
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    return [pytest.param(row := json.loads(line), id=f"{row['label']}: {row['in']}") for line in lines]


def options(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in row.keys() - {"in", "out", "label", "comment"}}


@pytest.mark.parametrize("row", rows("romaji_to_kana.jsonl"))
def test_keys_make_the_kana_of_the_case_file(row: dict[str, Any]) -> None:
    assert romaji_to_kana(row["in"], **options(row)) == row["out"]


@pytest.mark.parametrize("row", rows("keystrokes.jsonl"))
def test_kana_are_typed_with_the_keys_of_the_case_file(row: dict[str, Any]) -> None:
    assert keystrokes(row["in"], **options(row)) == row["out"]


@given(st.text(alphabet=KANA), st.sampled_from(STYLES), st.booleans(), st.booleans())
def test_typing_the_keystrokes_of_any_kana_gives_them_back(
    kana: str, style: str, always_nn: bool, committed: bool
) -> None:
    keys = keystrokes(kana, style=style, always_nn=always_nn)
    back = romaji_to_kana(keys, committed=committed)
    # Small か and け have no hiragana of their own in the table of any input method.
    assert back.replace("ヵ", "ゕ").replace("ヶ", "ゖ") == kana
    assert keys.isascii()


@given(st.text(alphabet=KANA.replace("ん", "")), st.sampled_from(STYLES))
def test_the_published_rule_types_back_every_kana_but_n(kana: str, style: str) -> None:
    assert romaji_to_kana(keystrokes(kana, style=style), table="paper") == kana


@given(st.text(), st.sampled_from(TABLES), st.booleans(), st.sampled_from(CAPITALS))
def test_any_string_is_accepted_as_keys(keys: str, table: str, committed: bool, capitals: str) -> None:
    assert isinstance(romaji_to_kana(keys, table=table, committed=committed, capitals=capitals), str)


@given(st.text(alphabet="abkns tcyw'-z", max_size=30))
def test_mozc_leaves_no_half_width_letter_behind(keys: str) -> None:
    assert not any(c.isascii() and c != " " for c in romaji_to_kana(keys))


@pytest.mark.parametrize("kana", ["学", "a", " ", "ゝ", "\ud800"])
def test_what_romaji_input_has_no_keys_for_is_refused(kana: str) -> None:
    with pytest.raises(InvalidArgument, match="romaji input has no keys for"):
        keystrokes(f"か{kana}")


def test_unknown_styles_tables_and_modes_are_refused() -> None:
    with pytest.raises(InvalidArgument, match="style='kunreii' is not one of: kunrei, hepburn, wapuro"):
        keystrokes("か", style="kunreii")
    with pytest.raises(InvalidArgument, match="table='atok' is not one of: mozc, paper"):
        romaji_to_kana("ka", table="atok")
    with pytest.raises(InvalidArgument, match="capitals='on' is not one of: fold, ascii"):
        romaji_to_kana("ka", capitals="on")
    with pytest.raises(InvalidArgument, match="keys must be a str"):
        romaji_to_kana(b"ka")  # type: ignore[arg-type]


@pytest.mark.parametrize("table", TABLES)
def test_a_hundred_thousand_keys_take_linear_time(table: str) -> None:
    # A quadratic automaton needs minutes here.
    assert len(romaji_to_kana("ka" * 50_000, table=table)) == 50_000
    assert len(romaji_to_kana("k" * 100_000, table=table)) == 100_000
