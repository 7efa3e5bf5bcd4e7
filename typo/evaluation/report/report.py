"""The report of a study: what it says, the numbers as JSON and CSV, and the files it is written to."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from typo.errors import check_int
from typo.evaluation.analysis import Effect
from typo.evaluation.compare import ALL, ORIGINAL
from typo.evaluation.examples import choose, example
from typo.evaluation.files import write_whole
from typo.evaluation.models import Model, read_models
from typo.evaluation.report.facts import method, shared, signature
from typo.evaluation.report.formats import comma_separated
from typo.evaluation.report.groupings import doses, languages, models, shots, subjects
from typo.evaluation.report.page import Page, to_html, to_latex, to_markdown, to_text
from typo.evaluation.report.scores import differences, effects, results
from typo.evaluation.report.study import Missing, Section, Study
from typo.evaluation.report.tables import in_words
from typo.evaluation.report.treatments import calibration, restoration
from typo.evaluation.report.turns import flips, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from typo.evaluation.analysis import Analysis
    from typo.evaluation.compare import Comparison, Series
    from typo.evaluation.examples import Example
    from typo.evaluation.report.contrasts import ContrastReport

__all__ = ["Report", "write_report"]

_SECTIONS = (
    results, differences, effects, doses, restoration, calibration, flips, tokens, models, languages, shots, subjects,
)  # fmt: skip
_PRINTED = ("results", "differences")
_TOYS = {
    "typo-demo": "TOY MODEL: typo-demo answers by association of characters, so that there is something to run. "
    "Its numbers mean nothing."
}


@dataclass(frozen=True, slots=True)
class Report:
    """The analysis of a study with what is needed to make it again.

    - `analysis`: as `analyse` gives it.
    - `facts`: by run, what its numbers depend on: versions, seeds, settings, as plain values.
    - `notes`: warnings of whoever read the records, shown with the tables.
    - `models`: what is known of models, to group by; by default those that come with the library.
    - `examples`: how many documents are shown whose answers turned; 0 leaves all texts out.
    """

    analysis: Analysis
    facts: Mapping[str, Mapping[str, Any]]
    notes: tuple[str, ...] = ()
    models: Mapping[str, Model] = field(default_factory=read_models)
    examples: int = 10

    def __post_init__(self) -> None:
        check_int("examples", self.examples, minimum=0)

    @property
    def signature(self) -> str:
        """Twelve letters that are the same for reports made under the same facts, and for no others."""
        return signature(self.facts, self.analysis.resampling)

    @property
    def method(self) -> str:
        """How the intervals were made."""
        return method(self.analysis.resampling)

    def table(self) -> str:
        """Return scores and differences as text."""
        return to_text(self._page(), _PRINTED)

    def to_markdown(self) -> str:
        """Return all tables as Markdown."""
        return to_markdown(self._page())

    def to_latex(self) -> str:
        """Return all tables as LaTeX, for a document that loads the packages booktabs and longtable."""
        return to_latex(self._page())

    def to_html(self) -> str:
        """Return one self-contained HTML page: tables, charts, examples with marked edits.

        Raises `MissingExtra` without the extra `report`.
        """
        return to_html(self._page())

    def outputs(self) -> dict[str, str]:
        """Return all that `write_report` writes, by suffix; quicker than one by one."""
        page, study = self._page(), Study.of(self.analysis, self.models)
        return {
            "html": to_html(page),
            "json": self._json(page, study),
            "csv": self.to_csv(),
            "md": to_markdown(page),
            "tex": to_latex(page),
        }

    def to_json(self) -> str:
        """Return the numbers and facts as JSON, without texts; what is infinite or unknown is null."""
        return self._json(self._page(), Study.of(self.analysis, self.models))

    def _json(self, page: Page, study: Study) -> str:
        values = {
            "signature": self.signature,
            "facts": self.facts,
            "notes": self.notes,
            "toys": sorted({row.model for row in self.analysis.comparisons} & _TOYS.keys()),
            "missing": {missing.title: missing.reason for missing in page.missing},
            **self.analysis.to_dict(),
            **study.to_dict(),
        }
        return json.dumps(values, ensure_ascii=False, indent=1, sort_keys=True, allow_nan=False, default=str) + "\n"

    def to_csv(self) -> str:
        """Return every score and every difference as CSV, a row a series, condition, contrast, arm and metric.

        The scores of originals are those with `contrast` empty. Numbers are not rounded; what is not known is empty.
        """
        rows = [tuple(effect) for effect in self.analysis.effects]
        for row in self.analysis.comparisons:
            if row.condition == ORIGINAL:
                for arm in row.arms.values():
                    for metric, score in arm.scores.items():
                        told = {**row.series._asdict(), "condition": ORIGINAL, "arm": arm.name, "metric": metric}
                        told |= {"before": score, "after": score}
                        rows.append(tuple(told.get(name) for name in Effect._fields))
        return comma_separated(Effect._fields, rows)

    def _page(self) -> Page:
        study = Study.of(self.analysis, self.models)
        made = [section(study) for section in _SECTIONS]
        shown = tuple(self._examples())
        missing = [part for part in made if isinstance(part, Missing)]
        if not shown:
            reason = (
                "no perturbed document may be shown: its licence or its owners forbid it, or there are no texts."
                if self.examples
                else "texts were left out on request."
            )
            missing.append(Missing("Examples", reason))
        same, own = shared(self.facts)
        return Page(
            title="Answers under typing errors",
            lead=self._lead(study),
            toys=tuple(_TOYS[name] for name in study.names if name in _TOYS),
            notes=self.notes,
            sections=tuple(part for part in made if isinstance(part, Section) and part.parts),
            missing=tuple(missing),
            examples=shown,
            same={"interval": self.method, **same},
            own=own,
            signature=self.signature,
        )

    def _lead(self, study: Study) -> str:
        rows = [row for row in self.analysis.comparisons if ALL not in (row.benchmark, row.factor)]
        answers = sum(len(row.pairs) for row in rows)
        benchmarks = len({row.benchmark for row in rows})
        return (
            f"The same questions with and without typing errors, compared document by document: "
            f"{in_words(len(study.names), 'model')}, {in_words(benchmarks, 'benchmark')}, "
            f"{in_words(len(study.conditions), 'condition')} besides the original, {in_words(answers, 'answer')}. "
            f"Intervals: {self.method}."
        )

    def _examples(self) -> Iterator[Example]:
        every = [row for row in self.analysis.comparisons if ALL not in (row.benchmark, row.factor)]
        for row, pair in choose(_in_turn(every), self.examples) if self.examples else ():
            yield example(row, pair, every)


def _in_turn(rows: Sequence[Comparison]) -> list[Comparison]:
    """Order comparisons so that the first few are of all series, and of all conditions too."""
    series: dict[Series, list[Comparison]] = {}
    for row in rows:
        if row.condition != ORIGINAL:
            series.setdefault(row.series, []).append(row)
    most = max(map(len, series.values()), default=0)
    return [
        found[(turn + place) % len(found)]
        for turn in range(most)
        for place, found in enumerate(series.values())
        if turn < len(found)
    ]


def write_report(report: Report | ContrastReport, folder: Path, *, name: str = "report") -> tuple[Path, ...]:
    """Write `report.html`, `.json`, `.csv`, `.md` and `.tex`, or of another name, each whole or not at all.

    Return their paths, in this order.
    """
    texts = report.outputs()
    for suffix, text in texts.items():
        write_whole(folder / f"{name}.{suffix}", text)
    return tuple(folder / f"{name}.{suffix}" for suffix in texts)
