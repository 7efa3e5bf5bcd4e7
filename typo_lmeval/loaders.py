"""Benchmark data as rows of one shape, from local files first and the hub otherwise."""

from __future__ import annotations

import csv
import io
import json
import os
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from typo import InvalidArgument, TypoError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

__all__ = ["MissingData", "Question", "Questions", "load"]


class MissingData(TypoError, FileNotFoundError):
    """A benchmark's data are neither on this machine nor to be had from the hub."""


class Question(NamedTuple):
    """A multiple-choice question; `answer` is the index of the right option."""

    id: str
    subject: str
    question: str
    choices: tuple[str, ...]
    answer: int


class Questions(NamedTuple):
    """What a loader returns: the evaluated split, and the split of few-shot examples (empty where there is none)."""

    evaluated: tuple[Question, ...]
    shots: tuple[Question, ...]


# The subjects of JMMLU under CC BY-NC-ND 4.0: perturbed copies of them may not be passed on.
_RESTRICTED = ("japanese_civics", "japanese_geography", "japanese_idiom")


def load(benchmark: str, *, path: str | None = None, restricted: bool = False) -> Questions:
    """Return the questions of a benchmark.

    `path` (else the environment variable `TYPO_DATA_<BENCHMARK>`) names a local file or folder; without either
    the data come from the Hugging Face hub. `restricted` admits the subjects of JMMLU whose licence forbids
    passing on changed copies. Raises `MissingData` naming the variable and the files looked for, and
    `InvalidArgument` naming file, row and reason for malformed data.

    >>> len(load("jademo").shots)
    10
    """
    source = _SOURCES[benchmark]
    variable = f"TYPO_DATA_{benchmark.upper()}"
    given = path or os.environ.get(variable)
    if benchmark == "jademo":
        questions = source.read(Path(__file__).parent / "data" / "jademo")
    elif given:
        local = Path(given).expanduser()
        if not local.exists():
            raise MissingData(
                f"{'typo_data' if path else variable}={given} does not exist; it should be {source.files}."
            )
        questions = source.read(local)
    else:
        try:
            questions = source.fetch()
        except TypoError:
            raise
        except Exception as error:  # whatever a download may raise: none of it says what to do
            raise MissingData(
                f"The data of {benchmark} could not be had from the hub ({type(error).__name__}); "
                f"set {variable} to {source.files}."
            ) from error
    _check_ids(benchmark, questions.evaluated)
    if restricted:
        return questions
    return Questions(tuple(q for q in questions.evaluated if q.subject not in _RESTRICTED), questions.shots)


def _check_ids(benchmark: str, questions: Iterable[Question]) -> None:
    """Refuse two questions of one id: conditions are joined by it."""
    seen: set[str] = set()
    for question in questions:
        if question.id in seen:
            raise InvalidArgument(f"The data of {benchmark} hold the id {question.id!r} twice; are there two copies?")
        seen.add(question.id)


def _visible(folder: Path) -> list[Path]:
    """List the files below a folder without those that a system hides there (__MACOSX, ._name)."""
    return [
        path
        for path in sorted(folder.rglob("*"))
        if not any(part.startswith((".", "__")) for part in path.relative_to(folder).parts)
    ]


def _read_jademo(folder: Path) -> Questions:
    return Questions(*(_all(_json_rows(folder / name), _demo) for name in ("questions.jsonl", "fewshot.jsonl")))


def _read_jmmlu(path: Path) -> Questions:
    files = [file for file in _visible(path) if file.suffix == ".csv"] if path.is_dir() else [path]
    if not files:
        raise MissingData(f"{path} holds no CSV file; it should be {_SOURCES['jmmlu'].files}.")
    return Questions(tuple(question for file in files for question in _jmmlu_subject(file)), ())


def _jmmlu_subject(path: Path) -> Iterator[Question]:
    index = 0
    for number, row in _csv_rows(path):
        cells = [cell.strip() for cell in row]
        if not any(cells) or (number == 1 and cells[1:5] == list("ABCD")):
            continue  # a blank line, or a header
        where = f"{path}, row {number}"
        if len(cells) != 6:
            raise InvalidArgument(f"{where}: there are {len(cells)} cells; question, A, B, C, D and a letter are six.")
        if cells[5] not in ("A", "B", "C", "D"):
            raise InvalidArgument(f"{where}: the answer is {cells[5]!r}, not one of A, B, C, D.")
        yield _question(where, f"{path.stem}/{index}", path.stem, cells[0], cells[1:5], "ABCD".index(cells[5]), 4)
        index += 1


def _csv_rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(_text(path), newline=""))
    number = 0
    try:
        for number, row in enumerate(reader, 1):
            yield number, row
    except csv.Error as error:
        raise InvalidArgument(f"{path}, row {number + 1}: not CSV ({error}).") from error


def _read_jcommonsenseqa(path: Path) -> Questions:
    files = (_only(path, pattern, "jcommonsenseqa") for pattern in ("valid*", "train*"))
    return Questions(*(_all(_json_rows(file), _jglue) for file in files))


def _read_jamcqa(path: Path) -> Questions:
    return Questions(*(_all(_json_rows(_only(path, pattern, "jamcqa")), _jamc) for pattern in ("test*", "dev*")))


