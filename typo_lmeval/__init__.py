"""typokit's tasks for EleutherAI's lm-evaluation-harness.

Importing this costs nothing: the harness is imported when a task is built.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

try:
    from typo import Perturber as _Perturber  # noqa: F401 - only to see whose package `typo` is
except ImportError as error:
    raise ImportError(
        "Another distribution named typo is installed over typokit's package of that name; "
        "mend it with: pip uninstall typo && pip install --force-reinstall --no-deps typokit"
    ) from error

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["task_dir", "task_manager"]


def __getattr__(name: str) -> str:
    if name == "__version__":
        # Reading a distribution's facts takes longer than the rest of this import.
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("typokit")
        except PackageNotFoundError as error:
            raise AttributeError("typokit is not installed here, so it has no version") from error
    raise AttributeError(f"module 'typo_lmeval' has no attribute {name!r}")


def task_dir() -> Path:
    """Return the folder of the tasks' YAML files, for `--include_path`.

    They are made when first asked for, in the user's cache folder (or that of the variable `TYPO_CACHE`). Raises
    `TypoError` where that cannot be written.

    >>> (task_dir() / "jademo" / "jademo_typo_ime.yaml").is_file()
    True
    """
    from typo_lmeval.stubs import stub_dir

    return stub_dir()[0]


def task_manager(**options: Any) -> Any:  # the harness has no usable types
    """Return a `TaskManager` of the harness that knows our tasks, for `simple_evaluate(task_manager=...)`.

    `options` are those of `TaskManager`; `include_defaults=False` skips the harness's own tasks, which take it
    ten seconds to list. Raises `MissingExtra` without the extra `lmeval`.
    """
    from typo_lmeval.discovery import manager

    return manager(**options)
