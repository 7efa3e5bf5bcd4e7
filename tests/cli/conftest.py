"""The command, run as users run it: in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# The command with small blocks and a state after each, so that small files go through all that large ones do.
SMALL = """
import multiprocessing, sys
from typo.cli import main, perturbing, reading
if __name__ == "__main__":
    size, method, *arguments = sys.argv[1:]
    reading.BLOCK_BYTES, perturbing._BLOCKS_PER_STATE = int(size), 1
    multiprocessing.set_start_method(method)
    sys.exit(main(arguments))
"""

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def environment() -> dict[str, str]:
    """Return the environment with our packages first, whatever folder the command runs in."""
    return os.environ | {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}


@pytest.fixture
def typo(tmp_path: Path, environment: dict[str, str]) -> Run:
    """Return a function that runs `python -m typo` in an empty folder, and checks its exit code."""

    def run(*arguments: str, input: bytes = b"", code: int = 0, **env: str) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "typo", *arguments]
        done = subprocess.run(
            command, input=input, capture_output=True, cwd=tmp_path, env=environment | env, timeout=60, check=False
        )
        assert done.returncode == code, done.stderr.decode()
        assert b"Traceback" not in done.stderr
        return done

    return run


@pytest.fixture
def small(tmp_path: Path, environment: dict[str, str]) -> Callable[..., subprocess.Popen[bytes]]:
    """Return a function that starts the command with small blocks, in a process group of its own."""
    script = tmp_path / "small.py"
    script.write_text(SMALL, "utf-8")

    def start(*arguments: str, size: int = 60, method: str = "fork") -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, str(script), str(size), method, *arguments],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    return start


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """Write a file of 600 JSON lines, with texts, long lines, nulls, blank lines and odd endings among them."""
    path = tmp_path / "records.jsonl"
    lines = []
    for n in range(600):
        record = {"id": n, "text": f"AI {n} costs {n * n} yen, or USD {n % 7}", "note": None, "score": 1.5}
        if n % 50 == 3:
            record["text"] = None
        if n % 97 == 5:
            record["text"] = "A1 and B2, " * 200
        lines.append(json.dumps(record, ensure_ascii=n % 2 == 0) + ("\r\n" if n % 10 == 0 else "\n"))
        if n % 40 == 7:
            lines.append("\n")
    path.write_bytes("".join(lines).encode().removesuffix(b"\n"))
    return path
