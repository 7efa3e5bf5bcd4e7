"""Errors on words that were typed and converted, by example and on hostile texts: text in, text out."""

from __future__ import annotations

import csv
import json
import runpy
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import typo
from typo.ja.mozc import version
from typo.ja.script import has_kanji
from typo.keyed import Draws, digest
from typo.testing.cases import Case
from typo.testing.laws import LAWS
from typo.text import Text
from typo.transforms.romaji_keys import MEASURED, OPS, slipped
from typo.views.ime_words import ime_words, typed, typist

CASES = Path(__file__).parents[1] / "cases" / "ja"
TAG = "3.34.6239"
NAMES = (
    "romaji_slip",
    "homophone",
    "wrong_candidate",
    "wrong_segmentation",
    "okurigana",
    "premature_commit",
    "ime_off",
)
WITH_OPTIONS = (
    typo.get("romaji_slip", per="bunsetsu"),
    typo.get("romaji_slip", pin="context"),
    typo.get("romaji_slip", op="double", table="msime", style="hepburn"),
    typo.get("homophone", table="wide", reader="sudachi"),
    typo.get("wrong_candidate", per="bunsetsu"),
    typo.get("wrong_segmentation", per="word"),
    typo.get("premature_commit", per="word"),
    typo.get("ime_off", per="word", style="wapuro"),
)
EACH = pytest.mark.parametrize("transform", [*map(typo.get, NAMES), *WITH_OPTIONS], ids=repr)

SENTENCE = "駅前の新しい店で、申し込みの用紙を受け取り、今日は医者に行った。"
MIXED = st.text(alphabet="学校東京今日思食べ取りはをの、。？12abZ 々〇ヶﾊﾟ🙂\n\ud800", max_size=24)


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text("utf-8").splitlines()]


def is_japanese(character: str) -> bool:
    return has_kanji(character) or "ぁ" <= character <= "ゖ" or "ァ" <= character <= "ー"


def untouched(text: str) -> list[str]:
    return [character for character in text if not is_japanese(character)]


@pytest.mark.skipif(version() != TAG, reason=f"the expected conversions are those of Mozc {TAG}")
@pytest.mark.parametrize("case", cases("words_examples"), ids=lambda case: f"{case['transform']}: {case['text']}")
def test_an_example_comes_out_in_one_of_the_ways_written(case: dict[str, Any]) -> None:
    transform = typo.get(case["transform"], **case["options"])
    made = {typo.perturb(case["text"], transform=transform, rate=1, key=key).text for key in range(20)}
    assert made == set(case["outs"]), case["comment"]


@EACH
@pytest.mark.parametrize("case", cases("words_hostile"), ids=lambda case: case["comment"])
def test_hostile_texts_lose_nothing_but_words(transform: typo.Transform, case: dict[str, Any]) -> None:
    noisy = typo.Perturber(transform, rate=1)
    for key in range(3):
        result = noisy.apply(case["text"], key=key)
        for kept in case["kept"]:
            assert result.text.count(kept) >= case["text"].count(kept)
        for edit in result.edits:
            assert all(map(is_japanese, edit.original)), f"{edit} touches what is no Japanese word"
            assert edit.replacement.isprintable()
            assert not any(map(str.isspace, edit.replacement))


@EACH
@given(text=MIXED, key=st.integers(0, 99))
def test_only_japanese_words_are_touched(transform: typo.Transform, text: str, key: int) -> None:
    result = typo.perturb(text, transform=transform, rate=1, key=key)
    assert all(is_japanese(character) for edit in result.edits for character in edit.original)


@pytest.mark.parametrize("transform", WITH_OPTIONS, ids=repr)
def test_the_laws_hold_with_options(transform: typo.Transform) -> None:
    # Without them they are tried with all that is registered. Each text is tried on a third of the laws.
    for number, text in enumerate([SENTENCE, *(case["text"] for case in cases("words_hostile"))]):
        for law in LAWS[number % 3 :: 3]:
            law.hold(Case(transform, text, number))


@pytest.mark.parametrize("name", NAMES)
def test_a_long_text_without_a_stop_is_edited_too(name: str) -> None:
    text = "取り消しの機会は今日までと記者に話した" * 60
    result = typo.Perturber(typo.get(name), rate=0, min_edits=5).apply(text, key=1)
    assert result.realised == 5


def test_the_mix_has_the_measured_shares() -> None:
    text = "研究の目的は新しい方法で言葉の意味を学習することだ。"
    noisy = typo.Perturber(typo.get("romaji_slip"), rate=0, min_edits=1)
    made = Counter(noisy.apply(text, key=key).edits[0].label for key in range(2000))
    for op, weight in MEASURED:
        share = weight / sum(weight for _, weight in MEASURED)
        # Five standard deviations: chance goes farther less than once in a million runs.
        assert abs(made[f"romaji_slip:{op}"] / 2000 - share) < 5 * (share * (1 - share) / 2000) ** 0.5


