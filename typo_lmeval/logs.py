"""Read the sample logs that the harness writes with `--log_samples --output_path DIR`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from typo import Edit, InvalidArgument
from typo.evaluation import Record
from typo_lmeval.catalogue import CONDITIONS
from typo_lmeval.extract import extract

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Run", "read_runs"]


class Run(NamedTuple):
    """What was read: the records of our tasks, facts of each run, and logs that a newer one replaced."""

    records: tuple[Record, ...]
    facts: dict[str, Any]
    older: tuple[Path, ...]


def read_runs(folder: Path) -> Run:
    """Read all results below a folder; of several runs of one task by one model the newest counts.

    Raises `InvalidArgument` where the folder holds no logs of our tasks, and naming file and line where a log is
    malformed.
    """
    if not folder.is_dir():
        raise InvalidArgument(f"{folder} is not a folder of results.")
    newest: dict[tuple[str, str], tuple[Path, dict[str, Any]]] = {}
    older: list[Path] = []
    # The date at the end of the name sorts as it reads, so a later run comes after an earlier one.
    for path in sorted(folder.rglob("results_*.json"), key=lambda path: path.name):
        results = _json(path, path.read_text(encoding="utf-8"))
        date = path.stem.removeprefix("results_")
        for task, config in results.get("configs", {}).items():
            ours = (config.get("metadata") or {}).get("typo")
            log = path.with_name(f"samples_{task}_{date}.jsonl")
            if not ours or not log.exists():
                continue
            facts = _facts(results, task, ours)
            key = (facts["model"], task)
            if key in newest:
                older.append(newest[key][0])
            newest[key] = (log, facts)
    order = {condition: index for index, condition in enumerate(CONDITIONS)}
    chosen = sorted(newest.values(), key=lambda item: (order[item[1]["condition"]], item[1]["paper"]))
    records = [record for log, facts in chosen for record in _records(log, facts)]
    if not records:
        raise InvalidArgument(
            f"{folder} holds no sample logs of typokit's tasks; run them with --log_samples --output_path {folder}."
        )
    return Run(tuple(records), {f"{f['model']}/{f['task']}": f for _, f in chosen}, tuple(older))


def _records(log: Path, facts: dict[str, Any]) -> list[Record]:
    records = []
    for number, line in enumerate(log.read_text(encoding="utf-8").split("\n"), 1):
        if not line.strip():
            continue
        sample = _json(log, line, number)
        try:
            records.append(_record(sample, facts))
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise InvalidArgument(f"{log}, line {number}: not a sample of {facts['task']} ({error!r}).") from error
    return records


def _record(sample: dict[str, Any], facts: dict[str, Any]) -> Record:
    doc = sample["doc"]
    probabilities: tuple[float, ...] | None = None
    if facts["format"] == "gen":
        answer = extract(sample["filtered_resps"][0], len(doc["choices"]))
    else:
        probabilities = tuple(sample["ece"][3])
        answer = max(range(len(probabilities)), key=probabilities.__getitem__)
    return Record(
        model=facts["model"].rstrip("/").rsplit("/", 1)[-1],
        benchmark=facts["benchmark"],
        format=facts["format"],
        condition=facts["condition"] + ("_paper" if facts["paper"] else ""),
        id=doc["typo_id"],
        gold=doc["answer"],
        answer=answer,
        probabilities=probabilities,
        before=tuple(sorted(doc["typo_original"].items())),
        after=tuple((field, doc[field]) for field in sorted(doc["typo_original"])),
        edits=tuple((row.pop("field"), Edit(**row)) for row in json.loads(doc["typo_edits"])),
    )


def _facts(results: dict[str, Any], task: str, ours: dict[str, Any]) -> dict[str, Any]:
    """Gather what one task's numbers depend on."""
    config = results.get("config", {})
    arguments = config.get("model_args") or {}
    if isinstance(arguments, str):
        arguments = dict(pair.split("=", 1) for pair in arguments.split(",") if "=" in pair)
    return {
        **ours,
        "task": task,
        "model": str(arguments.get("pretrained") or arguments.get("model") or config.get("model")),
        "harness": results.get("lm_eval_version"),
        "seeds": {key: value for key, value in sorted(config.items()) if key.endswith("_seed")},
        "num_fewshot": results.get("n-shot", {}).get(task),
        "limit": config.get("limit"),
        "chat_template": bool(results.get("chat_template")),
    }


def _json(path: Path, text: str, line: int | None = None) -> dict[str, Any]:
    where = f"{path}, line {line}" if line else str(path)
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidArgument(f"{where}: not JSON ({error}).") from error
    if not isinstance(value, dict):
        raise InvalidArgument(f"{where}: not a JSON object.")
    return value
