"""Persian."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="fa",
    name="Persian",
    shares=(("keyboard", 1),),
    keyboard="fa-standard",
)
