"""Read the sample logs that the harness writes with `--log_samples --output_path DIR`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from typo import InvalidArgument
from typo_lmeval.catalogue import CONDITIONS
from typo_lmeval.samples import place_of, record_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from typo.evaluation import Record

__all__ = ["Run", "read_runs"]

# What a condition may differ in from its original without making the two incomparable.
_OWN = frozenset(
    {"condition", "paper", "perturber", "recipe", "signature", "task", "typo_rate", "limit"}
    | {"rate", "level", "levels", "twin"}
)


# What the harness calls the parts of the machine.
_MACHINE = {
    "torch": "PyTorch version",
    "cuda": "CUDA used to build PyTorch",
    "gpu": "GPU models and configuration",
    "driver": "Nvidia driver version",
}


class Run(NamedTuple):
    """What was read: the records of our tasks, the facts of each run, and what a reader should be told."""

    records: tuple[Record, ...]
    facts: dict[str, dict[str, Any]]
    notes: tuple[str, ...]


class _Log(NamedTuple):
    path: Path
    facts: dict[str, Any]


def read_runs(*folders: Path) -> Run:
    """Read all results below some folders; of several runs of one task by one model the newest counts.

    Texts that may not be passed on, by their licence or by a wish of their owners, stay out of the records. Raises
    `InvalidArgument` where the folder holds no logs of our tasks, and naming file and line where a log is malformed.
    """
    for folder in folders:
        if not folder.is_dir():
            raise InvalidArgument(f"{folder} is not a folder of results.")
    newest: dict[tuple[str, str, int | None], _Log] = {}
    notes = []
    read = []
    # The date at the end of the name sorts as it reads, so a later run comes after an earlier one.
    found = {path for folder in folders for path in _visible(folder)}
    for path in sorted(found, key=lambda path: (path.name, path)):
        try:
            told = tuple(_logs(path))
        except (AttributeError, TypeError) as error:
            raise InvalidArgument(f"{path}: not the results of a run of lm_eval ({error}).") from error
        for log in told:
            key = (log.facts["model"], log.facts["task"], log.facts["num_fewshot"])
            if not log.path.exists():
                notes.append(f"{path.name} has results of {key[1]} but no samples (--log_samples): left out.")
                continue
            if key in newest:
                notes.append(f"{newest[key].path.name} is left out: there is a newer run of its task.")
            newest[key] = log
            read.append(log.path)
    for folder in folders:
        if not any(path.is_relative_to(folder) for path in read):
            raise InvalidArgument(
                f"{folder} holds no sample logs of typokit's tasks; run them with --log_samples --output_path {folder}."
            )
    logs = sorted(newest.values(), key=_place)
    titles = _titles(model for model, _, _ in newest)
    records = tuple(record for log in logs for record in _records(log, titles[log.facts["model"]]))
    notes += _differences(logs)
    facts = {}
    several = len({log.facts["num_fewshot"] for log in logs}) > 1
    for log in logs:
        title = titles[log.facts["model"]]
        name = f"{title} {log.facts['task']}" + f", {log.facts['num_fewshot']} shots" * several
        facts[name] = {**log.facts, "model": title}
    return Run(records, facts, tuple(notes))


def _visible(folder: Path) -> Iterator[Path]:
    """Yield the files of results that are not in a hidden folder, where unfinished work lies."""
    for path in folder.rglob("results_*.json"):
        if not any(part.startswith(".") for part in path.relative_to(folder).parts):
            yield path


def _logs(path: Path) -> Iterator[_Log]:
    """Yield the logs that belong to a results file, whether they are there or not."""
    results = _json(path, _read(path))
    date = path.stem.removeprefix("results_")
    for task, config in (results.get("configs") or {}).items():
        metadata = config.get("metadata")
        ours = metadata.get("typo") if isinstance(metadata, dict) else None
        if isinstance(ours, dict):
            yield _Log(path.with_name(f"samples_{task}_{date}.jsonl"), _facts(results, task, ours))


def _facts(results: Mapping[str, Any], task: str, ours: Mapping[str, Any]) -> dict[str, Any]:
    """Gather what one task's numbers depend on."""
    config = results.get("config") or {}
    arguments = config.get("model_args") or {}
    if isinstance(arguments, str):
        arguments = dict(pair.split("=", 1) for pair in arguments.split(",") if "=" in pair)
    model = str(arguments.get("pretrained") or arguments.get("model") or config.get("model"))
    # Two states of one model are two models.
    parts = [f" {name}={arguments[name]}" for name in ("revision", "subfolder", "peft", "delta") if arguments.get(name)]
    return {
        **ours,
        "task": task,
        "model": model + "".join(parts),
        "backend": config.get("model"),
        "dtype": arguments.get("dtype"),
        "harness": results.get("lm_eval_version"),
        "transformers": results.get("transformers_version"),
        **_machine(str(results.get("pretty_env_info") or "")),
        "seeds": {key: value for key, value in sorted(config.items()) if key.endswith("_seed")},
        "num_fewshot": (results.get("n-shot") or {}).get(task),
        "limit": config.get("limit"),
        "chat_template": results.get("chat_template_sha"),
        "system_instruction": results.get("system_instruction_sha"),
        "fewshot_as_multiturn": bool(results.get("fewshot_as_multiturn")),
        "gen_kwargs": config.get("gen_kwargs") or None,
    }


