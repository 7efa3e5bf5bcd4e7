"""Building a benchmark: from questions to screened triplets, in a file that is there whole or not at all."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from typo.benchmark.design import SPLITS, Design
from typo.benchmark.journal import Journal
from typo.benchmark.making import make_triplet
from typo.benchmark.pools import pools_of
from typo.benchmark.screens import screen
from typo.benchmark.triplets import Triplet, lines_of
from typo.errors import InvalidArgument
from typo.evaluation.files import write_whole
from typo.keyed import digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from typo.benchmark.design import Factor
    from typo.benchmark.pools import Pool
    from typo.benchmark.questions import Question

__all__ = ["BuildReport", "Candidates", "Cell", "Rejected", "attempt", "build", "report_path"]


class Rejected(NamedTuple):
    """Why a question gives no triplet: the screen that it fails, or `nesting` where levels cannot rise."""

    screen: str
    reason: str


class Cell(NamedTuple):
    """What became of one dataset, factor and split.

    - `triplets`: how many were made; `tried`: of how many questions.
    - `unnested`: how many questions could not take two levels; `failed`: how many failed each screen, by its name
      (the first that they failed). Each was replaced by the next.
    - `words`: of all texts in scope; `low_target`, `high_target`, `low_realised`, `high_realised`: edits in all.
    """

    dataset: str
    factor: str
    split: str
    triplets: int
    tried: int
    unnested: int
    failed: tuple[tuple[str, int], ...]
    words: int
    low_target: int
    low_realised: int
    high_target: int
    high_realised: int

    @property
    def replaced(self) -> int:
        """How many questions were replaced by the next, for either cause."""
        return self.tried - self.triplets

    def to_dict(self) -> dict[str, Any]:
        """Return the cell as plain values, with the rates that were realised."""
        row = self._asdict() | {"failed": dict(self.failed), "replaced": self.replaced}
        for level in ("low", "high"):
            row[f"{level}_rate"] = round(row[f"{level}_realised"] / self.words, 6) if self.words else 0.0
        return row


class BuildReport(NamedTuple):
    """What was built of what.

    `sha256` is that of the file of triplets, `questions` how many each dataset has and how many of these were left
    out as copies of others.
    """

    signature: str
    design: Design
    questions: tuple[tuple[str, int, int], ...]
    cells: tuple[Cell, ...]
    sha256: str

    @property
    def triplets(self) -> int:
        """How many triplets there are; each is three inputs."""
        return sum(cell.triplets for cell in self.cells)

    @property
    def replaced(self) -> int:
        """How many questions were replaced by the next."""
        return sum(cell.replaced for cell in self.cells)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain values, ready for JSON."""
        return {
            "signature": self.signature,
            "triplets": self.triplets,
            "inputs": 3 * self.triplets,
            "unnested": sum(cell.unnested for cell in self.cells),
            "failed": dict(sorted(_failures(self.cells).items())),
            "sha256": self.sha256,
            "design": asdict(self.design),
            "datasets": [{"dataset": name, "questions": n, "duplicates": copies} for name, n, copies in self.questions],
            "cells": [cell.to_dict() for cell in self.cells],
        }


def build(questions: Iterable[Question], path: str | Path, *, design: Design | None = None) -> BuildReport:
    """Build a benchmark: write its triplets to `path`, a JSON object a line, and a report beside it.

    Every triplet has passed all screens. A question that cannot take both levels, or fails a screen, is replaced by
    the next of its dataset, factor and split; the report counts both. No question serves two factors, and questions of
    one source are in one split. The result depends on the questions and the design alone, not on the order in which
    they come. Until it is complete, what is done is kept in `path` with `.partial` at its end; a build that was
    killed goes on from there, and comes to the same bytes.

    Raises `InvalidArgument`, with the number that there is, for a dataset that is too small.
    """
    design = Design() if design is None else design
    target = Path(path)
    rows = list(questions)
    pools = pools_of(rows, design)
    heading = {"signature": design.signature, "questions": _digest_of(rows)}
    triplets: list[Triplet] = []
    cells: list[Cell] = []
    with Journal(target.with_name(f"{target.name}.partial"), heading) as journal:
        try:
            for pool in pools:
                used: set[str] = set()
                for factor in design.chosen:
                    for split in SPLITS:
                        made, cell = _fill(Candidates(pool, factor, split, design, journal, used))
                        triplets += made
                        cells.append(cell)
        except InvalidArgument:
            # These questions will never be enough for this design: there is nothing to go on with.
            journal.remove()
            raise
        text = lines_of(triplets)
        sizes = tuple((p.dataset, len(p.held_out) + len(p.test) + p.duplicates, p.duplicates) for p in pools)
        report = BuildReport(design.signature, design, sizes, tuple(cells), sha256(text.encode()).hexdigest())
        write_whole(report_path(target), json.dumps(report.to_dict(), indent=2, ensure_ascii=False) + "\n")
        write_whole(target, text)
        journal.remove()
    return report


