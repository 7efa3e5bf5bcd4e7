"""What a run tells its user: a line that moves while it runs, and a line at its end."""

from __future__ import annotations

import os
import sys
from time import monotonic
from typing import TYPE_CHECKING

from typo.cli.failure import say
from typo.cli.reading import STANDARD_INPUT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.cli.reading import Place
    from typo.cli.records import Tally

__all__ = ["Progress", "summary", "why_nothing"]

_EVERY = 0.2  # seconds between two lines
_CLEAR = "\r\x1b[K"
_TOLD = 3  # how many reasons are told


class Progress:
    """A line on standard error that says how far the run is, where that is a terminal."""

    def __init__(self, files: Sequence[str], *, quiet: bool) -> None:
        self._on = not quiet and sys.stderr.isatty()
        known = self._on and STANDARD_INPUT not in files
        self._sizes = [os.path.getsize(path) for path in files] if known else []  # noqa: PTH202
        self._begun = self._told = monotonic()
        self._first: int | None = None

    def show(self, place: Place, tally: Tally) -> None:
        """Tell how far the run is, unless it was told a moment ago."""
        if not self._on:
            return
        now = monotonic()
        read = sum(self._sizes[: place.input]) + place.offset
        if self._first is None:
            self._first = read
        if now - self._told < _EVERY:
            return
        self._told = now
        of = f" of {sum(self._sizes) / 1e6:.1f}" if self._sizes else ""
        speed = (read - self._first) / 1e6 / (now - self._begun)
        line = f"{read / 1e6:.1f}{of} MB, {tally.records} records, {speed:.2f} MB/s"
        print(f"{_CLEAR}typo: {line}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Take the line away."""
        if self._on:
            print(_CLEAR, end="", file=sys.stderr, flush=True)


def summary(tally: Tally, bad_lines: str, signature: str) -> None:
    """Tell what was done, and the signature to publish beside it."""
    fate = "skipped" if bad_lines == "skip" else "kept"
    done = [_count(tally.records, "record"), _count(tally.edits, "edit"), f"{tally.unchanged} unchanged"]
    if tally.bad:
        done.append(f"{_count(tally.bad, 'bad line')} {fate}")
    say(f"{', '.join(done)}; {signature}")


def why_nothing(tally: Tally) -> None:
    """Tell why there was no edit at all, where that is so; nothing for an empty input."""
    if tally.edits or not tally.records:
        return
    ranked = sorted(tally.reasons, key=lambda entry: -entry[1])
    told = "; ".join(f"{_count(count, 'record')}: {reason.rstrip('.')}" for reason, count in ranked[:_TOLD])
    more = f"; and {len(ranked) - _TOLD} other reasons" if len(ranked) > _TOLD else ""
    say(f"no edits were made: {told}{more}.")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
