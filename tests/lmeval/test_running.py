"""Whole studies: what they run, that a killed run goes on, and that two do not meet."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from typo import InvalidArgument, TypoError, UnknownName
from typo_lmeval.benchmarks import BENCHMARKS
from typo_lmeval.logs import read_runs
from typo_lmeval.paper import main
from typo_lmeval.protocols import jobs, read_protocol
from typo_lmeval.running import Model, _alone, _logged, run_jobs

pytest.importorskip("lm_eval", reason="needs the extra lmeval")

Run = Callable[..., "subprocess.CompletedProcess[str]"]
ROOT = Path(__file__).parents[2]
DEMO = ("paper", "demo", "--model", "typo-demo", "--only", "*_original,*_ime,*_fullwidth")


def names(protocol: str, **options: Any) -> set[str]:
    return {job.name for job in jobs(read_protocol(protocol), **options)}


def test_the_japanese_study_is_the_published_protocol() -> None:
    published = names("japanese")
    assert len(published) == 3 * 6
    assert {"jmmlu_typo_original_gen-5shot", "jamcqa_typo_ime_paper_gen-5shot"} <= published
    ours = names("japanese", realistic=True, shots=(0, 1))
    assert len(ours) == 3 * 6 * 2
    assert "jcommonsenseqa_typo_ime_gen-1shot" in ours


def test_the_study_in_twelve_languages_has_four_rates_and_an_ablation() -> None:
    bases = sum(row.family == "multypo" for row in BENCHMARKS.values())
    assert len(names("multypo")) == bases * 4
    more = names("multypo", ablation=True) - names("multypo")
    assert len(more) == bases * 6
    assert "xnli_de_typo_naive_r70-3shot" in more
    german = names("multypo", languages=("de",))
    assert {name.split("_typo")[0] for name in german} >= {"flores_de_en", "flores_en_de", "mgsm_direct_de"}
    assert not {name for name in german if "xnli_fr" in name}


def test_the_french_study_has_levels_and_twins() -> None:
    assert len(names("french")) == 7 * 3 * 8
    assert "fr_xnli_typo_apostrophe_low_paper_restored-0shot" not in names("french")
    assert "fr_xnli_typo_apostrophe_low_restored_paper-0shot" in names("french")


@pytest.mark.parametrize(
    ("content", "error", "words"),
    [
        ("title = 1\ntasks = []\n", UnknownName, "no key of mine.toml named 'tasks'"),
        ('title = "x"\n', InvalidArgument, "lacks benchmarks, conditions, format, paper, shots"),
        ("title =", InvalidArgument, "is no protocol"),
        (
            'title = ""\nbenchmarks = ["x"]\nconditions = [1]\nformat = "gen"\npaper = true\nshots = [1]\n',
            InvalidArgument, "is no list of names",
        ),
        (
            'title = ""\nbenchmarks = ["x"]\nconditions = ["x"]\nformat = "gem"\npaper = true\nshots = [1]\n',
            UnknownName, "did you mean gen",
        ),
        (
            'title = ""\nbenchmarks = ["x"]\nconditions = ["x"]\nformat = "gen"\npaper = true\nshots = [-1]\n',
            InvalidArgument, "shots=-1",
        ),
    ],
)  # fmt: skip
def test_a_protocol_that_is_none_is_refused(tmp_path: Path, content: str, error: type[Exception], words: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(content, "utf-8")
    with pytest.raises(error, match=words):
        read_protocol(str(path))


def test_an_unknown_protocol_and_an_empty_choice_are_named() -> None:
    with pytest.raises(UnknownName, match="did you mean japanese"):
        read_protocol("japanes")
    with pytest.raises(InvalidArgument, match="No task of the catalogue is left"):
        names("demo", only=("xnli_*",))


@pytest.fixture(scope="module")
def whole(typo_eval: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nobody ended."""
    out = tmp_path_factory.mktemp("whole")
    done = typo_eval(*DEMO, "--out", str(out))
    assert done.returncode == 0, done.stderr[-2000:]
    return out


