"""The harness's own tasks as bases: their prompts, filters and metrics, with our data and examples."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from typo import InvalidArgument
from typo.errors import require
from typo_lmeval.benchmarks import SOURCES, language_name
from typo_lmeval.samplers import HarnessSampler
from typo_lmeval.splits import load_splits, read_splits

if TYPE_CHECKING:
    from typo_lmeval.benchmarks import Benchmark
    from typo_lmeval.settings import Settings

__all__ = ["base_config", "config", "dataset", "read_yaml", "user_dataset"]

# What belongs to the harness's index of tasks, not to a task.
_OF_THE_INDEX = ("task", "tag", "group", "task_alias", "task_list", "class")


def read_yaml(path: str) -> dict[str, Any]:
    """Read a task of the harness, with what it includes: a path relative to the harness's tasks, or absolute.

    Raises `InvalidArgument` where there is no such file, and for one that describes no task.
    """
    tasks = require("lm_eval.tasks", extra="lmeval")
    loader = require("lm_eval.tasks._yaml_loader", extra="lmeval")
    yaml = require("yaml", extra="lmeval")
    file = Path(str(tasks.__file__)).parent / path
    if not file.is_file():
        raise InvalidArgument(
            f"The installed lm_eval has no file {path}, which describes the task that this one is of."
        )
    try:
        read: dict[str, Any] = loader.load_yaml(file)
    except (yaml.YAMLError, ValueError, OSError) as error:
        raise InvalidArgument(f"{file} describes no task: {error}") from error
    return read


def base_config(path: str) -> dict[str, Any]:
    """Return the configuration of a task of the harness without what names it."""
    return {name: value for name, value in read_yaml(path).items() if name not in _OF_THE_INDEX}


def config(row: Benchmark) -> tuple[dict[str, Any], str]:
    """Return the configuration of a benchmark of the harness, or of translation, and how it draws examples."""
    made = base_config(row.base) if row.base else _translation(row)
    if row.config and not made.get("dataset_name"):
        made["dataset_name"] = row.config
    examples = made.get("fewshot_config") or {}
    if row.family != "user":
        made["num_fewshot"] = row.shots
    return made | {"fewshot_config": {**examples, "sampler": HarnessSampler}}, examples.get("sampler", "default")


def dataset(row: Benchmark, chosen: Settings) -> dict[str, Any]:
    """Return the splits of a benchmark, in the schema of the hub."""
    import datasets

    if row.source == "flores":
        splits = _aligned(row, chosen)
    else:
        splits = load_splits(row.source, row.config, path=chosen.typo_data)
    return {name: datasets.Dataset.from_list(rows) for name, rows in splits.items()}


def user_dataset(task: Any, chosen: Settings) -> dict[str, Any]:
    """Return the splits of a task of the user's from local files, each named by its split."""
    import datasets

    names = dict.fromkeys((task.training_split, task.validation_split, task.test_split, task.fewshot_split))
    found = read_splits(Path(chosen.typo_data or ""), [name for name in names if name])
    return {name: datasets.Dataset.from_list(rows) for name, rows in found.items()}


def _translation(row: Benchmark) -> dict[str, Any]:
    """Return the task of translating between two languages, as the harness's tasks of other pairs have it."""
    source = SOURCES[row.source]
    return {
        "dataset_path": source.hub,
        "output_type": "generate_until",
        "training_split": source.pool,
        "test_split": source.evaluated,
        "fewshot_split": source.pool,
        "doc_to_text": f"{language_name(row.lang)} sentence: {{{{source}}}}\n{language_name(row.target)} sentence:",
        "doc_to_target": "{{reference}}",
        "target_delimiter": " ",
        "generation_kwargs": {"until": ["\n"], "do_sample": False, "max_gen_toks": 256},
        "metric_list": [
            {"metric": name, "aggregation": name, "higher_is_better": True} for name in ("chrf", "bleu")
        ],
    }  # fmt: skip


def _aligned(row: Benchmark, chosen: Settings) -> dict[str, list[dict[str, Any]]]:
    """Join the sentences of two languages by their ids."""
    from typo_lmeval.benchmarks import BENCHMARKS

    back = BENCHMARKS[f"flores_{row.target}_{row.lang}"]
    sources, references = (load_splits("flores", part.config, path=chosen.typo_data) for part in (row, back))
    joined: dict[str, list[dict[str, Any]]] = {}
    for split, found in sources.items():
        other = {line["id"]: line["sentence"] for line in references[split]}
        if [line["id"] for line in found] != list(other):
            raise InvalidArgument(
                f"The split {split!r} of {row.config} and that of {back.config} do not have the same sentences."
            )
        joined[split] = [
            {"id": str(line["id"]), "source": line["sentence"], "reference": other[line["id"]]} for line in found
        ]
    return joined
