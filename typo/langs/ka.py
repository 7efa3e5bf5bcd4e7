"""Georgian."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="ka",
    name="Georgian",
    shares=(("keyboard", 1),),
    keyboard="ka-qwerty",
)
