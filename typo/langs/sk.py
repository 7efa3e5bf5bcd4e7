"""Slovak."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="sk",
    name="Slovak",
    shares=(("keyboard", 1),),
    keyboard="sk",
)
