"""Read local files of data as rows, each with the place that an error message names."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from typo import InvalidArgument, TypoError
from typo_lmeval.benchmarks import SOURCES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

__all__ = [
    "MissingData",
    "cells",
    "fetched",
    "lines",
    "local_data",
    "objects",
    "placed",
    "text",
    "variable",
    "visible",
]

_Data = TypeVar("_Data")


class MissingData(TypoError, FileNotFoundError):
    """A benchmark's data are neither on this machine nor to be had from the hub."""


def variable(source: str) -> str:
    """Return the variable of the environment that names the local data of a source.

    >>> variable("xnli")
    'TYPO_DATA_XNLI'
    """
    return f"TYPO_DATA_{source.upper()}"


def local_data(source: str, path: str | None) -> Path | None:
    """Return where the data of a source lie on this machine: `path`, else what the variable names, else nowhere.

    Raises `MissingData` where that does not exist.
    """
    given = path or os.environ.get(variable(source))
    if not given:
        return None
    local = Path(given).expanduser()
    if not local.exists():
        name = "typo_data" if path else variable(source)
        raise MissingData(f"{name}={given} does not exist; it should be {SOURCES[source].files}.")
    return local


def fetched(source: str, fetch: Callable[[], _Data]) -> _Data:
    """Return what `fetch` gets from the hub; raises `MissingData` that says what to set where it cannot."""
    try:
        return fetch()
    except TypoError:
        raise
    except Exception as error:  # whatever a download may raise: none of it says what to do
        raise MissingData(
            f"The data of {source} could not be had from the hub ({type(error).__name__}); "
            f"set {variable(source)} to {SOURCES[source].files}."
        ) from error


def visible(folder: Path) -> list[Path]:
    """List the files below a folder without those that a system hides there (__MACOSX, ._name)."""
    return [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith((".", "__")) for part in path.relative_to(folder).parts)
    ]


def text(path: Path) -> str:
    """Return the content of a file; raises `InvalidArgument` for one that is empty, unreadable or not UTF-8."""
    try:
        # newline="": a line break inside a cell is the author's. The byte order mark of JMMLU's files is dropped.
        with path.open(encoding="utf-8-sig", newline="") as file:
            content = file.read()
    except UnicodeDecodeError as error:
        raise InvalidArgument(f"{path}: not UTF-8 (byte {error.start}).") from error
    except OSError as error:
        raise InvalidArgument(f"{path}: cannot be read ({error.strerror}).") from error
    if not content.strip():
        raise InvalidArgument(f"{path}: the file is empty.")
    return content


def lines(path: Path) -> list[str]:
    """Return the lines of a file that hold anything."""
    return [line.strip() for line in text(path).split("\n") if line.strip()]


def cells(path: Path, delimiter: str = ",") -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a table with their numbers."""
    content = io.StringIO(text(path), newline="")
    # Nothing is quoted in a table with tabs.
    reader = csv.reader(content, delimiter="\t", quoting=csv.QUOTE_NONE) if delimiter == "\t" else csv.reader(content)
    number = 0
    try:
        for number, row in enumerate(reader, 1):
            yield number, row
    except csv.Error as error:
        raise InvalidArgument(f"{path}, row {number + 1}: not CSV ({error}).") from error


def objects(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the rows of a file of JSON lines, Parquet, or CSV with a heading, each with its place."""
    if path.suffix == ".parquet":
        yield from placed(str(path), _parquet(path))
    elif path.suffix == ".csv":
        rows = cells(path)
        _, heading = next(rows)
        for number, row in rows:
            if len(row) != len(heading):
                raise InvalidArgument(f"{path}, row {number}: there are {len(row)} cells under {len(heading)} names.")
            yield f"{path}, row {number}", dict(zip(heading, row, strict=True))
    else:
        yield from _json_lines(path)


def placed(name: str, rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield rows that have no file, with their numbers."""
    for number, row in enumerate(rows, 1):
        yield f"{name}, row {number}", row


def _parquet(path: Path) -> Iterable[Mapping[str, Any]]:
    import datasets

    try:
        rows: Iterable[Mapping[str, Any]] = datasets.Dataset.from_parquet(str(path))
    except Exception as error:  # of several libraries, none of which names the file
        raise InvalidArgument(f"{path}: not a Parquet file ({type(error).__name__}).") from error
    return rows


def _json_lines(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, line in enumerate(text(path).split("\n"), 1):
        if not line.strip():
            continue
        where = f"{path}, row {number}"
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise InvalidArgument(f"{where}: not JSON ({error}).") from error
        if not isinstance(row, dict):
            raise InvalidArgument(f"{where}: not a JSON object.")
        yield where, row
