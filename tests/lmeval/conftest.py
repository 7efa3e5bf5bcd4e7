"""Run the harness for real, on small data in the benchmarks' schemas."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from typo_lmeval.benchmarks import BENCHMARKS

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "tests" / "fixtures"
SENTENCES: dict[str, list[str]] = json.loads((FIXTURES / "sentences.json").read_text("utf-8"))
JAPANESE = {f"TYPO_DATA_{name.upper()}": str(FIXTURES / name) for name in ("jmmlu", "jcommonsenseqa", "jamcqa")}

# Before anything imports the hub's client, which reads it once: no test asks the hub.
os.environ["HF_HUB_OFFLINE"] = "1"

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Rows = list[dict[str, Any]]


def write_lines(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def options(sentences: list[str], place: int, names: Iterable[str]) -> dict[str, str]:
    """Name four of the words of the sentences, another four for each row."""
    words = [word.strip(".,։।") for sentence in sentences for word in sentence.split()]
    return {name: words[(place * 4 + number) % len(words)] for number, name in enumerate(names)}


def belebele(texts: list[str]) -> Rows:
    names = [f"mc_answer{number}" for number in range(1, 5)]
    return [
        {"link": f"https://example.org/{place}", "question_number": 1,
         "flores_passage": " ".join(texts[place:] + texts[:place]), "question": text, **options(texts, place, names),
         "correct_answer_num": str(place % 4 + 1), "dialect": "x", "ds": "2026-01-01"}
        for place, text in enumerate(texts)
    ]  # fmt: skip


def global_mmlu(texts: list[str]) -> Rows:
    names = [f"option_{letter}" for letter in "abcd"]
    return [
        {"sample_id": str(place), "subject": "anatomy", "question": text, **options(texts, place, names),
         "answer": "ABCD"[place % 4]}
        for place, text in enumerate(texts)
    ]  # fmt: skip


def mmmlu(texts: list[str]) -> Rows:
    return [
        {"Question": text, **options(texts, place, "ABCD"), "Answer": "ABCD"[place % 4], "Subject": "anatomy"}
        for place, text in enumerate(texts)
    ]


def xnli(texts: list[str]) -> Rows:
    return [
        {"premise": text, "hypothesis": texts[(place + 1) % len(texts)], "label": place % 3}
        for place, text in enumerate(texts)
    ]


def mgsm(texts: list[str], *, solved: bool) -> Rows:
    return [
        {"question": f"{'Q: ' * solved}{text} {place + 2} + 3?", "answer_number": place + 5,
         "answer": f"Step-by-Step Answer: {place + 2} + 3. The answer is {place + 5}." if solved else None,
         "equation_solution": None}
        for place, text in enumerate(texts)
    ]  # fmt: skip


def write_language(folder: Path, code: str) -> None:
    """Write the data of one language, in the files and schemas of the releases."""
    texts = SENTENCES[code]
    more = [" ".join(texts[place:][:2]) for place in range(len(texts))]
    for row in BENCHMARKS.values():
        if row.lang != code or row.family != "multypo":
            continue
        at = folder / row.source
        if row.source == "belebele":
            write_lines(at / f"{row.config}.jsonl", belebele(texts))
        elif row.source == "global_mmlu":
            write_lines(at / code / "test.jsonl", global_mmlu(texts))
            write_lines(at / code / "dev.jsonl", global_mmlu(more))
        elif row.source == "mmmlu":
            at.mkdir(exist_ok=True)
            with (at / f"mmlu_{row.config.replace('_', '-')}.csv").open("w", encoding="utf-8", newline="") as file:
                table = csv.DictWriter(file, ["Question", "A", "B", "C", "D", "Answer", "Subject"])
                table.writeheader()
                table.writerows(mmmlu(texts))
        elif row.source == "xnli":
            write_lines(at / f"{code}_validation.jsonl", xnli(texts))
            write_lines(at / f"{code}_train.jsonl", xnli(more))
        elif row.source == "mgsm":
            at.mkdir(exist_ok=True)
            lines = "".join(f"{row['question']}\t{row['answer_number']}\n" for row in mgsm(texts, solved=False))
            (at / f"mgsm_{code}.tsv").write_text(lines, "utf-8")
            write_lines(at / f"{code}_train.jsonl", mgsm(more, solved=True))
        elif row.source == "aime24":
            rows = [
                {"ID": f"2024-{place}", "Problem": f"{text} $x+{place}$", "Answer": place}
                for place, text in enumerate(texts)
            ]
            write_lines(at / f"{code}.jsonl", rows)
        elif row.source == "flores":
            at.mkdir(exist_ok=True)
            (at / f"{row.config}.devtest").write_text("\n".join(texts[:5]) + "\n", "utf-8")
            (at / f"{row.config}.dev").write_text("\n".join(more[:5]) + "\n", "utf-8")


def write_french(folder: Path) -> None:
    """Write the data of the French set-up: enough for three factors that share no document."""
    one = SENTENCES["fr"]
    texts = [f"{first} {second}" for place, first in enumerate(one) for second in (one[place - 1], one[place - 2])]
    write_lines(folder / "belebele" / "fra_Latn.jsonl", belebele(texts))
    write_lines(folder / "xnli" / "fr_validation.jsonl", xnli(texts))
    write_lines(
        folder / "pawsx" / "fr_test.jsonl",
        [
            {"id": n, "sentence1": row["premise"], "sentence2": row["hypothesis"], "label": n % 2}
            for n, row in enumerate(xnli(texts))
        ],
    )
    write_lines(
        folder / "arc_fr" / "test.jsonl",
        [
            {"id": n, "question": text, "choices": list(options(texts, n, "ABCD").values()), "answerKey": "ABCD"[n % 4]}
            for n, text in enumerate(texts)
        ],
    )
    write_lines(
        folder / "hellaswag_fr" / "validation.jsonl",
        [
            {
                "activity_label": "Récit",
                "ctx_a": text,
                "ctx_b": "puis elle",
                "endings": list(options(texts, n, "ABCD").values()),
                "label": str(n % 4),
            }
            for n, text in enumerate(texts)
        ],
    )
    squad = [
        {"context": text, "question": one[n % len(one)], "is_impossible": bool(n % 2)} for n, text in enumerate(texts)
    ]
    write_lines(folder / "fquad" / "test.jsonl", squad[:12])
    write_lines(folder / "fquad" / "valid.jsonl", squad[12:])
    with (folder / "mmmlu" / "mmlu_FR-FR.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, ["Question", "A", "B", "C", "D", "Answer", "Subject"])
        table.writeheader()
        table.writerows(mmmlu(texts))


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the variables that name data of every source, in the files and schemas of the releases."""
    folder = tmp_path_factory.mktemp("data")
    for code in SENTENCES:
        write_language(folder, code)
    write_french(folder)
    return JAPANESE | {f"TYPO_DATA_{path.name.upper()}": str(path) for path in folder.iterdir()}


