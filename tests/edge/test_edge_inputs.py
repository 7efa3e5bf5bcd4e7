"""Inputs that broke other tools come out right here, for everything that is registered; see `inputs.jsonl`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import typo
from typo.testing.cases import Case
from typo.testing.laws import LAWS
from typo.testing.registered import Registered, registered

ROWS = [json.loads(line) for line in (Path(__file__).parent / "inputs.jsonl").read_text("utf-8").splitlines()]

WORDS = "the river behind our house freezes every second winter so nobody fishes there any more"
LONG = {
    "600 words without a stop": " ".join((WORDS.split() * 40)[:600]),
    "one word of 100,000 letters": "winter" * 16_666 + "wint",
    "10,000 words of one letter": "a I " * 5_000,
    "600 words of Japanese without a stop": "毎年冬に川が凍って誰も釣りをしない" * 40,
    "3,000 emoji": "👨‍👩‍👧‍👦" * 3_000,
    "one letter with 10,000 marks": "a" + "\u0301" * 10_000,
    "10,000 blanks": " " * 10_000,
    "10,000 open brackets": "{<`[%($" * 1_500,
}

any_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row["label"])
everything = pytest.mark.parametrize("entry", registered(), ids=lambda entry: entry.label)


def one_of_each() -> list[Registered]:
    """Return every transform and recipe once, in the language that comes last."""
    return list({re.split("[ =]", entry.label)[0]: entry for entry in registered()}.values())


def check_laws(entries: Iterable[Registered], text: str, key: int = 0) -> None:
    for entry in entries:
        for law in LAWS:
            law.hold(Case(entry.transform, text, key))


@any_row
def test_an_edge_input_keeps_every_law_of_every_transform(row: dict[str, Any]) -> None:
    check_laws(one_of_each(), row["text"])


@pytest.mark.slow
@everything
def test_every_edge_input_keeps_every_law_in_every_language(entry: Registered) -> None:
    for row in ROWS:
        for key in range(5):
            check_laws([entry], row["text"], key)


@everything
def test_every_edge_input_is_untouched_at_rate_nought_and_counted_right_at_any(entry: Registered) -> None:
    for text in [row["text"] for row in ROWS]:
        for rate in (0.0, 0.1, 0.4, 0.7, 1.0):
            result = typo.Perturber(entry.transform, rate=rate, min_edits=0).apply(text, key=1)
            assert result.log.apply(text) == result.text
            assert result.realised <= result.requested
            assert result.reason or result.realised == result.requested
            if rate == 0:
                assert (result.text, result.edits) == (text, ())
        assert typo.Perturber(entry.transform, rate=0, min_edits=1).apply(text, key=1).realised in (0, 1)


@pytest.mark.parametrize("row", [row for row in ROWS if "kept" in row], ids=lambda row: row["label"])
def test_what_is_protected_comes_out_as_it_was(row: dict[str, Any]) -> None:
    protect = ("url", "email", "code", "html", "placeholder", "chat", *row["protect"])
    for entry in registered():
        result = typo.Perturber(entry.transform, rate=1, protect=protect).apply(row["text"], key=2)
        lost = [part for part in row["kept"] if result.text.count(part) != row["text"].count(part)]
        assert lost == [], f"{entry.label} made {result.text!r}"


@pytest.mark.parametrize("label", LONG)
def test_a_long_input_keeps_the_laws_that_matter_to_it(label: str) -> None:
    text = LONG[label]
    for entry in one_of_each():
        result = typo.Perturber(entry.transform, rate=0.1, min_edits=1).apply(text, key=3)
        assert result.log.apply(text) == result.text
        assert result.log.invert().apply(result.text) == text
        assert result.realised == result.requested or result.reason
        if "space" not in entry.label:
            assert [c for c in result.text if c.isspace()] == [c for c in text if c.isspace()], entry.label
        assert typo.Perturber(entry.transform, rate=0, min_edits=0)(text, key=3) == text


def test_the_rate_holds_in_a_sentence_of_600_words() -> None:
    result = typo.Perturber(typo.get("keyboard", lang="en"), rate=0.25).apply(LONG["600 words without a stop"], key=1)
    assert (result.eligible, result.realised) == (600, 150)


def test_a_word_that_cannot_slip_leaves_the_others_their_edits() -> None:
    slow = typo.Perturber(typo.get("keyboard", lang="en"), rate=1).apply("x " * 500 + "winter", key=1)
    assert (slow.eligible, slow.realised) == (1, 1)


def test_words_that_merely_contain_a_number_word_are_no_numbers() -> None:
    noisy = typo.Perturber(typo.get("keyboard", lang="en"), rate=1, protect=("number",))
    result = noisy.apply("someone weighed one stone", key=1)
    words = {edit.start for edit in result.edits}
    assert result.eligible == 3
    assert not any(16 <= start < 19 for start in words)


def test_what_is_not_text_is_refused_and_other_columns_pass_through() -> None:
    noisy = typo.Perturber(typo.get("keyboard", lang="en"), rate=1)
    for value in (None, b"abc", 1, ["abc"]):
        with pytest.raises(typo.InvalidArgument, match="text must be a str"):
            noisy(value, key=1)  # type: ignore[arg-type]
    columns: dict[str, list[Any]] = {"id": [1, 2], "text": ["winter", None], "more": [b"x", {"a": 1}]}
    made = noisy.columns(columns, key="id")
    assert made["text"][1] is None
    assert (made["id"], made["more"]) == (columns["id"], columns["more"])
