"""Czech."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="cs",
    name="Czech",
    shares=(("keyboard", 1),),
    keyboard="cs-qwertz",
)
