"""Run the Python blocks of the README and the docs as tests, and keep all tests out of the user's folders."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Importing it is what enables it: the harness of this process would list our tasks, and its own, everywhere.
collect_ignore = ["typo_lmeval/hook.py"]

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser()], patterns=["README.md", "docs/*.md", "docs/**/*.md"]
).pytest()


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return the folder that files of ours are made in while tests run, instead of the user's."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TYPO_CACHE", str(folder))
        yield folder
