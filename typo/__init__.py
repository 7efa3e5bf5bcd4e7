"""Realistic, reproducible typing errors for text in many languages.

>>> import typo
>>> str(typo.perturb("CPUを買う", transform=typo.get("fullwidth"), rate=1))
'ＣＰＵを買う'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from typo.combine import Combinator, Mix, OneOf, Recipe, SomeOf, Sometimes, Then
from typo.edits import Edit, EditLog
from typo.errors import InvalidArgument, MissingExtra, SourceMismatch, TypoError, UnknownName
from typo.keyed import Draws, digest
from typo.perturbation import Perturbation
from typo.perturber import Perturber
from typo.planner import Plan, Transform
from typo.registry import available, get, languages, register
from typo.shortcuts import explain, perturb, plan
from typo.text import Text
from typo.words import Unit

if TYPE_CHECKING:
    from typo.recipes import from_recipe, read_recipe, to_recipe, write_recipe
    from typo.views import View

__all__ = [
    "Combinator",
    "Draws",
    "Edit",
    "EditLog",
    "InvalidArgument",
    "MissingExtra",
    "Mix",
    "OneOf",
    "Perturbation",
    "Perturber",
    "Plan",
    "Recipe",
    "SomeOf",
    "Sometimes",
    "SourceMismatch",
    "Text",
    "Then",
    "Transform",
    "TypoError",
    "Unit",
    "UnknownName",
    "View",
    "available",
    "digest",
    "explain",
    "from_recipe",
    "get",
    "languages",
    "perturb",
    "plan",
    "read_recipe",
    "register",
    "to_recipe",
    "write_recipe",
]


# The one place that says it: a copy on the path that was never installed has no metadata to ask.
__version__ = "0.1.0"

# What is imported when it is first asked for, so that `import typo` stays cheap.
_ROOMS = ("evaluation", "ja", "strategies", "testing")
_LATE = {
    "View": "typo.views",
    "from_recipe": "typo.recipes",
    "read_recipe": "typo.recipes",
    "to_recipe": "typo.recipes",
    "write_recipe": "typo.recipes",
}


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"typo.{name}")
    if name in _LATE:
        return getattr(import_module(_LATE[name]), name)
    raise AttributeError(f"module 'typo' has no attribute {name!r}")
