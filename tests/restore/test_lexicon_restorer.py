"""The embedded back end: cases, and its quality on real sentences."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

import typo
from typo.restore import LexiconRestorer, restore

CASES = Path(__file__).parents[1] / "cases" / "restore"
FRENCH = LexiconRestorer("fr")


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / name).read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", cases("repaired.jsonl"), ids=lambda case: f"{case['label']}: {case['comment']}")
def test_what_was_lost_is_restored(case: dict[str, str]) -> None:
    restored = restore(case["text"], FRENCH)
    assert restored.text == case["restored"]
    assert {edit.label for edit in restored.log.edits} == {case["label"]}


@pytest.mark.parametrize("case", cases("repaired.jsonl"), ids=lambda case: f"{case['label']}: {case['comment']}")
def test_what_is_restored_needs_no_more(case: dict[str, str]) -> None:
    assert restore(case["restored"], FRENCH).text == case["restored"]


@pytest.mark.parametrize("case", cases("repaired.jsonl"), ids=lambda case: f"{case['label']}: {case['comment']}")
def test_decomposed_text_is_restored_as_composed_text_is(case: dict[str, str]) -> None:
    composed, decomposed = (normalize(form, case["text"]) for form in ("NFC", "NFD"))
    assert normalize("NFC", restore(decomposed, FRENCH).text) == restore(composed, FRENCH).text


@pytest.mark.parametrize("case", cases("left_alone.jsonl"), ids=lambda case: case["comment"])
def test_what_is_right_or_not_to_be_known_is_left_alone(case: dict[str, Any]) -> None:
    restored = restore(case["text"], FRENCH, rules=case.get("rules", ("apostrophe", "diacritic", "azerty")))
    assert restored.text == case["text"]
    assert restored.log.edits == ()


@given(st.text(alphabet="aeénosl'’- \u0301œz\U0001f600.\nAÉ1_", max_size=60))
def test_any_text_is_restored_by_repairs_alone(text: str) -> None:
    restored = restore(text, FRENCH)
    assert restored.log.apply(text) == restored.text
    assert restored.rejected == () or all(rejection.reason for rejection in restored.rejected)


@pytest.mark.parametrize(
    "text", ["a" * 100_000, "ecole-" * 20_000, "l'" * 50_000, "l " * 50_000, "m´" * 50_000, "e\n" * 50_000]
)
def test_long_texts_and_words_are_no_trap(text: str) -> None:
    restored = restore(text, FRENCH)
    assert restored.log.apply(text) == restored.text


def test_a_restorer_is_a_value() -> None:
    assert pickle.loads(pickle.dumps(FRENCH)) == FRENCH == eval(repr(FRENCH))
    with pytest.raises(typo.UnknownName, match="lexicon for the language named 'xx'"):
        LexiconRestorer("xx")


def test_importing_restoration_reads_no_lexicon_and_import_typo_imports_no_restoration() -> None:
    program = """
import sys, typo
assert "typo.restore" not in sys.modules
import typo.restore
heavy = {"urllib.request", "lzma", "concurrent.futures", "regex", "numpy", "typo_keyboards"} & set(sys.modules)
assert not heavy, heavy
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)
