"""Local data in the hub's schema: which files are read, and what is said where they are not as they should be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from typo import InvalidArgument
from typo_lmeval.rows import MissingData
from typo_lmeval.splits import load_splits, only_local, read_splits

BELEBELE = {
    "flores_passage": "Ein Text.", "question": "Was ist das?", "correct_answer_num": "1",
    **{f"mc_answer{number}": str(number) for number in range(1, 5)},
}  # fmt: skip
XNLI = {"premise": "Es regnet.", "hypothesis": "Es ist nass.", "label": 0}


def write(path: Path, *rows: dict[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return path


def test_files_are_found_by_language_and_split(tmp_path: Path) -> None:
    write(tmp_path / "de" / "validation-00000-of-00002.jsonl", XNLI)
    write(tmp_path / "de" / "validation-00001-of-00002.jsonl", XNLI | {"label": 1})
    write(tmp_path / "de" / "train.jsonl", XNLI | {"label": 2})
    write(tmp_path / "fr" / "validation.jsonl", XNLI | {"label": 2})
    write(tmp_path / "._de_validation.jsonl", {"broken": True})
    splits = load_splits("xnli", "de", path=str(tmp_path))
    assert {name: [row["label"] for row in rows] for name, rows in splits.items()} == {
        "validation": [0, 1],
        "train": [2],
    }


def test_a_file_that_names_no_split_holds_the_evaluated_one(tmp_path: Path) -> None:
    write(tmp_path / "deu_Latn.jsonl", BELEBELE)
    assert load_splits("belebele", "deu_Latn", path=str(tmp_path)) == {"test": [BELEBELE]}
    # XNLI's examples are a split of their own, which this folder lacks.
    single = write(tmp_path / "some.jsonl", XNLI)
    assert load_splits("xnli", "de", path=str(single)) == {"validation": [XNLI], "train": []}


def test_parquet_and_csv_are_read_like_json_lines(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="needs the extra lmeval")
    datasets.Dataset.from_list([XNLI]).to_parquet(str(tmp_path / "de_validation.parquet"))
    assert load_splits("xnli", "de", path=str(tmp_path))["validation"] == [XNLI]
    (tmp_path / "mmlu_DE-DE.csv").write_text(",Question,A,B,C,D,Answer,Subject\n0,Was?,1,2,3,4,B,anatomy\n", "utf-8")
    (row,) = load_splits("mmmlu", "DE_DE", path=str(tmp_path))["test"]
    assert (row["Question"], row["Answer"]) == ("Was?", "B")


def test_the_released_files_of_mgsm_and_flores_become_the_hubs_rows(tmp_path: Path) -> None:
    (tmp_path / "mgsm_de.tsv").write_text('Er sagt "ja" zu 3 Eiern.\t1,234\n', "utf-8")
    assert load_splits("mgsm", "de", path=str(tmp_path)) == {
        "test": [
            {"question": 'Er sagt "ja" zu 3 Eiern.', "answer": None, "answer_number": 1234, "equation_solution": None}
        ],
        "train": [],
    }
    (tmp_path / "deu_Latn.devtest").write_text("Eins.\nZwei.\n", "utf-8")
    assert load_splits("flores", "deu_Latn", path=str(tmp_path))["devtest"] == [
        {"id": 1, "sentence": "Eins."}, {"id": 2, "sentence": "Zwei."},
    ]  # fmt: skip


def test_the_real_files_are_read(shared: Any) -> None:
    folder = shared("data/benchmarks")
    assert len(load_splits("mgsm", "ru", path=str(folder / "mgsm"))["test"]) == 250
    assert len(load_splits("belebele", "deu_Latn", path=str(folder / "belebele"))["test"]) == 400
    assert len(load_splits("aime24", "en", path=str(folder / "aime24" / "aime24.jsonl"))["train"]) == 30
    assert len(load_splits("xnli", "fr", path=str(folder / "rte3-fr" / "validation.jsonl"))["validation"]) == 800


@pytest.mark.parametrize(
    ("name", "content", "error", "words"),
    [
        ("de_validation.jsonl", '{"premise": "x"}\n', InvalidArgument, "row 1: the column hypothesis is missing"),
        ("de_validation.jsonl", json.dumps(XNLI | {"premise": " "}), InvalidArgument, "premise is ' ', not a text"),
        ("de_validation.jsonl", json.dumps(XNLI | {"premise": 3}), InvalidArgument, "premise is 3, not a text"),
        ("de_validation.jsonl", "[1]\n", InvalidArgument, "row 1: not a JSON object"),
        ("de_validation.jsonl", "\n", InvalidArgument, "the file is empty"),
        ("de_validation.csv", "premise,hypothesis\na\n", InvalidArgument, "row 2: there are 1 cells under 2 names"),
        ("fr_validation.jsonl", '{"premise": "x"}\n', MissingData, "no file of de, split validation; it should"),
        ("de_train.jsonl", '{"premise": "x"}\n', MissingData, "holds no file of de, split validation"),
    ],
)  # fmt: skip
def test_data_of_another_schema_are_named_by_file_row_and_column(
    tmp_path: Path, name: str, content: str, error: type[Exception], words: str
) -> None:
    (tmp_path / name).write_text(content, "utf-8")
    with pytest.raises(error, match=words):
        load_splits("xnli", "de", path=str(tmp_path))


def test_rows_without_a_text_by_the_datasets_own_account_are_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    rows = [("Il pleut.", "NS"), ("", "Il neige."), ("Il pleut.", None), ("Il pleut.", "Il neige.")]
    write(tmp_path / "fr_test.jsonl", *({"sentence1": one, "sentence2": two, "label": 1} for one, two in rows))
    (row,) = load_splits("pawsx", "fr", path=str(tmp_path))["test"]
    assert row["sentence2"] == "Il neige."
    assert "3 rows of pawsx lack a text, and are left out." in caplog.text


def test_a_second_half_may_be_missing_in_hellaswag(tmp_path: Path) -> None:
    row = {
        "ctx_a": "Elle sort.",
        "ctx_b": "",
        "activity_label": "Jardin",
        "endings": ["a", "b", "c", "d"],
        "label": "1",
    }
    path = write(tmp_path / "validation.jsonl", row)
    assert load_splits("hellaswag_fr", "", path=str(path))["validation"] == [row]


def test_two_formats_of_one_split_are_refused(tmp_path: Path) -> None:
    write(tmp_path / "de_validation.jsonl", XNLI)
    write(tmp_path / "de_validation.json", XNLI)
    with pytest.raises(MissingData, match="of several formats, for the split validation"):
        load_splits("xnli", "de", path=str(tmp_path))


@pytest.mark.parametrize(
    ("line", "words"), [("Zwei?\t2\t3", "there are 3 cells"), ("Zwei?\tzwei", "'zwei', not a whole")]
)
def test_a_malformed_line_of_mgsm_is_named(tmp_path: Path, line: str, words: str) -> None:
    (tmp_path / "mgsm_de.tsv").write_text(f"Eins?\t1\n{line}\n", "utf-8")
    with pytest.raises(InvalidArgument, match=rf"mgsm_de\.tsv, row 2: .*{words}"):
        load_splits("mgsm", "de", path=str(tmp_path))


def test_what_is_missing_is_said_with_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TYPO_DATA_XNLI", "/nowhere")
    with pytest.raises(
        MissingData, match="TYPO_DATA_XNLI=/nowhere does not exist; it should be a folder with one file"
    ):
        load_splits("xnli", "de")
    monkeypatch.delenv("TYPO_DATA_XNLI")
    pytest.importorskip("datasets", reason="needs the extra lmeval")
    with pytest.raises(MissingData, match=r"could not be had from the hub \(\w+\); set TYPO_DATA_XNLI to a folder"):
        load_splits("xnli", "de")


def test_translated_problems_of_aime_come_from_a_local_file_only(tmp_path: Path) -> None:
    with pytest.raises(
        MissingData, match="The problems of AIME 2024 are on the hub in English only; for the language 'de'"
    ):
        load_splits("aime24", "de")
    assert only_local("aime24", "en") is None
    write(tmp_path / "de.jsonl", {"ID": "1", "Problem": "Wie viel ist $1+1$?", "Answer": 2})
    assert only_local("aime24", "de", str(tmp_path)) is None
    assert len(load_splits("aime24", "de", path=str(tmp_path))["train"]) == 1


def test_the_splits_of_any_task_are_files_named_by_them(tmp_path: Path) -> None:
    write(tmp_path / "test.jsonl", {"a": 1})
    assert read_splits(tmp_path, ["train", "test"]) == {"train": [], "test": [{"a": 1}]}
    with pytest.raises(MissingData, match="holds no file of a split: train"):
        read_splits(tmp_path, ["train"])
