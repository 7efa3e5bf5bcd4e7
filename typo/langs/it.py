"""Italian."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="it",
    name="Italian",
    shares=(("keyboard", 1),),
    keyboard="it-qwerty",
    elisions=(
        "all",
        "c",
        "d",
        "dall",
        "dell",
        "gl",
        "l",
        "m",
        "n",
        "nell",
        "quell",
        "quest",
        "s",
        "sull",
        "t",
        "un",
        "v",
    ),
)
