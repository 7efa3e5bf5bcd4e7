"""Planning: which units are edited, in which order. The only random step there is.

A plan draws units one after another by their weights, works out the edit of each drawn unit, and lets a unit
whose edit is impossible give way to the next. A smaller number of edits is therefore always a prefix, and so
a subset, of a larger one; and only as many edits are worked out as are asked for.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from math import floor
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from typo.edits import Edit, EditLog, is_joined
from typo.errors import InvalidArgument, check_int, check_rate
from typo.keyed import Draws, digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from typo.text import Text, Unit

__all__ = ["Component", "Plan", "Transform", "components", "edits_at"]


@runtime_checkable
class Transform(Protocol):
    """Says where something could go wrong in a text, and what it would look like.

    A transform never makes random numbers: `realise` is a pure function of the text, the unit and the
    `draws` it is handed. Implementations are frozen, slotted dataclasses.
    """

    @property
    def name(self) -> str:
        """The versioned name, like `fullwidth.v1`."""

    @property
    def unit(self) -> str:
        """What one unit is, as a plural: `runs of half-width letters and digits`."""

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the places where an edit may be possible, by tests that cost little."""

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Work out the edit of one unit, or return None where there is none after all."""


class Component(NamedTuple):
    """One simple transform inside a combinator: its weight, and the way that leads to it."""

    transform: Transform
    weight: int = 1
    path: tuple[str, ...] = ()


def components(transform: Transform) -> tuple[Component, ...]:
    """List the simple transforms that a transform consists of: itself, unless it is a combinator."""
    parts = getattr(transform, "components", None)
    return (Component(transform),) if parts is None else parts()


def edits_at(rate: float, base: int) -> int:
    """Return how many edits a rate asks for: the nearest whole number, halves up.

    >>> edits_at(0.1, 4), edits_at(0.1, 5), edits_at(0.1, 25)
    (0, 1, 3)
    """
    return floor(rate * base + 0.5)


class Plan:
    """The edits of one record in the order in which they would be made.

    Made by `typo.plan`. A record has one text, or several named fields that share one order.
    """

    __slots__ = ("_chosen", "_done", "_fields", "_units", "by_field")

    def __init__(self, texts: Mapping[str, Text], transform: Transform, record: bytes) -> None:
        # Sorted, so that the order of a dict's fields does not matter.
        self._fields = {field: texts[field] for field in sorted(texts)}
        self._done: list[tuple[str, Edit]] = []
        self._chosen: dict[str, list[tuple[int, int]]] = {field: [] for field in self._fields}
        queues = [_Queue(part, self._fields, record) for part in components(transform)]
        #: how many units each field has
        self.by_field: dict[str, int] = {
            field: len({place for queue in queues for place in queue.places(field)}) for field in self._fields
        }
        self._units = _drawn(queues, Draws(digest("plan", transform.name, under=record)))

    @property
    def eligible(self) -> int:
        """How many units there are, over all fields."""
        return sum(self.by_field.values())

    def logs(self, count: int) -> dict[str, EditLog]:
        """Return the log of each field after the first `count` edits, or all where there are fewer."""
        check_int("count", count, minimum=0)
        while len(self._done) < count and self._advance():
            pass
        made: dict[str, list[Edit]] = {field: [] for field in self._fields}
        for field, edit in self._done[:count]:
            made[field].append(edit)
        return {field: EditLog(made[field], len(text.string)) for field, text in self._fields.items()}

    def take(self, count: int) -> EditLog:
        """Return the log of the first `count` edits of a record of one text.

        Raises `InvalidArgument` for a plan over several fields.
        """
        if len(self._fields) != 1:
            raise InvalidArgument(f"take is for one text; this plan has the fields {', '.join(self._fields)}.")
        (log,) = self.logs(count).values()
        return log

    def at(self, rate: float) -> EditLog:
        """Return the log of as many edits as `rate`, a share of the eligible units, asks for."""
        return self.take(edits_at(check_rate("rate", rate), self.eligible))

    def _advance(self) -> bool:
        """Work out units until one gives an edit; False when none is left."""
        for field, unit, transform, key in self._units:
            text = self._fields[field]
            edit = transform.realise(text, unit, Draws(key))
            if edit is None or edit.original == edit.replacement:
                continue
            if text.is_free(edit.start, edit.end) and self._fits(field, edit):
                insort(self._chosen[field], (edit.start, edit.end))
                self._done.append((field, edit))
                return True
        return False

    def _fits(self, field: str, edit: Edit) -> bool:
        """Tell whether an edit keeps clear of those already chosen."""
        chosen = self._chosen[field]
        index = bisect_left(chosen, (edit.start, edit.end))
        if index and chosen[index - 1][1] > edit.start:
            return False
        if index == len(chosen):
            return True
        start, end = chosen[index]
        # Two insertions at one point would depend on the order in which they were drawn, so the later gives way.
        return edit.end <= start and (edit.start, edit.end) != (start, end)


class _Queue:
    """The units of one component over all fields, drawn by weight without replacement."""

    __slots__ = ("_component", "_draws", "_record", "_tree", "_units")

    def __init__(self, component: Component, texts: Mapping[str, Text], record: bytes) -> None:
        self._component = component
        self._record = record
        self._units = [
            (field, unit)
            for field, text in texts.items()
            for unit in component.transform.units(text)
            if text.is_free(unit.start, unit.end) and not _tears(text.string, unit)
        ]
        self._tree = _Weights([unit.weight for _, unit in self._units])
        self._draws = Draws(digest("order", component.path, component.transform.name, under=record))

    @property
    def weight(self) -> int:
        """The component's weight, or 0 when no unit is left."""
        return self._component.weight if self._tree.total else 0

    def places(self, field: str) -> Iterator[tuple[int, int]]:
        return ((unit.start, unit.end) for name, unit in self._units if name == field)

    def draw(self) -> tuple[str, Unit, Transform, bytes]:
        field, unit = self._units[self._tree.remove(self._draws.below(self._tree.total))]
        transform = self._component.transform
        key = digest("unit", self._component.path, transform.name, field, unit.start, unit.end, under=self._record)
        return field, unit, transform, key


