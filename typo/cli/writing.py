"""The files that a run writes: unfinished under the name `path.partial`, whole under their own."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from typo.cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import BinaryIO

    from typo.cli.records import Result

__all__ = ["OUTPUTS", "Outputs", "partial"]

#: What a run can write, by the names of `Result`; the output itself appears last, when the others are there.
OUTPUTS = ("log", "pairs", "out")


def partial(path: str) -> str:
    """Return the name of an unfinished file.

    >>> partial("noisy.txt")
    'noisy.txt.partial'
    """
    return f"{path}.partial"


class Outputs:
    """The outputs of a run, written together.

    `paths` maps names of `OUTPUTS` to files; without `out` the output goes to standard output. `lengths` holds
    how many bytes of each file belong to the blocks written so far.
    """

    def __init__(self, paths: Mapping[str, str]) -> None:
        self._paths = {name: paths[name] for name in OUTPUTS if name in paths}
        self._streams: dict[str, BinaryIO] = {}
        self.lengths: dict[str, int] = dict.fromkeys(self._paths, 0)

    def open(self, lengths: Mapping[str, int] | None = None) -> None:
        """Begin the unfinished files, or go on with them where they had these lengths.

        Raises `Failure` when one of them is gone or has become shorter, and `OSError` for what cannot be written.
        """
        for name, path in self._paths.items():
            if lengths is None:
                self._streams[name] = Path(partial(path)).open("wb")  # noqa: SIM115
            else:
                self._streams[name] = _reopened(partial(path), lengths[name])
        self.lengths |= lengths or {}

    def write(self, result: Result) -> None:
        """Append what a block has given."""
        for name, stream in self._streams.items():
            stream.write(getattr(result, name))
        if "out" not in self._paths:
            sys.stdout.buffer.write(result.out)
            sys.stdout.buffer.flush()
        self.lengths = {name: length + len(getattr(result, name)) for name, length in self.lengths.items()}

    def sync(self) -> None:
        """Bring all that was written to the disk."""
        for stream in self._streams.values():
            stream.flush()
            os.fsync(stream.fileno())

    def close(self) -> None:
        """Close the files as they are."""
        for stream in self._streams.values():
            stream.close()

    def publish(self) -> None:
        """Give the finished files their names; what already has its name is passed over."""
        for path in self._paths.values():
            if Path(partial(path)).exists():
                os.replace(partial(path), path)


def _reopened(path: str, length: int) -> BinaryIO:
    try:
        stream = Path(path).open("r+b")  # noqa: SIM115
    except FileNotFoundError:
        raise Failure(f"{path} is gone; --force starts over.") from None
    if stream.seek(0, os.SEEK_END) < length:
        stream.close()
        raise Failure(f"{path} is shorter than when the run stopped; --force starts over.")
    stream.truncate(length)
    stream.seek(length)
    return stream
