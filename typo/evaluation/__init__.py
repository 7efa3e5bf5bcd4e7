"""Evaluation: records of answers, metrics over them, paired comparison of conditions, and the report."""

from __future__ import annotations

from typo.evaluation.answers import Answers
from typo.evaluation.arms import Arm, Bin
from typo.evaluation.bootstrap import Estimate, paired_bootstrap, resampled_differences
from typo.evaluation.compare import Comparison, compare
from typo.evaluation.evaluators import Evaluator, Item, evaluate
from typo.evaluation.flips import Flips, Quartile, count_flips
from typo.evaluation.metrics import METRICS, Mean, Metric, brier, ece, margin, nll
from typo.evaluation.plugins import evaluator, metric
from typo.evaluation.records import OTHER, TRANSLATION, Record, hold_out, read_jsonl, write_jsonl
from typo.evaluation.report import Report, write_report
from typo.evaluation.significance import McNemar, holm, krippendorff_alpha, mcnemar
from typo.evaluation.temperature import Temperature, fit_temperature
from typo.evaluation.tokens import TokenEffect, changed_tokens, token_effect

__all__ = [
    "METRICS",
    "OTHER",
    "TRANSLATION",
    "Answers",
    "Arm",
    "Bin",
    "Comparison",
    "Estimate",
    "Evaluator",
    "Flips",
    "Item",
    "McNemar",
    "Mean",
    "Metric",
    "Quartile",
    "Record",
    "Report",
    "Temperature",
    "TokenEffect",
    "brier",
    "changed_tokens",
    "compare",
    "count_flips",
    "ece",
    "evaluate",
    "evaluator",
    "fit_temperature",
    "hold_out",
    "holm",
    "krippendorff_alpha",
    "margin",
    "mcnemar",
    "metric",
    "nll",
    "paired_bootstrap",
    "read_jsonl",
    "resampled_differences",
    "token_effect",
    "write_jsonl",
    "write_report",
]
