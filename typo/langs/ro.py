"""Romanian."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="ro",
    name="Romanian",
    shares=(("keyboard", 1),),
    keyboard="ro",
)
