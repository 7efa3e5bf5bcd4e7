"""What the numbers of a report depend on, in words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from typo.keyed import digest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from typo.evaluation.arms import Resampling

__all__ = ["said", "shared", "signature"]

_NONE = "none"  # in words, what is not set; where it is not set in any run, it is not worth a line


def signature(facts: Mapping[str, Mapping[str, Any]], resampling: Resampling) -> str:
    """Return twelve letters that are the same under the same facts, and under no others."""
    told = json.dumps([facts, resampling], sort_keys=True, default=str)
    return digest("report", told).hex()[:12]


def shared(facts: Mapping[str, Mapping[str, Any]]) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """Split the facts of runs into those that are the same in all, and those of each run."""
    runs = {run: {name: said(value) for name, value in told.items()} for run, told in sorted(facts.items())}
    names = sorted({name for told in runs.values() for name in told})
    same = {name for name in names if len({told.get(name) for told in runs.values()}) == 1}
    first = next(iter(runs.values()), {})
    own = {run: {name: told[name] for name in names if name in told and name not in same} for run, told in runs.items()}
    return {name: first[name] for name in names if name in same and first[name] != _NONE}, own


def said(value: Any) -> str:
    """Put a fact in words.

    >>> said({"b": [1, 2], "a": None, "c": True})
    'a none, b 1, 2, c yes'
    """
    if isinstance(value, dict):
        return ", ".join(f"{name} {said(inner)}" for name, inner in sorted(value.items()))
    if isinstance(value, list | tuple):
        return ", ".join(map(said, value))
    if value is None or isinstance(value, bool):
        return {None: _NONE, True: "yes", False: "no"}[value]
    return str(value)
