"""`typo-eval paper`: run a whole study with one model."""

from __future__ import annotations

import argparse
import json
import sys
from ast import literal_eval
from pathlib import Path
from typing import TYPE_CHECKING, Any

from typo import InvalidArgument
from typo_lmeval.catalogue import find
from typo_lmeval.protocols import Job, jobs, read_protocol
from typo_lmeval.running import Model, run_jobs
from typo_lmeval.settings import settings
from typo_lmeval.splits import only_local

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from typo_lmeval.settings import Settings

__all__ = ["main"]


def main(argv: Sequence[str]) -> int:
    """Run the tasks of a protocol, those that have no results yet."""
    asked = _parser().parse_args(argv)
    metadata = dict(_metadata(asked.metadata))
    chosen = settings(metadata)
    found = jobs(
        read_protocol(asked.protocol), realistic=asked.realistic, ablation=asked.ablation, shots=asked.shots,
        languages=asked.languages, only=asked.only,
    )  # fmt: skip
    possible = [job for job in found if _has_data(job, chosen)]
    if asked.list:
        print("\n".join(job.name for job in possible))
        return 0
    if asked.model is None or asked.out is None:
        raise InvalidArgument("paper needs --model and --out; --list only names what it would run.")
    model = Model(
        asked.model, asked.model_args, asked.batch_size, asked.device, asked.limit, asked.seed,
        asked.apply_chat_template, asked.system_instruction, asked.gen_kwargs,
    )  # fmt: skip
    run_jobs(possible, model, asked.out, metadata, tell=_tell)
    print(f"results: {asked.out.resolve()}\nreport:  typo-eval report {asked.out}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="typo-eval paper",
        description="Run a whole study. A run that was ended goes on when it is started again with the same --out.",
    )
    add = parser.add_argument
    add("protocol", help="japanese, multypo, french or demo, in the published form; or a file of one's own")
    add("--model", help="back end of the harness: hf, vllm, local-completions, ...")
    add("--model_args", default="", help="its arguments, such as pretrained=MODEL,dtype=bfloat16")
    add("--out", type=Path, help="folder for the results, a folder in it for each task")
    add("--realistic", action="store_true", help="our recipes instead of the published ones")
    add("--ablation", action="store_true", help="run what the protocol lists as its ablation too")
    add("--shots", type=_numbers, default=(), help="numbers of examples instead of the protocol's, such as 0,1,3,5")
    add("--languages", type=_names, default=(), help="only these languages, such as de,fr")
    add("--only", type=_names, default=(), help="only tasks whose names match, such as 'xnli_*,*_r40'")
    add("--list", action="store_true", help="list what would be run, and run nothing")
    add("--batch_size", help="a number, or auto")
    add("--device", help="cuda, cuda:0, cpu")
    add("--limit", type=int, help="documents a task, for a first try")
    add("--seed", type=int, default=1234, help="seed of the few-shot examples")
    add("--apply_chat_template", action="store_true", help="ask as in a chat")
    add("--system_instruction", help="the system message of the chat")
    add("--gen_kwargs", help="such as max_gen_toks=1024")
    add("--metadata", help="settings of our tasks, as key=value,... or JSON")
    return parser


def _names(given: str) -> tuple[str, ...]:
    return tuple(name for name in given.split(",") if name)


def _numbers(given: str) -> tuple[int, ...]:
    numbers = _names(given)
    if not all(number.isdecimal() for number in numbers):
        raise argparse.ArgumentTypeError(f"{given!r} is no list of whole numbers from 0 on, such as 0,1,3,5")
    return tuple(int(number) for number in numbers)


def _metadata(given: str | None) -> Iterator[tuple[str, Any]]:
    """Read settings as the harness does: JSON, or keys with values that are literals where they can be."""
    if not given:
        return
    if given.lstrip().startswith("{"):
        try:
            yield from json.loads(given).items()
        except ValueError as error:
            raise InvalidArgument(f"--metadata is not JSON ({error}).") from error
        return
    for pair in given.split(","):
        name, equals, value = pair.partition("=")
        if not equals:
            raise InvalidArgument(f"--metadata holds {pair!r}, which is not key=value.")
        try:
            yield name, {"true": True, "false": False}[value] if value in ("true", "false") else literal_eval(value)
        except (ValueError, SyntaxError):
            yield name, value


def _has_data(job: Job, chosen: Settings) -> bool:
    """Say why a task is left out whose data nobody can have without a file of their own."""
    row, condition = find(job.variant)
    reason = only_local(row.source, row.config, chosen.typo_data)
    if condition.transform == "attested" and chosen.typo_attested is None:
        reason = "it needs a file of real typos: --metadata typo_attested=FILE"
    if reason is not None:
        _tell(f"{job.name}: left out: {reason}")
    return reason is None


def _tell(line: str) -> None:
    print(f"typo-eval: {line}", file=sys.stderr, flush=True)
