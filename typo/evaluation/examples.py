"""Documents before and after, chosen to show what perturbation does, with their edits marked."""

from __future__ import annotations

from itertools import chain
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, NamedTuple

from typo.evaluation.arms import ORIGINAL
from typo.evaluation.records import OTHER
from typo.keyed import digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.evaluation.bootstrap import Pair
    from typo.evaluation.compare import Comparison
    from typo.evaluation.records import Record

__all__ = ["Example", "Level", "Side", "choose", "example"]


class Side(NamedTuple):
    """One half of an example: fields as (name, parts of (text, whether it was edited)), and the answer."""

    name: str
    fields: tuple[tuple[str, tuple[tuple[str, bool], ...]], ...]
    answer: str
    right: bool
    gold: str


class Level(NamedTuple):
    """A document under one more condition: the right option's probability (None without any), and if it was chosen."""

    condition: str
    p_gold: float | None
    right: bool


class Example(NamedTuple):
    """A document under two conditions, and what became of it under all conditions of the series, the original first."""

    title: str
    source: str
    id: str
    language: str
    sides: tuple[Side, Side]
    levels: tuple[Level, ...]


def choose(comparisons: Sequence[Comparison], count: int) -> list[tuple[Comparison, Pair]]:
    """Choose documents: those whose answer turned between right and wrong first, from the conditions in turn.

    Among these the ones whose right option lost the most probability come first. A document is shown once, as long as
    there are others. The choice depends on nothing but the records.
    """
    queues = [[(row, pair) for pair in sorted(_shown(row), key=_interest)] for row in comparisons]
    chosen: list[tuple[Comparison, Pair]] = []
    seen: set[tuple[str, str]] = set()
    again: list[tuple[Comparison, Pair]] = []
    while len(chosen) < count and any(queues):
        for queue in queues:
            while queue and len(chosen) < count:
                row, pair = queue.pop(0)
                if (row.benchmark, pair[0].id) not in seen:
                    seen.add((row.benchmark, pair[0].id))
                    chosen.append((row, pair))
                    break
                again.append((row, pair))
    return list(chain(chosen, again))[:count]


def _shown(row: Comparison) -> list[Pair]:
    return [pair for pair in row.perturbed if pair[1].before]


def _interest(pair: Pair) -> tuple[bool, bool, float, bytes]:
    before, after = pair
    lost = (_p_gold(before) or 0.0) - (_p_gold(after) or 0.0)
    same = before.correct == after.correct, before.prediction == after.prediction
    return *same, -lost, digest("example", before.id)


def _p_gold(record: Record) -> float | None:
    return None if record.probabilities is None else record.probabilities[record.gold or 0]


def example(row: Comparison, pair: Pair, rows: Sequence[Comparison] = ()) -> Example:
    """Make the example of one document, with a title that says under which condition it stands.

    `rows` are the comparisons to look for the same document under other conditions in.
    """
    before, after = pair
    key = (before.benchmark, before.factor, before.id)
    found = [
        other
        for one in (rows or [row])
        if one.series == row.series
        for _, other in one.pairs
        if (other.benchmark, other.factor, other.id) == key
    ]
    return Example(
        title=row.condition,
        source=f"{row.format} · {row.model}",
        id=after.id,
        language=after.language,
        sides=(_side("original", before, after), _side("perturbed", after, after)),
        levels=tuple(
            Level(record.condition, _p_gold(record), record.correct)
            for record in (before, *(other for other in found if other.condition != ORIGINAL))
        ),
    )


def _side(name: str, answered: Record, edited: Record) -> Side:
    which = "original" if name == "original" else "replacement"
    return Side(
        name=name,
        fields=tuple((field, tuple(_parts(field, text, edited, which))) for field, text in edited.before),
        answer=_answer(answered),
        right=answered.correct,
        gold="" if (chance := _p_gold(answered)) is None else f"{chance:.2f}",
    )


def _answer(record: Record) -> str:
    if record.prediction is None:
        return "not understood"
    if isinstance(record.prediction, str):
        return record.prediction
    return "another option" if record.prediction == OTHER else ascii_uppercase[record.prediction]


def _parts(field: str, clean: str, edited: Record, which: str) -> list[tuple[str, bool]]:
    """Split a field into parts: untouched text, and what was edited as it was or as it became (it may be empty)."""
    parts: list[tuple[str, bool]] = []
    done = 0
    edits: list[Any] = sorted(edit for name, edit in edited.edits if name == field)
    for edit in edits:
        parts += [(clean[done : edit.start], False), (getattr(edit, which), True)]
        done = edit.end
    return [part for part in [*parts, (clean[done:], False)] if part[0] or part[1]]
