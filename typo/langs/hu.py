"""Hungarian."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="hu",
    name="Hungarian",
    shares=(("keyboard", 1),),
    keyboard="hu",
)
