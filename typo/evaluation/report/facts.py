"""What the numbers of a report depend on, in words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from typo.keyed import digest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from typo.evaluation.arms import Resampling

__all__ = ["method", "said", "shared", "signature"]

_LEVELS = ("model", "task")
_NONE = "none"  # in words, what is not set; where it is not set in any run, it is not worth a line


def signature(facts: Mapping[str, Mapping[str, Any]], resampling: Resampling) -> str:
    """Return twelve letters that are the same under the same facts, and under no others."""
    told = json.dumps([facts, resampling], sort_keys=True, default=str)
    return digest("report", told).hex()[:12]


def method(resampling: Resampling) -> str:
    """Return how intervals were made.

    >>> from typo.evaluation import Resampling
    >>> method(Resampling())
    'paired cluster bootstrap, 95 %, 10,000 resamples, seed 0'
    """
    resamples, seed, level = resampling
    return f"paired cluster bootstrap, {level * 100:g} %, {resamples:,} resamples, seed {seed}"


def shared(facts: Mapping[str, Mapping[str, Any]]) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """Split the facts of runs into those that are the same in all, and those that are not.

    The latter come by model or by task, where they depend on nothing else, and by run. So every fact is told once,
    however many models did however many tasks.

    >>> facts = {f"{m} {t}": {"model": m, "task": t, "rate": r} for m in "ab" for t, r in (("x", 1), ("y", 2))}
    >>> shared(facts)
    ({}, {'model a': {}, 'model b': {}, 'task x': {'rate': '1'}, 'task y': {'rate': '2'}})
    """
    runs = {run: {name: said(value) for name, value in told.items()} for run, told in sorted(facts.items())}
    runs = {run: {name: value for name, value in told.items() if value} for run, told in runs.items()}
    names = sorted({name for told in runs.values() for name in told})
    same = {name for name in names if len({told.get(name) for told in runs.values()}) == 1}
    first = next(iter(runs.values()), {})
    own: dict[str, dict[str, str]] = {}
    left = [name for name in names if name not in same and name not in _LEVELS]
    for level in _LEVELS:
        if level in names and level not in same:
            found = {name for name in left if _depends(runs, name, level)}
            left = [name for name in left if name not in found]
            for told in runs.values():
                if level in told:
                    own[f"{level} {told[level]}"] = {name: told[name] for name in sorted(found) if name in told}
    for run, told in runs.items():
        if any(name in told for name in left):
            own[run] = {name: told[name] for name in left if name in told}
    return {name: first[name] for name in names if name in same and first[name] != _NONE}, own


def _depends(runs: Mapping[str, Mapping[str, str]], name: str, level: str) -> bool:
    """Return whether runs that are the same in one fact are so in another, which none has without it."""
    if any(name in told and level not in told for told in runs.values()):
        return False
    pairs = {(told.get(level), told.get(name)) for told in runs.values()}
    return len(pairs) == len({place for place, _ in pairs})


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
