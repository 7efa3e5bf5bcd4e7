"""Keyboard layouts of the world and their geometry: which character lies where, and what lies beside it.

Standard library only, and nothing about text: what a script makes of keys is for `typo.views`.
"""

from __future__ import annotations

from typo_keyboards.layout import Layout
from typo_keyboards.store import Language, available, for_language, language, load

__all__ = ["Language", "Layout", "available", "for_language", "language", "load"]
