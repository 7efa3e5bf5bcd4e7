"""The splits of a dataset in the hub's schema, from local files first and the hub otherwise."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, Any

from typo import InvalidArgument
from typo_lmeval.benchmarks import SOURCES
from typo_lmeval.rows import MissingData, cells, fetched, lines, local_data, objects, placed, variable, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

__all__ = ["load_splits", "only_local", "read_splits"]

_SPLITS = ("train", "validation", "valid", "dev", "devtest", "test")
_SUFFIXES = (".jsonl", ".json", ".parquet", ".csv", ".tsv", ".txt", ".dev", ".devtest")

Row = dict[str, Any]

_log = logging.getLogger(__name__)


def load_splits(source: str, config: str, *, path: str | None = None) -> dict[str, list[Row]]:
    """Return the evaluated split of a dataset and the split of its few-shot examples, by their names.

    `config` names the part of the dataset, such as a language. The data are `path`'s, else those that the variable
    `TYPO_DATA_<SOURCE>` names, else the hub's. A local folder may lack the split of examples: it is empty then.
    Raises `MissingData` naming the variable and the files looked for, and `InvalidArgument` naming file, row and
    column for data of another schema.
    """
    row = SOURCES[source]
    local = local_data(source, path)
    nowhere = only_local(source, config, path)
    wanted = dict.fromkeys((row.evaluated, row.pool))
    if local is not None:
        found = {split: _local(source, config, local, split) for split in wanted}
    elif nowhere is not None:
        raise MissingData(f"{nowhere[0].upper()}{nowhere[1:]}.")
    else:
        found = fetched(source, lambda: _hub(source, config, wanted))
    if not found[row.evaluated]:
        raise InvalidArgument(f"The data of {source} hold no rows of the split {row.evaluated!r}.")
    return found


def only_local(source: str, config: str, path: str | None = None) -> str | None:
    """Return what to do about data that are on no hub and not on this machine; None for all others."""
    if source != "aime24" or config == "en" or local_data(source, path) is not None:
        return None
    return (
        f"the problems of AIME 2024 are on the hub in English only; for the language {config!r} set "
        f"{variable(source)} to {SOURCES[source].files}"
    )


def read_splits(local: Path, splits: Iterable[str]) -> dict[str, list[Row]]:
    """Return splits of any dataset from a folder with one file a split, named by it; what has no file is empty."""
    found = {}
    for split in splits:
        files = [path for path in visible(local) if _is_of(path.relative_to(local).as_posix(), "", split, False)]
        found[split] = [dict(row) for path in files for _, row in objects(path)]
    if not any(found.values()):
        raise MissingData(f"typo_data={local} holds no file of a split: {', '.join(found)}.")
    return found


def _hub(source: str, config: str, splits: Iterable[str]) -> dict[str, list[Row]]:
    import datasets

    name = SOURCES[source].hub
    # AIME's repository has one part, which has no name.
    loaded = datasets.load_dataset(name, None if source == "aime24" else config or None)
    return {split: list(_kept(source, placed(f"{name} {split}", loaded[split]))) for split in splits}


def _local(source: str, config: str, local: Path, split: str) -> list[Row]:
    row = SOURCES[source]
    evaluated = split == row.evaluated
    if local.is_dir():
        files = [
            path for path in visible(local) if _is_of(path.relative_to(local).as_posix(), config, split, evaluated)
        ]
    else:
        files = [local] if evaluated else []
    if len({path.suffix for path in files}) > 1:
        raise MissingData(
            f"{local} holds {', '.join(path.name for path in files)}, of several formats, for the split {split}; "
            f"it should be {row.files}."
        )
    if not files and evaluated:
        part = f"{config or source}, split {split}"
        raise MissingData(f"{local} holds no file of {part}; it should be {row.files}.")
    return list(_kept(source, (found for path in files for found in _rows(source, path))))


def _is_of(name: str, config: str, split: str, evaluated: bool) -> bool:
    """Tell by its name whether a file holds a split of a part; one that names no split holds the evaluated one.

    >>> _is_of("de/validation-00000-of-00001.parquet", "de", "validation", True)
    True
    >>> _is_of("mgsm_de.tsv", "de", "test", True), _is_of("mgsm_de.tsv", "de", "train", False)
    (True, False)
    """
    words = f"_{re.sub(r'[^a-z0-9]+', '_', name.lower())}_"
    named = [known for known in _SPLITS if f"_{known}_" in words]
    of_split = split in named or (split == "validation" and "valid" in named)
    of_config = not config or f"_{re.sub(r'[^a-z0-9]+', '_', config.lower())}_" in words
    return name.endswith(_SUFFIXES) and of_config and (of_split if named else evaluated)


def _rows(source: str, path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if source == "flores" and path.suffix not in (".jsonl", ".json", ".parquet", ".csv"):
        # As released: a sentence a line, the same line in every language.
        yield from placed(str(path), [{"id": number, "sentence": line} for number, line in enumerate(lines(path), 1)])
    elif source == "mgsm" and path.suffix == ".tsv":
        for number, row in cells(path, "\t"):
            yield f"{path}, row {number}", _mgsm(f"{path}, row {number}", row)
    else:
        yield from objects(path)


def _mgsm(where: str, row: list[str]) -> Row:
    """Make the hub's row of a line of the released table: a problem and its number."""
    if len(row) != 2:
        raise InvalidArgument(f"{where}: there are {len(row)} cells; question and answer are two.")
    try:
        number = int(row[1].strip().replace(",", ""))
    except ValueError as error:
        raise InvalidArgument(f"{where}: the answer is {row[1]!r}, not a whole number.") from error
    return {"question": row[0], "answer": None, "answer_number": number, "equation_solution": None}


def _kept(source: str, rows: Iterable[tuple[str, Mapping[str, Any]]]) -> Iterator[Row]:
    """Check the schema of rows, and leave out those that lack a text by the dataset's own account."""
    said = SOURCES[source]
    left = 0
    for where, row in rows:
        for column in (*said.columns, *said.others):
            if column not in row:
                raise InvalidArgument(f"{where}: the column {column} is missing; there are: {', '.join(row)}.")
        if any(str(row[column] or "").strip() in said.gaps for column in said.columns):
            left += 1
            continue
        for column in said.columns:
            if not isinstance(row[column], str) or not row[column].strip():
                raise InvalidArgument(f"{where}: {column} is {row[column]!r}, not a text.")
        yield dict(row)
    if left:
        _log.warning("%d rows of %s lack a text, and are left out.", left, source)
