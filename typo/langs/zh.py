"""Chinese: of its texts only words in Latin letters (pinyin) are typed letter by letter."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(code="zh", name="Chinese", shares=(("keyboard", 1),), keyboard="us-qwerty")
