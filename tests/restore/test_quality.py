"""How much is restored in real sentences, and how little harm is done."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from typo.langs.fr import LEVELS
from typo.restore import LexiconRestorer

FRENCH = (LexiconRestorer("fr"),)


@pytest.fixture(scope="module")
def bench(root: Path) -> dict[str, Any]:
    return runpy.run_path(str(root / "benchmarks" / "restoration.py"))


@pytest.fixture(scope="module")
def texts(bench: dict[str, Any], shared: Callable[[str], Path]) -> list[str]:
    text = shared("data/benchmarks/ntrex/ref.fra.txt").read_text("utf-8")
    found: list[str] = bench["sentences"](text, 400)
    assert len(found) == 400
    return found


@pytest.mark.parametrize(("recipe", "least"), [("fr.apostrophe", 0.99), ("fr.diacritics", 0.96), ("fr.keyboard", 0.87)])
def test_the_embedded_back_end_restores_what_it_promises(
    bench: dict[str, Any], texts: list[str], recipe: str, least: float
) -> None:
    _, high = LEVELS[recipe]
    made = bench["variants"](texts, recipe, high)
    score = bench["repaired"](made, FRENCH)
    assert score.edits > 300
    assert score.exact >= least
    assert score.wrong <= 0.03


def test_the_embedded_back_end_does_hardly_any_harm(bench: dict[str, Any], texts: list[str]) -> None:
    harm = bench["harm"](texts, FRENCH)
    assert harm.faults <= 2
    assert harm.style <= 1


def test_a_back_end_that_does_nothing_restores_nothing_and_does_no_harm(
    bench: dict[str, Any], texts: list[str]
) -> None:
    made = bench["variants"](texts[:50], "fr.keyboard", 0.1)
    assert bench["repaired"](made, ())[1:3] == (0.0, 0.0)
    assert bench["harm"](texts[:50], ()) == (0.0, 0.0)
