"""The sheets on which people rate how natural typos look: blind, the same each time, and read back rightly."""

from __future__ import annotations

import csv
import json
import runpy
from collections import Counter
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
DAYS, THINGS = ("Monday", "Friday", "Sunday"), ("garden", "harbour", "library", "theatre")
TEXTS = [f"The committee met on a {day} and said no word about the {thing}." for day in DAYS for thing in THINGS]


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "benchmarks" / "naturalness.py"))


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    path = tmp_path / "texts.txt"
    path.write_text("\n".join(TEXTS) + "\n", encoding="utf-8")
    return path


def write(script: dict[str, Any], texts: Path, out: Path, *more: str) -> dict[str, list[str]]:
    given = (f"--texts={lang}={texts}" for lang in ("en", "de"))
    script["main"](["sheet", *given, "--out", str(out), "--items", "12", "--rate", "0.2", *more])
    return dict(json.loads((out / "key.json").read_text("utf-8")))


def cells(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


def fill(out: Path, key: dict[str, list[str]], best: list[str]) -> None:
    """Answer every row: the generator that comes first in `best` wins."""
    for path in out.glob("*.csv"):
        head, *rows = cells(path)
        answers = ["AB"[key[row[0]].index(min(key[row[0]], key=best.index))] for row in rows]
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([head, *([*row[:-1], a] for row, a in zip(rows, answers, strict=True))])


def test_sheets_show_two_versions_of_a_text_and_not_who_made_them(
    script: dict[str, Any], texts: Path, tmp_path: Path
) -> None:
    key = write(script, texts, tmp_path / "out")
    for lang in ("en", "de"):
        head, *rows = cells(tmp_path / "out" / f"{lang}.csv")
        assert head[:3] == ["id", "A", "B"]
        assert [row[0] for row in rows] == [f"{lang}-{n:03}" for n in range(1, 13)]
        assert all(a != b and not {a, b} & set(TEXTS) and answer == "" for _, a, b, answer in rows)
        pairs = Counter(tuple(sorted(key[row[0]])) for row in rows)
        assert pairs == {("multypo", "naive"): 4, ("multypo", "ours"): 4, ("naive", "ours"): 4}
        page = (tmp_path / "out" / f"{lang}.html").read_text("utf-8")
        assert all(row[1].split()[-1] in page and row[0] in page for row in rows)
        shown = page + (tmp_path / "out" / f"{lang}.csv").read_text("utf-8")
        assert not [name for name in ("multypo", "naive", "ours", "keyboard") if name in shown]
    assert {made_by[0] for made_by in key.values()} == {"multypo", "naive", "ours"}


def test_the_same_seed_gives_the_same_sheets_and_another_gives_others(
    script: dict[str, Any], texts: Path, tmp_path: Path
) -> None:
    one, two, other = (tmp_path / name for name in ("one", "two", "other"))
    keys = [write(script, texts, one), write(script, texts, two), write(script, texts, other, "--seed", "1")]
    assert keys[0] == keys[1] != keys[2]
    for name in ("en.csv", "de.html", "key.json"):
        assert (one / name).read_bytes() == (two / name).read_bytes() != (other / name).read_bytes()


def test_filled_sheets_are_read_back_by_language_and_over_all(
    script: dict[str, Any], texts: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    key = write(script, texts, out)
    fill(out, key, ["ours", "multypo", "naive"])
    capsys.readouterr()
    script["main"](["read", str(out)])
    rows = {tuple(line.split()[:2]): line.split()[2:] for line in capsys.readouterr().out.splitlines()[1:]}
    assert rows["en", "multypo/naive"] == ["4", "0", "0", "100.0", "0.125"]
    assert rows["de", "multypo/ours"] == ["0", "4", "0", "0.0", "0.125"]
    assert rows["all", "naive/ours"] == ["0", "8", "0", "0.0", "0.00781"]
    assert len(rows) == 9


def test_ties_and_open_rows_do_not_count_and_unknown_answers_are_refused(
    script: dict[str, Any], tmp_path: Path
) -> None:
    key = {"en-001": ["naive", "ours"], "en-002": ["ours", "naive"], "en-003": ["multypo", "naive"]}
    path = tmp_path / "en.csv"
    path.write_text("id,A,B,?\nen-001,x,y,b\nen-002,x,y,=\nen-003,x,y,\n", encoding="utf-8")
    counts = script["read_sheet"](path, key)
    assert {pair: tuple(score) for pair, score in script["scores"](counts).items()} == {
        ("en", "naive/ours"): (0, 1, 1),
        ("all", "naive/ours"): (0, 1, 1),
    }
    path.write_text("id,A,B,?\nen-001,x,y,C\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="line 2: 'en-001' with the answer 'C' is not in the key"):
        script["read_sheet"](path, key)


@pytest.mark.parametrize("trials", [0, 1, 7, 10, 200])
def test_the_binomial_test_adds_up_all_splits_as_uneven(script: dict[str, Any], trials: int) -> None:
    for successes in range(trials + 1):
        as_uneven = [k for k in range(trials + 1) if abs(2 * k - trials) >= abs(2 * successes - trials)]
        expected = Fraction(sum(comb(trials, k) for k in as_uneven), 2**trials)
        assert script["binomial"](successes, trials) == expected
