"""Polish."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="pl",
    name="Polish",
    shares=(("keyboard", 1),),
    keyboard="pl-programmer",
)
