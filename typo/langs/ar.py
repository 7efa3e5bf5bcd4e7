"""Arabic."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="ar",
    name="Arabic",
    shares=(("keyboard", 1),),
    keyboard="ara",
)
