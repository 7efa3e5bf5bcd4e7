"""What is needed to go on with an interrupted run, in the file `OUT.state`."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path

from typo.cli.failure import Failure
from typo.cli.reading import Place
from typo.cli.records import Tally

__all__ = ["State", "check_same", "read_state", "state_path", "write_state"]

_VERSION = 1


@dataclass(frozen=True, slots=True)
class State:
    """A point of a run at which everything before it was on the disk.

    - `settings`, `inputs`: what must be the same for the run to go on; plain values.
    - `place`: where the next block begins.
    - `lengths`: the bytes of each unfinished file at this point.
    - `finished`: all is written, and only the names are left to be given.
    """

    settings: dict[str, object]
    inputs: list[dict[str, object]]
    place: Place = field(default_factory=Place)
    lengths: dict[str, int] = field(default_factory=dict)
    tally: Tally = field(default_factory=Tally)
    finished: bool = False


def state_path(out: str) -> str:
    """Return where the state of an output lies.

    >>> state_path("noisy.txt")
    'noisy.txt.state'
    """
    return f"{out}.state"


def write_state(path: str, state: State) -> None:
    """Write a state so that at every moment either the old or the new one is there, whole."""
    values = {
        "version": _VERSION,
        "settings": state.settings,
        "inputs": state.inputs,
        "place": state.place._asdict(),
        "lengths": state.lengths,
        "tally": state.tally._asdict(),
        "finished": state.finished,
    }
    new = f"{path}.new"
    with Path(new).open("w", encoding="utf-8") as stream:
        json.dump(values, stream, indent=1)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(new, path)


def read_state(path: str) -> State | None:
    """Read a state, or return None where there is none; raises `Failure` for a file that is something else."""
    try:
        text = Path(path).read_bytes()
    except FileNotFoundError:
        return None
    try:
        values = json.loads(text)
        if values.pop("version") != _VERSION:
            raise ValueError("version")
        tally = values.pop("tally")
        reasons = tuple((reason, count) for reason, count in tally.pop("reasons"))
        place = Place(**values.pop("place"))
        return State(place=place, tally=Tally(**tally, reasons=reasons), **values)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Failure(f"{path} is not a state that this version of typo has written; --force starts over.") from None


def check_same(state: State, settings: dict[str, object], inputs: list[dict[str, object]]) -> None:
    """Raise `Failure` unless a run with these settings and inputs can go on from a state."""
    changed = [name for name in settings if state.settings.get(name) != settings[name]]
    # Up to a line that failed, the output is the same whatever is done with such lines.
    if state.settings.get("bad_lines") == "fail" and "bad_lines" in changed:
        changed.remove("bad_lines")
    if changed:
        raise Failure(f"cannot resume: {_listed(changed)} changed since the run began; --force starts over.")
    old = [entry.get("path") for entry in state.inputs]
    new = [entry["path"] for entry in inputs]
    if old != new:
        raise Failure(f"cannot resume: the inputs were {_listed(old)}; --force starts over.")
    for before, now in zip(state.inputs, inputs, strict=True):
        for fact in ("size", "mtime_ns", "begin"):
            if before.get(fact) != now[fact]:
                raise Failure(f"cannot resume: {now['path']} changed since the run began; --force starts over.")


def _listed(names: list[object] | list[str]) -> str:
    return ", ".join(map(str, names))
