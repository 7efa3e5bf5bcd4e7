"""Vietnamese: typed by Telex, see `typo.views.telex`."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(code="vi", name="Vietnamese", shares=(("keyboard", 1),), keyboard="vi-telex", view="telex")
