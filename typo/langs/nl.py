"""Dutch."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="nl",
    name="Dutch",
    shares=(("keyboard", 1),),
    keyboard="nl-qwerty",
)
