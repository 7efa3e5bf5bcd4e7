"""What is known of models and languages, to group results by."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from typo.errors import InvalidArgument, check_choice, check_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["LanguageGroup", "Model", "find_model", "language_group", "read_models"]

# The size tiers, and the billions of parameters below which a model is in each; the borders are ours.
_TIERS = (("small", 4.0), ("medium", 15.0))
_LARGEST = "large"


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """One model: how reports group it.

    - `id`: the name that the harness is given. `family`; `parameters` in billions.
    - `tuned`: `base` or `instruct`; `base`: the id of the base model that it was made from, if it is known.
    - `japanese`: made for Japanese; `reasoning`: thinks before it answers.
    - `tier`: `small` below 4 billion parameters, `medium` below 15, else `large`, unless told otherwise.

    Raises `InvalidArgument` for values that are none of these.
    """

    id: str
    family: str
    parameters: float
    tuned: str
    base: str = ""
    japanese: bool = False
    reasoning: bool = False
    tier: str = ""

    def __post_init__(self) -> None:
        for name in ("id", "family", "base", "tier"):
            check_text(name, getattr(self, name))
        for name in ("japanese", "reasoning"):
            if not isinstance(getattr(self, name), bool):
                raise InvalidArgument(f"{name}={getattr(self, name)!r} must be true or false.")
        number = self.parameters
        if isinstance(number, bool) or not isinstance(number, int | float) or not 0 < number < inf:
            raise InvalidArgument(f"parameters={number!r} must be a number above 0, in billions.")
        check_choice("tuned", self.tuned, ("base", "instruct"))
        if not self.tier:
            tier = next((name for name, limit in _TIERS if number < limit), _LARGEST)
            object.__setattr__(self, "tier", tier)


class LanguageGroup(NamedTuple):
    """A language's script (ISO 15924), resource class (0 to 5) and level (`high`, `middle` or `low`)."""

    script: str
    resource_class: int
    level: str


def read_models(*paths: Path) -> dict[str, Model]:
    """Read the models that come with the library, and those of more files, by id.

    A later file's row replaces an earlier one's. A file is TOML, a table `[[model]]` with the fields of `Model` a
    model, no id twice. Raises `InvalidArgument`, naming file and row, for anything else.

    >>> read_models()["google/gemma-3-4b-it"].base
    'google/gemma-3-4b-pt'
    """
    own = files("typo.evaluation").joinpath("models.toml").read_text(encoding="utf-8")
    found = _parsed("models.toml", own)
    for path in paths:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidArgument(f"{path} cannot be read: {error}.") from error
        found |= _parsed(str(path), text)
    return found


def _parsed(name: str, text: str) -> dict[str, Model]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidArgument(f"{name} is no TOML: {error}.") from error
    if data.keys() != {"model"}:
        raise InvalidArgument(f"{name} holds {', '.join(data) or 'nothing'}; it must be tables [[model]].")
    rows: Any = data["model"]
    models: dict[str, Model] = {}
    for number, row in enumerate(rows if isinstance(rows, list) else [rows], 1):
        try:
            unknown = sorted(row.keys() - {field.name for field in fields(Model)})
            if unknown:
                raise InvalidArgument(f"a model has no field {unknown[0]}.")
            model = Model(**row)
            if model.id in models:
                raise InvalidArgument(f"{model.id} has a row already.")
        except (TypeError, AttributeError, InvalidArgument) as error:
            raise InvalidArgument(f"{name}, model {number}: {error}") from error
        models[model.id] = model
    return models


def find_model(models: Mapping[str, Model], name: str) -> Model | None:
    """Find a model by its id, or by the last part of it, as a folder is named; None where there is none, or several.

    >>> find_model(read_models(), "gemma-3-270m").family
    'Gemma 3'
    """
    if name in models:
        return models[name]
    found = [model for model in models.values() if model.id.rpartition("/")[2] == name.rpartition("/")[2]]
    return found[0] if len(found) == 1 else None


def language_group(code: str) -> LanguageGroup | None:
    """Return script and resources of a language by its code; None where they are not known.

    >>> language_group("hy")
    LanguageGroup(script='Armn', resource_class=1, level='low')
    """
    row = _language_groups().get(code.partition("-")[0])
    if row is None:
        return None
    level = "high" if row["class"] >= 4 else "middle" if row["class"] == 3 else "low"
    return LanguageGroup(row["script"], row["class"], level)


@cache
def _language_groups() -> dict[str, Any]:
    return tomllib.loads(files("typo.evaluation").joinpath("languages.toml").read_text(encoding="utf-8"))
