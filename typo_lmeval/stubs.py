"""The YAML files of our tasks, which the harness finds tasks by: made when they are first asked for.

There are well over a thousand of them, of four lines each, and all follow from the catalogue.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from typo import TypoError, digest
from typo_lmeval.catalogue import BENCHMARKS, variants

if TYPE_CHECKING:
    from collections.abc import Iterable

    from typo_lmeval.catalogue import Variant

__all__ = ["cache_dir", "stub", "stub_dir", "write_stubs"]

_VARIABLE = "TYPO_CACHE"


def stub(variant: Variant) -> str:
    """Return the YAML file of a task: its class, and the row of the catalogue that it stands for."""
    return (
        f"task: {variant.name}\n"
        "class: !function typo_lmeval.task.TypoTask\n"
        f"tag: [{', '.join(variant.tags)}]\n"
        f"metadata: {{version: 1, typo: {{benchmark: {variant.benchmark}, condition: {variant.condition}, "
        f"format: {variant.format}, paper: {str(variant.paper).lower()}}}}}\n"
    )


def write_stubs(folder: Path) -> None:
    """Write the YAML files of all tasks, a folder a benchmark."""
    for name in BENCHMARKS:
        (folder / name).mkdir(parents=True)
        for variant in variants(name):
            (folder / name / f"{variant.name}.yaml").write_text(stub(variant), encoding="utf-8")


def cache_dir() -> Path:
    """Return the folder where files that can be made again are kept; the variable `TYPO_CACHE` names another one."""
    given = os.environ.get(_VARIABLE)
    if given:
        return Path(given).expanduser()
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "typokit"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "typokit"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "typokit"


def stub_dir(benchmarks: Iterable[str] = ()) -> list[Path]:
    """Return the folder of the YAML files, made where it is not there, or the folders of some benchmarks in it.

    Its name tells its contents, so that two versions never share one; it appears whole or not at all. Raises
    `TypoError` where it cannot be written.
    """
    name = digest("stubs", *(stub(variant) for variant in variants())).hex()[:12]
    folder = cache_dir() / f"tasks-{name}"
    if not folder.is_dir():
        try:
            _make(folder)
        except OSError as error:
            raise TypoError(
                f"{folder}, where the harness looks for our tasks, cannot be written ({error.strerror}); "
                f"set {_VARIABLE} to a folder that can."
            ) from error
    return [folder / benchmark for benchmark in benchmarks] or [folder]


def _make(folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    partial = Path(tempfile.mkdtemp(prefix="partial-", dir=folder.parent))
    try:
        write_stubs(partial / "tasks")
        try:
            (partial / "tasks").rename(folder)
        except OSError:
            # Somebody else was faster, and made the same.
            if not folder.is_dir():
                raise
    finally:
        shutil.rmtree(partial, ignore_errors=True)
