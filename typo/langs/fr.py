"""French: the three published kinds of variant, with their two intensities, and the realistic mix.

A rate counts all words. `@paper` is the published choice of places and probabilities, applied by our planner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from typo.combine import Recipe
from typo.errors import check_choice
from typo.langs import Language

if TYPE_CHECKING:
    from typo.transforms.apostrophes import Apostrophes
    from typo.transforms.diacritics import Diacritics
    from typo.transforms.neighbour import Neighbour

__all__ = ["LANGUAGE", "LEVELS", "apostrophe", "diacritics", "keyboard"]

LANGUAGE = Language(
    code="fr",
    name="French",
    shares=(("keyboard", 1),),
    keyboard="fr-azerty",
    elisions=("c", "d", "j", "jusqu", "l", "lorsqu", "m", "n", "puisqu", "qu", "quoiqu", "s", "t"),
)

LEVELS: dict[str, tuple[float, float]] = {
    "fr.apostrophe": (0.025, 0.05),
    "fr.diacritics": (0.05, 0.1),
    "fr.keyboard": (0.05, 0.1),
}
"""The published targets of each recipe, low and high, as shares of all words: the rates for a strict `sweep`."""


def apostrophe(*, preset: str = "", style: str = "glue") -> Recipe:
    """Make `fr.apostrophe`: the apostrophe of an elided word was left out.

    The 5 % counts all words; texts have about as many tokens with an apostrophe that may go. `j'ai` loses it far more
    often than `l'eau`; in `@paper` all tokens are alike. No token becomes another word.
    """
    from typo.transforms.apostrophes import Apostrophes

    weights = "uniform" if preset else "natural"
    return _recipe("apostrophe", preset, Apostrophes(lang="fr", style=style, weights=weights))


def diacritics(*, preset: str = "", exclude: tuple[str, ...] = ("word",)) -> Recipe:
    """Make `fr.diacritics`: a word lost all its accents and cedillas.

    The 10 % counts all words. No word becomes another one; with `exclude=("word", "merge")` none becomes what two
    words are without their marks either. `@paper` is the same.
    """
    from typo.transforms.diacritics import Diacritics

    return _recipe("diacritics", preset, Diacritics(lang="fr", exclude=exclude))


def keyboard(*, preset: str = "", layout: str = "fr-azerty") -> Recipe:
    """Make `fr.keyboard`: one letter of a word, not the first, was typed on the key beside it.

    The 10 % counts all words; those of four letters or more are touched. No word and no frequent form comes out. Keys
    of the same row are likelier; in `@paper` all neighbours are alike.
    """
    from typo.transforms.neighbour import Neighbour

    weights = "uniform" if preset else "natural"
    return _recipe("keyboard", preset, Neighbour(lang="fr", layout=layout, weights=weights))


def _recipe(name: str, preset: str, transform: Apostrophes | Diacritics | Neighbour) -> Recipe:
    check_choice("preset", preset, ("", "paper"))
    suffix = f"@{preset}" if preset else ""
    _, high = LEVELS[f"fr.{name}"]
    return Recipe(f"fr.{name}.v1{suffix}", transform, rate=high, min_edits=1, per="word")
