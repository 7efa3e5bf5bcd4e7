"""Hindi."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="hi",
    name="Hindi",
    shares=(("keyboard", 1),),
    keyboard="hi-inscript",
)
