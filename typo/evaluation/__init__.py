"""Evaluation: records of answers, metrics over them, paired comparison of conditions, and the report."""

from __future__ import annotations

from typo.evaluation.bootstrap import Estimate, paired_bootstrap, resampled_differences
from typo.evaluation.compare import Comparison, compare
from typo.evaluation.metrics import METRICS, Metric, brier, ece, margin, nll
from typo.evaluation.records import OTHER, Record, read_jsonl, write_jsonl
from typo.evaluation.report import Report, write_report

__all__ = [
    "METRICS",
    "OTHER",
    "Comparison",
    "Estimate",
    "Metric",
    "Record",
    "Report",
    "brier",
    "compare",
    "ece",
    "margin",
    "nll",
    "paired_bootstrap",
    "read_jsonl",
    "resampled_differences",
    "write_jsonl",
    "write_report",
]
