"""Results as plain values, for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from math import isfinite
from typing import Any

__all__ = ["plain"]


def plain(value: Any) -> Any:
    """Turn dataclasses and named tuples into dicts, tuples into lists, and numbers that are not finite into None.

    >>> from typo.evaluation.significance import McNemar
    >>> plain([McNemar(1.0, 0.0, float("nan"))])
    [{'p': 1.0, 'chi2': 0.0, 'chi2_p': None}]
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if hasattr(value, "_asdict"):
        return {name: plain(part) for name, part in value._asdict().items()}
    if isinstance(value, Mapping):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return None if isinstance(value, float) and not isfinite(value) else value
