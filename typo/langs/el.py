"""Greek."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="el",
    name="Greek",
    shares=(("keyboard", 1),),
    keyboard="el-standard",
)
