"""Turkish."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="tr",
    name="Turkish",
    shares=(("keyboard", 1),),
    keyboard="tr-q",
)
