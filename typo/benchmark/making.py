"""Making the triplet of one question and one factor, or saying why it cannot be made."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from typo.benchmark.triplets import Triplet, Variant
from typo.planner import edits_at

if TYPE_CHECKING:
    from typo.benchmark.design import Design, Factor
    from typo.benchmark.questions import Question

__all__ = ["answers_in", "counts_at", "make_triplet"]


def make_triplet(question: Question, factor: Factor, split: str, design: Design) -> Triplet | str:
    """Return the triplet of a question, or the reason why its levels cannot rise.

    Both levels are one plan over all perturbed fields, so that the edits of low are among those of high. Low has at
    least one edit, high at least one more, though it may have fewer than its target where places run out.
    """
    perturber = design.perturber(factor)
    texts = {name: text for name, text in question.fields if name in question.perturbed}
    protect = {name: answers_in(text, question.references) for name, text in texts.items()}
    plan = perturber.plan_record(texts, key=(question.dataset, question.id), protect=protect)
    rates = (factor.low, factor.high)
    words = plan.base
    counts = counts_at(rates, words)
    possible = sum(len(log) for log, _ in plan.logs(counts[-1]).values())
    if any(min(more, possible) <= fewer for fewer, more in pairwise((0, *counts))):
        return (
            f"the levels need {counts[0]} and at least {counts[0] + 1} edits, and only {possible} of {plan.eligible} "
            f"{perturber.transform.unit} could be edited."
        )
    made = []
    for rate, count in zip(rates, counts, strict=True):
        logs = {name: log for name, (log, _) in plan.logs(count).items()}
        fields = tuple((name, logs[name].apply(text) if name in logs else text) for name, text in question.fields)
        edits = tuple((name, edit) for name, _ in question.fields if name in logs for edit in logs[name].edits)
        made.append(Variant(rate, edits_at(rate, words), fields, edits))
    low, high = made
    return Triplet(question, factor.name, split, words, low, high, design.signature_of(factor))


def counts_at(rates: tuple[float, ...], words: int) -> tuple[int, ...]:
    """Return how many edits each level asks for: as its rate says, but at least one more than the level below.

    >>> counts_at((0.05, 0.1), 8), counts_at((0.05, 0.1), 100)
    ((1, 2), (5, 10))
    """
    counts: list[int] = []
    for rate in rates:
        counts.append(max(edits_at(rate, words), counts[-1] + 1 if counts else 1))
    return tuple(counts)


def answers_in(text: str, references: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return where right answers stand in a text, as whole words.

    >>> answers_in("La Loire, pas la Loireau.", ("Loire",))
    [(3, 8)]
    """
    return [
        match.span()
        for answer in references
        for match in re.finditer(rf"(?<!\w){re.escape(answer)}(?!\w)", text)
        if match.end() > match.start()
    ]
