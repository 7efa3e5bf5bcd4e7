"""Urdu."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="ur",
    name="Urdu",
    shares=(("keyboard", 1),),
    keyboard="pk",
)
