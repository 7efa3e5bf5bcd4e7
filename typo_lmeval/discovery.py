"""Make the harness find our tasks and models."""

from __future__ import annotations

from inspect import signature
from typing import TYPE_CHECKING, Any

from typo.errors import require
from typo_lmeval.catalogue import TASKS
from typo_lmeval.loaders import load
from typo_lmeval.settings import settings

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["install", "manager", "register_models"]


def manager(**options: Any) -> Any:  # the harness has no types
    """Return a `TaskManager` that knows our tasks beside those of its own `include_path`."""
    tasks = require("lm_eval.tasks", extra="lmeval")
    return tasks.TaskManager(**_including(options))


def install(task_manager: Any, *, only_ours: bool = False, benchmarks: Iterable[str] = ()) -> None:
    """Make every `TaskManager` made from now on include our tasks.

    The harness has no entry point for tasks (up to 0.4.13), and its command line takes one `--include_path`
    only. `only_ours` leaves out the harness's own tasks, which take ten seconds to list. Settings, and the data
    of `benchmarks`, are checked when a manager is made: that is before a model is loaded, which may take minutes.
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
            load(name, path=chosen.typo_data, restricted=chosen.typo_restricted)
        if only_ours:
            options["include_defaults"] = False
        original(self, **_including(options))

    including.of_typokit = True  # type: ignore[attr-defined]  # marks the wrapper, so that it is put on once
    task_manager.__init__ = including


def register_models() -> None:
    """Register the demo model; its module is read when the model is asked for."""
    # The harness loads its own models only while its registry is empty: without this import, ours would hide them.
    require("lm_eval.models", extra="lmeval")
    registry = require("lm_eval.api.registry", extra="lmeval").model_registry
    if "typo-demo" not in registry:
        registry.register("typo-demo", target="typo_lmeval.demo:TypoDemo")


def _including(options: dict[str, Any]) -> dict[str, Any]:
    given = options.get("include_path") or []
    paths = list(given) if isinstance(given, list | tuple) else [given]
    return options | {"include_path": [TASKS, *paths]}
