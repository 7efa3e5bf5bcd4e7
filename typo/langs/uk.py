"""Ukrainian."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="uk",
    name="Ukrainian",
    shares=(("keyboard", 1),),
    keyboard="uk-jcuken",
)
