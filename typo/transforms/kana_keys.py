"""Slips of a finger on kana keys (`data/japanese/devices.tsv`): a JIS kana keyboard, the 12 keys of a phone."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from typo.transforms.kana_changes import Change
from typo.views.flick12 import MARK, Flick12
from typo.views.jis_kana import SIGNS, JisKana
from typo_keyboards import load

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["DEVICES", "FlickDirection", "KanaSlipKind", "directions", "kinds", "slips_of"]

#: the devices with kana keys, and how words are typed on them
DEVICES: dict[str, type[JisKana | Flick12]] = {"pc-kana": JisKana, "flick": Flick12}

_DIRECTIONS = ("tap", "left", "up", "right", "down")


class KanaSlipKind(NamedTuple):
    """A row of the table: a kind of slip on a device, its weight, and its examples."""

    device: str
    op: str
    weight: int
    changes: tuple[str, str]
    stays: str


class FlickDirection(NamedTuple):
    """A row of the table of flicks that went wrong."""

    meant: str
    made: str
    weight: int
    changes: tuple[str, str]


@cache
def kinds(device: str) -> tuple[KanaSlipKind, ...]:
    """Return the kinds of slip on a device."""
    rows = _rows("devices.tsv")
    return tuple(
        KanaSlipKind(name, op, int(weight), _example(changes), stays)
        for name, op, weight, changes, stays, _source in rows
        if name == device
    )


@cache
def directions() -> tuple[FlickDirection, ...]:
    """Return what flicks that went wrong make."""
    rows = _rows("flick_directions.tsv")
    return tuple(FlickDirection(meant, made, int(weight), _example(changes)) for meant, made, weight, changes in rows)


def _rows(name: str) -> list[list[str]]:
    text = files("typo").joinpath("data", "japanese", name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if not line.startswith("#")]


def _example(changes: str) -> tuple[str, str]:
    word, result = changes.split(" ")
    return word, result


def slips_of(device: str, op: str, keys: str) -> tuple[Change, ...]:
    """List the slips of one kind that could befall the keys of a word.

    >>> {slip.keys for slip in slips_of("pc-kana", "replace", "か")} == set("えおきすはん")
    True
    >>> [slip.keys for slip in slips_of("flick", "direction", "き")]
    ['か', 'く', 'こ']
    """
    return tuple(_LISTS[op](device, keys))


def _replaced(device: str, keys: str) -> Iterator[Change]:
    for place, key in enumerate(keys):
        for other, weight in _beside(device, key):
            yield Change(place, place + 1, other, "replace", weight)


def _inserted(device: str, keys: str) -> Iterator[Change]:
    for place, key in enumerate(keys):
        for other, weight in _beside(device, key):
            for pair in (other + key, key + other):
                yield Change(place, place + 1, pair, "insert", weight)


def _doubled(device: str, keys: str) -> Iterator[Change]:
    for place, key in enumerate(keys):
        yield Change(place, place + 1, key * 2, "double", 1)


def _omitted(device: str, keys: str) -> Iterator[Change]:
    for place in range(len(keys)):
        yield Change(place, place + 1, "", "omit", 1)


def _transposed(device: str, keys: str) -> Iterator[Change]:
    for place, (key, other) in enumerate(pairwise(keys)):
        if key != other:
            yield Change(place, place + 2, other + key, "transpose", 1)


def _unshifted(device: str, keys: str) -> Iterator[Change]:
    for place, key in enumerate(keys):
        ((name, level), *_) = load("ja-kana").keystrokes(SIGNS.get(key, key))
        if level:
            yield Change(place, place + 1, load("ja-kana").char(name, 0), "shift", 1)


def _misdirected(device: str, keys: str) -> Iterator[Change]:
    layout = load("ja-flick")
    for place, key in enumerate(keys):
        if key != MARK:
            ((name, level), *_) = layout.keystrokes(key)
            own = next(each for each in layout.keys if each.name == name)
            for row in directions():
                made = own.at(_DIRECTIONS.index(row.made))
                if row.meant == _DIRECTIONS[level] and _is_typed(made):
                    yield Change(place, place + 1, made, "direction", row.weight)


def _mismarked(device: str, keys: str) -> Iterator[Change]:
    for place, key in enumerate(keys):
        if key == MARK:
            # Missed, or struck once too often.
            yield Change(place, place + 1, "", "mark", 2)
            yield Change(place, place + 1, MARK * 2, "mark", 1)


_LISTS = {
    "replace": _replaced,
    "insert": _inserted,
    "double": _doubled,
    "omit": _omitted,
    "transpose": _transposed,
    "shift": _unshifted,
    "direction": _misdirected,
    "mark": _mismarked,
}


@cache
def _beside(device: str, key: str) -> tuple[tuple[str, int], ...]:
    """List the keys beside a key that kana are typed with, each with its weight."""
    if key == MARK:
        return ()
    layout, view = load(DEVICES[device].layout), DEVICES[device]()
    signs = {mark: sign for sign, mark in SIGNS.items()}
    own = layout.keystrokes(SIGNS.get(key, key))[0][0]
    near = [(signs.get(other, other), weight) for other, weight in layout.neighbours(SIGNS.get(key, key))]
    return tuple(
        (other, weight)
        for other, weight in near
        if (other in SIGNS or _is_typed(other))
        and view.keys(other) == other
        # On a phone another flick of the same key is no neighbour.
        and layout.keystrokes(SIGNS.get(other, other))[0][0] != own
    )


def _is_typed(kana: str) -> bool:
    return "ぁ" <= kana <= "ゖ" or kana == "ー"