def test_a_study_leaves_a_folder_a_task_and_nothing_unfinished(whole: Path) -> None:
    assert {path.name for path in whole.iterdir()} == {
        ".lock", "run.json",
        *(f"jademo_typo_{name}-5shot" for name in ("original", "ime", "fullwidth")),
    }  # fmt: skip
    run = read_runs(whole)
    assert run.notes == ()
    assert {record.shots for record in run.records} == {5}
    assert {record.condition for record in run.records} == {"original", "ime", "fullwidth"}


def test_a_killed_run_goes_on_and_ends_like_one_that_was_not(whole: Path, cache: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    variables = {**os.environ, "HF_HUB_OFFLINE": "1", "PYTHONPATH": str(ROOT), "TYPO_CACHE": str(cache)}
    command = [sys.executable, "-m", "typo_lmeval.cli", *DEMO, "--out", str(out)]
    # Each time killed without warning when it says that it begins the next task.
    for at in (2, 3):
        with subprocess.Popen(
            command, env=variables, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        ) as run:
            assert run.stderr is not None
            for line in run.stderr:
                if f": {at} of 3" in line:
                    run.send_signal(signal.SIGKILL)
                    break
    again = subprocess.run(command, env=variables, capture_output=True, text=True, check=True, timeout=300)
    assert "finished before" in again.stderr
    assert read_runs(out) == read_runs(whole)
    assert not (out / ".work").exists()


def test_a_finished_run_loads_no_model_again(typo_eval: Run, whole: Path) -> None:
    done = typo_eval(*DEMO, "--out", str(whole))
    assert done.returncode == 0
    assert done.stderr.count("finished before") == 3
    assert "loading" not in done.stderr


def test_a_run_with_other_settings_is_not_mixed_in(typo_eval: Run, whole: Path) -> None:
    done = typo_eval(*DEMO, "--out", str(whole), "--metadata", "typo_seed=1")
    assert done.returncode == 2
    assert "holds a run with metadata={}" in done.stderr


def test_what_cannot_be_run_leaves_no_settings_behind(tmp_path: Path) -> None:
    (job,) = jobs(read_protocol("japanese"), only=("jmmlu_typo_original_gen",))
    out = tmp_path / "out"
    with pytest.raises(TypoError, match="nowhere does not exist"):
        run_jobs([job], Model("dummy"), out, {"typo_data": str(tmp_path / "nowhere")}, tell=print)
    assert not (out / "run.json").exists()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", "utf-8")
    for out in (tmp_path / "taken", tmp_path / "taken" / "below"):
        with pytest.raises(TypoError, match=rf"{out.name} cannot be written"):
            run_jobs([], Model("dummy"), out, {}, tell=print)


@pytest.mark.parametrize("shots", ["a", "-1", "1.5"])
def test_numbers_of_examples_are_whole(shots: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["demo", "--list", f"--shots={shots}"])
    assert f"'{shots}' is no list of whole numbers from 0 on" in capsys.readouterr().err


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    with _alone(tmp_path), pytest.raises(TypoError, match="Another process is running in"), _alone(tmp_path):
        pass
    with _alone(tmp_path):
        pass


def test_texts_that_may_not_be_passed_on_are_not_written() -> None:
    doc = {
        "source": "Guten Mogren", "reference": "Good morning", "typo_id": "x/0", "typo_edits": "[]", "typo_eligible": 2,
        "typo_original": {"source": "Guten Morgen"},
    }  # fmt: skip
    sample = {"doc": doc, "arguments": [("German: Guten Mogren\nEnglish:", {"until": []})], "target": 0}
    kept = _logged(sample, private=True)
    assert "Mogren" not in json.dumps(kept)
    assert "Morgen" not in json.dumps(kept)
    assert kept["arguments"]["gen_args_0"]["arg_1"] == {"until": []}
    assert _logged(sample, private=False)["doc"] == doc


def test_what_nobody_can_have_without_a_file_is_left_out_and_said(typo_eval: Run) -> None:
    done = typo_eval("paper", "multypo", "--list", "--only", "aime24_de_*,aime24_en_*_attested_*", "--ablation")
    assert done.returncode == 0
    assert (
        "aime24_de_typo_r40_paper-3shot: left out: the problems of AIME 2024 are on the hub in English only"
        in done.stderr
    )
    assert "set TYPO_DATA_AIME24 to a folder" in done.stderr
    assert "aime24_en_typo_attested_r10-3shot: left out: it needs a file of real typos" in done.stderr
    assert done.stdout.strip() == ""
