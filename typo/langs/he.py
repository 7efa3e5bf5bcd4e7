"""Hebrew."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="he",
    name="Hebrew",
    shares=(("keyboard", 1),),
    keyboard="he-standard",
)
