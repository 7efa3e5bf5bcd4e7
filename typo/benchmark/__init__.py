"""Benchmarks of French variants: a question as it was, with few edits and with more, screened and on record.

`build` makes them of questions; `typo.benchmark.review` has judges and people look at them.
"""

from __future__ import annotations

from typo.benchmark.building import BuildReport, Cell, build
from typo.benchmark.checking import check
from typo.benchmark.design import FACTORS, GUARDED, Design, Factor
from typo.benchmark.questions import Question, read_questions
from typo.benchmark.screens import SCREENS, Fault, screen
from typo.benchmark.triplets import Triplet, Variant, read_triplets

__all__ = [
    "FACTORS",
    "GUARDED",
    "SCREENS",
    "BuildReport",
    "Cell",
    "Design",
    "Factor",
    "Fault",
    "Question",
    "Triplet",
    "Variant",
    "build",
    "check",
    "read_questions",
    "read_triplets",
    "screen",
]
