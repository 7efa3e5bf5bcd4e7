"""English."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(code="en", name="English", shares=(("keyboard", 1),), keyboard="us-qwerty")
