"""The report of a study: tables and charts of an analysis, as one HTML page, JSON, CSV, Markdown and LaTeX."""

from __future__ import annotations

from typo.evaluation.report.contrasts import ContrastReport
from typo.evaluation.report.report import Report, write_report

__all__ = ["ContrastReport", "Report", "write_report"]
