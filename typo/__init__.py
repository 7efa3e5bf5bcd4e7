"""Realistic, reproducible typing errors for text in many languages.

>>> import typo
>>> str(typo.perturb("CPUを買う", transform=typo.get("fullwidth"), rate=1))
'ＣＰＵを買う'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from typo.combine import Mix, Recipe
from typo.edits import Edit, EditLog
from typo.errors import InvalidArgument, MissingExtra, SourceMismatch, TypoError, UnknownName
from typo.keyed import Draws, digest
from typo.perturber import Perturbation, Perturber, perturb, plan
from typo.planner import Plan, Transform
from typo.registry import available, get
from typo.text import Text, Unit

if TYPE_CHECKING:
    from types import ModuleType

__all__ = [
    "Draws",
    "Edit",
    "EditLog",
    "InvalidArgument",
    "MissingExtra",
    "Mix",
    "Perturbation",
    "Perturber",
    "Plan",
    "Recipe",
    "SourceMismatch",
    "Text",
    "Transform",
    "TypoError",
    "Unit",
    "UnknownName",
    "available",
    "digest",
    "get",
    "perturb",
    "plan",
]


def __getattr__(name: str) -> ModuleType:
    # `import typo` must stay cheap, and `typo.ja.convert(...)` must work after it.
    if name in ("ja", "evaluation"):
        return import_module(f"typo.{name}")
    raise AttributeError(f"module 'typo' has no attribute {name!r}")
