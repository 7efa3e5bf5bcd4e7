"""Apostrophes that somebody left out, or typed as something else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import log
from typing import TYPE_CHECKING, ClassVar
from unicodedata import normalize

from typo import registry
from typo.errors import InvalidArgument, check_choice
from typo.lexicon import languages as lexicon_languages
from typo.lexicon import load
from typo.transforms.apostrophe_rules import finder, rows_of
from typo.transforms.drawn import DrawnWords
from typo.words import LONGEST, MOST, Lexicon, Unit

if TYPE_CHECKING:
    from collections.abc import Callable

    from typo.slips.drawer import Drawn

__all__ = ["Apostrophes"]

_STYLES = ("glue", "space", "typographic", "accent")
_STRAIGHT, _TYPOGRAPHIC = "'", "\u2019"
_ACCENTS = "\u00b4`"
_GRAVE = "\u0300"


@dataclass(frozen=True, slots=True)
class Apostrophes(DrawnWords):
    """An apostrophe was left out: `l'école` comes out as `lécole`, `don't` as `dont`.

    >>> import typo
    >>> str(typo.perturb("Je crois qu'il l'avait vu à l'école.", transform=Apostrophes(lang="fr"), rate=1))
    "Je crois quil l'avait vu à lécole."
    >>> str(typo.perturb("I don't think it's far.", transform=Apostrophes(lang="en"), rate=1))
    "I dont think it's far."

    A unit is a token with an apostrophe that the language's rules know: a short word that gave up its vowel before
    another one (`l'`, `qu'`, Italian `dell'`), a fixed word (`aujourd'hui`, `o'clock`), a contraction (`don't`), a
    word cut short (Italian `po'`). Quotation marks, names like `O'Brien` and English genitives are none.

    - `lang`: the language, whose rules are rows of a table with their sources.
    - `style`: what was typed: `glue`, nothing; `space`, a blank; `typographic`, the other of ' and ’; `accent`, ´ or `
      (for a word cut short its last letter with a grave accent: `pò`).
    - `weights`: `uniform`, or `natural`, by how often people leave the apostrophe out of such a word (`j'ai` far more
      often than `l'eau`).
    - `exclude`: `("word",)` so that no token becomes another word (`lavait`, `its`) when glued, or `()`.

    Raises `UnknownName` for an unknown language, and `InvalidArgument` for one without such rules and for natural
    weights where nobody counted.
    """

    name: ClassVar[str] = "apostrophes.v1"
    unit: ClassVar[str] = "words with an apostrophe that may be left out"

    lang: str = "fr"
    style: str = "glue"
    weights: str = "uniform"
    exclude: tuple[str, ...] = ("word",)

    def __post_init__(self) -> None:
        rows = rows_of(registry.language(self.lang).code.partition("-")[0])
        check_choice("style", self.style, _STYLES)
        check_choice("weights", self.weights, ("uniform", "natural"))
        if self.weights == "natural" and not all(row.weight for row in rows):
            raise InvalidArgument(
                f"weights='natural', but for lang={self.lang!r} nobody counted; it must be 'uniform'."
            )
        if not isinstance(self.exclude, tuple):
            raise InvalidArgument(f"exclude={self.exclude!r} must be a tuple.")
        for kind in self.exclude:
            check_choice("exclude", kind, ("word",))

    @property
    def data(self) -> tuple[str, ...]:
        """The tags of the data that results depend on, for the signature."""
        code = self.code
        return ("apostrophes-1", *((load(code).tag,) if code in lexicon_languages() else ()))

    @property
    def code(self) -> str:
        """The language that the rules are for: `fr` for `fr-CA`."""
        return registry.language(self.lang).code.partition("-")[0]

    def lexicon(self) -> Lexicon:
        """Return the tokens with an apostrophe and their weights."""
        return _tokens(self.code, self.weights)

    def _draw(self, word: str, number: int) -> Drawn | None:
        return self.drawing()(word, number)

    def drawing(self) -> Callable[[str, int], Drawn | None]:
        """Return what draws the edit of a token for a number of 64 bits, or None where it must not be."""
        return _drawer(self).draw

    def outcomes(self, token: str) -> tuple[Drawn, ...]:
        """List what may become of a token, all of it equally likely: place, replacement, label, log-probability."""
        site = finder(self.code).sites(token)[0]
        at, label = site.at, f"apostrophes:{self.style}"
        if self.style == "typographic":
            return ((at, at + 1, _STRAIGHT if token[at] != _STRAIGHT else _TYPOGRAPHIC, label, 0.0),)
        if self.style == "accent":
            if site.is_cut:
                return ((at - 1, at + 1, normalize("NFC", token[at - 1] + _GRAVE), label, 0.0),)
            others = [accent for accent in _ACCENTS if accent != token[at]]
            return tuple((at, at + 1, accent, label, -log(len(others))) for accent in others)
        if self.style == "space":
            return () if site.is_cut else ((at, at + 1, " ", label, 0.0),)
        if "word" in self.exclude and finder(self.code).is_word(site, token):
            return ()
        return ((at, at + 1, "", label, 0.0),)


class _Drawer:
    """The outcomes of the tokens of one transform, each worked out once."""

    __slots__ = ("_kept", "_transform")

    def __init__(self, transform: Apostrophes) -> None:
        self._transform = transform
        self._kept: dict[str, tuple[Drawn, ...]] = {}

    def draw(self, token: str, number: int) -> Drawn | None:
        """Draw one of the outcomes of a token."""
        found = self._kept.get(token)
        if found is None:
            found = self._transform.outcomes(token)
            if len(token) <= LONGEST:
                if len(self._kept) >= MOST:
                    self._kept.clear()
                self._kept[token] = found
        return found[number * len(found) >> 64] if found else None


@cache
def _drawer(transform: Apostrophes) -> _Drawer:
    return _Drawer(transform)


class _Tokens(Lexicon):
    """The tokens with an apostrophe in each piece between blanks."""

    def __init__(self, lang: str, weights: str) -> None:
        super().__init__(len)
        self._finder = finder(lang)
        self._natural = weights == "natural"

    def _find(self, piece: str) -> tuple[Unit, ...]:
        return tuple(
            Unit(site.start, site.end, site.row.weight if self._natural else 1) for site in self._finder.sites(piece)
        )


@cache
def _tokens(lang: str, weights: str) -> _Tokens:
    return _Tokens(lang, weights)
