"""`typo show`, `typo list`, `typo languages`, and the command itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest

from typo import Perturber, available, get
from typo.registry import languages

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]

WIDE = ("--transform", "fullwidth", "--rate", "0.5", "--seed", "7")
NOISY = Perturber(get("fullwidth"), rate=0.5, seed=7)


def test_show_draws_the_changes_and_lists_the_edits(typo: Run) -> None:
    result = NOISY.apply("A1 and B2", key="a")
    told = typo("show", "A1 and B2", *WIDE, "--key", "a").stdout.decode()
    first, _, rest = told.partition("\n\n")
    assert first == result.show()
    for edit in result.edits:
        assert f'{edit.start}-{edit.end}  "{edit.original}"' in rest
        assert f'"{edit.replacement}"' in rest
    assert told.endswith(
        f"{result.realised} of {result.eligible} runs of half-width letters and digits edited; {NOISY.signature}\n"
    )


def test_show_gives_the_reason_where_there_are_no_edits(typo: Run) -> None:
    told = typo("show", "の", *WIDE).stdout.decode()
    assert told.startswith("の\n\n0 of 0 ")
    assert told.endswith("\nthere are no runs of half-width letters and digits.\n")


def test_show_gives_json_for_programs(typo: Run) -> None:
    told = json.loads(typo("show", "A1 and B2", *WIDE, "--key", "7", "--json").stdout)
    assert told == NOISY.apply("A1 and B2", key=7).to_dict()


def test_a_key_is_a_number_only_where_it_is_written_like_one(typo: Run) -> None:
    for given, key in (("7", 7), ("07", "07"), ("-7", -7), ("x", "x")):
        told = json.loads(typo("show", "A1 B2 C3 D4", *WIDE, f"--key={given}", "--json").stdout)
        assert told == NOISY.apply("A1 B2 C3 D4", key=key).to_dict()


def test_a_language_alone_stands_for_its_realistic_mix(typo: Run) -> None:
    told = json.loads(typo("show", "Please review it", "--lang", "en", "--rate", "1", "--json").stdout)
    assert told == Perturber(lang="en", rate=1).apply("Please review it").to_dict()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize(("changes", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_colours_are_for_terminals_and_go_with_no_color(
    changes: dict[str, str], coloured: bool, environment: dict[str, str]
) -> None:
    told = on_a_terminal(["show", "A1 and B2", *WIDE], environment | {"TERM": "xterm", "NO_COLOR": ""} | changes)
    assert ("\x1b[" in told) is coloured


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_progress_is_for_terminals_and_takes_itself_away(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"A1 B2 C3 and D4\n" * 40_000)
    arguments = ["perturb", str(tmp_path / "in"), *WIDE, "-o", str(tmp_path / "out")]
    told = on_a_terminal(arguments, environment)
    assert "\x1b[Ktypo: 0." in told
    assert " of 0.6 MB, " in told
    assert told.rpartition("\x1b[K")[2].startswith("typo: 40000 records, ")
    assert "\x1b" not in on_a_terminal([*arguments, "--force", "--quiet"], environment)


def on_a_terminal(arguments: list[str], environment: dict[str, str]) -> str:
    import pty

    outer, inner = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "typo", *arguments], stdout=inner, stderr=inner, env=environment
    ) as run:
        os.close(inner)
        told = b""
        while True:
            try:
                piece = os.read(outer, 4096)
            except OSError:  # how Linux tells the end
                break
            if not piece:
                break
            told += piece
    os.close(outer)
    assert run.returncode == 0
    return told.decode()


def test_list_names_every_transform_with_a_sentence_on_it(typo: Run) -> None:
    rows = json.loads(typo("list", "--json").stdout)
    assert [row["name"] for row in rows] == [name for name in available() if "/" not in name]
    assert all(row["description"] for row in rows)
    lines = typo("list").stdout.decode().splitlines()
    assert [line.split()[0] for line in lines] == [row["name"] for row in rows]


def test_languages_names_every_language_with_its_keyboard(typo: Run) -> None:
    rows = json.loads(typo("languages", "--json").stdout)
    assert [(row["code"], row["name"]) for row in rows] == [(language.code, language.name) for language in languages()]
    assert [line.split()[0] for line in typo("languages").stdout.decode().splitlines()] == [row["code"] for row in rows]


def test_the_version_is_that_of_the_distribution(typo: Run) -> None:
    assert typo("--version").stdout.decode() == f"typokit {version('typokit')}\n"


@pytest.mark.parametrize("command", ["", "perturb", "show", "list", "languages", "doctor"])
def test_every_command_has_its_help(command: str, typo: Run) -> None:
    assert typo(*command.split(), "--help").stdout.startswith(f"usage: typo {command}".encode())
