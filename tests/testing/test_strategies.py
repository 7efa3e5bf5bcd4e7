"""The strategies draw what they say, and shrink to examples a person would have chosen."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

import typo
from typo.strategies import edit_logs, edits, perturbations, perturbed

WIDE = typo.Perturber(typo.get("fullwidth", per="character"))
TEXT = "ab cd 12"  # six letters and digits
WORDS = st.lists(st.sampled_from(["CPU", "64", "ビット", "{name}", "の "]), max_size=6).map("".join)


def smallest(strategy: Any, condition: Any) -> Any:
    return find(strategy, condition, settings=settings(max_examples=2000, database=None, derandomize=True))


@given(perturbed(WORDS, WIDE))
def test_what_is_drawn_is_a_perturbation_with_edits_of_the_perturber(drawn: typo.Perturbation) -> None:
    assert drawn.log.apply(drawn.source) == drawn.text
    assert drawn.realised == drawn.requested <= drawn.eligible
    assert all(edit.label == "fullwidth" for edit in drawn.edits)
    assert drawn.text.count("{name}") == drawn.source.count("{name}")


@pytest.mark.parametrize("count", range(7))
def test_any_number_of_edits_up_to_all_is_found(count: int) -> None:
    assert smallest(perturbations(TEXT, perturber=WIDE), lambda drawn: drawn.realised == count).realised == count


def test_the_limit_of_the_perturber_holds_and_its_rate_does_not_count() -> None:
    noisy = typo.Perturber(WIDE.transform, rate=0, min_edits=1, max_edits=2)
    drawn = perturbations(TEXT, perturber=noisy)
    assert smallest(drawn, lambda one: one.realised == 2).realised == 2
    assert smallest(drawn, lambda one: True).realised == 0

    @given(drawn)
    def never_more(one: typo.Perturbation) -> None:
        assert one.realised <= 2

    never_more()


def test_examples_shrink_to_no_edit_then_to_few_and_early_ones() -> None:
    drawn = perturbations(TEXT, perturber=WIDE)
    assert smallest(drawn, lambda one: True).text == TEXT
    assert smallest(drawn, lambda one: one.realised > 0).text == "ａb cd 12"
    assert smallest(drawn, lambda one: one.realised > 2).text == "ａｂ ｃd 12"
    # The second edit of any kind that lies after the blank: the first two letters stay as they are.
    assert smallest(drawn, lambda one: sum(edit.start > 2 for edit in one.edits) > 1).text == "ab ｃｄ 12"


def test_a_faulty_program_is_shown_with_the_shortest_text_and_one_edit() -> None:
    # A reader of numbers that takes full-width digits for digits.
    drawn = smallest(
        perturbed(st.from_regex(r"[a-z]{0,4}[0-9]{1,3}", fullmatch=True), WIDE), lambda one: "０" in one.text
    )
    assert (drawn.source, drawn.text, drawn.realised) == ("0", "０", 1)


@given(perturbed(WORDS, WIDE, rates=(0.5, 0.1)), st.data())
def test_with_rates_each_result_is_what_the_perturber_makes_at_one_of_them(
    drawn: typo.Perturbation, data: st.DataObject
) -> None:
    wanted = {int(rate * drawn.eligible + 0.5) for rate in (0.1, 0.5)}
    assert drawn.requested in wanted
    assert drawn.realised == drawn.requested


def test_with_rates_examples_shrink_to_the_lowest_one() -> None:
    drawn = perturbed(st.just(TEXT), WIDE, rates=(1.0, 0.5, 0.2))
    assert smallest(drawn, lambda one: True).requested == 1
    assert smallest(drawn, lambda one: one.realised > 1).requested == 3


@given(st.data(), st.text(max_size=6))
def test_edits_and_logs_fit_their_source(data: st.DataObject, source: str) -> None:
    edit = data.draw(edits(source))
    assert source[edit.start : edit.end] == edit.original != edit.replacement
    log = data.draw(edit_logs(source))
    assert log.invert().apply(log.apply(source)) == source


def test_logs_hold_touching_edits_insertions_at_one_point_and_shrink_to_none() -> None:
    logs = edit_logs("abcd", replacements=st.sampled_from(["", "x", "yz"]))
    assert smallest(logs, lambda log: True).edits == ()
    (only,) = smallest(logs, lambda log: len(log) > 0).edits
    assert only == typo.Edit(0, 0, "", "x", "slip")
    assert smallest(logs, lambda log: len({edit.start for edit in log.edits}) < len(log)).edits == (only, only)
    touching = smallest(
        logs, lambda log: any(a.end == b.start != a.start for a, b in zip(log.edits, log.edits[1:], strict=False))
    )
    assert len(touching) == 2


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: perturbed(st.text(), typo.get("fullwidth")), typo.InvalidArgument, "is not a Perturber"),  # type: ignore[arg-type]
        (lambda: perturbed(st.text(), WIDE, rates=(2,)), typo.InvalidArgument, "rates=2 is outside 0..1"),
        (lambda: perturbed(st.text(), WIDE, rates=()), typo.InvalidArgument, "at least one rate"),
        (lambda: perturbations(b"a", perturber=WIDE), typo.InvalidArgument, "text must be a str"),  # type: ignore[arg-type]
        (lambda: edits(1), typo.InvalidArgument, "source must be a str"),  # type: ignore[arg-type]
    ],
)
def test_bad_arguments_are_refused_when_a_strategy_is_made(make: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make()


def run(code: str, *paths: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_hypothesis_knows_edits_and_logs_by_their_type(root: Path, tmp_path: Path) -> None:
    # As an installation would say it, whichever is installed here.
    (line,) = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"][
        "hypothesis"
    ].items()
    info = tmp_path / "typokit_here-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: typokit-here\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[hypothesis]\n{} = {}\n".format(*line), encoding="utf-8")
    code = (
        "import typo; from hypothesis import find, strategies as st; "
        "print(find(st.from_type(typo.Edit), lambda e: True), find(st.from_type(typo.EditLog), len))"
    )
    assert run(code, root, tmp_path) == (
        "Edit(start=0, end=0, original='', replacement='0', label='slip') "
        "EditLog([Edit(start=0, end=0, original='', replacement='0', label='slip')], source_length=0)"
    )


def test_without_hypothesis_the_command_that_installs_it_is_told(root: Path, tmp_path: Path) -> None:
    (tmp_path / "hypothesis.py").write_text("raise ModuleNotFoundError('gone', name='hypothesis')", encoding="utf-8")
    code = (
        "import typo, typo.strategies, typo.testing\n"
        "try: typo.strategies.edits('a')\n"
        "except typo.MissingExtra as error: print(error)"
    )
    assert (
        run(code, tmp_path, root)
        == 'This needs the package hypothesis; install it with: pip install "typokit[testing]".'
    )
