"""Evaluation: records of answers, metrics over them, paired comparison of conditions, and the report."""

from __future__ import annotations

from typo.evaluation.analysis import Analysis, Effect, Fit, TemperatureCheck, analyse
from typo.evaluation.answers import Answers
from typo.evaluation.arms import Arm, Bin, Resampling
from typo.evaluation.bootstrap import Estimate, paired_bootstrap, resampled_differences
from typo.evaluation.compare import ALL, ORIGINAL, Comparison, Series, compare
from typo.evaluation.contrast import Contrast, contrast
from typo.evaluation.evaluators import Evaluator, Item, evaluate
from typo.evaluation.files import write_whole
from typo.evaluation.flips import Flips, Quartile, count_flips
from typo.evaluation.groups import (
    Category,
    Dose,
    DosePoint,
    Group,
    TuningGap,
    by_category,
    by_direction,
    by_language,
    by_model,
    dose_response,
    grouped,
    tuning_gaps,
)
from typo.evaluation.metrics import METRICS, Mean, Metric, brier, ece, margin, nll
from typo.evaluation.models import LanguageGroup, Model, find_model, language_group, read_models
from typo.evaluation.overlap import TRANSLATION
from typo.evaluation.plugins import evaluator, metric
from typo.evaluation.records import OTHER, Record, hold_out, read_jsonl, write_jsonl
from typo.evaluation.report import ContrastReport, Report, write_report
from typo.evaluation.significance import McNemar, holm, krippendorff_alpha, mcnemar
from typo.evaluation.temperature import Temperature, fit_temperature
from typo.evaluation.tokens import TokenEffect, TokenQuartile, changed_tokens, token_effect

__all__ = [
    "ALL",
    "METRICS",
    "ORIGINAL",
    "OTHER",
    "TRANSLATION",
    "Analysis",
    "Answers",
    "Arm",
    "Bin",
    "Category",
    "Comparison",
    "Contrast",
    "ContrastReport",
    "Dose",
    "DosePoint",
    "Effect",
    "Estimate",
    "Evaluator",
    "Fit",
    "Flips",
    "Group",
    "Item",
    "LanguageGroup",
    "McNemar",
    "Mean",
    "Metric",
    "Model",
    "Quartile",
    "Record",
    "Report",
    "Resampling",
    "Series",
    "Temperature",
    "TemperatureCheck",
    "TokenEffect",
    "TokenQuartile",
    "TuningGap",
    "analyse",
    "brier",
    "by_category",
    "by_direction",
    "by_language",
    "by_model",
    "changed_tokens",
    "compare",
    "contrast",
    "count_flips",
    "dose_response",
    "ece",
    "evaluate",
    "evaluator",
    "find_model",
    "fit_temperature",
    "grouped",
    "hold_out",
    "holm",
    "krippendorff_alpha",
    "language_group",
    "margin",
    "mcnemar",
    "metric",
    "nll",
    "paired_bootstrap",
    "read_jsonl",
    "read_models",
    "resampled_differences",
    "token_effect",
    "tuning_gaps",
    "write_jsonl",
    "write_report",
    "write_whole",
]
