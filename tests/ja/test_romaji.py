"""Keys to kana and kana to keys, with the rules of a real input method and of the published study."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typo.errors import InvalidArgument
from typo.ja.composer import Composer
from typo.ja.romaji import CAPITALS, STYLES, TABLES, keystrokes, romaji_to_kana

CASES = Path(__file__).parents[1] / "cases" / "ja"
ROWS = ("j", "f", "c", "q", "l", "ly", "lt", "lts", "lk", "sh", "ch", "ts", "kw", "hw", "wh", "jy", "cy", "t'", "d'y")
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


@given(
    st.text(alphabet=KANA),
    st.sampled_from(STYLES),
    st.lists(st.sampled_from(ROWS), max_size=4),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["mozc", "msime"]),
)
def test_typing_the_keystrokes_of_any_kana_gives_them_back(
    kana: str, style: str, prefer: list[str], always_nn: bool, committed: bool, table: str
) -> None:
    keys = keystrokes(kana, style=style, prefer=prefer, always_nn=always_nn)
    back = romaji_to_kana(keys, table=table, committed=committed)
    # Small か and け have no hiragana of their own in the table of any input method.
    assert back.replace("ヵ", "ゕ").replace("ヶ", "ゖ") == kana
    assert keys.isascii()


@given(st.text(alphabet="abkstnhcywlxz'-.,1A\u3042", max_size=30), st.sampled_from(CAPITALS), st.integers(0, 30))
def test_pressing_keys_one_by_one_is_the_same_as_all_at_once(keys: str, capitals: str, place: int) -> None:
    composer = Composer(capitals=capitals)
    composer.press(keys[:place])
    composer.press(keys[place:])
    assert composer.preedit == romaji_to_kana(keys, committed=True, capitals=capitals)
    assert composer.space() == romaji_to_kana(keys, capitals=capitals)
    assert composer.preedit == ""


@given(st.text(alphabet="abkstnhcywlxz'", max_size=20), st.text(alphabet="aknstyhw'", min_size=1, max_size=4))
def test_later_keys_change_only_letters_that_still_wait(keys: str, more: str) -> None:
    composer = Composer()
    composer.press(keys)
    before = composer.preedit.rstrip("ｎｙｋｓｔｈｃｗｌｘｚｂ＇")
    composer.press(more)
    assert composer.preedit.startswith(before)


@given(st.text(alphabet=KANA), st.sampled_from(STYLES))
def test_with_nn_everywhere_the_published_rule_types_back_every_kana(kana: str, style: str) -> None:
    assert romaji_to_kana(keystrokes(kana, style=style, always_nn=True), table="paper") == kana


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
    with pytest.raises(InvalidArgument, match="table='atok' is not one of: mozc, msime, paper"):
        romaji_to_kana("ka", table="atok")
    with pytest.raises(InvalidArgument, match="capitals='on' is not one of: fold, ascii"):
        romaji_to_kana("ka", capitals="on")
    with pytest.raises(InvalidArgument, match="table='paper' is not one of: mozc, msime"):
        Composer("paper")
    with pytest.raises(InvalidArgument, match="prefer='jj' is not one of: k, s"):
        keystrokes("か", prefer=("jj",))
    for wrong in ("ly", 5):
        with pytest.raises(InvalidArgument, match="is not a sequence of rows"):
            keystrokes("か", prefer=wrong)  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument, match="keys must be a str"):
        romaji_to_kana(b"ka")  # type: ignore[arg-type]


@pytest.mark.parametrize("table", TABLES)
def test_a_hundred_thousand_keys_take_linear_time(table: str) -> None:
    # A quadratic automaton needs minutes here.
    assert len(romaji_to_kana("ka" * 50_000, table=table)) == 50_000
    assert len(romaji_to_kana("k" * 100_000, table=table)) == 100_000
    assert len(romaji_to_kana("n-" * 50_000, table=table)) == 100_000
