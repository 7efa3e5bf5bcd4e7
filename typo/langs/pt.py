"""Portuguese."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="pt",
    name="Portuguese",
    shares=(("keyboard", 1),),
    keyboard="pt-qwerty",
)
