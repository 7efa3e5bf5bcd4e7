"""Evaluation: records of answers, metrics over them, paired comparison of conditions, and the report."""

from __future__ import annotations

from typo.evaluation.bootstrap import paired_interval
from typo.evaluation.compare import Comparison, compare
from typo.evaluation.metrics import brier, ece, margin, nll
from typo.evaluation.records import Record
from typo.evaluation.report import Report, write_report

__all__ = [
    "Comparison",
    "Record",
    "Report",
    "brier",
    "compare",
    "ece",
    "margin",
    "nll",
    "paired_interval",
    "write_report",
]
