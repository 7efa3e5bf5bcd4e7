"""The catalogue: every benchmark builds without a hub, and at rate 0 scores what the harness's own task scores."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from typo_lmeval.benchmarks import BENCHMARKS
from typo_lmeval.catalogue import names
from typo_lmeval.tables import table

pytest.importorskip("lm_eval", reason="needs the extra lmeval")

Build = Callable[..., Any]


@pytest.fixture(scope="module")
def build(data: dict[str, str]) -> Build:
    """Return a function that builds a task with its requests for three documents."""
    from typo_lmeval.task import TypoTask

    def made(name: str, *, limit: int | None = 3, shots: int | None = None, **told: Any) -> Any:
        with pytest.MonkeyPatch.context() as patch:
            for variable, value in data.items():
                patch.setenv(variable, value)
            row = names()[name]._asdict()
            task = TypoTask(config={"task": name, "metadata": {"version": 1, "typo": row, **told}})
        if shots is not None:
            task.set_config("num_fewshot", shots)
        task.set_fewshot_seed(1234)
        task.build_all_requests(limit=limit)
        return task

    return made


@pytest.fixture(scope="module")
def base(data: dict[str, str]) -> Build:
    """Return a function that builds the harness's own task of a benchmark, on the same rows."""
    from lm_eval.api.task import ConfigurableTask

    from typo_lmeval.splits import load_splits
    from typo_lmeval.upstream import base_config

    def made(benchmark: str, *, shots: int) -> Any:
        import datasets

        row = BENCHMARKS[benchmark]
        with pytest.MonkeyPatch.context() as patch:
            for variable, value in data.items():
                patch.setenv(variable, value)
            splits = load_splits(row.source, row.config)
        rows = {name: datasets.Dataset.from_list(found) for name, found in splits.items()}
        config = base_config(row.base) | {"task": benchmark, "custom_dataset": lambda **_: rows, "num_fewshot": shots}
        task = ConfigurableTask(config=config)
        task.set_fewshot_seed(1234)
        task.build_all_requests()
        return task

    return made


def requests(task: Any) -> list[tuple[Any, ...]]:
    return [instance.args for instance in task.instances]


@pytest.mark.parametrize("benchmark", [name for name, row in BENCHMARKS.items() if row.family == "multypo"])
def test_every_benchmark_of_multypo_builds_and_only_its_fields_change(build: Build, benchmark: str) -> None:
    clean, noisy = (list(build(f"{benchmark}_typo_{condition}").eval_docs) for condition in ("r00", "r40"))
    assert len(clean) >= 3
    assert all(not doc["typo_applied"] for doc in clean)
    assert any(doc["typo_applied"] for doc in noisy)
    own = set(BENCHMARKS[benchmark].fields) | {"typo_edits", "typo_eligible", "typo_applied"}
    for before, after in zip(clean, noisy, strict=True):
        assert {name for name in before if before[name] != after[name]} <= own


@pytest.mark.parametrize("shots", [0, 2, 3])
@pytest.mark.parametrize(
    "benchmark",
    [
        "mgsm_direct_de",
        "mgsm_native_cot_en",
        "belebele_deu_Latn",
        "xnli_de",
        "global_mmlu_full_de",
        "mmmlu_de_de",
        "aime24_en",
    ],
)
def test_at_rate_0_the_requests_are_those_of_the_harness_to_the_letter(
    build: Build, base: Build, benchmark: str, shots: int
) -> None:
    ours, theirs = build(f"{benchmark}_typo_r00", limit=None, shots=shots), base(benchmark, shots=shots)
    assert requests(ours) == requests(theirs)


@pytest.mark.parametrize("family", ["ja", "multypo", "fr"])
def test_the_table_in_the_docs_is_that_of_the_catalogue(root: Path, family: str) -> None:
    assert table(family) in (root / "docs" / "reference" / "tasks.md").read_text("utf-8")
