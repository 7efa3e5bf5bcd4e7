"""Run the harness for real, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "tests" / "fixtures"
DATA = {f"TYPO_DATA_{name.upper()}": str(FIXTURES / name) for name in ("jmmlu", "jcommonsenseqa", "jamcqa")}

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def typo_eval() -> Run:
    """Return a function that runs `typo-eval` with arguments, and variables of the environment."""

    def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "HF_HUB_OFFLINE": "1", "PYTHONPATH": str(ROOT), **DATA, **variables}
        return subprocess.run(
            [sys.executable, "-m", "typo_lmeval.cli", *arguments],
            env=environment, capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip

    return run


@pytest.fixture(scope="session")
def samples(typo_eval: Run, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., dict[str, list[dict[str, Any]]]]:
    """Return a function that runs tasks and returns the logged samples by task."""

    def run(tasks: str, *arguments: str, **variables: str) -> dict[str, list[dict[str, Any]]]:
        folder = tmp_path_factory.mktemp("run")
        done = typo_eval(
            "--model", "typo-demo", "--tasks", tasks, "--log_samples", "--output_path", str(folder), *arguments,
            **variables,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-2000:]
        logs: dict[str, list[dict[str, Any]]] = {}
        for path in sorted(folder.rglob("samples_*.jsonl")):
            task = path.name.removeprefix("samples_").rsplit("_", 1)[0]
            logs[task] = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        return logs

    return run
