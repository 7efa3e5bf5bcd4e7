"""Answers of any function, and metrics and evaluators of other packages."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import typo
from typo.errors import InvalidArgument, UnknownName
from typo.evaluation import Item, compare, evaluate, evaluator, metric

ROOT = Path(__file__).parents[2]


def items(count: int) -> list[Item]:
    noisy = typo.Perturber(typo.get("keyboard", lang="en"), rate=0.5, seed=3)
    return [
        Item.of(variant, id=str(n), gold=n % 2, condition=condition, group=f"g{n // 2}")
        for n in range(count)
        for condition, variant in zip(
            ("original", "r50"), noisy.sweep(f"lamp number {n} is lit", rates=(0, 0.5), key=n), strict=True
        )
    ]


def test_a_function_answers_texts_and_its_records_are_compared() -> None:
    asked: list[int] = []

    def odd(texts: Sequence[str]) -> Any:
        asked.append(len(texts))
        return np.array([[0.25, 0.75] if "lamp" in text else [0.75, 0.25] for text in texts])

    records = evaluate(items(5), odd, model="lamps", batch=4)
    assert asked == [4, 4, 2]
    assert [record.condition for record in records[:2]] == ["original", "r50"]
    assert records[1].edits
    assert records[1].eligible >= len(records[1].edits)
    assert records[1].after[0][1] != records[1].before[0][1]
    assert records[0].edits == ()
    found = compare(records, resamples=10)[1]
    assert (found.model, found.benchmark, len(found.pairs), found.clusters) == ("lamps", "texts", 5, 3)
    assert found.estimates["p_gold"].before == pytest.approx((3 * 0.25 + 2 * 0.75) / 5)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ([[0.5, 0.5]], "gave 1 rows of probabilities for 2 texts"),
        ([[0.5, 0.5], [0.5, 0.4]], r"document 0 \(r50\): probabilities add up to 0.9"),
        ([[0.5, 0.5], [0.5, float("nan")]], r"document 0 \(r50\): probabilities holds nan"),
        ([[1.0], [1.0]], None),
    ],
)
def test_what_is_no_row_of_probabilities_is_refused(given: list[list[float]], named: str | None) -> None:
    if named is None:
        assert len(evaluate(items(1), lambda texts: given)) == 2
    else:
        with pytest.raises(InvalidArgument, match=named):
            evaluate(items(1), lambda texts: given)
    with pytest.raises(InvalidArgument, match="batch=0"):
        evaluate([], lambda texts: [], batch=0)


def test_a_twin_keeps_its_texts() -> None:
    (record,) = evaluate(
        [Item(id="1", text="the lamp is lit", source="the lamp is lit now", gold=0, condition="r50", twin="deletion")],
        lambda texts: [[1.0, 0.0]],
    )
    assert (record.twin, record.before[0][1], record.after[0][1]) == (
        "deletion", "the lamp is lit now", "the lamp is lit",
    )  # fmt: skip


PACKAGE = """
from typo.evaluation import Mean
doubt = Mean("doubt", lambda answers: 1 - answers.confidence())
broken = object()
class Coin:
    def __init__(self, heads=0.5):
        self.heads = heads
    def __call__(self, texts):
        return [(self.heads, 1 - self.heads)] * len(texts)
"""
ENTRY_POINTS = """[typo.metrics]
acme/doubt = acme_answers:doubt
acme/broken = acme_answers:broken
acme/gone = acme_answers:gone
acme/wrong = acme_wrong:gone
[typo.evaluators]
acme/coin = acme_answers:Coin
"""


@pytest.fixture
def acme(tmp_path: Path) -> dict[str, str]:
    """Lay out an installed package that offers metrics and an evaluator; return the environment for it."""
    info = tmp_path / "acme_answers-1.0.dist-info"
    info.mkdir()
    (tmp_path / "acme_answers.py").write_text(PACKAGE, "utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-answers\nVersion: 1.0\n", "utf-8")
    (info.parent / "acme_wrong.py").write_text("def (", "utf-8")
    (info / "entry_points.txt").write_text(ENTRY_POINTS, "utf-8")
    return {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}


def test_what_an_installed_package_offers_is_found_by_name(acme: dict[str, str]) -> None:
    code = """
from typo.evaluation import Item, analyse, evaluate, evaluator, metric
items = [Item(id=str(n), text="", gold=0, condition=c) for n in range(4) for c in ("original", "low")]
records = evaluate(items, evaluator("acme/coin", heads=0.75))
analysis = analyse(records, metrics=["acc", "acme/doubt"], resamples=10)
print([(e.metric, e.before, e.p_holm) for e in analysis.effects])
for name in ("acme/broken", "acme/gone", "acme/doubts", "acme/wrong"):
    try:
        metric(name)
    except Exception as error:
        print(type(error).__name__, error)
"""
    done = subprocess.run([sys.executable, "-c", code], env=acme, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "[('acc', 1.0, 1.0), ('doubt', 0.25, 1.0)]"
    assert lines[1].startswith("InvalidArgument 'acme_answers:broken', offered as the metric acme/broken, is none")
    assert lines[2].startswith("InvalidArgument 'acme_answers:gone', offered by another package, cannot be loaded")
    assert lines[3] == "UnknownName There is no metric named 'acme/doubts'; did you mean acme/doubt or acme/gone?"
    assert lines[4].startswith("InvalidArgument 'acme_wrong:gone', offered by another package, cannot be loaded (inv")


def test_names_that_nobody_offers_are_unknown() -> None:
    with pytest.raises(UnknownName, match="no metric named 'acc_norm'"):
        metric("acc_norm")
    with pytest.raises(UnknownName, match="no evaluator named 'acme/none'"):
        evaluator("acme/none")
