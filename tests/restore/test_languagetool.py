"""The LanguageTool back end against a real server, where the environment names one."""

from __future__ import annotations

import os

import pytest

from typo.restore import LanguageToolRestorer, restore

URL = os.environ.get("TYPO_LANGUAGETOOL_URL", "")
pytestmark = pytest.mark.skipif(not URL, reason="TYPO_LANGUAGETOOL_URL names no LanguageTool server")


def test_a_real_server_restores_marks_behind_an_emoji() -> None:
    restored = restore("\U0001f600 La fenetre est ouverte.", LanguageToolRestorer(URL, timeout=60))
    assert restored.text == "\U0001f600 La fenêtre est ouverte."


def test_a_real_server_finds_lost_apostrophes_and_keeps_the_sign_of_the_text() -> None:
    restored = restore("L'arbre est grand et jai chaud.", LanguageToolRestorer(URL, timeout=60))
    assert restored.text == "L'arbre est grand et j'ai chaud."
