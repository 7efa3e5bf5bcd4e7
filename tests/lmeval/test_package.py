"""The package itself: cheap to import, and clear about a stranger in its place."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from typo_lmeval.discovery import install

ROOT = Path(__file__).parents[2]


def python(code: str, *folders: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(str(folder) for folder in (*folders, ROOT))
    return subprocess.run(
        [sys.executable, "-P", "-c", code],
        capture_output=True, text=True, check=False, env=os.environ | {"PYTHONPATH": path},
    )  # fmt: skip


def test_importing_the_package_imports_neither_the_harness_nor_torch() -> None:
    code = (
        "import sys, typo_lmeval; typo_lmeval.task_dir(); "
        "print({'lm_eval', 'torch', 'datasets', 'transformers', 'numpy', 'importlib.metadata'} & sys.modules.keys())"
    )
    assert python(code).stdout.strip() == "set()"


def test_another_distribution_named_typo_is_named_with_the_command_that_mends_it(tmp_path: Path) -> None:
    (tmp_path / "typo").mkdir()
    (tmp_path / "typo" / "__init__.py").write_text("class StrErrer: ...\n", encoding="utf-8")
    last = python("import typo_lmeval", tmp_path).stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: Another distribution named typo is installed over typokit's")
    assert "pip uninstall typo && pip install --force-reinstall" in last


@pytest.mark.parametrize("place", ["by name", "by place"])
def test_a_manager_of_others_keeps_its_own_arguments(place: str) -> None:
    class Manager:
        def __init__(self, verbosity: str | None = None, include_path: str | None = None) -> None:
            self.given = (verbosity, include_path)

    install(Manager)
    made = Manager("INFO", "mine") if place == "by place" else Manager(verbosity="INFO", include_path="mine")
    assert made.given[0] == "INFO"
    assert made.given[1] is not None
    assert [Path(path).name.partition("-")[0] for path in made.given[1]] == ["tasks", "mine"]


def test_where_our_files_cannot_be_made_the_tasks_of_others_still_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Manager:
        def __init__(self, include_path: str | None = None) -> None:
            self.given = include_path

    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TYPO_CACHE", str(tmp_path / "file"))
    install(Manager)
    assert Manager("mine").given == "mine"
    assert "typokit's tasks are left out: " in caplog.text
    assert "set TYPO_CACHE to a folder that can" in caplog.text
