"""Thai: no blanks tell the words, so a slip befalls a stretch of a few characters."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(code="th", name="Thai", shares=(("keyboard", 1),), keyboard="th-kedmanee")
