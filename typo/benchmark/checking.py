"""Checking a finished benchmark: every triplet by itself, and all of them together."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from typo.benchmark.design import SPLITS, Design
from typo.benchmark.screens import Fault, screen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from typo.benchmark.questions import Question
    from typo.benchmark.triplets import Triplet

__all__ = ["check"]


def check(
    triplets: Iterable[Triplet], *, questions: Iterable[Question] | None = None, design: Design | None = None
) -> tuple[tuple[str, Fault], ...]:
    """Return the faults of a benchmark, each with the name of what has it: nothing, where it is sound.

    Each triplet goes through all screens; with `questions`, the questions of the datasets, it is compared with what
    they hold. Of all together: no triplet twice (`once`), no question in two factors (`disjoint`), no source in two
    splits (`split`), no input that is another question's too (`copies`), and as many in each dataset, factor and
    split as the design wants (`size`).
    """
    design = Design() if design is None else design
    rows = list(triplets)
    return (*_each(rows, questions, design), *_together(rows, design))


def _each(
    triplets: Sequence[Triplet], questions: Iterable[Question] | None, design: Design
) -> Iterator[tuple[str, Fault]]:
    known = None if questions is None else {(question.dataset, question.id): question for question in questions}
    for triplet in triplets:
        question: Question | None = triplet.question
        if known is not None:
            question = known.get((triplet.question.dataset, triplet.question.id))
        if question is None:
            yield _named(triplet), Fault("intact", "the dataset has no such question.")
        else:
            for fault in screen(triplet, question, design):
                yield _named(triplet), fault


def _together(triplets: Sequence[Triplet], design: Design) -> Iterator[tuple[str, Fault]]:
    names: set[tuple[str, str, str]] = set()
    factors: dict[tuple[str, str], str] = {}
    splits: dict[tuple[str, tuple[str, str]], str] = {}
    inputs: dict[tuple[object, ...], str] = {}
    sizes: Counter[tuple[str, str, str]] = Counter()
    for triplet in triplets:
        question, name = triplet.question, _named(triplet)
        sizes[question.dataset, triplet.factor, triplet.split] += 1
        if triplet.name in names:
            yield name, Fault("once", "the triplet is there twice.")
            continue
        names.add(triplet.name)
        other = factors.setdefault((question.dataset, question.id), triplet.factor)
        if other != triplet.factor:
            yield name, Fault("disjoint", f"the question serves the factor {other} too.")
        split = splits.setdefault((question.dataset, question.source), triplet.split)
        if split != triplet.split:
            yield name, Fault("split", f"its source is in {split} and in {triplet.split}.")
        for level, fields in triplet.inputs:
            holder = inputs.setdefault((question.dataset, fields, question.options), question.id)
            if holder != question.id:
                yield name, Fault("copies", f"{level} is the same as an input of the question {holder!r}.")
    yield from _sizes(sizes, design)


def _sizes(sizes: Counter[tuple[str, str, str]], design: Design) -> Iterator[tuple[str, Fault]]:
    for dataset in sorted({dataset for dataset, _, _ in sizes}):
        for factor in design.chosen:
            for split in SPLITS:
                found, wanted = sizes[dataset, factor.name, split], design.wanted(split)
                if found != wanted:
                    name = f"{dataset}/{factor.name}/{split}"
                    yield name, Fault("size", f"there are {found} triplets, and {wanted} are wanted.")


def _named(triplet: Triplet) -> str:
    return "/".join(triplet.name)
