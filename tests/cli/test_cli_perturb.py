"""`typo perturb`: what goes in comes out, perturbed as the library does it and otherwise untouched."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from typo import Perturber, get, write_recipe
from typo.cli import main, reading
from typo.cli.reading import Place
from typo.cli.records import Job
from typo.cli.workers import results

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]

WIDE = ("--transform", "fullwidth")
NOISY = Perturber(get("fullwidth"), rate=0.5, seed=7)


def lines_of(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_lines_keep_their_endings_and_get_what_the_library_gives(typo: Run) -> None:
    given = ("AI in 2025", "", "CPU 64 and GPU 8\x0b\x0c\u2028\u2029\x85 RAM 16", " only words\rX1", "no 1 end\r")
    endings = ("\r\n", "\n", "\n", "\n", "")
    text = "".join(line + ending for line, ending in zip(given, endings, strict=True)).encode()
    wanted = "".join(
        NOISY(line, key=("line", n)) + ending for n, (line, ending) in enumerate(zip(given, endings, strict=True), 1)
    ).encode()
    done = typo("perturb", *WIDE, "--rate", "0.5", "--seed", "7", input=text)
    assert done.stdout == wanted != text


def test_equal_lines_get_independent_edits(typo: Run) -> None:
    done = typo("perturb", *WIDE, "--rate", "0.3", input=b"A1 B2 C3 D4 E5 F6\n" * 40)
    assert len(set(done.stdout.splitlines())) >= 12  # of the 15 pairs of places


def test_lines_are_counted_over_all_files_and_no_two_files_share_a_line(typo: Run, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"A1 B2\nC3 D4")
    (tmp_path / "b").write_bytes(b"E5 F6")
    done = typo("perturb", "a", "b", *WIDE, "--rate", "0.5", "--seed", "7")
    texts = ("A1 B2", "C3 D4", "E5 F6")
    assert done.stdout.decode() == "\n".join(NOISY(text, key=("line", n)) for n, text in enumerate(texts, 1))


def test_only_the_named_fields_change_and_the_rest_stays_byte_for_byte(typo: Run, tmp_path: Path) -> None:
    line = (
        '{ "id" :"x",\t"n": 1.50e+05, "text":"\\u0041I 1", "same": "\\u0041I", "deep": {"text": "AI"}, '
        '"big": 123456789012345678901234567890 }'
    )
    done = typo("perturb", "--field", "text", "--key", "id", *WIDE, "--rate", "1", input=line.encode() + b"\r\n")
    assert done.stdout.decode() == line.replace('"\\u0041I 1"', '"ＡＩ １"') + "\r\n"


def test_fields_of_a_record_share_one_plan_and_null_passes_through(typo: Run, tmp_path: Path) -> None:
    rows = [{"id": n, "a": f"A1 B2 C{n}", "b": f"D4 E{n}", "c": "F6"} for n in range(30)] + [
        {"id": "z", "a": None, "b": "A1 B2"}
    ]
    text = "".join(json.dumps(row) + "\n" for row in rows).encode()
    arguments = ("--field", "a", "--field", "b", "--key", "id", "--rate", "0.5", "--seed", "7")
    done = typo("perturb", *arguments, *WIDE, "--log", "log", "--pairs", "pairs", input=text)
    made = [json.loads(line) for line in done.stdout.splitlines()]
    log = lines_of(tmp_path / "log")
    pairs = lines_of(tmp_path / "pairs")
    for row, new, entry in zip(rows, made, log, strict=True):
        texts = {field: row[field] for field in ("a", "b") if row[field] is not None}
        wanted = NOISY.fields(texts, key=row["id"])  # type: ignore[arg-type]
        assert new == row | {field: result.text for field, result in wanted.items()}
        assert entry["key"] == row["id"]
        assert entry["edits"] == {field: [list(edit) for edit in result.edits] for field, result in wanted.items()}
        for field, result in wanted.items():
            assert pairs.pop(0) == {
                "field": field,
                "clean": result.source,
                "noisy": result.text,
                "edits": [list(edit) for edit in result.edits],
            }
    assert pairs == []


def test_the_log_and_the_pairs_hold_one_entry_a_record(typo: Run, tmp_path: Path) -> None:
    typo("perturb", *WIDE, "--rate", "0.5", "--seed", "7", "--log", "log", "--pairs", "pairs", input=b"A1 B2 C3\nabc\n")
    wanted = [NOISY.apply(text, key=("line", n)) for n, text in enumerate(("A1 B2 C3", "abc"), 1)]
    assert lines_of(tmp_path / "log") == [
        {
            "key": ["line", n],
            "edits": [list(edit) for edit in result.edits],
            "eligible": result.eligible,
            "requested": result.requested,
            "reason": result.reason,
        }
        for n, result in enumerate(wanted, 1)
    ]
    assert [entry["noisy"] for entry in lines_of(tmp_path / "pairs")] == [result.text for result in wanted]


def test_pairs_come_as_m2_by_the_suffix(typo: Run, tmp_path: Path) -> None:
    typo("perturb", *WIDE, "--rate", "0.5", "--seed", "7", "--pairs", "pairs.m2", input=b"A1 B2 C3\n")
    assert (tmp_path / "pairs.m2").read_text("utf-8") == NOISY.apply("A1 B2 C3", key=("line", 1)).to_m2()


def test_a_lone_surrogate_goes_out_as_the_escape_it_came_in_as(typo: Run) -> None:
    done = typo("perturb", *WIDE, "--field", "t", "--rate", "1", input=b'{"t": "A1 \\ud800 \\ud83d\\ude00"}\n')
    assert done.stdout.decode() == '{"t": "Ａ１ \\ud800 \U0001f600"}\n'


def test_a_byte_order_mark_stays_in_front(typo: Run) -> None:
    done = typo("perturb", *WIDE, "--field", "t", "--rate", "1", input=b'\xef\xbb\xbf{"t": "A1"}\n')
    assert done.stdout == '\ufeff{"t": "Ａ１"}\n'.encode()


BAD_JSON = {
    '{"text": "A1"': "the line is not JSON: Expecting ',' delimiter (character 14).",
    '{"text": "A1",}': "the line is not JSON: ",
    '{"text" "A1"}': "the line is not JSON: Expecting ':' delimiter (character 9).",
    '{"text": "A1"} x': "the line is not JSON: Extra data (character 16).",
    '["text"]': "the line is JSON, but not an object.",
    '{"id": 1}': "there is no field 'text'.",
    '{"id": 1, "text": 5}': "the field 'text' is a number, not a string or null.",
    '{"id": 1, "text": ["A1"]}': "the field 'text' is a list, not a string or null.",
    '{"id": 1, "text": "A1", "text": "B2"}': "the field 'text' is there twice.",
    '{"id": true, "text": "A1"}': "the key 'id' is true or false, not a string or a whole number.",
    '{"id": 1.0, "text": "A1"}': "the key 'id' is a number, not a string or a whole number.",
    '{"text": "A1"}': "there is no field 'id'.",
    "[" * 100_000: "the line is",
    '{"n": ' + "9" * 5000 + "}": "the line cannot be read: ",
}


@pytest.mark.parametrize(("line", "complaint"), BAD_JSON.items(), ids=lambda value: value[:40])
def test_a_bad_line_is_told_with_its_number_and_what_is_wrong(
    line: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(f'{{"id": 1, "text": "A1"}}\n{line}\n', "utf-8")
    arguments = ["perturb", str(path), *WIDE, "--field", "text", "--key", "id", "-o", str(tmp_path / "out")]
    assert main(arguments) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"typo: {path}:2: {complaint}")
    assert told.count("\n") == 1


def test_bad_lines_end_the_run_or_are_left_out_or_copied(typo: Run, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"A1\nB\xff2\nC3\n")
    failed = typo("perturb", "in", *WIDE, "--rate", "1", code=1)
    assert failed.stdout.decode() == "Ａ１\n"
    assert failed.stderr.decode().startswith("typo: in:2: the byte 0xff at offset 4 of the input is not UTF-8.")
    skipped = typo("perturb", "in", *WIDE, "--rate", "1", "--bad-lines", "skip")
    assert skipped.stdout.decode() == "Ａ１\nＣ３\n"
    assert b"typo: in:2: the byte 0xff" in skipped.stderr
    assert b"2 records, 2 edits, 0 unchanged, 1 bad line skipped" in skipped.stderr
    kept = typo("perturb", "in", *WIDE, "--rate", "1", "--bad-lines", "keep")
    assert kept.stdout == "Ａ１\n".encode() + b"B\xff2\n" + "Ｃ３\n".encode()


def test_many_bad_lines_do_not_flood_the_terminal(typo: Run) -> None:
    done = typo("perturb", *WIDE, "--field", "a", "--bad-lines", "skip", input=b"no\n" * 500)
    assert done.stderr.count(b"\n") < 25
    assert b"500 bad lines skipped" in done.stderr


@pytest.mark.parametrize("size", [1, 7, 500, 1 << 20])
def test_the_output_does_not_depend_on_the_size_of_blocks(
    size: int, records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outputs = []
    for n, block in enumerate((1 << 16, size)):
        names = [str(tmp_path / f"{name}{n}") for name in ("out", "log", "pairs")]
        arguments = ["perturb", str(records), *WIDE, "--field", "text", "--field", "note", "--rate", "0.4"]
        with patch.object(reading, "BLOCK_BYTES", block):
            assert main([*arguments, "-o", names[0], "--log", names[1], "--pairs", names[2]]) == 0
        outputs.append([Path(name).read_bytes() for name in names])
    assert outputs[0] == outputs[1]
    assert all(outputs[0])
    told = capsys.readouterr().err.splitlines()
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("jobs", "method", "source"),
    [("2", "fork", "--lang=en"), ("2", "spawn", "--lang=en"), ("5", "fork", "--transform=fullwidth")],
)
def test_the_output_does_not_depend_on_the_number_of_workers_or_how_they_start(
    jobs: str, method: str, source: str, records: Path, tmp_path: Path, small: Callable[..., subprocess.Popen[bytes]]
) -> None:
    outputs = []
    for count in ("1", jobs):
        arguments = [
            "perturb",
            records.name,
            source,
            "--field",
            "text",
            "--key",
            "id",
            "--rate",
            "0.4",
            "--jobs",
            count,
        ]
        run = small(*arguments, "-o", f"out{count}", "--log", f"log{count}", size=2000, method=method)
        _, told = run.communicate(timeout=60)
        assert run.returncode == 0, told.decode()
        outputs.append(((tmp_path / f"out{count}").read_bytes(), (tmp_path / f"log{count}").read_bytes(), told))
    assert outputs[0] == outputs[1]


def test_no_more_than_two_blocks_a_worker_are_in_flight(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"A1 B2 C3\n" * 200)
    read = 0

    def counted() -> object:
        nonlocal read
        for block in reading.blocks([str(path)], Place()):
            read += 1
            yield block

    with patch.object(reading, "BLOCK_BYTES", 30):
        written = 0
        for _ in results(Job(NOISY), counted(), 2):  # type: ignore[arg-type]
            written += 1
            assert read - written < 4
    assert read == written > 40


def test_a_reader_who_has_seen_enough_ends_the_run_quietly(environment: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"A1 B2 C3\n" * 90_000)
    command = [sys.executable, "-m", "typo", "perturb", str(path), *WIDE]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        assert run.stdout.readline().endswith(b"\n")
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 0


def test_what_a_pipe_holds_is_answered_before_it_ends(environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "typo", "perturb", *WIDE, "--rate", "1"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        run.stdin.write(b"A1\n")
        run.stdin.flush()
        assert run.stdout.readline().decode() == "Ａ１\n"
        run.stdin.close()
    assert run.returncode == 0


WRONG = {
    "no source": ["perturb", "in"],
    "two sources": ["perturb", "in", *WIDE, "--recipe", "r.json"],
    "an option without its transform": ["perturb", "in", "--lang", "ja", "--option", "per=run"],
    "an unknown transform": ["perturb", "in", "--transform", "fulwidth"],
    "an unknown option": ["perturb", "in", *WIDE, "--option", "pre=run"],
    "an option without a value": ["perturb", "in", *WIDE, "--option", "per"],
    "a rate above one": ["perturb", "in", *WIDE, "--rate", "1.5"],
    "an unknown preset": ["perturb", "in", *WIDE, "--protect", "urls"],
    "a key without a field": ["perturb", "in", *WIDE, "--key", "id"],
    "a field named twice": ["perturb", "in", *WIDE, "--field", "a", "--field", "a"],
    "no jobs": ["perturb", "in", *WIDE, "--jobs", "0"],
    "an output that is the input": ["perturb", "in", *WIDE, "-o", "in", "--force"],
    "an output that is a link to the input": ["perturb", "in", *WIDE, "-o", "link", "--force"],
    "an unfinished output that is the input": ["perturb", "x.partial", *WIDE, "-o", "x"],
    "one file for two outputs": ["perturb", "in", *WIDE, "-o", "x", "--log", "x"],
    "standard input twice": ["perturb", "-", "-", *WIDE],
    "resuming standard input": ["perturb", "-", *WIDE, "-o", "x", "--resume"],
    "resuming standard output": ["perturb", "in", *WIDE, "--resume"],
    "no command": [],
    "an unknown command": ["pertub"],
}


@pytest.mark.parametrize("arguments", WRONG.values(), ids=WRONG.keys())
def test_wrong_arguments_are_told_and_exit_with_2(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in").write_text("A1\n", "utf-8")
    Path("x.partial").write_text("A1\n", "utf-8")
    Path("link").symlink_to("in")
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "typo" in told.err
    assert Path("in").read_text("utf-8") == "A1\n"


def test_files_that_are_not_there_or_in_the_way_exit_with_1(typo: Run, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"A1\n")
    (tmp_path / "out").write_bytes(b"precious\n")
    assert b"nowhere: No such file or directory." in typo("perturb", "nowhere", *WIDE, code=1).stderr
    assert b"no/out.partial: No such file" in typo("perturb", "in", *WIDE, "-o", "no/out", code=1).stderr
    assert b"out exists; --force replaces it." in typo("perturb", "in", *WIDE, "-o", "out", code=1).stderr
    assert b"is not a regular file" in typo("perturb", "in", *WIDE, "-o", "/dev/null", "--force", code=1).stderr
    assert (tmp_path / "out").read_bytes() == b"precious\n"
    typo("perturb", "in", *WIDE, "-o", "out", "--force", "--rate", "1")
    assert (tmp_path / "out").read_text("utf-8") == "Ａ１\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "out"]


def test_a_run_without_edits_says_why(typo: Run) -> None:
    done = typo("perturb", *WIDE, "--quiet", input="ひらがな\n".encode() * 3)
    assert done.stderr.decode() == (
        "typo: no edits were made: 3 records: there are no runs of half-width letters and digits.\n"
    )
    none = typo("perturb", *WIDE, "--quiet", "--rate", "0", input=b"A1\n")
    assert none.stderr.decode() == "typo: no edits were made: 1 record: the rate asks for no edit.\n"


def test_the_run_ends_with_a_summary_and_the_signature(typo: Run) -> None:
    done = typo("perturb", *WIDE, "--rate", "0.5", "--seed", "7", input="A1 B2\nの\n".encode())
    assert done.stderr.decode() == f"typo: 2 records, 1 edit, 1 unchanged; {NOISY.signature}\n"
    assert typo("perturb", *WIDE, "--quiet", "--rate", "1", input=b"A1\n").stderr == b""


def test_options_limits_and_protection_reach_the_perturber(typo: Run) -> None:
    arguments = (
        "--option",
        "per=character",
        "--min-edits",
        "2",
        "--max-edits",
        "2",
        "--protect",
        "[0-9]+",
        "--seed",
        "a",
    )
    wanted = Perturber(get("fullwidth", per="character"), min_edits=2, max_edits=2, protect=("[0-9]+",), seed="a")
    done = typo("perturb", *WIDE, *arguments, input=b"CPU 64 GPU 8\n")
    assert done.stdout.decode() == wanted("CPU 64 GPU 8", key=("line", 1)) + "\n"


def test_a_recipe_file_says_what_to_do_and_options_replace_what_it_says(typo: Run, tmp_path: Path) -> None:
    write_recipe(Perturber(get("fullwidth"), rate=0.3, seed=5, min_edits=1), tmp_path / "r.json")
    for arguments, wanted in (
        ([], Perturber(get("fullwidth"), rate=0.3, seed=5, min_edits=1)),
        (["--rate", "0.9", "--seed", "s"], Perturber(get("fullwidth"), rate=0.9, seed="s", min_edits=1)),
    ):
        done = typo("perturb", "--recipe", "r.json", *arguments, input=b"A1 B2 C3 D4 E5 F6\n")
        assert done.stdout.decode() == wanted("A1 B2 C3 D4 E5 F6", key=("line", 1)) + "\n"
        assert wanted.signature in done.stderr.decode()
    assert b"r.yaml: No such file" in typo("perturb", "--recipe", "r.yaml", code=1).stderr
