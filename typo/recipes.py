"""Perturbers as plain values and as files, and the signature that stands beside a published number.

A recipe names transforms by their versioned names and says every option. Reading one looks names up and calls what
is registered under them, with plain values; it never runs code that the recipe brings.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from typo import combine, registry
from typo.edits import Edit
from typo.errors import InvalidArgument, check_choice, require, unknown_name
from typo.keyed import digest
from typo.perturber import Perturber

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from typo.planner import Transform

__all__ = ["from_recipe", "read_recipe", "signature_of", "to_recipe", "write_recipe"]

# The form of a recipe; another form gets another number.
_FORM = 1

_COMBINATORS: dict[str, type] = {
    "mix.v1": combine.Mix,
    "one_of.v1": combine.OneOf,
    "recipe.v1": combine.Recipe,
    "some_of.v1": combine.SomeOf,
    "sometimes.v1": combine.Sometimes,
    "then.v1": combine.Then,
}
_SETTINGS = ("rate", "seed", "min_edits", "max_edits", "protect", "per", "lang")


def to_recipe(perturber: Perturber) -> dict[str, object]:
    """Return a Perturber as plain values, ready for JSON or YAML; `from_recipe` gives an equal one.

    >>> import typo
    >>> to_recipe(typo.Perturber(typo.get("fullwidth"), rate=0.2, protect=("url",)))["transform"]
    {'name': 'fullwidth.v1', 'options': {'per': 'run'}}

    Raises `InvalidArgument` for a transform that is not a dataclass or is not registered under its name.
    """
    settings = {name: getattr(perturber, name) for name in _SETTINGS}
    return {"typokit": _FORM, "transform": _plain(perturber.transform), **settings, "protect": [*perturber.protect]}


def from_recipe(recipe: Mapping[str, object]) -> Perturber:
    """Return the Perturber that a recipe stands for.

    What is left out of a recipe has its default. Raises `InvalidArgument` for values of the wrong form and
    `UnknownName` for transforms that are not registered here.

    >>> from_recipe({"typokit": 1, "transform": {"name": "fullwidth.v1"}, "rate": 0.5}).rate
    0.5
    """
    if not hasattr(recipe, "keys"):
        raise InvalidArgument(f"recipe must be a mapping of names to values, not {type(recipe).__name__}.")
    if recipe.get("typokit") != _FORM or type(recipe["typokit"]) is not int:
        raise InvalidArgument(
            f"typokit={recipe.get('typokit')!r} is not a form of recipe that this version reads: {_FORM}."
        )
    for name in recipe:
        if name not in ("typokit", "transform", *_SETTINGS):
            raise unknown_name("setting of a recipe", str(name), ("transform", *_SETTINGS))
    try:
        made = _made(recipe["transform"]) if recipe.get("transform") is not None else None
    except RecursionError as error:
        raise InvalidArgument("transform in a recipe is nested too deeply.") from error
    settings = {name: recipe[name] for name in _SETTINGS if name in recipe}
    make = cast("Callable[..., Perturber]", Perturber)
    return make(made, **settings)


def write_recipe(perturber: Perturber, path: str | Path) -> None:
    """Write a Perturber to a file, JSON or YAML by its suffix; an older file is replaced as a whole."""
    target = Path(path)
    kind = _kind(target)
    recipe = to_recipe(perturber)
    if kind == "json":
        text = json.dumps(recipe, ensure_ascii=False, indent=2) + "\n"
        if not text.isprintable() and any("\ud800" <= c <= "\udfff" for c in text):
            text = json.dumps(recipe, indent=2) + "\n"  # no file in UTF-8 holds a lone surrogate
    else:
        text = require("yaml", extra="yaml").safe_dump(recipe, allow_unicode=True, sort_keys=False)
    unfinished = target.with_name(target.name + ".partial")
    unfinished.write_text(text, "utf-8")
    unfinished.replace(target)


def read_recipe(path: str | Path) -> Perturber:
    """Return the Perturber that a file holds, JSON or YAML by its suffix.

    Raises `InvalidArgument` for a file that is not in that format, and what `from_recipe` raises.
    """
    source = Path(path)
    kind = _kind(source)
    try:
        text = source.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidArgument(f"path={str(path)!r} is not UTF-8 ({error}).") from error
    if kind == "json":
        try:
            return from_recipe(json.loads(text))
        except (json.JSONDecodeError, RecursionError) as error:
            raise InvalidArgument(f"path={str(path)!r} is not JSON ({error}).") from error
    yaml = require("yaml", extra="yaml")
    try:
        return from_recipe(yaml.safe_load(text))
    except (yaml.YAMLError, RecursionError) as error:
        raise InvalidArgument(f"path={str(path)!r} is not YAML ({error}).") from error


def signature_of(perturber: Perturber) -> str:
    """Return a short id of everything that the results depend on besides texts and keys.

    The same recipe and seed give the same signature in every process; another version of the library or of the
    data that a transform reads gives another.
    """
    from typo import __version__

    recipe = to_recipe(perturber)
    code = digest(json.dumps(recipe, sort_keys=True)).hex()[:12]
    data = sorted({tag for part in combine.inside(perturber.transform) for tag in getattr(part, "data", ())})
    parts = [
        *(getattr(perturber.transform, "name", ""),),
        f"rate:{perturber.rate:g}",
        f"seed:{perturber.seed}",
        f"recipe:{code}",
        *(f"data:{tag}" for tag in data),
        f"typokit:{__version__}",
    ]
    return "|".join(parts)


def _kind(path: Path) -> str:
    suffix = path.suffix.lower()
    check_choice("the suffix of path", suffix, (".json", ".yaml", ".yml"))
    return "json" if suffix == ".json" else "yaml"


def _plain(value: object) -> object:
    """Return a value of a transform's field as plain values: transforms by name and options, tuples as lists."""
    if isinstance(value, tuple) and not isinstance(value, Edit):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, str | int | float):
        return value
    if not is_dataclass(value) or isinstance(value, type):
        raise InvalidArgument(
            f"{value!r} cannot stand in a recipe: it must be a plain value, or a transform that is a dataclass."
        )
    options = {entry.name: _plain(getattr(value, entry.name)) for entry in fields(value) if entry.init}
    return {"name": _registered_name(cast("Transform", value)), "options": options}


def _registered_name(transform: Transform) -> str:
    for name, kind in _COMBINATORS.items():
        if type(transform) is kind:
            return name
    made = registry.factory(transform.name)
    if made is not type(transform):
        raise InvalidArgument(f"{transform!r} is not registered under its name {transform.name!r}; see typo.register.")
    return transform.name


def _made(value: object) -> object:
    """Return what a plain value in a recipe stands for."""
    if isinstance(value, list):
        return tuple(_made(item) for item in value)
    if not isinstance(value, dict):
        return value
    name, options = value.get("name"), value.get("options", {})
    if not isinstance(name, str) or not isinstance(options, dict) or value.keys() - {"name", "options"}:
        raise InvalidArgument(f"{value!r} in a recipe must have a name, and may have options.")
    made = {str(option): _made(item) for option, item in options.items()}
    if name not in _COMBINATORS:
        return registry.get(name, **made)
    kind = _COMBINATORS[name]
    known = [entry.name for entry in fields(kind)]
    for option in made:
        if option not in known:
            raise InvalidArgument(f"{name} has no option {option!r}; it has: {', '.join(known)}.")
    needed = [entry.name for entry in fields(kind) if entry.default is MISSING and entry.name not in made]
    if needed:
        raise InvalidArgument(f"{name} in a recipe needs its options: {', '.join(needed)}.")
    return kind(**made)