def _tears(string: str, unit: Unit) -> bool:
    """Tell whether a unit has a border inside a character: between a letter and its mark or variation selector."""
    return is_joined(string, unit.start) or is_joined(string, unit.end)


def _drawn(queues: Sequence[_Queue], draws: Draws) -> Iterator[tuple[str, Unit, Transform, bytes]]:
    """Draw a component by weight, then a unit of it by weight, until no unit is left."""
    while any(weights := [queue.weight for queue in queues]):
        yield queues[draws.weighted(weights)].draw()


class _Weights:
    """Weights to draw from without replacement, each draw in logarithmic time (a Fenwick tree)."""

    __slots__ = ("_left", "_step", "_sums", "total")

    def __init__(self, weights: Sequence[int]) -> None:
        self._left = list(weights)
        self._sums = [0, *weights]
        for index in range(1, len(self._sums)):
            parent = index + (index & -index)
            if parent < len(self._sums):
                self._sums[parent] += self._sums[index]
        self._step = 1 << len(weights).bit_length()
        self.total = sum(weights)

    def remove(self, point: int) -> int:
        """Take out the index whose share of 0 .. total - 1 holds `point`."""
        position, step = 0, self._step
        while step:
            ahead = position + step
            if ahead < len(self._sums) and self._sums[ahead] <= point:
                position = ahead
                point -= self._sums[ahead]
            step >>= 1
        weight, self._left[position] = self._left[position], 0
        self.total -= weight
        index = position + 1
        while index < len(self._sums):
            self._sums[index] -= weight
            index += index & -index
        return position
