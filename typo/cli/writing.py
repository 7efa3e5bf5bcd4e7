"""The files that a run writes: unfinished under the name `path.partial`, whole under their own."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from typo.cli.failure import Failure

try:
    import fcntl
except ImportError:  # Windows, where nothing of the kind lets go when a process is killed
    fcntl = None  # type: ignore[assignment]

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

    def open(self, *, new: bool) -> None:
        """Open the unfinished files, for this process alone and as they are; `new` ones need not be there.

        Raises `Failure` when one is gone or another run writes to it, and `OSError` for what cannot be written.
        """
        for name, path in self._paths.items():
            if new:
                Path(partial(path)).touch()
            self._streams[name] = _opened(partial(path))

    def cut(self, lengths: Mapping[str, int]) -> None:
        """Cut the files to these lengths, to go on from there; raises `Failure` for one that is shorter."""
        for name, stream in self._streams.items():
            if stream.seek(0, os.SEEK_END) < lengths[name]:
                raise Failure(
                    f"{partial(self._paths[name])} is shorter than when the run stopped; --force starts over."
                )
            stream.truncate(lengths[name])
            stream.seek(lengths[name])
        self.lengths = dict(lengths)

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


def _opened(path: str) -> BinaryIO:
    try:
        stream = Path(path).open("r+b")  # noqa: SIM115
    except FileNotFoundError:
        raise Failure(f"{path} is gone; --force starts over.") from None
    if fcntl is not None:
        try:
            # Held by this process, not by its workers, and let go when it ends, in whatever way.
            fcntl.lockf(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            stream.close()
            raise Failure(f"{path} is being written by another run.") from None
    return stream
