"""Planning: which units are edited, in which order. The only random step there is.

A plan draws units one after another by their weights, works out the edit of each drawn unit, and lets a unit
whose edit is impossible give way to the next. A smaller number of edits is therefore always a prefix, and so
a subset, of a larger one; and only as many edits are worked out as are asked for.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from hashlib import blake2b
from itertools import accumulate
from math import floor
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from typo.edits import Edit, EditLog
from typo.errors import InvalidArgument, SourceMismatch, check_int, check_rate
from typo.graphemes import is_joined, is_plain
from typo.keyed import Draws, Namer, digest
from typo.order import drawn
from typo.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from typo.text import Text
    from typo.words import Unit

__all__ = ["Component", "Plan", "Transform", "component", "edits_at"]


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
        """Work out the edit of one unit, or return None where there is none after all.

        A transform that knows how likely its edits are has a method `sample` besides, with the same arguments,
        that returns the edit and its log-probability. One whose units may be hit again has an attribute `again`
        that is true: a unit that was drawn keeps half its weight, and its next edit gives way where it overlaps.
        """


class Component(NamedTuple):
    """One simple transform inside a combinator: its weight, and the code of its numbers, to follow a record's."""

    transform: Transform
    weight: int
    code: bytes


def component(transform: Transform, path: tuple[str, ...] = (), weight: int = 1) -> Component:
    """Make the component for a simple transform that stands at `path`."""
    return Component(transform, weight, Namer("order")(path, transform.name))


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

    __slots__ = ("_base", "_chosen", "_done", "_edits", "_parts", "_texts", "by_field")

    def __init__(
        self,
        texts: Mapping[str, Text],
        parts: Sequence[Component],
        record: bytes,
        *,
        base: Callable[[str], int] | None = None,
    ) -> None:
        # Sorted, so that the order of a dict's fields does not matter.
        self._texts = dict(sorted(texts.items())) if len(texts) > 1 else texts
        self._done: list[tuple[str, Edit, float | None]] = []
        self._chosen: dict[str, list[tuple[int, int]]] = {}
        self._base = base
        self._parts = parts
        queues = [_Queue(part, self._texts, record) for part in parts]
        #: how many units each field has
        self.by_field: dict[str, int] = _counts(queues, self._texts)
        self._edits = self._made(queues[0] if len(queues) == 1 else _Queues(queues, record))

    @property
    def is_drawn(self) -> bool:
        """Whether any transform was drawn for the record: a `Sometimes` may leave it alone."""
        return bool(self._parts)

    @property
    def eligible(self) -> int:
        """How many units there are, over all fields."""
        return sum(self.by_field.values())

    @property
    def base(self) -> int:
        """What a rate is a share of: the units, or all words where the rate counts words."""
        if self._base is None:
            return self.eligible
        return sum(self._base(text.string) for text in self._texts.values())

    def logs(self, count: int) -> dict[str, tuple[EditLog, tuple[float, ...] | None]]:
        """Return the log of each field after the first `count` edits, or all where there are fewer.

        With each log come the log-probabilities of its edits, None where a transform does not know them.
        """
        done = self._done
        if len(done) < count:
            for made in self._edits:
                done.append(made)
                if len(done) == count:
                    break
        logs = {}
        for field, text in self._texts.items():
            rows = sorted([(edit, logprob) for name, edit, logprob in done[:count] if name == field])
            chances = tuple([logprob for _, logprob in rows if logprob is not None])
            log = EditLog._planned(tuple([edit for edit, _ in rows]), len(text.string))
            logs[field] = log, chances if len(chances) == len(rows) else None
        return logs

    def take(self, count: int) -> EditLog:
        """Return the log of the first `count` edits of a record of one text.

        Raises `InvalidArgument` for a plan over several fields.
        """
        check_int("count", count, minimum=0)
        if len(self._texts) != 1:
            raise InvalidArgument(f"take is for one text; this plan has the fields {', '.join(self._texts)}.")
        ((log, _),) = self.logs(count).values()
        return log

    def at(self, rate: float) -> EditLog:
        """Return the log of as many edits as `rate` asks for."""
        return self.take(edits_at(check_rate("rate", rate), self.base))

    def _made(self, queue: _Queue | _Queues) -> Iterator[tuple[str, Edit, float | None]]:
        """Work out units in order, and yield the edits that are possible beside those before them."""
        for field, text, unit, transform, number in queue.drawn():
            sample = getattr(transform, "sample", None)
            if sample is None:
                edit, logprob = transform.realise(text, unit, Draws(number)), None
            else:
                edit, logprob = sample(text, unit, Draws(number)) or (None, None)
            if edit is None:
                continue
            start, end, original, replacement, _ = edit
            if not replacement.isascii() and (formed := text.formed(replacement)) != replacement:
                edit, replacement = edit._replace(replacement=formed), formed
            if original == replacement:
                continue
            if start < 0 or text.string[start:end] != original or len(original) != end - start:
                raise SourceMismatch(
                    f"{transform.name} made {edit!r}; the text has {text.string[start:end]!r} at {start}..{end}."
                )
            chosen = self._chosen.setdefault(field, [])
            if text.is_free(start, end) and (not chosen or _fits(chosen, start, end)):
                insort(chosen, (start, end))
                yield field, edit, logprob


