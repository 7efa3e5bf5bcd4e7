"""What we rely on in the harness: whatever of it changes in a later version is named here."""

from __future__ import annotations

import inspect
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from typo import TypoError
from typo_lmeval import discovery

pytest.importorskip("lm_eval", reason="needs the extra lmeval")


@pytest.mark.parametrize("version", ["0.4.12", "0.4.13", "0.4.99", "0.4.13.dev1"])
def test_versions_of_the_range_are_taken(monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    monkeypatch.setattr("importlib.metadata.version", lambda _: version)
    discovery.check_version()


@pytest.mark.parametrize("version", ["0.4.11", "0.5.0", "0.5", "1.0", "0.3"])
def test_other_versions_are_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    monkeypatch.setattr("importlib.metadata.version", lambda _: version)
    with pytest.raises(TypoError, match=rf"^lm_eval {version} is installed; .* from 0\.4\.12 on and below 0\.5: pip"):
        discovery.check_version()


def test_the_range_is_that_of_the_extra(root: Path) -> None:
    extras = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    (asked,) = [line for line in extras["lmeval"] if line.startswith("lm_eval")]
    first, beyond = (".".join(map(str, numbers)) for numbers in discovery._SUPPORTED)
    assert asked == f"lm_eval>={first},<{beyond}"


def test_the_demo_model_is_offered_to_versions_that_read_entry_points() -> None:
    (offered,) = [point for point in entry_points(group="lm_eval.models") if point.name == "typo-demo"]
    assert offered.load().__name__ == "TypoDemo"


def test_a_manager_takes_several_folders_and_metadata() -> None:
    from lm_eval.tasks import TaskManager

    parameters = inspect.signature(TaskManager).parameters
    assert {"include_path", "include_defaults", "metadata"} <= parameters.keys()


def test_a_task_asks_its_class_for_what_we_change() -> None:
    from lm_eval.api.task import ConfigurableTask

    ours = ("download", "fewshot_context", "doc_to_prefix", "build_all_requests", "process_results", "aggregation")
    assert all(callable(getattr(ConfigurableTask, name)) for name in (*ours, "higher_is_better"))
    assert isinstance(ConfigurableTask.eval_docs, property)
    assert "apply_chat_template" in inspect.signature(ConfigurableTask.build_all_requests).parameters


def test_a_sampler_is_a_class_that_takes_rows_and_a_seed() -> None:
    from lm_eval.api.samplers import ContextSampler

    assert {"df", "rnd"} <= inspect.signature(ContextSampler).parameters.keys()
    assert {"n", "eval_doc"} <= inspect.signature(ContextSampler.sample).parameters.keys()


def test_an_evaluation_takes_a_model_that_is_loaded_and_keeps_its_answers() -> None:
    from lm_eval import simple_evaluate
    from lm_eval.tasks._yaml_loader import load_yaml

    assert {"use_cache", "task_manager", "fewshot_random_seed", "evaluation_tracker"} <= (
        inspect.signature(simple_evaluate).parameters.keys()
    )
    assert callable(load_yaml)
