"""Names of transforms, recipes and languages, and the modules that hold them.

A module is named here as a string and imported when its name is first asked for, so that `import typo` stays
cheap and every room may look names up without importing upwards.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, NamedTuple, cast

from typo.errors import InvalidArgument, check_text, unknown_name

if TYPE_CHECKING:
    from typo.langs import Language
    from typo.planner import Transform

__all__ = ["available", "get", "language"]


class _Entry(NamedTuple):
    """What one name stands for: `module:factory`, its versions (the newest last) and its presets."""

    factory: str
    versions: tuple[int, ...] = (1,)
    presets: tuple[str, ...] = ()


_ENTRIES: dict[str, _Entry] = {
    "fullwidth": _Entry("typo.transforms.width:FullWidth"),
    "homophone": _Entry("typo.transforms.homophone:Homophone"),
    "ime_on": _Entry("typo.transforms.ime_mode:ImeOn"),
    "romaji_slip": _Entry("typo.transforms.romaji_slip:RomajiSlip"),
    "ja.transposition": _Entry("typo.langs.ja:transposition", presets=("paper",)),
    "ja.replacement": _Entry("typo.langs.ja:replacement", presets=("paper",)),
    "ja.homophone": _Entry("typo.langs.ja:homophone", presets=("paper",)),
    "ja.ime": _Entry("typo.langs.ja:ime", presets=("paper",)),
    "ja.fullwidth": _Entry("typo.langs.ja:fullwidth", presets=("paper",)),
}

_LANGUAGES: dict[str, str] = {"ja": "typo.langs.ja:LANGUAGE"}

# [lang.]name[.vN][@preset]
_NAME = re.compile(r"(?P<bare>[^@]+?)(?:\.v(?P<version>[0-9]+))?(?:@(?P<preset>.*))?", re.DOTALL)


def available() -> tuple[str, ...]:
    """List the names that `get` knows, without versions and presets.

    >>> "ja.transposition" in available()
    True
    """
    return tuple(sorted(_ENTRIES))


def get(name: str, **options: object) -> Transform:
    """Return a transform or recipe by its name, `[lang.]name[.vN][@preset]`.

    Without a version the newest is meant. `options` go to the transform. Raises `UnknownName` with near
    matches, and `InvalidArgument` for an option that the transform does not have.

    >>> get("ime_on", capitals="ascii")
    ImeOn(capitals='ascii', table='mozc')
    >>> get("ja.transpositon")
    Traceback (most recent call last):
    typo.errors.UnknownName: There is no transform named 'ja.transpositon'; did you mean ja.transposition?
    """
    match = _NAME.fullmatch(check_text("name", name))
    entry = _ENTRIES.get(match["bare"]) if match else None
    if match is None or entry is None:
        raise unknown_name("transform", name, _ENTRIES)
    if match["version"] is not None and int(match["version"]) not in entry.versions:
        raise unknown_name(f"version of {match['bare']}", f"v{match['version']}", [f"v{v}" for v in entry.versions])
    if match["preset"] is not None:
        if match["preset"] not in entry.presets:
            raise unknown_name(f"preset of {match['bare']}", match["preset"], entry.presets)
        options["preset"] = match["preset"]
    factory = _load(entry.factory)
    allowed = [parameter for parameter in signature(factory).parameters if parameter != "preset"]  # type: ignore[arg-type]
    for option in options:
        if option not in (*allowed, "preset"):
            raise InvalidArgument(f"{match['bare']} has no option {option!r}; it has: {', '.join(allowed) or 'none'}.")
    return cast("Transform", factory(**options))  # type: ignore[operator]


def language(code: str) -> Language:
    """Return a language by its code; raises `UnknownName` for one that is not there.

    >>> language("ja").name
    'Japanese'
    """
    if check_text("lang", code) not in _LANGUAGES:
        raise unknown_name("language", code, _LANGUAGES)
    return cast("Language", _load(_LANGUAGES[code]))


@cache
def _load(path: str) -> object:
    module, _, attribute = path.partition(":")
    return cast("object", getattr(import_module(module), attribute))
