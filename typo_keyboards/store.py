"""The data files: from an id, an alias or a language to a layout.

Every layout is one line of a file of some hundred kilobytes; a load looks for that line and reads no other.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from typo_keyboards.geometry import Key, board
from typo_keyboards.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Language", "available", "for_language", "language", "load"]

# In the order in which they are looked into: written by hand, other names, compiled from xkeyboard-config.
_LAYOUTS = ("overlays", "aliases", "xkb")
_PHONE = "@phone"
# A slip within a row against one to the row above or below, per pair of keys: in lists of real typing errors they come
# 2.9-4.9 times against 0.7-2.8 times as often as chance.
_WEIGHTS = "5,1"


class Language(NamedTuple):
    """A language and the id of the layout that most people use who write it."""

    code: str
    name: str
    layout: str


@cache
def load(id: str) -> Layout:
    """Return a layout by its id in xkeyboard-config (`fr`, `fr+bepo`) or by a friendlier name (`fr-azerty`).

    With `@phone` behind it, the layout is that of a phone: the letters only, in centred rows; further letters are held
    down keys. Raises `LookupError` with near matches for an unknown id.

    >>> load("de-qwertz") is load("de"), load("fr@phone").form
    (True, 'phone')
    >>> load("us-qwerti")
    Traceback (most recent call last):
    LookupError: There is no layout named 'us-qwerti'; did you mean us-qwerty?
    """
    if not isinstance(id, str):
        raise TypeError(f"id must be a str, not {type(id).__name__}.")
    base = id.removesuffix(_PHONE)
    line = _find(base)
    if line is None:
        raise _unknown(id)
    first, _, rest = line.partition("\t")
    if rest.startswith("="):
        return load(rest[1:] + id[len(base) :])
    if base != id:
        from typo_keyboards.phone import phone_layout

        return phone_layout(load(first), id)
    return _layout(line)


@cache
def available() -> tuple[str, ...]:
    """List the ids and the friendlier names of all layouts; each also has a phone version, `@phone`.

    >>> {"fr", "fr+bepo", "fr-azerty", "ja-flick"} <= set(available())
    True
    """
    return tuple(sorted(line.partition("\t")[0] for file in _LAYOUTS for line in _lines(file)))


def for_language(code: str) -> Layout:
    """Return the layout that most people who write a language use.

    `code` is BCP 47 (`pt-BR`, `sr-Latn`, also with `_`) or ISO 639-3 (`fra`); where the whole is not known, its
    beginning counts. Raises `LookupError` with near matches where no layout is known.

    >>> for_language("ja").id, for_language("fra").id, for_language("fr-CA").id, for_language("de-DE").id
    ('ja-romaji', 'fr+oss', 'ca', 'de')
    >>> for_language("french")
    Traceback (most recent call last):
    LookupError: No layout is known for the language 'french'; did you mean fr (French)?
    """
    return load(language(code).layout)


def language(code: str) -> Language:
    """Return what is known of a language: its code, its name in English, and the id of its usual layout.

    `code` is as in `for_language`, which see for errors too.

    >>> language("fra"), language("pt_BR").code, language("pt_BR").name
    (Language(code='fr', name='French', layout='fr-azerty'), 'pt-BR', 'Portuguese')
    """
    if not isinstance(code, str):
        raise TypeError(f"code must be a str, not {type(code).__name__}.")
    known = _languages()
    tag = code.replace("_", "-").lower()
    while tag:
        if tag in known:
            return known[tag]
        tag = tag.rpartition("-")[0]
    raise _unknown_language(code)


@cache
def _file(name: str) -> bytes:
    # No pathlib: importing it takes longer than a load may.
    with open(f"{__file__.removesuffix('store.py')}data/{name}.tsv", "rb") as file:  # noqa: PTH123
        return b"\n" + file.read()


def _lines(name: str) -> Iterator[str]:
    return (line for line in _file(name).decode().split("\n") if line and line[0] != "#")


def _find(id: str) -> str | None:
    if not id.isprintable():  # a tab or the end of a line would match more than the id
        return None
    start = f"\n{id}\t".encode()
    for name in _LAYOUTS:
        data = _file(name)
        at = data.find(start)
        if at >= 0:
            return data[at + 1 : data.index(b"\n", at + 1)].decode()
    return None


def _layout(line: str) -> Layout:
    own_id, name, form, languages, scripts, options, *levels = line.split("\t")
    rows = [level.split(" ") for level in levels]
    keys: list[Key] = []
    taken: set[str] = set()
    for n, spot in enumerate(board(form)):
        made = [row[n].replace("␣", " ") if n < len(row) else "" for row in rows]
        while made and not made[-1]:
            made.pop()
        if made:
            lowest = next(filter(None, made))
            name_of_key = lowest if lowest not in taken and (lowest.isprintable() or lowest == " ") else spot.slot
            taken.add(lowest)
            keys.append(Key(name_of_key, tuple(made), spot))
    chosen = dict(option.partition("=")[::2] for option in options.split())
    same_row, other_row = chosen.get("weights", _WEIGHTS).split(",")
    wholes = (pair.split("=") for pair in chosen.get("pairs", "").split(",") if pair)
    return Layout(
        own_id,
        name,
        form,
        tuple(languages.split()),
        tuple(scripts.split()),
        tuple(keys),
        weights=(int(same_row), int(other_row)),
        pairs={whole: (parts[0], parts[1:]) for whole, parts in wholes},
        contextual="contextual" in chosen,
    )


@cache
def _languages() -> dict[str, Language]:
    known: dict[str, Language] = {}
    for line in _lines("languages"):
        code, others, default, name = line.split("\t")
        if not name and (base := known.get(code.partition("-")[0].lower())):
            name = base.name
        for each in (code, *others.split()):
            known[each.lower()] = Language(code, name, default)
    return known


def _unknown(id: str) -> LookupError:
    from difflib import get_close_matches

    near = [name for name in available() if id in name][:3] if len(id) > 2 else []
    near = near or get_close_matches(id, available(), n=3, cutoff=0.8)
    hint = f"did you mean {' or '.join(near)}?" if near else "available() lists all."
    return LookupError(f"There is no layout named {id!r}; {hint}")


def _unknown_language(code: str) -> LookupError:
    from difflib import get_close_matches

    names = {
        name.lower(): f"{tag} ({name})" for tag, _, _, name in (s.split("\t") for s in _lines("languages")) if name
    }
    near = [names[name] for name in get_close_matches(code.lower(), names, n=3, cutoff=0.8)]
    hint = f"; did you mean {' or '.join(near)}?" if near else "; give its BCP 47 or ISO 639-3 code."
    return LookupError(f"No layout is known for the language {code!r}{hint}")
