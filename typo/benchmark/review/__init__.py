"""Review of a benchmark: two judges for every variant, replacements for what they flag, an audit by people.

Judges and people answer the same four questions (`CRITERIA`) by the same `INSTRUCTIONS`.
"""

from __future__ import annotations

from typo.benchmark.review.auditing import Agreement, Audit, audit, draw_audit
from typo.benchmark.review.cases import CRITERIA, INSTRUCTIONS, Case, cases_of
from typo.benchmark.review.judges import ChatJudge, Verdict
from typo.benchmark.review.panel import Replaced, Replacements, Review, replace_flagged, review
from typo.benchmark.review.sheets import read_sheet, write_sheet

__all__ = [
    "CRITERIA",
    "INSTRUCTIONS",
    "Agreement",
    "Audit",
    "Case",
    "ChatJudge",
    "Replaced",
    "Replacements",
    "Review",
    "Verdict",
    "audit",
    "cases_of",
    "draw_audit",
    "read_sheet",
    "replace_flagged",
    "review",
    "write_sheet",
]
