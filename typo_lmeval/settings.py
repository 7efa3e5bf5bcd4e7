"""The settings of a run: what `--metadata` may say about our tasks."""

from __future__ import annotations

from typing import Any, NamedTuple

from typo import InvalidArgument
from typo.errors import check_int, check_rate, unknown_name

__all__ = ["Settings", "settings"]

ALL = "all"


class Settings(NamedTuple):
    """What can be set for a run, by `--metadata typo_rate=0.2` and the like.

    - `typo_rate`: share of the units to edit, 0..1; the recipe's own where it is None.
    - `typo_seed`: seed of the edits, of the drawn documents and nothing else.
    - `typo_n`: how many documents, drawn by seed and the same in all conditions; `all` for every one; the published
      number where it is None.
    - `typo_data`: local file or folder of the benchmark's data.
    - `typo_reasoning`: true for a model that reasons before it answers: 1,024 new tokens instead of 64.
    - `typo_fields`: which fields are perturbed, of those that the catalogue names, as a list or joined by `+`.
    - `typo_attested`: a file of real typos, for the conditions `attested_*`.
    - `typo_template`: a file with French prompts instead of the built-in one.
    - `typo_restorer`: what makes the French twins `_restored`: `lexicon`, or `languagetool:URL` or `grammalecte:URL`.
    - `typo_restricted`: true to admit subjects whose licence forbids passing on changed copies.
    """

    typo_rate: float | None = None
    typo_seed: int = 0
    typo_n: int | str | None = None
    typo_data: str | None = None
    typo_fields: str | tuple[str, ...] | None = None
    typo_attested: str | None = None
    typo_template: str | None = None
    typo_restorer: str | None = None
    typo_reasoning: bool = False
    typo_restricted: bool = False


def settings(metadata: dict[str, Any]) -> Settings:
    """Read the settings out of a task's metadata.

    Raises `UnknownName` for a key `typo_...` that is none of them, and `InvalidArgument` for a value that is not
    allowed.

    >>> settings({"typo_n": 8}).typo_n
    8
    >>> settings({"typo_n": "some"})
    Traceback (most recent call last):
    typo.errors.InvalidArgument: typo_n='some' is neither a number nor 'all'.
    """
    given = {key: value for key, value in metadata.items() if key.startswith("typo_")}
    for key in given:
        if key not in Settings._fields:
            raise unknown_name("setting", key, Settings._fields)
    # The harness reads -1 and 1e3 as numbers that need not be whole.
    for key in ("typo_seed", "typo_n"):
        if isinstance(value := given.get(key), float) and value.is_integer():
            given[key] = int(value)
    chosen = Settings(**given)
    if chosen.typo_rate is not None:
        check_rate("typo_rate", chosen.typo_rate)
    check_int("typo_seed", chosen.typo_seed)
    if chosen.typo_n is not None and chosen.typo_n != ALL:
        if isinstance(chosen.typo_n, str):
            raise InvalidArgument(f"typo_n={chosen.typo_n!r} is neither a number nor 'all'.")
        check_int("typo_n", chosen.typo_n, minimum=1)
    for key in ("typo_data", "typo_attested", "typo_template"):
        value = getattr(chosen, key)
        if value is not None and not isinstance(value, str):
            raise InvalidArgument(f"{key}={value!r} is not the path of a file or folder.")
    if chosen.typo_restorer is not None and not isinstance(chosen.typo_restorer, str):
        raise InvalidArgument(f"typo_restorer={chosen.typo_restorer!r} is not the name of a restorer.")
    for key in ("typo_reasoning", "typo_restricted"):
        if not isinstance(getattr(chosen, key), bool):
            raise InvalidArgument(f"{key}={getattr(chosen, key)!r} must be true or false.")
    return chosen._replace(typo_fields=_fields(chosen.typo_fields))


def _fields(given: object) -> tuple[str, ...] | None:
    if given is None:
        return None
    names = given.split("+") if isinstance(given, str) else given
    if not isinstance(names, list | tuple) or not names or not all(isinstance(name, str) and name for name in names):
        raise InvalidArgument(f"typo_fields={given!r} is no list of names.")
    return tuple(names)
