"""The questions of each dataset in the order in which they are tried, divided between the splits."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from typo.benchmark.design import HELD_OUT, SPLITS, TEST
from typo.errors import InvalidArgument
from typo.keyed import digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from typo.benchmark.design import Design
    from typo.benchmark.questions import Question

__all__ = ["Pool", "pools_of"]


class Pool(NamedTuple):
    """The questions of a dataset: for each split, in the order in which they are tried.

    `duplicates`: how many were left out because another question of the dataset asks the same.
    """

    dataset: str
    held_out: tuple[Question, ...]
    test: tuple[Question, ...]
    duplicates: int

    def of(self, split: str) -> tuple[Question, ...]:
        """Return the questions of a split."""
        return self.held_out if split == HELD_OUT else self.test


def pools_of(questions: Iterable[Question], design: Design) -> tuple[Pool, ...]:
    """Divide the questions of each dataset; the order in which they come does not matter.

    Questions of one source are in one split. The order of the sources, and of the questions of a split, is drawn by
    the seed and their names. Raises `InvalidArgument` for an id that is there twice, and for a dataset that is too
    small, with the number it has.
    """
    rows = sorted(questions, key=lambda question: (question.dataset, question.id))
    if not rows:
        raise InvalidArgument("questions is empty.")
    pools = []
    for dataset, group in groupby(rows, key=lambda question: question.dataset):
        found = list(group)
        for one, other in pairwise(found):
            if one.id == other.id:
                raise InvalidArgument(f"{dataset!r} holds the id {one.id!r} twice; are there two copies?")
        pools.append(_pool(dataset, found, design))
    return tuple(pools)


def _pool(dataset: str, questions: Sequence[Question], design: Design) -> Pool:
    # Of questions that ask the same the one with the first id stays.
    kept = {question.content: question for question in reversed(questions)}
    wanted = len(design.factors) * design.questions
    if len(kept) < wanted:
        same = f" ({len(questions) - len(kept)} more ask the same as others)" if len(kept) < len(questions) else ""
        raise InvalidArgument(
            f"the dataset {dataset!r} has {len(kept)} questions{same}; {len(design.factors)} factors need "
            f"{design.questions} each, {wanted} in all."
        )
    sources: dict[tuple[str, str], list[Question]] = {}
    for question in sorted(kept.values(), key=lambda question: _drawn(design, question)):
        sources.setdefault(question.source, []).append(question)
    splits: dict[str, list[Question]] = {split: [] for split in SPLITS}
    for source in sorted(sources, key=lambda source: (digest("source", design.seed, dataset, source), source)):
        splits[_split(splits, design)] += sources[source]
    ordered = {
        split: tuple(sorted(found, key=lambda question: _drawn(design, question))) for split, found in splits.items()
    }
    return Pool(dataset, ordered[HELD_OUT], ordered[TEST], len(questions) - len(kept))


def _split(splits: dict[str, list[Question]], design: Design) -> str:
    """Return the split that is furthest behind its share."""
    held_out, test = len(splits[HELD_OUT]), len(splits[TEST])
    # In whole numbers: held_out / wanted held out < test / wanted test.
    is_behind = held_out * design.wanted(TEST) < test * design.wanted(HELD_OUT)
    return HELD_OUT if is_behind or not design.wanted(TEST) else TEST


def _drawn(design: Design, question: Question) -> tuple[bytes, str]:
    return digest("question", design.seed, question.dataset, question.id), question.id
