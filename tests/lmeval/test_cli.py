"""`typo-eval`: lists, errors in one sentence, and the start-up line."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

import pytest

from typo import InvalidArgument
from typo_lmeval.catalogue import names
from typo_lmeval.enable import disable, enable
from typo_lmeval.loaders import load
from typo_lmeval.rows import MissingData

pytest.importorskip("lm_eval", reason="needs the extra lmeval")

Run = Callable[..., "subprocess.CompletedProcess[str]"]
ROOT = Path(__file__).parents[2]


def test_ls_and_path_need_no_harness(typo_eval: Run) -> None:
    assert typo_eval("ls").stdout.split() == list(names())
    assert len(list(Path(typo_eval("path").stdout.strip()).rglob("*.yaml"))) == len(names())
    assert "usage" in typo_eval().stdout
    assert typo_eval("ls", "xnli_d*_typo_r?0").stdout.split() == [f"xnli_de_typo_r{rate}0" for rate in "0147"]
    assert typo_eval("ls", "jmmlu_*").stdout.split() == [name for name in names() if name.startswith("jmmlu_")]
    assert "None of our tasks is named like 'mmlu_typo'" in typo_eval("ls", "mmlu_typo").stderr


@pytest.mark.parametrize(
    ("arguments", "variables", "words"),
    [
        (["--tasks", "jademo_typo_tranposition"], {}, "did you mean jademo_typo_transposition"),
        (["--tasks", "jademo_typo_ime", "--metadata", "typo_rate=1.5"], {}, "typo_rate=1.5 is outside 0..1"),
        (["--tasks", "jademo_typo_ime", "--metadata", "typo_n=0"], {}, "typo_n=0 is below 1"),
        (["--tasks", "jademo_typo_ime", "--metadata", "typo_n=-1"], {}, "typo_n=-1 is below 1"),
        (["--tasks", "jademo_typo_ime", "--metadata", "typo_n=some"], {}, "neither a number nor 'all'"),
        (["--tasks", "jademo_typo_ime", "--metadata", "typo_sed=1"], {}, "did you mean typo_seed"),
        (["--tasks", "jademo_typo_ime", "--num_fewshot", "50"], {}, "num_fewshot=50 is above the 10 examples"),
        (["--tasks", "jmmlu_typo_ime"], {"TYPO_DATA_JMMLU": "/nowhere"}, "TYPO_DATA_JMMLU=/nowhere does not exist"),
        (["--tasks", "jmmlu_typo_ime"], {"TYPO_DATA_JMMLU": ""}, "set TYPO_DATA_JMMLU to a folder of JMMLU's CSV"),
        (["--tasks", "jademo_tpo_ime", "--typo-only"], {}, "did you mean jademo_typo_ime"),
        (["--tasks", "nosuchtask", "--typo-only"], {}, "no task named 'nosuchtask'; `typo-eval ls` lists ours"),
        (["--tasks", "jmmlu_typo_ime", "--metadata", "typo_data=5"], {}, "typo_data=5 is not the path"),
        (["--tasks", "jademo_typo_ime", "--model_args", "pairs=/nowhere"], {}, "pairs=/nowhere cannot be read"),
        (["--tasks", "jamcqa_typo_ime"], {"TYPO_DATA_JAMCQA": ""}, "set TYPO_DATA_JAMCQA to a folder with one test*"),
    ],
)
def test_bad_input_gives_one_sentence_and_no_traceback(
    typo_eval: Run, tmp_path: Path, arguments: list[str], variables: dict[str, str], words: str
) -> None:
    done = typo_eval("--model", "typo-demo", *arguments, "--output_path", str(tmp_path / "out"), **variables)
    assert done.returncode == 2
    assert words in done.stderr.strip().splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("benchmark", "name", "content", "words"),
    [
        ("jmmlu", "a.csv", "q,1,2,3,4,A\nq,1,2,3,A\n", "a.csv, row 2: there are 5 cells"),
        ("jmmlu", "a.csv", "q,1,2,3,4,E\n", "row 1: the answer is 'E', not one of A, B, C, D"),
        ("jmmlu", "a.csv", "q,1,,3,4,A\n", "row 1: an option is empty"),
        ("jmmlu", "a.csv", "", "the file is empty"),
        ("jmmlu", "a.txt", "q", "holds no CSV file"),
        ("jmmlu", "a.csv", "q,1,2,3,4,A\n" + "q" * 200_000 + ",1,2,3,4,A\n", "a.csv, row 2: not CSV (field larger"),
        ("jmmlu", "a.csv", 'q,1,2,3,4,A\nq,"1,2,3,4,A\nq,1,2,3,4,A\n', "a.csv, row 2: there are 2 cells"),
        ("jamcqa", "test.parquet", "no parquet", "test.parquet: not a Parquet file (ArrowInvalid)"),
        ("jcommonsenseqa", "train.json", "{}\n", "holds 0 files valid*"),
        ("jamcqa", "test.jsonl", "{}\n", "test.jsonl, row 1: choice0 is missing"),
        ("jamcqa", "test.jsonl", "[]\n", "row 1: not a JSON object"),
        ("jamcqa", "test.jsonl", "{\n", "row 1: not JSON"),
        (
            "jamcqa", "test.jsonl",
            '{"qid":1,"category":"c","question":"q","choice0":"a","choice1":"b","choice2":"c","choice3":"d","answer_index":4}',
            "row 1: the answer is 4, not an index in 0..3",
        ),
    ],
)  # fmt: skip
def test_malformed_data_name_file_row_and_reason(
    tmp_path: Path, benchmark: str, name: str, content: str, words: str
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises((InvalidArgument, MissingData)) as error:
        load(benchmark, path=str(tmp_path))
    assert words in str(error.value)


def test_two_copies_of_a_subject_are_refused_and_hidden_files_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "__MACOSX").mkdir()
    (tmp_path / "__MACOSX" / "._a.csv").write_bytes(b"\x00\xff")
    (tmp_path / "._a.csv").write_bytes(b"\x00\xff")
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.csv").write_text("q,1,2,3,4,A\n", encoding="utf-8")
    with pytest.raises(InvalidArgument, match="hold the id 'a/0' twice"):
        load("jmmlu", path=str(tmp_path))
    (tmp_path / "two" / "a.csv").rename(tmp_path / "two" / "b.csv")
    assert [question.id for question in load("jmmlu", path=str(tmp_path)).evaluated] == ["a/0", "b/0"]


def test_a_pattern_of_ours_needs_no_other_tasks_with_typo_only(typo_eval: Run) -> None:
    done = typo_eval("--model", "typo-demo", "--tasks", "jademo_typo_i*_cloze", "--typo-only", "--limit", "1")
    assert done.returncode == 0, done.stderr[-2000:]
    assert {"jademo_typo_ime_cloze", "jademo_typo_ime_paper_cloze"} <= {*done.stdout.replace("|", " ").split()}


def test_bytes_that_are_not_utf8_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes("質問,1,2,3,4,A\n".encode("cp932"))
    with pytest.raises(InvalidArgument, match=r"a\.csv: not UTF-8"):
        load("jmmlu", path=str(tmp_path))


def test_real_files_are_read_whole(shared: Callable[[str], Path]) -> None:
    jmmlu = load("jmmlu", path=str(shared("data/benchmarks/jmmlu"))).evaluated
    assert len(jmmlu) == 7097
    assert len({question.id for question in jmmlu}) == 7097
    assert not any(choice != choice.strip() for question in jmmlu for choice in question.choices)
    data = load("jcommonsenseqa", path=str(shared("data/benchmarks/jglue")))
    assert (len(data.evaluated), len(data.shots)) == (1119, 8939)


@pytest.fixture
def environment(tmp_path: Path) -> tuple[Path, Run]:
    """An environment of its own that sees this one's packages, and what runs its Python.

    The start-up line must not touch this one.
    """
    venv.create(tmp_path / "env", with_pip=False, symlinks=True)
    python = tmp_path / "env" / "bin" / "python"

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        variables = {
            "PATH": os.environ["PATH"], "HF_HUB_OFFLINE": "1", "TYPO_CACHE": os.environ["TYPO_CACHE"],
            "TYPO_DATA_JMMLU": str(ROOT / "tests" / "fixtures" / "jmmlu"),
        }  # fmt: skip
        command = [str(python), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=variables, timeout=300)

    site = Path(run("-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])").stdout.strip())
    packages = [path for path in sys.path if path.endswith("site-packages")]
    (site / "outer.pth").write_text("\n".join([str(ROOT), *packages]) + "\n", encoding="utf-8")
    return site, run


def test_enable_makes_the_harness_find_the_tasks_and_disable_undoes_it(environment: tuple[Path, Run]) -> None:
    site, run = environment
    # Without a list of the harness's own tasks, which takes it ten seconds.
    ask = ("-c", "from lm_eval.tasks.manager import TaskManager as T; print(T(include_defaults=False).all_tags)")
    assert enable(site) == site
    assert "jmmlu_typo" in run(*ask).stdout
    assert disable(site)
    assert not disable(site)
    assert run(*ask).stdout == "[]\n"
    assert list(site.rglob("*typokit*")) == []


@pytest.mark.slow
def test_plain_lm_eval_runs_the_tasks_once_enabled(environment: tuple[Path, Run]) -> None:
    site, run = environment
    enable(site)
    found = run("-m", "lm_eval", "--model", "typo-demo", "--tasks", "jmmlu_typo_transposition", "--limit", "4")
    assert found.returncode == 0, found.stderr[-2000:]
    assert "jmmlu_typo_transposition" in found.stdout


def test_the_start_up_line_is_silent_once_its_hook_is_gone(tmp_path: Path) -> None:
    enable(tmp_path)
    (tmp_path / "_typokit_hook.py").unlink()
    code = f"import site; site.addsitedir({str(tmp_path)!r}); print('started')"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("started\n", "")


def test_the_start_up_line_imports_nothing_but_its_hook(tmp_path: Path) -> None:
    other, ours = tmp_path / "other", tmp_path / "ours"
    other.mkdir()
    ours.mkdir()
    enable(ours)
    # From 3.13 on, Python imports a codec to read the first start-up line of all, whoever wrote it.
    (other / "other.pth").write_text("import sys\n", encoding="utf-8")
    code = (
        f"import site, sys; site.addsitedir({str(other)!r}); before = set(sys.modules); "
        f"site.addsitedir({str(ours)!r}); print(sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['_typokit_hook']"
