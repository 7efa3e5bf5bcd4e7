"""The command `typo-eval`: the harness's own command line with our tasks and models in it, and a few more."""

from __future__ import annotations

import fnmatch
import os
import sys
from difflib import get_close_matches
from typing import TYPE_CHECKING

from typo import TypoError, UnknownName
from typo.errors import unknown_name
from typo_lmeval import discovery, task_dir
from typo_lmeval.catalogue import names, tags

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]

_USAGE = """\
usage: typo-eval [run] --model MODEL --tasks TASK,... [options of lm_eval]
       typo-eval ls [PATTERN]        list our tasks, or those like 'xnli_*_typo_r40'; all of the harness: ls tasks
       typo-eval path                print the folder for lm_eval --include_path
       typo-eval paper STUDY ...     run a whole study: japanese, multypo, french (see paper --help)
       typo-eval perturb-task NAME   derive variants of any other task (see perturb-task --help)
       typo-eval report DIR ...      compare the conditions of finished runs (see report --help)
       typo-eval compare DIR DIR     compare two runs: two models, or two recipes
       typo-eval enable | disable    let plain lm_eval find our tasks in this environment, or not

run takes every option of lm_eval; settings of our tasks go to --metadata:
  typo_rate=0.2  typo_seed=1  typo_n=32 (or all)  typo_data=PATH  typo_reasoning=true  typo_restricted=true
run does not list the harness's own tasks, which takes ten seconds, when every task asked for is named and ours;
--typo-only says so for patterns such as 'jademo_typo_*' too.
"""

_HARNESS_LISTS = {"tasks", "groups", "subtasks", "tags", "-h", "--help"}
_ONLY = "--typo-only"
_NOT_FOUND = "Tasks not found: "


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    command = arguments[0] if arguments else "--help"
    try:
        if command in ("-h", "--help", "help"):
            print(_USAGE)
        elif command == "path":
            print(task_dir())
        elif command == "ls" and not {*arguments[1:]} & _HARNESS_LISTS:
            _list((arguments[1:] or ["*"])[0])
        elif command == "report":
            from typo_lmeval.report import main as report

            return report(arguments[1:])
        elif command == "compare":
            from typo_lmeval.report import compare_main

            return compare_main(arguments[1:])
        elif command == "paper":
            from typo_lmeval.paper import main as paper

            discovery.check_version()
            return paper(arguments[1:])
        elif command == "perturb-task":
            from typo_lmeval.derive import main as perturb_task

            discovery.check_version()
            return perturb_task(arguments[1:])
        elif command in ("enable", "disable"):
            return _switch(command)
        else:
            _harness(arguments)
    except TypoError as error:
        print(f"typo-eval: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read our output has seen enough; the rest goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _list(pattern: str) -> None:
    found = fnmatch.filter(names(), pattern)
    if not found:
        raise TypoError(f"None of our tasks is named like {pattern!r}; typo-eval ls lists them all.")
    print("\n".join(found))


def _switch(command: str) -> int:
    from typo_lmeval.enable import disable, enable

    if command == "enable":
        print(f"lm_eval now finds typokit's tasks in this environment (a start-up line in {enable()}).")
    elif disable():
        print("lm_eval no longer finds typokit's tasks in this environment.")
    else:
        print("There was nothing to disable in this environment.")
    return 0


def _harness(arguments: list[str]) -> None:
    """Hand over to the harness's command line."""
    discovery.check_version()
    told_only_ours = _ONLY in arguments
    arguments = [argument for argument in arguments if argument != _ONLY]
    asked = _tasks(arguments)
    known = names()
    ours = known.keys() | tags()
    if not any(argument.startswith("--include_path") for argument in arguments):
        for name in asked:
            # The harness would list its own tasks for ten seconds before it says as much.
            if "_typo_" in name and "*" not in name and not name.endswith(".yaml") and name not in ours:
                raise unknown_name("task", name, ours)
    # Names are looked up in the list of tasks only, so the harness's own need not be listed for ours.
    only_ours = told_only_ours or (bool(asked) and all(name in ours for name in asked))

    from lm_eval.tasks.manager import TaskManager

    # The folders of the benchmarks that are asked for take less time to list than all.
    few = {known[name].benchmark for name in asked if name in known}
    discovery.install(
        TaskManager,
        only_ours=only_ours,
        benchmarks=sorted(few) if asked and all(name in known for name in asked) else (),
    )
    discovery.register_models()
    from lm_eval.__main__ import cli_evaluate

    sys.argv = ["typo-eval", *arguments]
    try:
        cli_evaluate()
    except ValueError as error:
        if not str(error).startswith(_NOT_FOUND):
            raise
        missing = str(error).removeprefix(_NOT_FOUND)
        near = get_close_matches(missing, sorted(ours), n=3)
        hint = f"did you mean {' or '.join(near)}?" if near else "`typo-eval ls` lists ours, `typo-eval ls tasks` all."
        raise UnknownName(f"There is no task named {missing!r}; {hint}") from error


def _tasks(arguments: Sequence[str]) -> list[str]:
    """Return the names given to --tasks, in either spelling."""
    names: list[str] = []
    for index, argument in enumerate(arguments):
        if argument.startswith("--tasks="):
            names += argument.partition("=")[2].split(",")
        elif argument in ("--tasks", "-t"):
            for value in arguments[index + 1 :]:
                if value.startswith("-"):
                    break
                names += value.split(",")
    return [name for name in names if name]


if __name__ == "__main__":
    sys.exit(main())
