"""French."""

from __future__ import annotations

from typo.langs import Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    code="fr",
    name="French",
    shares=(("keyboard", 1),),
    keyboard="fr-azerty",
    elisions=("c", "d", "j", "jusqu", "l", "lorsqu", "m", "n", "puisqu", "qu", "quoiqu", "s", "t"),
)