def _all(
    rows: Iterable[tuple[str, Mapping[str, Any]]], make: Callable[[str, Mapping[str, Any]], Question]
) -> tuple[Question, ...]:
    questions = []
    for where, row in rows:
        try:
            questions.append(make(where, row))
        except KeyError as error:
            raise InvalidArgument(f"{where}: {error.args[0]} is missing.") from error
    return tuple(questions)


def _demo(where: str, row: Mapping[str, Any]) -> Question:
    return _question(where, row["id"], row["subject"], row["question"], row["choices"], row["answer"], 4)


def _jglue(where: str, row: Mapping[str, Any]) -> Question:
    choices = [row[f"choice{index}"] for index in range(5)]
    return _question(where, str(row["q_id"]), "", row["question"], choices, row["label"], 5)


def _jamc(where: str, row: Mapping[str, Any]) -> Question:
    choices = [row[f"choice{index}"] for index in range(4)]
    return _question(where, str(row["qid"]), row["category"], row["question"], choices, row["answer_index"], 4)


def _question(
    where: str, name: str, subject: str, question: object, choices: object, answer: object, options: int
) -> Question:
    if not isinstance(question, str) or not question.strip():
        raise InvalidArgument(f"{where}: the question is {question!r}, not a text.")
    if not isinstance(choices, list) or len(choices) != options:
        raise InvalidArgument(f"{where}: there must be {options} options.")
    if not all(isinstance(choice, str) and choice for choice in choices):
        raise InvalidArgument(f"{where}: an option is empty or not a text.")
    if isinstance(answer, bool) or not isinstance(answer, int) or not 0 <= answer < options:
        raise InvalidArgument(f"{where}: the answer is {answer!r}, not an index in 0..{options - 1}.")
    return Question(name, subject, question, tuple(choices), answer)


def _json_rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the rows of a JSON-lines or Parquet file, each with its place."""
    if path.suffix == ".parquet":
        import datasets

        try:
            rows = datasets.Dataset.from_parquet(str(path))
        except Exception as error:  # of several libraries, none of which names the file
            raise InvalidArgument(f"{path}: not a Parquet file ({type(error).__name__}).") from error
        yield from _hub_rows(str(path), rows)
        return
    for number, line in enumerate(_text(path).split("\n"), 1):
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


def _hub_rows(name: str, rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, row in enumerate(rows, 1):
        yield f"{name}, row {number}", row


def _text(path: Path) -> str:
    try:
        # newline="": a line break inside a cell is the author's. The byte order mark of JMMLU's files is dropped.
        with path.open(encoding="utf-8-sig", newline="") as file:
            text = file.read()
    except UnicodeDecodeError as error:
        raise InvalidArgument(f"{path}: not UTF-8 (byte {error.start}).") from error
    except OSError as error:
        raise InvalidArgument(f"{path}: cannot be read ({error.strerror}).") from error
    if not text.strip():
        raise InvalidArgument(f"{path}: the file is empty.")
    return text


def _only(folder: Path, pattern: str, benchmark: str) -> Path:
    """Find the one file of a split; JGLUE writes the benchmark's name before that of the split."""
    if not folder.is_dir():
        raise MissingData(f"{folder} is not a folder; it should be {_SOURCES[benchmark].files}.")
    found = [
        path
        for path in _visible(folder)
        if path.suffix in (".json", ".jsonl", ".parquet")
        and (path.match(pattern) or path.match(f"{benchmark}-{pattern}"))
    ]
    if len(found) != 1:
        raise MissingData(f"{folder} holds {len(found)} files {pattern}; it should be {_SOURCES[benchmark].files}.")
    return found[0]


def _fetch_jmmlu() -> Questions:
    # `datasets` 4 and later refuse the repository's script, so its archive is unpacked here.
    from huggingface_hub import hf_hub_download

    archive = Path(hf_hub_download("nlp-waseda/JMMLU", "JMMLU.zip", repo_type="dataset"))
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(archive) as files:
            files.extractall(folder)
        return _read_jmmlu(Path(folder))


def _fetch_jcommonsenseqa() -> Questions:
    # A plain copy of JGLUE's rows; the original repository on the hub holds a script.
    name = "sbintuitions/JCommonsenseQA"
    return _fetched(name, None, ("validation", "train"), _jglue)


def _fetch_jamcqa() -> Questions:
    return _fetched("sbintuitions/JamC-QA", "v1.0", ("test", "dev"), _jamc)


def _fetched(
    repository: str, name: str | None, splits: tuple[str, str], make: Callable[[str, Mapping[str, Any]], Question]
) -> Questions:
    import datasets

    loaded = datasets.load_dataset(repository, name)
    return Questions(*(_all(_hub_rows(f"{repository} {split}", loaded[split]), make) for split in splits))


def _bundled() -> Questions:
    raise AssertionError("jademo is never fetched")


class _Source(NamedTuple):
    """How one benchmark is read, and fetched, and what its local files should be."""

    read: Callable[[Path], Questions]
    fetch: Callable[[], Questions]
    files: str


_SOURCES = {
    "jademo": _Source(_read_jademo, _bundled, "the bundled files"),
    "jmmlu": _Source(_read_jmmlu, _fetch_jmmlu, "a folder of JMMLU's CSV files, or one of them"),
    "jcommonsenseqa": _Source(
        _read_jcommonsenseqa, _fetch_jcommonsenseqa, "a folder with one train* and one valid* JSON-lines file"
    ),
    "jamcqa": _Source(_read_jamcqa, _fetch_jamcqa, "a folder with one test* and one dev* JSON-lines or Parquet file"),
}
