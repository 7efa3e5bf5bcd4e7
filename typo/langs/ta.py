"""Tamil."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="ta",
    name="Tamil",
    shares=(("keyboard", 1),),
    keyboard="ta-tamil99",
)