def _fits(chosen: list[tuple[int, int]], start: int, end: int) -> bool:
    """Tell whether an edit keeps clear of those already chosen."""
    index = bisect_left(chosen, (start, end))
    if index and chosen[index - 1][1] > start:
        return False
    # Two insertions at one point would depend on the order in which they were drawn, so the later gives way.
    return index == len(chosen) or (end <= chosen[index][0] and (start, end) != chosen[index])


class _Queue:
    """The units of one component over all fields, drawn by weight, without replacement or to half of it."""

    __slots__ = ("_again", "_component", "_fields", "_firsts", "_record", "weights")

    def __init__(self, component: Component, texts: Mapping[str, Text], record: bytes) -> None:
        self._component = component
        self._again = bool(getattr(component.transform, "again", False))
        self._record = record
        self._fields = [
            (field, text, units, _weights(text, units))
            for field, text in texts.items()
            for units in (component.transform.units(text),)
        ]
        self.weights = [weight for *_, weights in self._fields for weight in weights]
        self._firsts = list(accumulate((len(weights) for *_, weights in self._fields), initial=0))

    @property
    def weight(self) -> int:
        """The weight of the whole component beside others."""
        return self._component.weight

    @property
    def draws(self) -> int:
        """How often a unit can be drawn from here."""
        if self._again:
            return sum(map(int.bit_length, self.weights))
        return len(self.weights) - self.weights.count(0)

    def counts(self) -> Iterator[tuple[str, int]]:
        """Yield each field with the number of its units."""
        for field, _, _, weights in self._fields:
            yield field, len(weights) - weights.count(0)

    def places(self) -> Iterator[tuple[str, int, int]]:
        for field, _, units, weights in self._fields:
            for unit, weight in zip(units, weights, strict=True):
                if weight:
                    yield field, unit.start, unit.end

    def drawn(self) -> Iterator[tuple[str, Text, Unit, Transform, int]]:
        key = blake2b(self._record + self._component.code).digest()
        transform = self._component.transform
        for index, number in drawn(self.weights, key, halving=self._again):
            place = bisect_right(self._firsts, index) - 1
            field, text, units, _ = self._fields[place]
            yield field, text, units[index - self._firsts[place]], transform, number


class _Queues:
    """Several components: one is drawn by its weight, then a unit of it, until no unit is left."""

    __slots__ = ("_queues", "_record")

    def __init__(self, queues: Sequence[_Queue], record: bytes) -> None:
        self._queues = queues
        self._record = record

    def drawn(self) -> Iterator[tuple[str, Text, Unit, Transform, int]]:
        draws = Draws(digest("component", under=self._record))
        left = [queue.draws for queue in self._queues]
        streams = [queue.drawn() for queue in self._queues]
        while any(left):
            weights = [queue.weight if count else 0 for queue, count in zip(self._queues, left, strict=True)]
            index = draws.weighted(weights)
            left[index] -= 1
            yield next(streams[index])


def _weights(text: Text, units: Sequence[Unit]) -> list[int]:
    """Return the weight of each unit, 0 for one that is protected or would cut a character in two."""
    if type(units) is not Words:
        if not text.protected and text.memo("plain", is_plain):
            return [unit.weight for unit in units]
        return [
            unit.weight if text.is_free(unit.start, unit.end) and not _tears(text.string, unit) else 0 for unit in units
        ]
    if not text.protected:
        return units.weights
    return [
        weight if weight and text.is_free(unit.start, unit.end) else 0
        for unit, weight in zip(units, units.weights, strict=True)
    ]


def _counts(queues: Sequence[_Queue], texts: Mapping[str, Text]) -> dict[str, int]:
    """Count the units of each field; a place that several components could touch counts once."""
    if len(queues) == 1:
        return dict(queues[0].counts())
    counts = dict.fromkeys(texts, 0)
    for field, _, _ in {place for queue in queues for place in queue.places()}:
        counts[field] += 1
    return counts


def _tears(string: str, unit: Unit) -> bool:
    """Tell whether a unit has a border inside a character: between a letter and its mark or variation selector."""
    return is_joined(string, unit.start) or is_joined(string, unit.end)