def variables(cache: Path) -> dict[str, str]:
    """What the command finds in its environment."""
    return {"HF_HUB_OFFLINE": "1", "PYTHONPATH": str(ROOT), "TYPO_CACHE": str(cache), **JAPANESE}


@pytest.fixture(scope="session")
def typo_eval(cache: Path) -> Run:
    """Return a function that runs `typo-eval` with arguments, and variables of the environment, in this process.

    Importing the harness takes longer than most of what is tested.
    """
    from lm_eval.tasks.manager import TaskManager

    from typo_lmeval.cli import main

    def run(*arguments: str, **told: str) -> subprocess.CompletedProcess[str]:
        out, errors = io.StringIO(), io.StringIO()
        with (
            pytest.MonkeyPatch.context() as patch, warnings.catch_warnings(),
            redirect_stdout(out), redirect_stderr(errors),
        ):  # fmt: skip
            warnings.simplefilter("ignore")
            for name, value in {"TOKENIZERS_PARALLELISM": "false", **variables(cache), **told}.items():
                patch.setenv(name, value)
            patch.setattr(sys, "argv", sys.argv)
            # The command makes every manager find our tasks from then on.
            patch.setattr(TaskManager, "__init__", TaskManager.__init__)
            try:
                code = main(arguments)
            except SystemExit as error:
                code = error.code if isinstance(error.code, int) else 1
        return subprocess.CompletedProcess(arguments, code, out.getvalue(), errors.getvalue())

    return run


@pytest.fixture(scope="session")
def typo_eval_process(cache: Path) -> Run:
    """Return a function that runs `typo-eval` in a process of its own."""

    def run(*arguments: str, **told: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "typo_lmeval.cli", *arguments],
            env={**os.environ, **variables(cache), **told}, capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip

    return run


@pytest.fixture(scope="session")
def samples(
    typo_eval: Run, typo_eval_process: Run, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., dict[str, Rows]]:
    """Return a function that runs tasks and returns the logged samples by task.

    With variables of the environment it is a process of its own: the harness reads its own when it is imported.
    """

    def run(tasks: str, *arguments: str, **told: str) -> dict[str, Rows]:
        folder = tmp_path_factory.mktemp("run")
        done = (typo_eval_process if told else typo_eval)(
            "--model", "typo-demo", "--tasks", tasks, "--log_samples", "--output_path", str(folder), *arguments, **told
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-2000:]
        logs: dict[str, Rows] = {}
        for path in sorted(folder.rglob("samples_*.jsonl")):
            task = path.name.removeprefix("samples_").rsplit("_", 1)[0]
            logs[task] = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        return logs

    return run