def report_path(path: Path) -> Path:
    """Return where the report of a benchmark is: beside it, with `.report.json` for its suffix."""
    return path.with_suffix(".report.json")


def attempt(question: Question, factor: Factor, split: str, design: Design) -> Triplet | Rejected:
    """Return the triplet of a question if there is one that passes all screens, else what keeps it from that."""
    made = make_triplet(question, factor, split, design)
    if isinstance(made, str):
        return Rejected("nesting", made)
    faults = screen(made, question, design)
    return Rejected(*faults[0]) if faults else made


class Candidates:
    """The questions that are left for a factor and split of a dataset, one tried after another.

    `used` holds the ids that are taken, by this factor or another; each that gives a triplet is added to it.
    """

    def __init__(
        self, pool: Pool, factor: Factor, split: str, design: Design, journal: Journal | None, used: set[str]
    ) -> None:
        self.pool = pool
        self.factor = factor
        self.split = split
        self.design = design
        self.rejected: list[Rejected] = []
        self._journal = journal
        self._used = used

    def __iter__(self) -> Iterator[Triplet]:
        for question in self.pool.of(self.split):
            if question.id in self._used:
                continue
            made = self._attempt(question)
            if isinstance(made, Rejected):
                self.rejected.append(made)
            else:
                self._used.add(question.id)
                yield made

    def _attempt(self, question: Question) -> Triplet | Rejected:
        if self._journal is None:
            return attempt(question, self.factor, self.split, self.design)
        name = (question.dataset, self.factor.name, question.id)
        row = self._journal.rows.get(name)
        if row is not None:
            return _read(row)
        made = attempt(question, self.factor, self.split, self.design)
        self._journal.add(name, list(made) if isinstance(made, Rejected) else made.to_dict())
        return made


def _read(row: Any) -> Triplet | Rejected:
    return Rejected(*row) if isinstance(row, list) else Triplet.from_dict(row)


def _fill(candidates: Candidates) -> tuple[list[Triplet], Cell]:
    """Take as many triplets as the design wants."""
    wanted = candidates.design.wanted(candidates.split)
    made: list[Triplet] = []
    if wanted:
        for triplet in candidates:
            made.append(triplet)
            if len(made) == wanted:
                break
    kinds = Counter(rejected.screen for rejected in candidates.rejected)
    unnested = kinds.pop("nesting", 0)
    dataset, factor, split = candidates.pool.dataset, candidates.factor.name, candidates.split
    if len(made) < wanted:
        failed = "".join(f", {count} fail the screen {name}" for name, count in sorted(kinds.items()))
        raise InvalidArgument(
            f"the dataset {dataset!r} has {len(made)} questions for the factor {factor} in the split {split}, and "
            f"{wanted} are needed: of {len(made) + len(candidates.rejected)} that are left there, {unnested} cannot "
            f"take both levels{failed}."
        )
    cell = Cell(
        dataset, factor, split, len(made), len(made) + len(candidates.rejected), unnested, tuple(sorted(kinds.items())),
        sum(triplet.words for triplet in made),
        *(
            count
            for level in ("low", "high")
            for count in (
                sum(getattr(triplet, level).target for triplet in made),
                sum(getattr(triplet, level).realised for triplet in made),
            )
        ),
    )  # fmt: skip
    return made, cell


def _digest_of(questions: Iterable[Question]) -> str:
    rows = sorted(json.dumps(question.to_dict(), sort_keys=True) for question in questions)
    return digest("questions", *rows).hex()[:16]


def _failures(cells: Iterable[Cell]) -> Mapping[str, int]:
    found: Counter[str] = Counter()
    for cell in cells:
        found.update(dict(cell.failed))
    return found
