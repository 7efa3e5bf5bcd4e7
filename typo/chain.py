"""Running the stages of a transform one after another, and chaining their logs into one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from typo.edits import EditLog
from typo.planner import Plan, edits_at
from typo.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from typo.combine import Stage
    from typo.protect import Span

__all__ = ["Job", "Limits", "Run", "run_stages"]


class Limits(NamedTuple):
    """How many edits a record gets: the rate of a stage without its own, and the bounds on the whole."""

    rate: float
    min_edits: int
    max_edits: int | None


class Run(NamedTuple):
    """What came of it: how many edits were asked for, and each field's log, units and log-probabilities.

    `spare` tells of each stage how many units it was not asked for.
    """

    requested: int
    spare: tuple[int, ...]
    by_field: dict[str, tuple[EditLog, int, tuple[float, ...] | None]]

    @property
    def eligible(self) -> int:
        """How many units all stages found, over all fields."""
        return sum(eligible for _, eligible, _ in self.by_field.values())

    @property
    def realised(self) -> int:
        """How many edits were made, over all fields."""
        return sum(len(log) for log, _, _ in self.by_field.values())


class Job(NamedTuple):
    """A record to be perturbed: its fields, the stages, the code of its key, what is protected, how many edits.

    `words` counts the words of a text where the rate is a share of those.
    """

    record: Mapping[str, str]
    stages: Sequence[Stage]
    named: bytes
    protected: Mapping[str, tuple[Span, ...]]
    limits: Limits
    words: Callable[[str], int] | None


def run_stages(job: Job) -> Run:
    """Run the stages over the fields of a record.

    Where the rates give fewer edits than the minimum, the last stage that can is asked for the rest, then the one
    before it. A stage may undo what another did, so this is settled by what came out, not by what was asked for.
    """
    extra = [0] * len(job.stages)
    best = run = _run_once(job, extra)
    for index in reversed(range(len(job.stages))):
        while best.realised < job.limits.min_edits and run.spare[index] > 0:
            extra[index] += max(1, job.limits.min_edits - run.realised)
            before, run = run, _run_once(job, extra)
            best = max(best, run, key=lambda made: made.realised)
            if run.spare == before.spare:
                break  # the maximum lets this stage have no more
    return best


def _run_once(job: Job, extra: Sequence[int]) -> Run:
    record, stages, named, protected, limits, words = job
    texts = dict(record)
    spans = dict(protected)
    logs = {field: EditLog((), len(text)) for field, text in record.items()}
    eligible = dict.fromkeys(record, 0)
    chances: dict[str, tuple[float, ...] | None] = dict.fromkeys(record)
    requested = 0
    spare: list[int] = []
    for stage, more in zip(stages, extra, strict=True):
        sources = {field: Text(text, protected=spans[field], record=named) for field, text in texts.items()}
        made = Plan(sources, stage.parts, named, base=words)
        count = edits_at(limits.rate if stage.rate is None else stage.rate, made.base) + more
        if limits.max_edits is not None:
            count = min(count, limits.max_edits - requested)
        requested += count
        spare.append(made.eligible - count)
        for field, (log, chance) in made.logs(count).items():
            logs[field] = logs[field].then(log) if len(stages) > 1 else log
            # After a second stage an edit may be the work of both, and no stage knows how likely that is.
            chances[field] = chance if len(stages) == 1 else None
            texts[field] = log.apply(texts[field])
            spans[field] = tuple(log.project(start, end) for start, end in spans[field])
            eligible[field] += made.by_field[field]
    requested = max(requested, limits.min_edits)
    return Run(requested, tuple(spare), {field: (logs[field], eligible[field], chances[field]) for field in record})
