"""Run many tasks with one model, so that a run that is killed goes on where it was."""

from __future__ import annotations

import json
import os
import shutil
import sys
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple

from typo import InvalidArgument, TypoError
from typo.evaluation import write_whole
from typo_lmeval import discovery
from typo_lmeval.benchmarks import BENCHMARKS, SOURCES
from typo_lmeval.catalogue import find
from typo_lmeval.perturbing import perturber_of
from typo_lmeval.rows import local_data
from typo_lmeval.settings import settings
from typo_lmeval.stubs import stub_dir

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from typo_lmeval.protocols import Job

__all__ = ["Model", "run_jobs"]

# What a document keeps whose text may not be passed on.
_KEPT = ("id", "subject", "answer")
_SETTINGS, _LOCK, _WORK = "run.json", ".lock", ".work"


class Model(NamedTuple):
    """A model of the harness, and how it is asked.

    `name` is a back end (`hf`, `vllm`, `local-completions`, ...) and `arguments` its arguments; the rest is what the
    harness's options of these names say.
    """

    name: str
    arguments: str = ""
    batch_size: str | None = None
    device: str | None = None
    limit: int | None = None
    seed: int = 1234
    apply_chat_template: bool = False
    system_instruction: str | None = None
    gen_kwargs: str | None = None

    def settings(self) -> dict[str, Any]:
        """Return what the answers depend on; batch and device do not count."""
        return {name: value for name, value in self._asdict().items() if name not in ("batch_size", "device")}


def run_jobs(
    jobs: Sequence[Job], model: Model, out: Path, metadata: Mapping[str, Any], *, tell: Callable[[str], None]
) -> None:
    """Run each job that has no results yet below `out`, a folder each; `tell` hears of every one.

    The results of a job appear when it is finished, whole; until then its answers are kept as they come, where the
    model's back end hands them over one by one. Raises `InvalidArgument` where the folder holds a run with other
    settings, and `TypoError` where another process is at work in it or it cannot be written.
    """
    leads = int(os.environ.get("RANK", os.environ.get("LOCAL_RANK", "0"))) == 0
    with _alone(out) if leads else _together():
        waiting = [job for job in jobs if not (out / job.name).is_dir()]
        # Before the settings: what cannot be run at all leaves no folder that refuses the next try.
        _check(waiting, metadata)
        _check_settings(out, {**model.settings(), "metadata": dict(metadata), **_versions()}, write=leads)
        for job in jobs:
            if job not in waiting:
                tell(f"{job.name}: finished before")
        if waiting:
            _run(waiting, len(jobs), model, out, metadata, tell)
        if leads:
            shutil.rmtree(out / _WORK, ignore_errors=True)


def _check(waiting: Sequence[Job], metadata: Mapping[str, Any]) -> None:
    """Find out what cannot be run before a model is loaded, which may take minutes."""
    chosen = settings(dict(metadata))
    for job in waiting:
        row, condition = find(job.variant)
        perturber_of(row, condition, chosen, paper=job.variant.paper)
        local_data(row.source, chosen.typo_data)


def _run(
    waiting: Sequence[Job],
    total: int,
    model: Model,
    out: Path,
    metadata: Mapping[str, Any],
    tell: Callable[[str], None],
) -> None:
    discovery.register_models()
    from lm_eval.api.registry import get_model
    from lm_eval.tasks import TaskManager
    from lm_eval.utils import simple_parse_args_string

    arguments = simple_parse_args_string(model.arguments)
    few = sorted({job.variant.benchmark for job in waiting})
    manager = TaskManager(include_path=stub_dir(few), include_defaults=False, metadata={**arguments, **metadata})
    tell(f"{model.name}: loading")
    given = {"batch_size": model.batch_size or 1, "device": model.device}
    lm = get_model(model.name).create_from_arg_obj(arguments, given)
    for number, job in enumerate(waiting, total - len(waiting) + 1):
        tell(f"{job.name}: {number} of {total}")
        _one(job, lm, manager, model, out)


