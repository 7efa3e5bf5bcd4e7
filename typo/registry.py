"""Names of transforms, recipes, views and languages, and the modules that hold them.

A module is named here as a string and imported when its name is first asked for, so that `import typo` stays
cheap and every room may look names up without importing upwards. What other packages offer is found through
their entry points, read when a name is not one of ours.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from typo.errors import InvalidArgument, check_text, unknown_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from typo.combine import Combinator
    from typo.langs import Language
    from typo.planner import Transform
    from typo.views import View

__all__ = ["available", "describe", "factory", "get", "language", "languages", "load", "register", "view"]


class _Entry(NamedTuple):
    """What one name stands for: its versions with what makes them (`module:factory`), and its presets."""

    versions: dict[int, str | Callable[..., object]]
    presets: tuple[str, ...] = ()


_PAPER = ("paper",)

_TRANSFORMS: dict[str, _Entry] = {
    "apostrophes": _Entry({1: "typo.transforms.apostrophes:Apostrophes"}),
    "attested": _Entry({1: "typo.transforms.attested:Attested"}),
    "diacritics": _Entry({1: "typo.transforms.diacritics:Diacritics"}),
    "fullwidth": _Entry({1: "typo.transforms.width:FullWidth"}),
    "halfwidth_katakana": _Entry({1: "typo.transforms.width:HalfwidthKatakana"}),
    "homophone": _Entry({1: "typo.transforms.homophone:Homophone"}),
    "ime_off": _Entry({1: "typo.transforms.ime_mode:ImeOff"}),
    "ime_on": _Entry({1: "typo.transforms.ime_mode:ImeOn"}),
    "kana_slip": _Entry({1: "typo.transforms.kana_slip:KanaSlip"}),
    "katakana_commit": _Entry({1: "typo.transforms.katakana_commit:KatakanaCommit"}),
    "keyboard": _Entry({1: "typo.transforms.keyboard:Keyboard"}),
    "long_vowel": _Entry({1: "typo.transforms.kana_errors:LongVowel"}),
    "multypo": _Entry({1: "typo.transforms.multypo:Multypo"}, _PAPER),
    "n_count": _Entry({1: "typo.transforms.kana_errors:NCount"}),
    "naive": _Entry({1: "typo.transforms.naive:Naive"}),
    "neighbour": _Entry({1: "typo.transforms.neighbour:Neighbour"}),
    "okurigana": _Entry({1: "typo.transforms.okurigana:Okurigana"}),
    "opening_marks": _Entry({1: "typo.transforms.punctuation:OpeningMarks"}),
    "particle": _Entry({1: "typo.transforms.particle:Particle"}),
    "premature_commit": _Entry({1: "typo.transforms.premature_commit:PrematureCommit"}),
    "punctuation_space": _Entry({1: "typo.transforms.punctuation:PunctuationSpace"}),
    "romaji_slip": _Entry({1: "typo.transforms.romaji_slip:RomajiSlip"}),
    "small_kana": _Entry({1: "typo.transforms.kana_errors:SmallKana"}),
    "sokuon": _Entry({1: "typo.transforms.kana_errors:Sokuon"}),
    "space_slip": _Entry({1: "typo.transforms.space_slip:SpaceSlip"}),
    "spelling_variant": _Entry({1: "typo.transforms.spelling_variant:SpellingVariant"}),
    "voicing": _Entry({1: "typo.transforms.kana_errors:Voicing"}),
    "wrong_candidate": _Entry({1: "typo.transforms.wrong_candidate:WrongCandidate"}),
    "wrong_layout": _Entry({1: "typo.transforms.wrong_layout:WrongLayout"}),
    "wrong_segmentation": _Entry({1: "typo.transforms.wrong_segmentation:WrongSegmentation"}),
    "zenkaku_space": _Entry({1: "typo.transforms.width:ZenkakuSpace"}),
    "fr.apostrophe": _Entry({1: "typo.langs.fr:apostrophe"}, _PAPER),
    "fr.diacritics": _Entry({1: "typo.langs.fr:diacritics"}, _PAPER),
    "fr.keyboard": _Entry({1: "typo.langs.fr:keyboard"}, _PAPER),
    "ja.transposition": _Entry({1: "typo.langs.ja:transposition"}, _PAPER),
    "ja.replacement": _Entry({1: "typo.langs.ja:replacement"}, _PAPER),
    "ja.homophone": _Entry({1: "typo.langs.ja:homophone"}, _PAPER),
    "ja.ime": _Entry({1: "typo.langs.ja:ime"}, _PAPER),
    "ja.fullwidth": _Entry({1: "typo.langs.ja:fullwidth"}, _PAPER),
    "ja.slip": _Entry({1: "typo.langs.ja:slip"}),
}

_VIEWS: dict[str, str] = {
    "direct": "typo.views.direct:Direct",
    "flick12": "typo.views.flick12:Flick12",
    "hangul": "typo.views.hangul:Hangul",
    "jis_kana": "typo.views.jis_kana:JisKana",
    "kana_ime": "typo.views.kana_ime:KanaIme",
    "romaji_ime": "typo.views.romaji_ime:RomajiIme",
    "telex": "typo.views.telex:Telex",
    "vni": "typo.views.telex:Vni",
}

_CODES = (
    "ar", "bn", "cs", "da", "de", "el", "en", "es", "fa", "fi", "fr", "he", "hi", "hu", "hy", "it", "ja", "ka", "ko",
    "nb", "nl", "pl", "pt", "ro", "ru", "sk", "sv", "ta", "th", "tr", "uk", "ur", "vi", "zh",
)  # fmt: skip
_LANGUAGES: dict[str, str] = {code: f"typo.langs.{code}:LANGUAGE" for code in _CODES}

# [package/][lang.]name[.vN][@preset]
_NAME = re.compile(r"(?P<bare>[^@]+?)(?:\.v(?P<version>[0-9]{1,6}))?(?:@(?P<preset>.*))?", re.DOTALL)
_FOREIGN = re.compile(r"[a-z0-9_-]+/[a-z0-9_.-]+")

# Transforms registered by other packages and by `register`.
_added: dict[str, _Entry] = {}


def available() -> tuple[str, ...]:
    """List the names that `get` knows, without versions and presets.

    >>> "ja.transposition" in available()
    True
    """
    return tuple(sorted({**_TRANSFORMS, **_offered(), **_added}))


def get(name: str, **options: object) -> Transform | Combinator:
    """Return a transform or recipe by its name, `[package/][lang.]name[.vN][@preset]`.

    Without a version the newest is meant. `options` go to the transform. Raises `UnknownName` with near
    matches, and `InvalidArgument` for an option that the transform does not have.

    >>> get("ime_on", capitals="ascii")
    ImeOn(capitals='ascii', table='mozc')
    >>> get("ja.transpositon")
    Traceback (most recent call last):
    typo.errors.UnknownName: There is no transform named 'ja.transpositon'; did you mean ja.transposition?
    """
    make, bare, preset = _found(name)
    from inspect import signature  # here: it costs a third of `import typo`

    parameters = signature(make).parameters
    if preset:
        options["preset"] = preset
    allowed = [parameter for parameter in parameters if parameter != "preset"]
    for option in options:
        if option not in (*allowed, *(["preset"] if preset else [])):
            raise InvalidArgument(f"{bare} has no option {option!r}; it has: {', '.join(allowed) or 'none'}.")
    for needed, parameter in parameters.items():
        if parameter.default is parameter.empty and needed not in options:
            raise InvalidArgument(f"{bare} needs the option {needed!r}.")
    return cast("Transform | Combinator", make(**options))


def describe(name: str) -> str:
    """Return the first sentence of what a transform says about itself.

    >>> describe("fullwidth")
    'Somebody left the input method in full-width mode: `BERT` comes out as `ＢＥＲＴ`.'
    """
    return " ".join((factory(name).__doc__ or "").strip().partition("\n\n")[0].split())


def factory(name: str) -> Callable[..., object]:
    """Return what makes the transform of a name: a class, or the function of a recipe.

    >>> factory("fullwidth.v1").__name__
    'FullWidth'
    """
    return _found(name)[0]


def register(name: str, make: Callable[..., object]) -> None:
    """Make a transform known under a name, `package/name.vN`, for `get` and for recipes.

    A package that is installed needs no call: it names the same in its entry points, in the group
    `typo.transforms`. Registering the same thing again is fine; raises `InvalidArgument` for another one, for a
    name that is not of that form, and for a name of ours.

    >>> from typo.transforms.width import FullWidth
    >>> register("acme/wide.v1", FullWidth)
    >>> get("acme/wide")
    FullWidth(per='run')
    """
    bare, version = _foreign_name(check_text("name", name))
    if not callable(make):
        raise InvalidArgument(f"make={make!r} must be a class or function that makes the transform.")
    versions = dict(_added[bare].versions) if bare in _added else {}
    if versions.setdefault(version, make) is not make:
        raise InvalidArgument(f"name={name!r} is registered already; a changed transform needs a new version.")
    _added[bare] = _Entry(versions)


def language(code: str) -> Language:
    """Return a language by its code, BCP 47 or ISO 639-3; raises `UnknownName` for one that is not there.

    A language without a file of ours is one all the same where its usual keyboard is known: it slips on that, with the
    numbers that hold for all languages.

    >>> language("ja").name, language("fra").code, language("se").name
    ('Japanese', 'fr', 'Northern Sami')
    """
    if check_text("lang", code) in _LANGUAGES:
        return cast("Language", load(_LANGUAGES[code]))
    offered = _entry_points("typo.languages")
    return cast("Language", load(offered[code])) if code in offered else _other_language(code)


@cache
def _other_language(code: str) -> Language:
    """Return the language of a longer or rarer code, on the keyboard that is usual for it."""
    from dataclasses import replace

    import typo_keyboards

    try:
        found = typo_keyboards.language(code)
    except LookupError:
        raise unknown_name("language", code, {**_LANGUAGES, **_entry_points("typo.languages")}) from None
    if found.code in _LANGUAGES:
        return cast("Language", load(_LANGUAGES[found.code]))
    base = found.code.partition("-")[0]
    if base in _LANGUAGES:
        return replace(cast("Language", load(_LANGUAGES[base])), code=found.code, keyboard=found.layout)
    made = load("typo.langs:Language")
    return cast("Language", made(found.code, found.name, (("keyboard", 1),), keyboard=found.layout))


def languages() -> tuple[Language, ...]:
    """List the languages that have a file of their own, ours and those of other packages, by code.

    >>> [language.code for language in languages() if language.code in ("en", "ja")]
    ['en', 'ja']
    """
    return tuple(language(code) for code in sorted({**_LANGUAGES, **_entry_points("typo.languages")}))


def view(name: str) -> type[View]:
    """Return a view by its name; raises `UnknownName` for one that is not there.

    >>> view("romaji_ime").__name__
    'RomajiIme'
    """
    known = {**_entry_points("typo.views"), **_VIEWS}
    if check_text("view", name) not in known:
        raise unknown_name("view", name, known)
    return cast("type[View]", load(known[name]))


def _found(name: str) -> tuple[Callable[..., object], str, str]:
    """Return what makes the transform of a name, its bare name, and its preset."""
    match = _NAME.fullmatch(check_text("name", name))
    bare = match["bare"] if match else name
    entry = _TRANSFORMS.get(bare) or _added.get(bare) or _offered().get(bare)
    if match is None or entry is None:
        raise unknown_name("transform", name, available())
    version = max(entry.versions) if match["version"] is None else int(match["version"])
    if version not in entry.versions:
        raise unknown_name(f"version of {bare}", f"v{version}", [f"v{known}" for known in entry.versions])
    preset = match["preset"]
    if preset is not None and preset not in entry.presets:
        raise unknown_name(f"preset of {bare}", preset, entry.presets)
    path = entry.versions[version]
    made = load(path) if isinstance(path, str) else path
    return cast("Callable[..., object]", made), bare, preset or ""


def _foreign_name(name: str) -> tuple[str, int]:
    match = _NAME.fullmatch(name)
    if match is None or match["version"] is None or not _FOREIGN.fullmatch(match["bare"]) or match["preset"]:
        raise InvalidArgument(f"name={name!r} must have the form package/name.vN, like acme/swap.v1.")
    return match["bare"], int(match["version"])


@cache
def _offered() -> dict[str, _Entry]:
    """Return the transforms of other packages; a name that is not of the right form is left out with a warning."""
    import warnings

    found: dict[str, _Entry] = {}
    for name, path in _entry_points("typo.transforms").items():
        try:
            bare, version = _foreign_name(name)
        except InvalidArgument as error:
            warnings.warn(f"The entry point {name} = {path} is left out: {error}", stacklevel=2)
            continue
        found.setdefault(bare, _Entry({})).versions[version] = path
    return found


@cache
def _entry_points(group: str) -> dict[str, str]:
    from importlib.metadata import entry_points  # here: it costs more than all of `import typo`

    return {point.name: point.value for point in sorted(entry_points(group=group))}


@cache
def load(path: str) -> Any:
    """Return what a path, `module:attribute`, names.

    >>> load("typo.words:count_words")("one two")
    2
    """
    module, _, attribute = path.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except Exception as error:  # whatever the code of another package may raise
        if module.split(".")[0] == "typo":
            raise
        raise InvalidArgument(f"{path!r}, offered by another package, cannot be loaded ({error}).") from error
