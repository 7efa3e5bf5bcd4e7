"""The tasks in the real harness: what is perturbed, what is not, and the traps on the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import typo
from typo_lmeval.catalogue import CONDITIONS as ALL_CONDITIONS
from typo_lmeval.catalogue import FAMILIES, Variant
from typo_lmeval.stubs import stub

pytest.importorskip("lm_eval", reason="needs the extra lmeval")

Samples = Callable[..., dict[str, list[dict[str, Any]]]]
BENCHMARKS = ("jademo", "jmmlu", "jcommonsenseqa", "jamcqa")
CONDITIONS = ALL_CONDITIONS["ja"]
FORMATS = FAMILIES["ja"].formats
SIX = ",".join(f"jademo_typo_{condition}" for condition in CONDITIONS)


@pytest.fixture(scope="module")
def six(samples: Samples) -> dict[str, list[dict[str, Any]]]:
    """The demo under all conditions."""
    return samples(SIX)


def prompt(sample: dict[str, Any]) -> str:
    text: str = sample["arguments"]["gen_args_0"]["arg_0"]
    return text


def by_id(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {row["doc"]["typo_id"]: row for row in rows}


@pytest.mark.parametrize("benchmark", BENCHMARKS)
@pytest.mark.parametrize("kind", FORMATS)
def test_every_benchmark_runs_in_every_format(samples: Samples, benchmark: str, kind: str) -> None:
    name = Variant(benchmark, "replacement", kind, False).name
    (rows,) = samples(name, "--limit", "3").values()
    assert len(rows) == 3
    metrics = {"acc", "unparsed"} if kind == "gen" else {"acc", "nll", "brier", "ece", "margin"}
    assert set(rows[0]["metrics"]) == metrics


def test_only_the_question_is_perturbed_and_every_edit_is_logged(six: dict[str, list[dict[str, Any]]]) -> None:
    originals = by_id(six["jademo_typo_original"])
    for condition in CONDITIONS:
        rows = by_id(six[f"jademo_typo_{condition}"])
        assert rows.keys() == originals.keys()
        touched = 0
        for name, row in rows.items():
            doc, clean = row["doc"], originals[name]["doc"]
            assert doc["choices"] == clean["choices"]
            assert doc["answer"] == clean["answer"]
            assert doc["typo_original"] == {"question": clean["question"]}
            edits = json.loads(doc["typo_edits"])
            assert doc["typo_applied"] == len(edits)
            assert doc["typo_applied"] <= doc["typo_eligible"]
            assert {edit.pop("field") for edit in edits} <= {"question"}
            log = typo.EditLog([typo.Edit(**edit) for edit in edits], len(clean["question"]))
            assert log.apply(clean["question"]) == doc["question"]
            touched += bool(edits)
        assert touched == 0 if condition == "original" else touched > 15, condition


def test_few_shots_are_clean_and_the_same_in_all_conditions(six: dict[str, list[dict[str, Any]]]) -> None:
    heads = {}
    for condition in CONDITIONS:
        rows = by_id(six[f"jademo_typo_{condition}"])
        heads[condition] = {name: prompt(row).rsplit("問題：", 1)[0] for name, row in rows.items()}
    assert all(head == heads["original"] for head in heads.values())
    assert all(text.count("問題：") == 5 for text in heads["original"].values())
    assert len(set(heads["original"].values())) > 10


@pytest.mark.parametrize("condition", ["original", "transposition"])
def test_a_question_is_never_its_own_example(samples: Samples, condition: str) -> None:
    # JMMLU's examples come from the evaluated split, so this is where they could leak.
    (rows,) = samples(f"jmmlu_typo_{condition}").values()
    assert len(rows) == 16
    for row in rows:
        clean = row["doc"]["typo_original"]["question"]
        assert clean not in [line.removeprefix("問題：") for line in prompt(row).split("\n")[:-6]]
        assert row["doc"]["subject"] != "japanese_idiom"


def test_restricted_subjects_are_opt_in(samples: Samples) -> None:
    (rows,) = samples("jmmlu_typo_original", "--metadata", '{"typo_restricted": true}').values()
    assert len(rows) == 17


def test_examples_and_edits_depend_neither_on_limit_nor_on_samples(
    samples: Samples, six: dict[str, list[dict[str, Any]]]
) -> None:
    whole = by_id(six["jademo_typo_transposition"])
    order = list(whole)
    (few,) = samples("jademo_typo_transposition", "--limit", "5").values()
    (picked,) = samples("jademo_typo_transposition", "--samples", '{"jademo_typo_transposition": [40, 7, 21]}').values()
    for rows in (few, picked):
        for name, row in by_id(rows).items():
            assert row["doc"] == whole[name]["doc"]
            assert prompt(row) == prompt(whole[name])
    # The harness numbers picked documents anew, which is why conditions are joined by typo_id.
    assert {row["doc"]["typo_id"] for row in picked} == {order[7], order[21], order[40]}


def test_the_drawn_documents_are_the_same_in_all_conditions_and_fewer_are_among_more(samples: Samples) -> None:
    small = samples(SIX, "--metadata", "typo_n=10")
    drawn = [set(by_id(rows)) for rows in small.values()]
    assert all(names == drawn[0] for names in drawn)
    assert len(drawn[0]) == 10
    (more,) = samples("jademo_typo_original", "--metadata", "typo_n=20").values()
    assert drawn[0] < set(by_id(more))
    (other,) = samples("jademo_typo_original", "--metadata", "typo_n=10,typo_seed=1").values()
    assert set(by_id(other)) != drawn[0]


def test_the_same_command_twice_gives_the_same_bytes(samples: Samples, six: dict[str, list[dict[str, Any]]]) -> None:
    again = samples(SIX, PYTHONHASHSEED="77")
    assert {task: [row["doc"] for row in rows] for task, rows in again.items()} == {
        task: [row["doc"] for row in rows] for task, rows in six.items()
    }
    assert [prompt(row) for rows in again.values() for row in rows] == [
        prompt(row) for rows in six.values() for row in rows
    ]


Cached = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def cached(samples: Samples, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cached:
    """Return a function that runs one task with cached requests; all its runs share a cache."""
    # What LM_HARNESS_CACHE_PATH named when the harness was imported.
    monkeypatch.setattr("lm_eval.caching.cache.PATH", str(tmp_path / "cache"))

    def run(task: str, *arguments: str) -> list[dict[str, Any]]:
        (rows,) = samples(task, *arguments, "--cache_requests", "true").values()
        return rows

    return run


def test_cached_requests_do_not_survive_another_rate(cached: Cached, tmp_path: Path) -> None:
    def run(rate: str) -> list[str]:
        rows = cached("jademo_typo_replacement", "--limit", "6", "--metadata", f"typo_rate={rate}")
        return [prompt(row) for row in rows]

    low = run("0.1")
    files = set((tmp_path / "cache").iterdir())
    assert files
    assert run("0.1") == low
    assert set((tmp_path / "cache").iterdir()) == files
    assert run("0.9") != low


def test_cached_requests_do_not_survive_another_seed_of_the_examples(cached: Cached) -> None:
    first, second = (
        [prompt(row) for row in cached("jademo_typo_original", "--limit", "3", "--seed", seed)] for seed in ("1", "2")
    )
    assert first != second


def test_cached_requests_do_not_survive_another_length_of_answers(cached: Cached) -> None:
    cached("jademo_typo_original_gen", "--limit", "1")
    (row,) = cached("jademo_typo_original_gen", "--limit", "1", "--gen_kwargs", "max_gen_toks=99")
    assert row["arguments"]["gen_args_0"]["arg_1"]["max_gen_toks"] == 99


def test_cached_requests_of_some_samples_are_not_taken_for_all(cached: Cached) -> None:
    assert len(cached("jademo_typo_original", "--samples", '{"jademo_typo_original": [3, 5]}')) == 2
    assert len(cached("jademo_typo_original", "--limit", "4")) == 4


def test_a_rank_sees_the_same_documents_and_examples() -> None:
    from typo_lmeval import task_manager

    def build(rank: int, world_size: int) -> dict[str, str]:
        manager = task_manager(include_defaults=False)
        task = manager.load(["jademo_typo_ime"])["tasks"]["jademo_typo_ime"]
        task.set_fewshot_seed(1234)
        task.build_all_requests(rank=rank, world_size=world_size, limit=8)
        return {instance.doc["typo_id"]: instance.args[0] for instance in task.instances}

    alone = build(0, 1)
    assert len(alone) == 8
    assert build(0, 2) | build(1, 2) == alone
    assert 0 < len(build(1, 2)) < 8


def test_chat_templates_get_the_same_messages(samples: Samples) -> None:
    (rows,) = samples(
        "jademo_typo_homophone", "--limit", "2", "--apply_chat_template", "--fewshot_as_multiturn", "true"
    ).values()
    assert prompt(rows[0]).count("問題：") == 6


def test_generation_takes_64_tokens_and_1024_for_reasoning(samples: Samples) -> None:
    def tokens(*arguments: str) -> object:
        (rows,) = samples("jademo_typo_original_gen", "--limit", "1", *arguments).values()
        return rows[0]["arguments"]["gen_args_0"]["arg_1"]["max_gen_toks"]

    assert tokens() == 64
    assert tokens("--metadata", '{"typo_reasoning": true}') == 1024
    assert tokens("--gen_kwargs", "max_gen_toks=99") == 99


def test_the_harness_keeps_its_own_models() -> None:
    code = (
        "from typo_lmeval.discovery import register_models; register_models(); "
        "from lm_eval.api.registry import get_model; "
        "print(get_model('dummy').__name__, get_model('typo-demo').__name__)"
    )
    variables = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=variables)
    assert done.stdout.split() == ["DummyLM", "TypoDemo"]


def test_the_command_includes_the_users_own_folder_too(samples: Samples, tmp_path: Path) -> None:
    text = stub(Variant("jademo", "original")).replace("task: jademo", "task: mine")
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    logs = samples(
        "jademo_typo_original,mine_typo_original", "--limit", "2", "--typo-only", "--include_path", str(tmp_path)
    )
    assert set(logs) == {"jademo_typo_original", "mine_typo_original"}
