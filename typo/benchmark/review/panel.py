"""Two judges look at every variant; what either flags is replaced, what they cannot say goes to a person."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from typo.benchmark.building import Candidates
from typo.benchmark.design import FACTORS, Design
from typo.benchmark.journal import Journal
from typo.benchmark.pools import pools_of
from typo.benchmark.review.cases import INSTRUCTIONS, cases_of
from typo.benchmark.review.judges import Verdict, read_reply
from typo.errors import InvalidArgument, check_int, check_text
from typo.keyed import digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from typo.benchmark.questions import Question
    from typo.benchmark.review.cases import Case
    from typo.benchmark.review.judges import Judge
    from typo.benchmark.triplets import Triplet

__all__ = ["Replaced", "Replacements", "Review", "replace_flagged", "review"]

FLAGGED, PERSON, PASSED = "flagged", "person", "passed"


class Review(NamedTuple):
    """What was found: of each case (variant) the verdicts of the judges, and then of persons, in order."""

    cases: tuple[Case, ...]
    verdicts: tuple[tuple[Verdict, ...], ...]

    def status(self, place: int) -> str:
        """Return `flagged`, `person` or `passed` for the case at a place of `cases`.

        A case that anybody flags is flagged. Else, where a reply is invalid and no person has judged, it waits for one.
        """
        given = self.verdicts[place]
        if any(verdict.flags for verdict in given):
            return FLAGGED
        # A person's verdict comes after those of the two judges.
        is_decided = any(verdict.passes for verdict in given[2:])
        return PASSED if is_decided or all(verdict.passes for verdict in given) else PERSON

    @property
    def by_triplet(self) -> dict[tuple[str, str, str], str]:
        """The status of each triplet: flagged if a variant is, else waiting for a person if a variant is."""
        found: dict[tuple[str, str, str], list[str]] = {}
        for place, case in enumerate(self.cases):
            found.setdefault(case.triplet, []).append(self.status(place))
        return {
            name: next(status for status in (FLAGGED, PERSON, PASSED) if status in statuses)
            for name, statuses in found.items()
        }

    @property
    def flagged(self) -> tuple[tuple[str, str, str], ...]:
        """The names of the triplets that are to be replaced."""
        return tuple(name for name, status in self.by_triplet.items() if status == FLAGGED)

    @property
    def for_person(self) -> tuple[Case, ...]:
        """The cases that wait for a person: write a sheet of them, and hand what it says to `decided`."""
        return tuple(case for place, case in enumerate(self.cases) if self.status(place) == PERSON)

    def decided(self, verdicts: Mapping[str, Verdict]) -> Review:
        """Return the review with the verdicts of a person, by the codes of the cases.

        Raises `InvalidArgument` for a code that is none, and for a verdict that is not valid.
        """
        known = {case.code for case in self.cases}
        for code, verdict in verdicts.items():
            if code not in known:
                raise InvalidArgument(f"verdicts holds {code!r}, which is the code of no case.")
            if verdict.flags is None:
                raise InvalidArgument(f"verdicts has no valid verdict for {code!r}.")
        added = tuple(
            (*given, verdicts[case.code]) if case.code in verdicts else given
            for case, given in zip(self.cases, self.verdicts, strict=True)
        )
        return Review(self.cases, added)

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row of plain values for each case, ready for JSON."""
        return [
            {
                "case": case.code, "triplet": list(case.triplet), "split": case.split, "level": case.level,
                "status": self.status(place), "verdicts": [verdict._asdict() for verdict in self.verdicts[place]],
            }
            for place, case in enumerate(self.cases)
        ]  # fmt: skip


class Replaced(NamedTuple):
    """A triplet that was replaced: its name, that of the new one, and how many candidates did not pass before it."""

    old: tuple[str, str, str]
    new: tuple[str, str, str]
    failed: int


class Replacements(NamedTuple):
    """A benchmark after its flagged triplets were replaced, each in its place, and what was replaced."""

    triplets: tuple[Triplet, ...]
    replaced: tuple[Replaced, ...]


def review(
    triplets: Iterable[Triplet],
    judges: Mapping[str, Judge],
    *,
    instructions: str = INSTRUCTIONS,
    replies: str | Path | None = None,
    workers: int = 4,
) -> Review:
    """Have two judges look at both variants of every triplet.

    `judges` maps the name of each to a callable (see `Judge`) or a `ChatJudge`; both are given the same
    `instructions`. With `replies`, a file, what they reply is kept there and never asked again, so that a review that
    was stopped goes on. Judges are called in `workers` threads. The first error of one ends the review.

    Raises `InvalidArgument` unless there are two judges, and for a file that is kept for other ones.
    """
    with _Panel(judges, instructions, replies, workers) as panel:
        return panel.look_at(cases_of(triplets))


