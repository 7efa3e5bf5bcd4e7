"""Make the harness find our tasks and models."""

from __future__ import annotations

import logging
import re
from inspect import signature
from typing import TYPE_CHECKING, Any

from typo import TypoError
from typo.errors import require
from typo_lmeval.benchmarks import BENCHMARKS
from typo_lmeval.loaders import load
from typo_lmeval.rows import local_data
from typo_lmeval.settings import settings
from typo_lmeval.stubs import stub_dir

if TYPE_CHECKING:
    from collections.abc import Iterable

    from typo_lmeval.settings import Settings

__all__ = ["check_version", "install", "manager", "package_version", "register_models"]

_log = logging.getLogger(__name__)

# What the adapter is tested with: from the first version on, and below the second.
_SUPPORTED = ((0, 4, 12), (0, 5))


def manager(**options: Any) -> Any:  # the harness has no types
    """Return a `TaskManager` that knows our tasks beside those of its own `include_path`."""
    check_version()
    tasks = require("lm_eval.tasks", extra="lmeval")
    return tasks.TaskManager(**_including(options))


def install(task_manager: Any, *, only_ours: bool = False, benchmarks: Iterable[str] = ()) -> None:
    """Make every `TaskManager` made from now on include our tasks.

    The harness has no entry point for tasks (up to 0.4.13), and its command line takes one `--include_path`
    only. `only_ours` leaves out the harness's own tasks, which take ten seconds to list, and `benchmarks` all of ours
    but theirs. Settings, and the local data of `benchmarks`, are checked when a manager is made: that is before a model
    is loaded, which may take minutes.
    """
    original = task_manager.__init__
    if getattr(original, "of_typokit", False):
        return

    def including(self: Any, *args: Any, **named: Any) -> None:
        # Scripts of others may give the harness's arguments by place.
        options = signature(original).bind(self, *args, **named).arguments
        del options["self"]
        chosen = settings(options.get("metadata") or {})
        for name in benchmarks:
            _check_data(name, chosen)
        if only_ours:
            options["include_defaults"] = False
        try:
            options = _including(options, benchmarks)
        except TypoError as error:
            if only_ours:
                raise
            # Whoever runs other tasks shall not be kept from it.
            _log.warning("typokit's tasks are left out: %s", error)
        original(self, **options)

    including.of_typokit = True  # type: ignore[attr-defined]  # marks the wrapper, so that it is put on once
    task_manager.__init__ = including


def register_models() -> None:
    """Register the demo model; its module is read when the model is asked for."""
    # The harness loads its own models only while its registry is empty: without this import, ours would hide them.
    require("lm_eval.models", extra="lmeval")
    registry = require("lm_eval.api.registry", extra="lmeval").model_registry
    if "typo-demo" not in registry:
        registry.register("typo-demo", target="typo_lmeval.demo:TypoDemo")


def _check_data(benchmark: str, chosen: Settings) -> None:
    row = BENCHMARKS[benchmark]
    if row.family == "ja":
        load(benchmark, path=chosen.typo_data, restricted=chosen.typo_restricted)
    else:
        # Reading it all would take longer than loading many a model.
        local_data(row.source, chosen.typo_data)


def check_version() -> None:
    """Refuse a version of the harness that the adapter is not made for, in one sentence.

    Raises `MissingExtra` where there is none, and `TypoError` for another one.
    """
    require("lm_eval", extra="lmeval")
    from importlib.metadata import version

    installed = version("lm_eval")
    numbers = tuple(int(part) for part in re.findall(r"\d+", installed)[:3])
    first, beyond = _SUPPORTED
    if not first <= numbers < beyond:
        raise TypoError(
            f"lm_eval {installed} is installed; this version of typokit works with those from {_dotted(first)} on and "
            f'below {_dotted(beyond)}: pip install "lm_eval>={_dotted(first)},<{_dotted(beyond)}".'
        )


def package_version(package: str) -> str:
    """Return which version of a package is installed, or `absent`.

    >>> package_version("no such package")
    'absent'
    """
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


def _dotted(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers))


def _including(options: dict[str, Any], benchmarks: Iterable[str] = ()) -> dict[str, Any]:
    given = options.get("include_path") or []
    paths = list(given) if isinstance(given, list | tuple) else [given]
    return options | {"include_path": [*stub_dir(benchmarks), *paths]}
