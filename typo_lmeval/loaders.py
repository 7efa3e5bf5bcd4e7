"""The Japanese benchmarks as rows of one shape, from local files first and the hub otherwise."""

from __future__ import annotations

import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from typo import InvalidArgument
from typo_lmeval.benchmarks import SOURCES
from typo_lmeval.rows import MissingData, cells, fetched, local_data, objects, placed, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

__all__ = ["RESTRICTED", "Question", "Questions", "load"]


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
RESTRICTED = ("japanese_civics", "japanese_geography", "japanese_idiom")


def load(benchmark: str, *, path: str | None = None, restricted: bool = False) -> Questions:
    """Return the questions of a benchmark.

    `path` (else the environment variable `TYPO_DATA_<BENCHMARK>`) names a local file or folder; without either
    the data come from the Hugging Face hub. `restricted` admits the subjects of JMMLU whose licence forbids
    passing on changed copies. Raises `MissingData` naming the variable and the files looked for, and
    `InvalidArgument` naming file, row and reason for malformed data.

    >>> len(load("jademo").shots)
    10
    """
    read, fetch = _READERS[benchmark]
    local = Path(__file__).parent / "data" / "jademo" if benchmark == "jademo" else local_data(benchmark, path)
    questions = read(local) if local is not None else fetched(benchmark, fetch)
    _check_ids(benchmark, questions.evaluated)
    if restricted:
        return questions
    return Questions(tuple(q for q in questions.evaluated if q.subject not in RESTRICTED), questions.shots)


def _check_ids(benchmark: str, questions: Iterable[Question]) -> None:
    """Refuse two questions of one id: conditions are joined by it."""
    seen: set[str] = set()
    for question in questions:
        if question.id in seen:
            raise InvalidArgument(f"The data of {benchmark} hold the id {question.id!r} twice; are there two copies?")
        seen.add(question.id)


def _read_jademo(folder: Path) -> Questions:
    return Questions(*(_all(objects(folder / name), _demo) for name in ("questions.jsonl", "fewshot.jsonl")))


def _read_jmmlu(path: Path) -> Questions:
    files = [file for file in visible(path) if file.suffix == ".csv"] if path.is_dir() else [path]
    if not files:
        raise MissingData(f"{path} holds no CSV file; it should be {SOURCES['jmmlu'].files}.")
    return Questions(tuple(question for file in files for question in _jmmlu_subject(file)), ())


def _jmmlu_subject(path: Path) -> Iterator[Question]:
    index = 0
    for number, raw in cells(path):
        row = [cell.strip() for cell in raw]
        if not any(row) or (number == 1 and row[1:5] == list("ABCD")):
            continue  # a blank line, or a header
        where = f"{path}, row {number}"
        if len(row) != 6:
            raise InvalidArgument(f"{where}: there are {len(row)} cells; question, A, B, C, D and a letter are six.")
        if row[5] not in ("A", "B", "C", "D"):
            raise InvalidArgument(f"{where}: the answer is {row[5]!r}, not one of A, B, C, D.")
        yield _question(where, f"{path.stem}/{index}", path.stem, row[0], row[1:5], "ABCD".index(row[5]), 4)
        index += 1


def _read_jcommonsenseqa(path: Path) -> Questions:
    files = (_only(path, pattern, "jcommonsenseqa") for pattern in ("valid*", "train*"))
    return Questions(*(_all(objects(file), _jglue) for file in files))


def _read_jamcqa(path: Path) -> Questions:
    return Questions(*(_all(objects(_only(path, pattern, "jamcqa")), _jamc) for pattern in ("test*", "dev*")))


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


def _only(folder: Path, pattern: str, benchmark: str) -> Path:
    """Find the one file of a split; JGLUE writes the benchmark's name before that of the split."""
    if not folder.is_dir():
        raise MissingData(f"{folder} is not a folder; it should be {SOURCES[benchmark].files}.")
    found = [
        path
        for path in visible(folder)
        if path.suffix in (".json", ".jsonl", ".parquet")
        and (path.match(pattern) or path.match(f"{benchmark}-{pattern}"))
    ]
    if len(found) != 1:
        raise MissingData(f"{folder} holds {len(found)} files {pattern}; it should be {SOURCES[benchmark].files}.")
    return found[0]


def _fetch_jmmlu() -> Questions:
    # `datasets` 4 and later refuse the repository's script, so its archive is unpacked here.
    from huggingface_hub import hf_hub_download

    archive = Path(hf_hub_download(SOURCES["jmmlu"].hub, "JMMLU.zip", repo_type="dataset"))
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(archive) as files:
            files.extractall(folder)
        return _read_jmmlu(Path(folder))


def _fetch_jcommonsenseqa() -> Questions:
    # A plain copy of JGLUE's rows; the original repository on the hub holds a script.
    return _from_hub(SOURCES["jcommonsenseqa"].hub, None, ("validation", "train"), _jglue)


def _fetch_jamcqa() -> Questions:
    return _from_hub(SOURCES["jamcqa"].hub, "v1.0", ("test", "dev"), _jamc)


def _from_hub(
    repository: str, name: str | None, splits: tuple[str, str], make: Callable[[str, Mapping[str, Any]], Question]
) -> Questions:
    import datasets

    loaded = datasets.load_dataset(repository, name)
    return Questions(*(_all(placed(f"{repository} {split}", loaded[split]), make) for split in splits))


def _bundled() -> Questions:
    raise AssertionError("jademo is never fetched")


# How a benchmark is read, and fetched.
_READERS: dict[str, tuple[Callable[[Path], Questions], Callable[[], Questions]]] = {
    "jademo": (_read_jademo, _bundled),
    "jmmlu": (_read_jmmlu, _fetch_jmmlu),
    "jcommonsenseqa": (_read_jcommonsenseqa, _fetch_jcommonsenseqa),
    "jamcqa": (_read_jamcqa, _fetch_jamcqa),
}