def replace_flagged(
    triplets: Sequence[Triplet],
    found: Review,
    questions: Iterable[Question],
    judges: Mapping[str, Judge],
    *,
    design: Design | None = None,
    instructions: str = INSTRUCTIONS,
    replies: str | Path | None = None,
    workers: int = 4,
) -> Replacements:
    """Replace every triplet that was flagged by the next of its dataset, factor and split that both judges pass.

    `questions` and `design` are those that the benchmark was built with. A new triplet has passed all screens, and
    needs valid passes of both judges for both variants. Raises `InvalidArgument` where no question is left.
    """
    design = Design() if design is None else design
    pools = {pool.dataset: pool for pool in pools_of(questions, design)}
    factors = {factor.name: factor for factor in FACTORS}
    used = {dataset: {made.question.id for made in triplets if made.question.dataset == dataset} for dataset in pools}
    flagged = set(found.flagged)
    kept: list[Triplet] = []
    replaced: list[Replaced] = []
    with _Panel(judges, instructions, replies, workers) as panel:
        for triplet in triplets:
            if triplet.name not in flagged:
                kept.append(triplet)
                continue
            dataset = triplet.question.dataset
            if dataset not in pools:
                raise InvalidArgument(f"questions holds none of the dataset {dataset!r}.")
            candidates = Candidates(pools[dataset], factors[triplet.factor], triplet.split, design, None, used[dataset])
            new, failed = _next(candidates, panel)
            if new is None:
                raise InvalidArgument(
                    f"no question of {dataset!r} is left to replace {triplet.question.id!r} for the factor "
                    f"{triplet.factor} in the split {triplet.split}; {failed} did not pass both judges."
                )
            kept.append(new)
            replaced.append(Replaced(triplet.name, new.name, failed))
    return Replacements(tuple(kept), tuple(replaced))


def _next(candidates: Iterable[Triplet], panel: _Panel) -> tuple[Triplet | None, int]:
    failed = 0
    for candidate in candidates:
        found = panel.look_at(cases_of([candidate]))
        if all(verdict.passes for given in found.verdicts for verdict in given):
            return candidate, failed
        failed += 1
    return None, failed


class _Panel:
    """The two judges, and the file of what they have replied."""

    def __init__(
        self, judges: Mapping[str, Judge], instructions: str, replies: str | Path | None, workers: int
    ) -> None:
        if len(judges) != 2:
            raise InvalidArgument(f"judges has {len(judges)} judges; it takes two, by their names.")
        for name, judge in judges.items():
            if not callable(judge):
                raise InvalidArgument(f"judges[{name!r}] must be callable, not {type(judge).__name__}.")
        self._judges = judges
        self._instructions = check_text("instructions", instructions)
        self._workers = check_int("workers", workers, minimum=1)
        self._rows: dict[tuple[str, ...], Any] = {}
        self._journal: Journal | None = None
        if replies is not None:
            # The judges' reprs tell the model and its settings of those that ask one; functions have none that stays.
            shown = {name: repr(judge) if hasattr(judge, "model") else "" for name, judge in judges.items()}
            heading = {"judges": shown, "instructions": digest("instructions", instructions).hex()[:16]}
            self._journal = Journal(Path(replies), heading)
        self._stack = ExitStack()

    def __enter__(self) -> _Panel:
        if self._journal is not None:
            self._rows = self._stack.enter_context(self._journal).rows
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def look_at(self, cases: Sequence[Case]) -> Review:
        """Return the verdicts of both judges on cases, asking what was not asked before."""
        wanted = [(name, case) for case in cases for name in self._judges if (name, case.code) not in self._rows]
        self._ask(dict.fromkeys(wanted))
        return Review(
            tuple(cases),
            tuple(tuple(read_reply(name, self._rows[name, case.code]) for name in self._judges) for case in cases),
        )

    def _ask(self, wanted: Iterable[tuple[str, Case]]) -> None:
        """Ask, and keep every reply that comes, even where another judge fails meanwhile."""
        failure: BaseException | None = None
        with ThreadPoolExecutor(self._workers) as pool:
            asked = {pool.submit(self._judges[name], case, self._instructions): (name, case) for name, case in wanted}
            try:
                for future in as_completed(asked):
                    if future.cancelled():
                        continue
                    if (error := future.exception()) is not None:
                        failure = failure or error
                        pool.shutdown(wait=False, cancel_futures=True)
                        continue
                    name, case = asked[future]
                    self._keep((name, case.code), future.result())
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        if failure is not None:
            raise failure

    def _keep(self, name: tuple[str, str], reply: object) -> None:
        # What is kept is what can be read again: a reply that is neither text nor mapping is invalid as its repr.
        plain = read_reply(name[0], reply).reply
        if self._journal is not None:
            self._journal.add(name, plain)
        else:
            self._rows[name] = plain
