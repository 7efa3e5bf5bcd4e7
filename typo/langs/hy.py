"""Armenian."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="hy",
    name="Armenian",
    shares=(("keyboard", 1),),
    keyboard="hy-phonetic",
)
