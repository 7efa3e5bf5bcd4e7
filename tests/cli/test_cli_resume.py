"""What an interrupted run leaves, and how it goes on: killed at any moment, the output is the same in the end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from typo.cli import main

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]
Start = Callable[..., "subprocess.Popen[bytes]"]

ARGUMENTS = ("records.jsonl", "--transform", "fullwidth", "--field", "text", "--key", "id", "--rate", "0.4")
OUTPUTS = ("-o", "out", "--log", "log", "--pairs", "pairs")
NAMES = ("out", "log", "pairs")

# The command, killed by itself right before the n-th time it renames, removes or flushes a file.
SUICIDAL = """
import os, signal, sys
from typo.cli import main, perturbing, reading
moment, *arguments = sys.argv[1:]
reading.BLOCK_BYTES, perturbing._BLOCKS_PER_STATE = 45000, 1
left = int(moment)
def counted(function):
    def call(*given):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        function(*given)
    return call
os.replace, os.fsync, os.unlink = map(counted, (os.replace, os.fsync, os.unlink))
sys.exit(main(arguments))
"""


@pytest.fixture
def whole(typo: Run, records: Path, tmp_path: Path) -> Callable[[], None]:
    """Run the command without interruption, and return a check that the outputs are as it made them."""
    typo("perturb", *ARGUMENTS, "-o", "out-whole", "--log", "log-whole", "--pairs", "pairs-whole")
    kept = {name: (tmp_path / f"{name}-whole").read_bytes() for name in NAMES}

    def check() -> None:
        assert {name: (tmp_path / name).read_bytes() for name in NAMES} == kept
        left = sorted(path.name for path in tmp_path.iterdir() if ".partial" in path.name or ".state" in path.name)
        assert left == []

    return check


def wait_until(true: Callable[[], object], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.002)


def offset(folder: Path) -> int:
    try:
        return int(json.loads((folder / "out.state").read_bytes())["place"]["offset"])
    except FileNotFoundError:
        return 0


def children(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task/{process}/children")
    if not listed.exists():
        pytest.skip("this system does not list the children of a process")
    return [int(child) for child in listed.read_text("ascii").split()]


def gone(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.mark.parametrize(("jobs", "method"), [("1", "fork"), ("2", "fork"), ("2", "spawn")])
def test_killed_again_and_again_it_ends_with_the_same_output(
    jobs: str, method: str, typo: Run, small: Start, whole: Callable[[], None], records: Path, tmp_path: Path
) -> None:
    size = records.stat().st_size
    for part in (0.0, 0.3, 0.6, 0.9):
        run = small("perturb", *ARGUMENTS, *OUTPUTS, "--jobs", jobs, *(["--resume"] if part else []), method=method)
        wait_until(lambda part=part: offset(tmp_path) > part * size)  # type: ignore[misc]
        workers = children(run.pid)
        run.kill()
        run.communicate(timeout=120)
        assert not (tmp_path / "out").exists()
        wait_until(lambda workers=workers: all(map(gone, workers)))  # type: ignore[misc]
    done = typo("perturb", *ARGUMENTS, *OUTPUTS, "--resume")
    assert b"typo: resuming after " in done.stderr
    assert b"typo: 600 records, " in done.stderr
    whole()


def test_killed_before_any_rename_or_flush_it_goes_on(
    whole: Callable[[], None], environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "suicidal.py"
    script.write_text(SUICIDAL, "utf-8")
    monkeypatch.chdir(tmp_path)
    for moment in range(1, 200):
        command = [sys.executable, str(script), str(moment), "perturb", *ARGUMENTS, *OUTPUTS]
        done = subprocess.run(command, env=environment, capture_output=True, check=False, timeout=60)
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL
        assert main(["perturb", *ARGUMENTS, *OUTPUTS, "--resume"]) == 0
        whole()
        for name in NAMES:
            (tmp_path / name).unlink()
    assert moment > 20


def test_ctrl_c_says_in_one_line_how_to_go_on(
    typo: Run, small: Start, whole: Callable[[], None], tmp_path: Path
) -> None:
    for jobs in ("1", "2"):
        run = small("perturb", *ARGUMENTS, *OUTPUTS, "--jobs", jobs, *(["--resume"] if jobs == "2" else []))
        begun = offset(tmp_path)
        wait_until(lambda begun=begun: offset(tmp_path) > begun)  # type: ignore[misc]
        os.killpg(run.pid, signal.SIGINT)
        _, told = run.communicate(timeout=120)
        assert run.returncode == 130
        (line,) = [line for line in told.decode().splitlines() if not line.startswith("typo: resuming")]
        assert line.startswith("typo: interrupted after ")
        assert line.endswith(" records. --resume goes on from where it stopped.")
    typo("perturb", *ARGUMENTS, *OUTPUTS, "--resume")
    whole()


def test_a_killed_worker_ends_the_run_in_one_line_and_it_goes_on(
    typo: Run, small: Start, whole: Callable[[], None], tmp_path: Path
) -> None:
    run = small("perturb", *ARGUMENTS, *OUTPUTS, "--jobs", "2")
    wait_until(lambda: offset(tmp_path) > 0)
    os.kill(children(run.pid)[0], signal.SIGKILL)
    _, told = run.communicate(timeout=120)
    assert run.returncode == 1
    assert told.decode() == (
        "typo: a worker process ended without an answer: it was killed, perhaps for want of memory. "
        "--resume goes on from where it stopped.\n"
    )
    typo("perturb", *ARGUMENTS, *OUTPUTS, "--resume", "--jobs", "2")
    whole()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no locks that a killed process lets go")
@pytest.mark.parametrize("how", ["--resume", "--force"])
def test_two_runs_do_not_write_to_the_same_files(
    how: str, typo: Run, small: Start, whole: Callable[[], None], tmp_path: Path
) -> None:
    run = small("perturb", *ARGUMENTS, *OUTPUTS, "--jobs", "2")
    wait_until(lambda: offset(tmp_path) > 0)
    os.kill(run.pid, signal.SIGSTOP)
    done = typo("perturb", *ARGUMENTS, *OUTPUTS, how, code=1)
    assert done.stderr.decode() == "typo: log.partial is being written by another run.\n"
    os.kill(run.pid, signal.SIGCONT)
    run.communicate(timeout=120)
    whole()


def test_a_bad_line_stops_at_that_line_and_can_then_be_left_out(typo: Run, tmp_path: Path) -> None:
    lines = [f'{{"id": {n}, "text": "A{n} B{n}"}}\n' for n in range(100)]
    lines[60] = "bad\n"
    (tmp_path / "records.jsonl").write_text("".join(lines), "utf-8")
    failed = typo("perturb", *ARGUMENTS, *OUTPUTS, code=1)
    assert failed.stderr.decode().startswith("typo: records.jsonl:61: the line is not JSON")
    assert (tmp_path / "out.partial").read_bytes().count(b"\n") == 60
    assert typo("perturb", *ARGUMENTS, *OUTPUTS, "--resume", code=1).stderr.count(b"records.jsonl:61:") == 1
    typo("perturb", *ARGUMENTS, *OUTPUTS, "--resume", "--bad-lines", "skip")
    resumed = [(tmp_path / name).read_bytes() for name in NAMES]
    typo("perturb", *ARGUMENTS, *OUTPUTS, "--force", "--bad-lines", "skip")
    assert resumed == [(tmp_path / name).read_bytes() for name in NAMES]


@pytest.fixture
def stopped(typo: Run, records: Path, tmp_path: Path) -> Callable[[], None]:
    """Return a function that leaves a run stopped at a bad line near the end."""
    good = records.read_bytes()

    def stop() -> None:
        records.write_bytes(good + b"\nbad\n")
        os.utime(records, ns=(10**18, 10**18))
        typo("perturb", *ARGUMENTS, *OUTPUTS, "--force", code=1)

    stop()
    return stop


CHANGED = {
    "the rate": (["--rate", "0.5"], "signature, perturber changed"),
    "the seed": (["--seed", "1"], "signature, perturber changed"),
    "the fields": (["--field", "note"], "fields changed"),
    "the log": (["--log", "other"], "log changed"),
}


@pytest.mark.parametrize(("arguments", "reason"), CHANGED.values(), ids=CHANGED.keys())
def test_changed_settings_are_refused(
    arguments: list[str], reason: str, typo: Run, stopped: Callable[[], None]
) -> None:
    done = typo("perturb", *ARGUMENTS, *OUTPUTS, *arguments, "--resume", code=1)
    assert done.stderr.decode().startswith(f"typo: cannot resume: {reason}")
    assert done.stderr.decode().endswith("--force starts over.\n")


def test_a_changed_input_is_refused(typo: Run, records: Path, stopped: Callable[[], None]) -> None:
    done = typo("perturb", "records.jsonl", *ARGUMENTS, *OUTPUTS, "--resume", code=1)
    assert done.stderr.decode().startswith("typo: cannot resume: the inputs were ")
    good = records.read_bytes()
    for change in (lambda: os.utime(records, ns=(1, 1)), lambda: records.write_bytes(good + b"\n")):
        change()
        done = typo("perturb", *ARGUMENTS, *OUTPUTS, "--resume", code=1)
        assert b"records.jsonl changed since the run began; --force starts over." in done.stderr
    # Of the same size and time, but not the same.
    records.write_bytes(good.replace(b"yen", b"YEN"))
    os.utime(records, ns=(10**18, 10**18))
    assert b"records.jsonl changed" in typo("perturb", *ARGUMENTS, *OUTPUTS, "--resume", code=1).stderr


def test_damaged_leftovers_are_refused(typo: Run, tmp_path: Path, stopped: Callable[[], None]) -> None:
    (tmp_path / "log.partial").write_bytes(b"")
    assert b"log.partial is shorter" in typo("perturb", *ARGUMENTS, *OUTPUTS, "--resume", code=1).stderr
    (tmp_path / "log.partial").unlink()
    assert b"log.partial is gone" in typo("perturb", *ARGUMENTS, *OUTPUTS, "--resume", code=1).stderr
    for text in ("", "{}", "[]", '{"version": 1}', '{"version": 99}'):
        (tmp_path / "out.state").write_text(text, "utf-8")
        assert b"out.state is not a state" in typo("perturb", *ARGUMENTS, *OUTPUTS, "--resume", code=1).stderr


def test_leftovers_are_never_overwritten_by_accident(typo: Run, tmp_path: Path, stopped: Callable[[], None]) -> None:
    before = (tmp_path / "out.partial").read_bytes()
    done = typo("perturb", *ARGUMENTS, *OUTPUTS, code=1)
    assert done.stderr.decode().endswith(
        "is left from an interrupted run; --resume goes on with it, --force starts over.\n"
    )
    assert (tmp_path / "out.partial").read_bytes() == before
    typo("perturb", *ARGUMENTS, *OUTPUTS, "--force", "--bad-lines", "skip")
    assert (tmp_path / "out").read_bytes() == before
    assert not (tmp_path / "out.partial").exists()


def test_with_nothing_to_resume_it_says_so_and_starts_from_the_beginning(
    typo: Run, whole: Callable[[], None], tmp_path: Path
) -> None:
    (tmp_path / "out.partial").write_bytes(b"of a run that was killed before its first state")
    done = typo("perturb", *ARGUMENTS, *OUTPUTS, "--resume")
    assert b"there is nothing to resume, as there is no out.state; starting from the beginning." in done.stderr
    whole()
    assert b"out exists; --force replaces it." in typo("perturb", *ARGUMENTS, *OUTPUTS, "--resume", code=1).stderr
