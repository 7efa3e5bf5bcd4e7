"""Restoration: undoing lost apostrophes, lost diacritics and slips on AZERTY keys, with the edits on record.

A back end makes suggestions, `restore` accepts those that a rule explains: the same rules for all back ends.
"""

from __future__ import annotations

from typo.restore.acceptance import Rejection, Restored, restore, restore_all
from typo.restore.client import ServerError
from typo.restore.embedded import LexiconRestorer
from typo.restore.grammalecte import GrammalecteRestorer
from typo.restore.languagetool import LanguageToolRestorer
from typo.restore.protocol import Restorer, Suggestion
from typo.restore.rules import RULES

__all__ = [
    "RULES",
    "GrammalecteRestorer",
    "LanguageToolRestorer",
    "LexiconRestorer",
    "Rejection",
    "Restored",
    "Restorer",
    "ServerError",
    "Suggestion",
    "restore",
    "restore_all",
]
