"""Languages: what is said of them agrees with what is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import typo
from typo.registry import view
from typo.transforms.keyboard import view_of

if TYPE_CHECKING:
    from typo.langs import Language

LANGUAGES = {language.code: language for language in typo.languages()}


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_the_view_of_a_language_is_that_of_its_keyboard(language: Language) -> None:
    if language.keyboard:
        assert isinstance(view_of(language.keyboard), view(language.view))
    else:
        assert view(language.view).__name__ == "RomajiIme"


def test_profile_and_evidence_are_told_for_every_language() -> None:
    assert LANGUAGES["en"].profile == "desktop" == typo.get("keyboard", lang="en").profile  # type: ignore[union-attr]
    assert LANGUAGES["ja"].profile == ""
    assert any("codespell" in corpus for corpus in LANGUAGES["en"].evidence)
    assert LANGUAGES["hi"].evidence == ()
    assert LANGUAGES["ja"].evidence == ()
    assert sum(bool(language.evidence) for language in LANGUAGES.values()) > 10
