"""Danish."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="da",
    name="Danish",
    shares=(("keyboard", 1),),
    keyboard="dk",
)
