"""The example of a property test finds the bug that it is about, and the mended parser passes."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis.errors import NoSuchExample


@pytest.fixture(scope="module")
def example(root: Path) -> ModuleType:
    spec = spec_from_file_location("property_based_tests", root / "examples" / "property_based_tests.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_bug_is_found_with_one_slip_in_the_shortest_line(example: ModuleType) -> None:
    typed = example.smallest_misreading(example.parse)
    assert typed.realised == 1
    assert typed.source.startswith("1 ")
    assert example.parse(typed.text) not in (None, example.parse(typed.source))


def test_the_tests_its_author_thought_of_pass_in_both_parsers(example: ModuleType) -> None:
    for parser in (example.parse, example.parse_whole_words):
        assert [parser(line) for line in ("3 days", "1 day", "2 d", "90 minutes")] == [259200, 86400, 172800, 5400]
        assert [parser(line) for line in ("soon", "days", "3 years", "")] == [None] * 4


def test_the_mended_parser_passes(example: ModuleType) -> None:
    example.test_whole_words_are_never_misread()
    with pytest.raises(NoSuchExample):
        example.smallest_misreading(example.parse_whole_words)


def test_the_script_shows_what_it_found(root: Path) -> None:
    script = root / "examples" / "property_based_tests.py"
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True, cwd=root)
    found, shown, last = done.stdout.splitlines()
    assert found.startswith("meant '1 ")
    assert "{+" in shown
    assert last == "the parser that reads whole words passes"
