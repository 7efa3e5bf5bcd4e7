"""A file of what is done so far, so that work that was killed goes on where it stopped."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from typo.errors import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from types import TracebackType
    from typing import BinaryIO

__all__ = ["Journal"]


class Journal:
    """A context in which rows are added to a file, a line each; those of an earlier run are there already.

    The first line is a heading that names the work. A line that was being written when a run was killed is dropped.
    Raises `InvalidArgument` for a file with another heading: it belongs to other work.
    """

    def __init__(self, path: Path, heading: Mapping[str, Any]) -> None:
        self._path = path
        self._heading = json.dumps(heading, sort_keys=True)
        self._file: BinaryIO | None = None
        #: the rows so far, by their names
        self.rows: dict[tuple[str, ...], Any] = {}

    def __enter__(self) -> Journal:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("ab+")
        except OSError as error:
            raise InvalidArgument(f"{self._path} cannot be written: {error}.") from error
        try:
            whole = self._read(self._file)
            self._file.truncate(whole)
            if not whole:
                self._write(self._heading)
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, name: tuple[str, ...], row: Any) -> None:
        """Add a row; it is in the file before this returns."""
        self.rows[name] = row
        self._write(json.dumps([name, row]))

    def remove(self) -> None:
        """Remove the file: the work is complete."""
        if self._file is not None:
            self._file.close()
        self._path.unlink(missing_ok=True)

    def _write(self, line: str) -> None:
        if self._file is None:
            raise AssertionError("a journal is written in its context")
        self._file.write(f"{line}\n".encode())
        self._file.flush()

    def _read(self, file: BinaryIO) -> int:
        """Take over the rows of an earlier run, and return where the last whole one ends."""
        file.seek(0)
        whole = 0
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break
            try:
                text = line.decode().rstrip("\n")
                if number == 1:
                    self._check(text)
                else:
                    name, row = json.loads(text)
                    self.rows[tuple(name)] = row
            except (ValueError, TypeError) as error:
                if isinstance(error, InvalidArgument):
                    raise
                raise InvalidArgument(
                    f"{self._path}, line {number}: not a line of a journal; remove the file."
                ) from error
            whole += len(line)
        return whole

    def _check(self, heading: str) -> None:
        if heading != self._heading:
            raise InvalidArgument(
                f"{self._path} is left from other work ({heading[:200]}), not from this ({self._heading[:200]}); "
                "go on with that, or remove the file."
            )
