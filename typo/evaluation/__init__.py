"""Evaluation: records of answers, metrics over them, paired comparison of conditions, and the report."""

from __future__ import annotations

from typo.evaluation.metrics import brier, ece, margin, nll

__all__ = ["brier", "ece", "margin", "nll"]
