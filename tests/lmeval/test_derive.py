"""Variants of any task, without writing YAML."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

import typo
from typo import InvalidArgument, TypoError, UnknownName
from typo_lmeval.derive import derived, find_base, main, write_variants
from typo_lmeval.logs import read_runs

pytest.importorskip("lm_eval", reason="needs the extra lmeval")

Run = Callable[..., "subprocess.CompletedProcess[str]"]

TASK = """\
task: capitals
dataset_path: json
test_split: test
output_type: multiple_choice
doc_to_text: "Q: {{question}} ({{hint|upper}})\\nA:"
doc_to_choice: choices
doc_to_target: answer
"""


@pytest.fixture
def capitals(tmp_path: Path) -> Path:
    """A folder with a task of a user's, and its data."""
    (tmp_path / "capitals.yaml").write_text(TASK, "utf-8")
    cities = [("Greece", "Athens"), ("Peru", "Lima"), ("Kenya", "Nairobi")]
    rows = [
        {"question": f"Which city is the capital of {land} today?", "hint": "think of islands", "answer": place,
         "choices": [city for _, city in cities]}
        for place, (land, _) in enumerate(cities)
    ]  # fmt: skip
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "test.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return tmp_path


def test_a_users_task_is_found_with_its_fields(capitals: Path) -> None:
    base = find_base("capitals", [capitals])
    assert (base.name, base.fields, base.complete) == ("capitals", ("question", "hint", "choices", "answer"), True)
    assert find_base(str(capitals / "capitals.yaml")) == base


def test_a_task_of_the_harness_is_told_without_its_place_on_this_machine() -> None:
    base = find_base("mgsm_direct_de")
    assert base.path == "mgsm/direct/mgsm_direct_de.yaml"
    assert "question" in base.fields
    assert not find_base("french_bench_hellaswag").complete


def test_variants_run_like_the_tasks_of_the_catalogue(typo_eval: Run, capitals: Path) -> None:
    made, results = capitals / "made", capitals / "results"
    base = find_base("capitals", [capitals])
    assert write_variants(base, made, fields=["question"], lang="en", rates=[0.8]) == [
        "capitals_typo_r00", "capitals_typo_r80",
    ]  # fmt: skip
    done = typo_eval(
        "--model", "dummy", "--tasks", "capitals_typo", "--typo-only", "--include_path", str(made), "--log_samples",
        "--metadata", f"typo_data={capitals / 'data'}", "--output_path", str(results),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    records = read_runs(results).records
    assert {(record.condition, record.rate, record.language, record.format) for record in records} == {
        ("original", 0.0, "en", "cloze"), ("r80", 0.8, "en", "cloze"),
    }  # fmt: skip
    assert all((record.before == record.after) == (record.condition == "original") for record in records)
    assert all([name for name, _ in record.after] == ["question"] for record in records)
    assert all(len(record.probabilities or ()) == 3 for record in records)


def test_another_transform_names_the_conditions(capitals: Path) -> None:
    base = find_base("capitals", [capitals])
    names = write_variants(base, capitals / "x", fields=["hint"], lang="en", transform="naive", rates=[0.1])
    assert names == ["capitals_typo_r00", "capitals_typo_naive_r10"]
    assert sorted(path.stem for path in (capitals / "x").iterdir()) == sorted(names)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"fields": ["frage"]}, InvalidArgument, "reads no field 'frage'; it reads: question, hint, choices, answer"),
        ({"fields": []}, InvalidArgument, "must name at least one field"),
        ({"fields": ["hint", "hint"]}, InvalidArgument, "none twice"),
        ({"lang": "xx"}, UnknownName, "language"),
        ({"transform": "none.json"}, InvalidArgument, r"recipe none\.json cannot be read \(No such file"),
        ({"transform": "naiv"}, UnknownName, "did you mean naive"),
        ({"rates": [1.5]}, InvalidArgument, "rates=1.5"),
        ({"rates": [0.101, 0.102]}, InvalidArgument, "two that are both named r10"),
    ],
)
def test_what_cannot_be_derived_is_refused(
    capitals: Path, options: dict[str, Any], error: type[Exception], words: str
) -> None:
    given: dict[str, Any] = {"fields": ["question"], "lang": "en", "rates": [0.1], **options}
    with pytest.raises(error, match=words):
        write_variants(find_base("capitals", [capitals]), capitals / "x", **given)
    assert not (capitals / "x").exists()


def test_a_folder_that_cannot_be_made_is_named(capitals: Path) -> None:
    (capitals / "taken").write_text("", "utf-8")
    for out in (capitals / "taken", capitals / "taken" / "below"):
        with pytest.raises(TypoError, match=r"capitals_typo_r00\.yaml cannot be written"):
            write_variants(find_base("capitals", [capitals]), out, fields=["question"], lang="en", rates=[0.1])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: [", "describes no task"),
        ("- a", "describes no task"),
        ("task: broken\ndoc_to_text: '{{ q '\n", r"doc_to_text='\{\{ q ' is no template"),
    ],
)
def test_a_file_that_describes_no_task_is_named(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "broken.yaml").write_text(text, "utf-8")
    with pytest.raises(InvalidArgument, match=words):
        find_base(str(tmp_path / "broken.yaml"))


def test_a_folder_of_tasks_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match="nowhere is not a folder of tasks"):
        find_base("capitals", [tmp_path / "nowhere"])


def test_an_unknown_task_is_named(capitals: Path) -> None:
    with pytest.raises(UnknownName, match="no task named 'capital' in"):
        find_base("capital", [capitals])


def test_the_command_says_what_it_found(capitals: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["capitals", "--include_path", str(capitals)]
    assert main(asked) == 0
    assert "capitals reads the fields: question, hint, choices, answer\nchoose some" in capsys.readouterr().out
    assert main([*asked, "--fields", "question", "--lang", "en", "--out", str(capitals / "made")]) == 0
    assert "--include_path" in capsys.readouterr().out
    assert len(list((capitals / "made").glob("*.yaml"))) == 4
    with pytest.raises(InvalidArgument, match="is no list of numbers"):
        main([*asked, "--fields", "question", "--lang", "en", "--rates", "few"])


def test_a_recipe_in_a_file_perturbs_too(capitals: Path) -> None:
    from typo_lmeval.perturbing import perturber_of
    from typo_lmeval.settings import Settings

    path = capitals / "capitals_only.json"
    typo.write_recipe(typo.Perturber(typo.get("naive", lang="en"), rate=0.1, protect=(r"Peru\b",), max_edits=3), path)
    base = find_base("capitals", [capitals])
    (_, name) = write_variants(
        base, capitals / "made", fields=["question"], lang="en", transform=str(path), rates=[0.3]
    )  # fmt: skip
    assert name == "capitals_typo_capitals_only_r30"
    told = yaml.safe_load((capitals / "made" / f"{name}.yaml").read_text("utf-8").replace("!function ", ""))
    _, row, condition = derived(told["metadata"]["typo"])
    noisy = perturber_of(row, condition, Settings())
    assert noisy is not None
    assert (noisy.rate, noisy.protect, noisy.max_edits) == (0.3, (r"Peru\b",), 3)
