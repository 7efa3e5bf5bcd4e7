"""Metrics and evaluators by name, ours and those that other packages offer by entry point."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, cast

from typo.errors import InvalidArgument, check_text, unknown_name
from typo.evaluation.metrics import METRICS
from typo.registry import load

if TYPE_CHECKING:
    from typo.evaluation.evaluators import Evaluator
    from typo.evaluation.metrics import Metric

__all__ = ["evaluator", "metric"]


def metric(name: str) -> Metric:
    """Return a metric by its name.

    Another package offers one by the entry point group `typo.metrics`, a name `package/name` for each object. Raises
    `UnknownName` for one that is not there, and `InvalidArgument` for one that is no `Metric`.

    >>> metric("brier").name
    'brier'
    """
    if check_text("metric", name) in METRICS:
        return METRICS[name]
    found = _offered("typo.metrics")
    if name not in found:
        raise unknown_name("metric", name, {**METRICS, **found})
    made = load(found[name])
    if not all(hasattr(made, part) for part in ("name", "applies", "statistics", "score")):
        raise InvalidArgument(f"{found[name]!r}, offered as the metric {name}, is none: see typo.evaluation.Metric.")
    return cast("Metric", made)


def evaluator(name: str, **options: object) -> Evaluator:
    """Return an evaluator by its name, made with `options`.

    Packages offer them by the entry point group `typo.evaluators`, a name `package/name` for each class or function
    that makes one. Raises `UnknownName` for one that is not there.
    """
    found = _offered("typo.evaluators")
    if check_text("evaluator", name) not in found:
        raise unknown_name("evaluator", name, found)
    return cast("Evaluator", load(found[name])(**options))


@cache
def _offered(group: str) -> dict[str, str]:
    from importlib.metadata import entry_points  # here: it is slow, and most have no need of it

    return {point.name: point.value for point in sorted(entry_points(group=group))}
