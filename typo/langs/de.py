"""German."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="de",
    name="German",
    shares=(("keyboard", 1),),
    keyboard="de-qwertz",
)