def _machine(environment: str) -> dict[str, str]:
    r"""Read what answered out of the harness's account of the machine: torch, CUDA, GPU and driver, where there are.

    >>> _machine("PyTorch version: 2.9.0\nGPU models and configuration: \nGPU 0: Acme 1\nGPU 1: Acme 1\n\nOS: x")
    {'torch': '2.9.0', 'gpu': 'GPU 0: Acme 1; GPU 1: Acme 1'}
    """
    found = {}
    for name, title in _MACHINE.items():
        match = re.search(rf"^{title}: *((?:.+|\n(?=GPU \d))+)", environment, re.MULTILINE)
        value = "; ".join(line for line in match[1].strip().split("\n")) if match else ""
        if value and value not in ("Could not collect", "N/A"):
            found[name] = value
    return found


def _place(log: _Log) -> tuple[str, int, str, bool, str]:
    family = str(log.facts.get("family", ""))
    conditions = list(CONDITIONS.get(family, ()))
    condition = log.facts["condition"]
    known = conditions.index(condition) if condition in conditions else len(conditions)
    return family, known, condition, bool(log.facts.get("paper")), str(log.path)


def _titles(models: Iterable[str]) -> dict[str, str]:
    """Name models for readers: a local folder by its last part, unless that would name two alike.

    >>> _titles(["org/one", "/models/two/"])
    {'org/one': 'org/one', '/models/two/': 'two'}
    """
    names = dict.fromkeys(models)
    short = {name: Path(name).name if name.startswith(("/", ".", "~")) or "\\" in name else name for name in names}
    taken = list(short.values())
    return {name: title if taken.count(title) == 1 else name for name, title in short.items()}


def _differences(logs: Iterable[_Log]) -> Iterator[str]:
    """Say where a condition was not run as its original was."""
    logs = list(logs)
    originals = [log for log in logs if place_of(log.facts)[1:] == ("original", "")]
    by_shots = {(*_identity(log), log.facts["num_fewshot"]): log for log in originals}
    others = {_identity(log): log for log in originals}
    for log in logs:
        same = by_shots.get((*_identity(log), log.facts["num_fewshot"]), others.get(_identity(log), log))
        original = same.facts
        for name in sorted(log.facts.keys() - _OWN):
            if log.facts[name] != original.get(name):
                yield (
                    f"{log.facts['task']} was run with {name}={log.facts[name]!r}, its original with "
                    f"{original.get(name)!r}: the two differ in more than the typing errors."
                )


def _identity(log: _Log) -> tuple[str, str, str, str]:
    return log.facts["model"], log.facts["benchmark"], log.facts["format"], place_of(log.facts)[0]


def _records(log: _Log, model: str) -> list[Record]:
    records = []
    # A task with several filters logs a document once for each: that of the catalogue counts, else the first.
    chosen = log.facts.get("filter") or None
    for number, line in enumerate(_read(log.path).split("\n"), 1):
        if not line.strip():
            continue
        sample = _json(log.path, line, number)
        chosen = sample.get("filter") if chosen is None else chosen
        if sample.get("filter") != chosen:
            continue
        try:
            records.append(record_of(sample, log.facts, model))
        except InvalidArgument as error:
            raise InvalidArgument(f"{log.path}, line {number}: {error}") from error
        except KeyError as error:
            raise InvalidArgument(f"{log.path}, line {number}: the sample lacks {error}.") from error
        except (TypeError, ValueError, IndexError, AttributeError) as error:
            raise InvalidArgument(
                f"{log.path}, line {number}: not a sample of {log.facts['task']} ({error})."
            ) from error
    if not records:
        raise InvalidArgument(f"{log.path} holds no samples.")
    return records


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidArgument(f"{path} cannot be read: {error}.") from error


def _json(path: Path, text: str, line: int | None = None) -> dict[str, Any]:
    where = f"{path}, line {line}" if line else str(path)
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidArgument(f"{where}: not JSON ({error}).") from error
    if not isinstance(value, dict):
        raise InvalidArgument(f"{where}: not a JSON object.")
    return value
