"""Norwegian Bokmål."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="nb",
    name="Norwegian Bokmål",
    shares=(("keyboard", 1),),
    keyboard="no",
)
