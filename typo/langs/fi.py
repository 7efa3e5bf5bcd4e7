"""Finnish."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="fi",
    name="Finnish",
    shares=(("keyboard", 1),),
    keyboard="fi",
)
