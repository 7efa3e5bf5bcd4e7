"""Spanish."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="es",
    name="Spanish",
    shares=(("keyboard", 1),),
    keyboard="es-qwerty",
)
