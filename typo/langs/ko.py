"""Korean: typed on the 2-set layout, see `typo.views.hangul`."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(code="ko", name="Korean", shares=(("keyboard", 1),), keyboard="ko-2set", view="hangul")
