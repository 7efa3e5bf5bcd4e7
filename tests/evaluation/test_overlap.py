"""chrF and BLEU equal sacreBLEU's, for a corpus, for one document, and from sums."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from typo.evaluation import METRICS, TRANSLATION, Answers, Record

# The values were made once with sacreBLEU 2.6.0 and its defaults.
CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases/evaluation/overlap.jsonl").read_text("utf-8").splitlines()
]
Make = Callable[..., Record]


def translations(answers: list[str | None], references: list[list[str]]) -> list[Record]:
    return [
        Record(
            model="m", benchmark="b", format=TRANSLATION, condition="original", id=str(number), response=answer,
            references=tuple(right),
        )
        for number, (answer, right) in enumerate(zip(answers, references, strict=True))
    ]  # fmt: skip


def score(name: str, records: list[Record]) -> float:
    metric = METRICS[name]
    return float(metric.score(metric.statistics(Answers.of(records)).sum(axis=0)))


@pytest.mark.parametrize("case", CASES, ids=[case["comment"] for case in CASES])
@pytest.mark.parametrize("name", ["chrf", "bleu"])
def test_a_corpus_scores_as_with_sacrebleu(case: dict[str, Any], name: str) -> None:
    assert score(name, translations(case["answers"], case["references"])) == pytest.approx(case[name], abs=1e-9)


words = st.sampled_from(
    [
        "the",
        "bridge",
        "a,",
        "noon.",
        "3.5",
        "2-3",
        "it's",
        "&amp;",
        "«été»",
        "(so)",
        "-x-",
        "1,000",
        "橋",
        "~",
        "<skipped>",
    ]
)
texts = st.lists(words, max_size=9).map(" ".join)


@given(
    st.integers(1, 3).flatmap(
        lambda count: st.lists(
            st.tuples(texts, st.lists(texts, min_size=count, max_size=count)), min_size=1, max_size=4
        )
    )
)
def test_any_corpus_scores_as_with_the_sacrebleu_that_is_installed(corpus: list[tuple[str, list[str]]]) -> None:
    sacrebleu = pytest.importorskip("sacrebleu")
    answers, references = [answer for answer, _ in corpus], [right for _, right in corpus]
    records = translations([*answers], references)
    streams = [list(stream) for stream in zip(*references, strict=True)]
    assert score("chrf", records) == pytest.approx(sacrebleu.CHRF().corpus_score(answers, streams).score, abs=1e-9)
    assert score("bleu", records) == pytest.approx(sacrebleu.BLEU().corpus_score(answers, streams).score, abs=1e-9)


@pytest.mark.parametrize("name", ["chrf", "bleu"])
def test_many_resamples_are_scored_as_each_alone(name: str) -> None:
    metric = METRICS[name]
    rows = metric.statistics(
        Answers.of([record for case in CASES for record in translations(case["answers"], case["references"])])
    )
    counts = np.random.default_rng(0).integers(0, 3, (50, len(rows))).astype(float)
    together = metric.score(counts @ rows)
    assert together.shape == (50,)
    assert list(together) == pytest.approx([float(metric.score(count @ rows)) for count in counts])
    assert len(set(together)) > 40


def test_an_answer_that_is_missing_counts_as_an_empty_one() -> None:
    references = [["The bridge closes at noon."], ["Bring a rope."]]
    for name in ("chrf", "bleu"):
        assert score(name, translations([None, "Bring a rope."], references)) == score(
            name, translations(["", "Bring a rope."], references)
        )


def test_translations_have_no_accuracy_and_answers_no_overlap(make: Make) -> None:
    translation = translations(["a"], [["a"]])[0]
    assert [name for name, metric in METRICS.items() if metric.applies(translation)] == ["chrf", "bleu"]
    answer = make(gold=None, answer=None, response="18", references=("18",), format="gen")
    assert [name for name, metric in METRICS.items() if metric.applies(answer)] == ["acc"]
