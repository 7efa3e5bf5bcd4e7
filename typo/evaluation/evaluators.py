"""Records from anything that gives probabilities for texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from typo.errors import InvalidArgument, check_int, check_text
from typo.evaluation.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from typo.edits import Edit
    from typo.perturbation import Perturbation

__all__ = ["Evaluator", "Item", "evaluate"]


class Evaluator(Protocol):
    """Anything that takes texts and gives the probabilities of the options for each, in their order."""

    def __call__(self, texts: Sequence[str], /) -> Sequence[Sequence[float]]:
        """Return a row of probabilities a text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One document under one condition, to be answered; the fields are those of `Record`.

    `text` is what the evaluator is given. `edits` lead from `source` to it; an original has none.
    """

    id: str
    text: str
    gold: int
    condition: str = "original"
    benchmark: str = "texts"
    factor: str = ""
    rate: float | None = None
    twin: str = ""
    group: str = ""
    category: str = ""
    language: str = ""
    source: str | None = None
    edits: tuple[Edit, ...] = ()
    eligible: int = 0

    @classmethod
    def of(cls, perturbation: Perturbation, *, id: str, gold: int, condition: str, group: str = "") -> Item:
        """Make the item of a perturbed text.

        >>> import typo
        >>> item = Item.of(typo.perturb("the cat", lang="en", key="1"), id="1", gold=0, condition="r10")
        >>> item.source, item.condition
        ('the cat', 'r10')
        """
        return cls(
            id=id, text=perturbation.text, gold=gold, condition=condition, group=group,
            source=perturbation.source, edits=tuple(perturbation.edits), eligible=perturbation.eligible,
        )  # fmt: skip


def evaluate(
    items: Iterable[Item], evaluator: Evaluator, *, model: str = "evaluator", batch: int = 64
) -> tuple[Record, ...]:
    """Answer items with a function from texts to probabilities, and return the records.

    `evaluator` is called with up to `batch` texts at a time. Raises `InvalidArgument`, naming the document, for
    probabilities that are none, and for another number of rows than of texts.

    >>> items = [Item(id="1", text="fine", gold=1), Item(id="1", text="fien", gold=1, condition="typo")]
    >>> [record.correct for record in evaluate(items, lambda texts: [(0.4, 0.6)] * len(texts))]
    [True, True]
    """
    check_int("batch", batch, minimum=1)
    asked = tuple(items)
    records = []
    for start in range(0, len(asked), batch):
        part = asked[start : start + batch]
        rows = evaluator([check_text("text", item.text) for item in part])
        if len(rows) != len(part):
            raise InvalidArgument(f"the evaluator gave {len(rows)} rows of probabilities for {len(part)} texts.")
        records += [_record(item, row, model) for item, row in zip(part, rows, strict=True)]
    return tuple(records)


def _record(item: Item, row: Sequence[float], model: str) -> Record:
    source = item.text if item.source is None else item.source
    return Record(
        model=model,
        benchmark=item.benchmark,
        format="callable",
        condition=item.condition,
        id=item.id,
        gold=item.gold,
        probabilities=tuple(float(chance) for chance in row),
        factor=item.factor,
        rate=item.rate,
        twin=item.twin,
        group=item.group,
        category=item.category,
        language=item.language,
        before=(("text", source),),
        after=(("text", item.text),),
        edits=tuple(("text", edit) for edit in item.edits),
        eligible=item.eligible,
    )
