"""Russian."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="ru",
    name="Russian",
    shares=(("keyboard", 1),),
    keyboard="ru-jcuken",
)
