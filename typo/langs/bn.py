"""Bengali."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="bn",
    name="Bengali",
    shares=(("keyboard", 1),),
    keyboard="in+ben",
)
