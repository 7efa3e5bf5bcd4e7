"""The errors that typokit raises, and the argument checks that raise them.

Every message is one sentence that names the argument, the value it had and what is allowed.
"""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

__all__ = [
    "InvalidArgument",
    "MissingExtra",
    "SourceMismatch",
    "TypoError",
    "UnknownName",
    "check_choice",
    "check_installed",
    "check_int",
    "check_rate",
    "check_text",
    "require",
    "unknown_name",
]


class TypoError(Exception):
    """Base of every error that typokit raises on purpose."""


class InvalidArgument(TypoError, ValueError):
    """An argument has a type or a value that is not allowed."""


class UnknownName(TypoError, LookupError):
    """A name is not registered; the message lists near matches."""


class MissingExtra(TypoError, ImportError):
    """An optional dependency is absent; the message holds the command that installs it."""


class SourceMismatch(TypoError, ValueError):
    """An edit log was applied to a text that it does not belong to."""


def check_text(name: str, value: object) -> str:
    """Return `value` if it is a string.

    >>> check_text("text", "abc")
    'abc'
    >>> check_text("text", b"abc")
    Traceback (most recent call last):
    typo.errors.InvalidArgument: text must be a str, not bytes; decode it first.
    """
    if isinstance(value, str):
        return value
    hint = "; decode it first" if isinstance(value, bytes | bytearray) else ""
    raise InvalidArgument(f"{name} must be a str, not {type(value).__name__}{hint}.")


def check_rate(name: str, value: object) -> float:
    """Return `value` as a float if it lies in 0..1.

    >>> check_rate("rate", 1.5)
    Traceback (most recent call last):
    typo.errors.InvalidArgument: rate=1.5 is outside 0..1.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidArgument(f"{name} must be a number in 0..1, not {type(value).__name__}.")
    if not 0 <= value <= 1:
        raise InvalidArgument(f"{name}={value!r} is outside 0..1.")
    return float(value)


def check_int(name: str, value: object, *, minimum: int | None = None, maximum: int | None = None) -> int:
    """Return `value` if it is an int (a bool is not) within the bounds, both inclusive.

    >>> check_int("min_edits", -1, minimum=0)
    Traceback (most recent call last):
    typo.errors.InvalidArgument: min_edits=-1 is below 0.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidArgument(f"{name} must be an int, not {type(value).__name__}.")
    if minimum is not None and value < minimum:
        raise InvalidArgument(f"{name}={value} is below {minimum}.")
    if maximum is not None and value > maximum:
        raise InvalidArgument(f"{name}={value} is above {maximum}.")
    return value


def check_choice(name: str, value: object, choices: Iterable[str]) -> str:
    """Return `value` if it is one of `choices`.

    >>> check_choice("style", "kunreii", ("kunrei", "hepburn"))
    Traceback (most recent call last):
    typo.errors.InvalidArgument: style='kunreii' is not one of: kunrei, hepburn.
    """
    allowed = tuple(choices)
    if isinstance(value, str) and value in allowed:
        return value
    raise InvalidArgument(f"{name}={value!r} is not one of: {', '.join(allowed)}.")


def unknown_name(kind: str, name: str, known: Iterable[str]) -> UnknownName:
    """Make the error for a name that is not registered.

    >>> str(unknown_name("transform", "fulwidth", ["fullwidth", "homophone"]))
    "There is no transform named 'fulwidth'; did you mean fullwidth?"
    >>> str(unknown_name("transform", "zzz", ["fullwidth", "homophone"]))
    "There is no transform named 'zzz'; there are: fullwidth, homophone."
    """
    names = sorted(known)
    near = get_close_matches(name, names, n=3, cutoff=0.6)
    if near:
        return UnknownName(f"There is no {kind} named {name!r}; did you mean {' or '.join(near)}?")
    return UnknownName(f"There is no {kind} named {name!r}; there are: {', '.join(names) or 'none'}.")


def check_installed(*modules: str, extra: str) -> None:
    """Raise `MissingExtra` unless all modules are installed; none is imported.

    >>> check_installed("json", extra="ja")
    >>> check_installed("no_such_module", extra="ja")
    Traceback (most recent call last):
    typo.errors.MissingExtra: This needs the package no_such_module; install it with: pip install "typokit[ja]".
    """
    from importlib.util import find_spec  # here, since `import typo` does without it

    for module in modules:
        if find_spec(module) is None:
            raise _missing(module, extra)


def require(module: str, *, extra: str) -> ModuleType:
    """Import an optional module, or say which command installs it.

    >>> require("no_such_module", extra="ja")
    Traceback (most recent call last):
    typo.errors.MissingExtra: This needs the package no_such_module; install it with: pip install "typokit[ja]".
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        # A module that is there but lacks a dependency of its own is a different fault: let it speak.
        if error.name is None or module.split(".")[0] != error.name.split(".")[0]:
            raise
        raise _missing(module, extra) from error


def _missing(module: str, extra: str) -> MissingExtra:
    package = module.split(".")[0]
    return MissingExtra(f'This needs the package {package}; install it with: pip install "typokit[{extra}]".')