def _one(job: Job, lm: Any, manager: Any, model: Model, out: Path) -> None:
    from lm_eval import simple_evaluate
    from lm_eval.loggers import EvaluationTracker

    work = out / _WORK / job.name
    work.mkdir(parents=True, exist_ok=True)
    tracker = EvaluationTracker()
    results = simple_evaluate(
        lm, model.arguments, [job.variant.name], num_fewshot=job.shots, batch_size=model.batch_size,
        device=model.device, use_cache=str(work / "answers"), limit=model.limit, bootstrap_iters=0,
        evaluation_tracker=tracker, system_instruction=model.system_instruction,
        apply_chat_template=model.apply_chat_template, fewshot_as_multiturn=model.apply_chat_template,
        gen_kwargs=model.gen_kwargs, task_manager=manager, fewshot_random_seed=model.seed,
    )  # fmt: skip
    if results is None:
        return  # of several processes only the first has the results
    results["config"]["model"] = model.name
    samples = results.pop("samples")[job.variant.name]
    results.update(asdict(tracker.general_config_tracker))
    _save(job, results, samples, work, out)


def _save(job: Job, results: dict[str, Any], samples: Sequence[dict[str, Any]], work: Path, out: Path) -> None:
    """Write what the harness would write, and show it when it is whole."""
    from lm_eval.utils import handle_non_serializable

    def line(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, default=handle_non_serializable)

    partial = work / "partial"
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    # One name for all runs: there is one run a folder.
    date = "0000-00-00T00-00-00"
    private = SOURCES[BENCHMARKS[job.variant.benchmark].source].private
    rows = "".join(line(_logged(sample, private=private)) + "\n" for sample in samples)
    write_whole(partial / f"samples_{job.variant.name}_{date}.jsonl", rows)
    write_whole(partial / f"results_{date}.json", line(results) + "\n")
    os.replace(partial, out / job.name)
    shutil.rmtree(work, ignore_errors=True)


def _logged(sample: dict[str, Any], *, private: bool) -> dict[str, Any]:
    """Return a sample as the harness logs it; where its texts may not be passed on, without them."""
    arguments = {
        f"gen_args_{number}": {f"arg_{place}": value for place, value in enumerate(pair)}
        for number, pair in enumerate(sample["arguments"])
    }
    made = {**sample, "arguments": arguments, "target": str(sample["target"])}
    doc = sample["doc"]
    if private or doc.get("typo_private"):
        kept = {name: value for name, value in doc.items() if name in _KEPT or name.startswith("typo_")}
        made["doc"] = {
            **kept,
            "typo_original": {},
            "choices": ["" for _ in doc.get("choices", ())],
            "typo_private": True,
        }
        made["arguments"] = {name: {**pair, "arg_0": ""} for name, pair in arguments.items()}
    return made


def _versions() -> dict[str, str]:
    return {name: discovery.package_version(name) for name in ("typokit", "lm_eval")}


def _check_settings(out: Path, asked: dict[str, Any], *, write: bool) -> None:
    """Refuse to go on with other settings than a folder's run began with."""
    path = out / _SETTINGS
    if not path.exists():
        if write:
            write_whole(path, json.dumps(asked, indent=2) + "\n")
        return
    try:
        begun = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidArgument(f"{path} cannot be read ({error}).") from error
    asked = json.loads(json.dumps(asked))
    other = [name for name in asked if begun.get(name) != asked[name]]
    if other:
        told = ", ".join(f"{name}={begun.get(name)!r}" for name in other)
        raise InvalidArgument(f"{out} holds a run with {told}; go on with these, or name another folder.")


@contextmanager
def _together() -> Iterator[None]:
    """Work beside the process that leads."""
    yield


@contextmanager
def _alone(out: Path) -> Iterator[None]:
    """Keep other processes out of a folder; the system lets go of it when this one ends, however it ends."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        lock = (out / _LOCK).open("a", encoding="utf-8")
    except OSError as error:
        raise TypoError(f"{out} cannot be written ({error.strerror}).") from error
    with lock as file:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise TypoError(f"Another process is running in {out}; name another folder, or wait for it.") from error
        yield
