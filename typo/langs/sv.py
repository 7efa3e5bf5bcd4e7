"""Swedish."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="sv",
    name="Swedish",
    shares=(("keyboard", 1),),
    keyboard="sv-qwerty",
)