@pytest.mark.parametrize("op", OPS)
@given(keys=st.text(alphabet="aiueokstnhmyrwgzdbpjf", min_size=2, max_size=12), number=st.integers(0, 2**64 - 1))
def test_a_slip_changes_as_many_keys_as_its_name_says(op: str, keys: str, number: int) -> None:
    made = slipped(keys, op, typo.Draws(number))
    if made is None:
        assert len(set(keys)) < len(keys) or op == "replace_class"
        return
    assert made != keys or op in ("omit", "double", "insert")
    assert len(made) - len(keys) == {"insert": 1, "double": 1, "omit": -1}.get(op, 0)
    if op.startswith("transpose"):
        assert sorted(made) == sorted(keys)
        assert sum(old != new for old, new in zip(keys, made, strict=True)) == 2
    if op.startswith("replace"):
        assert sum(old != new for old, new in zip(keys, made, strict=True)) == 1


@given(record=st.binary(max_size=80), name=st.text(max_size=12))
def test_a_habit_is_the_first_number_of_a_digest_of_its_own(record: bytes, name: str) -> None:
    assert Text("", record=record).trait(name) == Draws(digest("trait", name, under=record)).number()


def test_a_record_has_one_typist_and_records_have_different_ones() -> None:
    records = [Text("", record=bytes([number])) for number in range(200)]
    assert len({typist(text) for text in records}) > 8
    for text in records:
        # じ and しゃ, both with the same habits.
        assert typed(text, "しゃじ", "typist") == typed(text, "しゃ", "typist") + typed(text, "じ", "typist")  # type: ignore[operator]
    assert {typed(text, "しゃ", "kunrei") for text in records} == {"sya"}


def test_enter_makes_no_n_of_a_last_key_that_was_left_to_space() -> None:
    noisy = typo.Perturber(typo.get("premature_commit"), rate=1)
    assert {noisy("日本、", key=key) for key in range(30)} == {"にほん、", "にほｎ、"}
    assert {noisy("日本に", key=key) for key in range(30)} == {"にほんに"}
    off = typo.Perturber(typo.get("ime_off"), rate=1)
    assert {off("日本、", key=key) for key in range(30)} == {"nihonn、", "nihon、"}


def test_a_bunsetsu_is_a_word_with_what_leans_on_it_and_no_punctuation() -> None:
    words = ime_words(Text("「研究」の結果は、会議で説明した。"), per="bunsetsu").values()
    assert [word.surface for word in words] == ["研究", "結果は", "会議で", "説明した"]


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("romaji_slip", {"per": "line"}, "per='line' is not one of: word, bunsetsu"),
        ("romaji_slip", {"style": "own"}, "style='own' is not one of: typist, kunrei"),
        ("romaji_slip", {"pin": "all"}, "pin='all' is not one of: tokens, context, none"),
        ("ime_off", {"style": "own"}, "style='own' is not one of: typist, kunrei"),
        ("wrong_candidate", {"per": "line"}, "per='line' is not one of: word, bunsetsu"),
        ("premature_commit", {"reader": "none"}, "reader='none' is not one of: sudachi"),
        ("okurigana", {"reader": "sudachi"}, "okurigana has no option 'reader'"),
    ],
)
def test_a_wrong_option_of_a_japanese_kind_is_refused(name: str, options: dict[str, str], words: str) -> None:
    with pytest.raises(typo.InvalidArgument) as error:
        typo.get(name, **options)
    assert words in str(error.value)


@pytest.mark.parametrize("name", ["ja.transposition", "ja.replacement"])
def test_nearly_every_benchmark_question_gets_its_slip(name: str, shared: Callable[[str], Path]) -> None:
    noisy = typo.Perturber(typo.get(name), rate=0.1, min_edits=1)
    jmmlu = []
    for path in sorted(shared("data/benchmarks/jmmlu").glob("*.csv")):
        with path.open(encoding="utf-8-sig", newline="") as file:
            jmmlu += [row[0] for row in csv.reader(file) if row and row[0]]
    lines = shared("data/benchmarks/jglue/jcommonsenseqa-valid-v1.3.json").read_text("utf-8").splitlines()
    for questions, least in ((jmmlu[::15], 0.95), ([json.loads(line)["question"] for line in lines][::3], 0.9)):
        edited = sum(bool(noisy.apply(text, key=key).edits) for key, text in enumerate(questions))
        assert edited / len(questions) >= least


@pytest.mark.slow
def test_the_page_of_examples_is_what_the_script_writes(root: Path) -> None:
    script = runpy.run_path(str(root / "benchmarks" / "japanese_examples.py"))
    page = script["PAGE"].read_text("utf-8")
    if script["data"]() not in page:
        pytest.skip("the page was made from other data")
    assert script["page"]() == page
