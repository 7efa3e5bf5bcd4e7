"""The option that a generated answer names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from typo_lmeval.extract import extract

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "lmeval" / "extraction.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['label']}: {case['answer'][:12]!r}")
def test_the_named_option_is_found(case: dict[str, Any]) -> None:
    assert extract(case["answer"], case["options"]) == case["out"]
