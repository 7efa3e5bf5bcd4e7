"""What a benchmark is to be: its factors, levels and sizes, and what its variants must leave alone."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from functools import cache
from typing import NamedTuple
from unicodedata import normalize

from typo.errors import InvalidArgument, check_int, unknown_name
from typo.keyed import digest
from typo.langs.fr import LEVELS
from typo.perturber import Perturber
from typo.protect import DEFAULT, check_protect
from typo.registry import get

__all__ = ["FACTORS", "GUARDED", "HELD_OUT", "OPTION_LINE", "SPLITS", "TEST", "Design", "Factor", "guarded_expression"]

HELD_OUT, TEST = "held_out", "test"

#: The splits of a benchmark: what temperatures are fitted on, and what is reported.
SPLITS = (HELD_OUT, TEST)

#: French words of negation and quantity that no edit may touch; number words are protected as numbers.
GUARDED: tuple[str, ...] = (
    "ne", "n'", "pas", "non", "ni", "sans", "jamais", "rien", "aucun", "aucune", "nul", "nulle", "guère", "point",
    "personne", "sauf", "excepté", "hormis", "seul", "seule", "seuls", "seules", "seulement",
    "tout", "toute", "tous", "toutes", "chaque", "chacun", "chacune", "plusieurs", "quelque", "quelques", "certains",
    "certaines", "plupart", "beaucoup", "peu", "plus", "moins", "autant", "trop", "assez", "moitié", "demi", "demie",
    "double", "triple", "tiers", "quart", "zéro",
)  # fmt: skip

#: A line of a field that is an option of the question: its code, then its text.
OPTION_LINE = r"(?m)^[ \t]*\(?[A-Ha-h1-9][.):\]][ \t].*$"

_APOSTROPHES = "['\u2019\u02bc\uff07]"
_MARK = "\u0300-\u036f"


class Factor(NamedTuple):
    """A kind of variant: its recipe, the rule of `typo.restore` that undoes it, and the rates of low and high."""

    name: str
    recipe: str
    rule: str
    low: float
    high: float


#: The published factors, the scarcest places first: in this order they choose among the questions of a dataset.
FACTORS: tuple[Factor, ...] = (
    Factor("apostrophe", "fr.apostrophe", "apostrophe", *LEVELS["fr.apostrophe"]),
    Factor("diacritics", "fr.diacritics", "diacritic", *LEVELS["fr.diacritics"]),
    Factor("keyboard", "fr.keyboard", "azerty", *LEVELS["fr.keyboard"]),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """How a benchmark is built; the defaults are the published size.

    - `questions`: how many each dataset gives to each factor; `held_out` of them are set aside to fit temperatures.
    - `seed`: what all draws depend on, besides the names of the questions.
    - `factors`: names of `FACTORS`. `paper`: whether their recipes are the published ones (`@paper`).
    - `strict`: whether no word may become what several words are without their marks (`peche`).
    - `protect`: presets and expressions that variants leave alone; `guarded`: words that they leave alone, of negation
      and quantity by default.

    Raises `InvalidArgument` for fewer than one question and a held-out part larger than the whole, and `UnknownName`
    for a factor or a preset.

    >>> Design().size(datasets=7)
    4200
    """

    questions: int = 200
    held_out: int = 40
    seed: int = 0
    factors: tuple[str, ...] = ("apostrophe", "diacritics", "keyboard")
    paper: bool = False
    strict: bool = False
    protect: tuple[str, ...] = (*DEFAULT, "number")
    guarded: tuple[str, ...] = GUARDED

    def __post_init__(self) -> None:
        check_int("questions", self.questions, minimum=1)
        check_int("held_out", self.held_out, minimum=0, maximum=self.questions)
        check_int("seed", self.seed)
        check_protect(self.protect)
        known = [factor.name for factor in FACTORS]
        for name in ("factors", "guarded"):
            if not isinstance(getattr(self, name), tuple):
                raise InvalidArgument(f"{name}={getattr(self, name)!r} must be a tuple.")
        for factor in self.factors:
            if factor not in known:
                raise unknown_name("factor", str(factor), known)
        if not self.factors or len(set(self.factors)) < len(self.factors):
            raise InvalidArgument(f"factors={self.factors!r} must be one or several of {', '.join(known)}, each once.")
        for word in self.guarded:
            if not isinstance(word, str) or not word.strip():
                raise InvalidArgument(f"guarded holds {word!r}, which is no word.")

    @property
    def chosen(self) -> tuple[Factor, ...]:
        """The factors, the scarcest places first."""
        return tuple(factor for factor in FACTORS if factor.name in self.factors)

    @property
    def signature(self) -> str:
        """A short id of everything that a benchmark depends on besides the questions."""
        plain = json.dumps(asdict(self), sort_keys=True)
        return digest("design", plain, tuple(self.signature_of(factor) for factor in self.chosen)).hex()[:16]

    def size(self, *, datasets: int) -> int:
        """Return how many triplets a benchmark of so many datasets has."""
        return datasets * len(self.factors) * self.questions

    def wanted(self, split: str) -> int:
        """Return how many questions each dataset gives to each factor in a split."""
        return self.held_out if split == HELD_OUT else self.questions - self.held_out

    def perturber(self, factor: Factor) -> Perturber:
        """Return what makes the variants of a factor; its rate is that of the high level."""
        return _perturber(self, factor)

    def signature_of(self, factor: Factor) -> str:
        """Return the signature of what makes the variants of a factor."""
        return _signature(self, factor)


@cache
def _perturber(design: Design, factor: Factor) -> Perturber:
    name = f"{factor.recipe}@paper" if design.paper else factor.recipe
    spares_mergers = design.strict and factor.rule == "diacritic"
    recipe = get(name, exclude=("word", "merge")) if spares_mergers else get(name)
    protect = (*design.protect, OPTION_LINE)
    if design.guarded:
        protect = (*protect, guarded_expression(design.guarded))
    return Perturber(recipe, rate=factor.high, seed=design.seed, protect=protect)


@cache
def _signature(design: Design, factor: Factor) -> str:
    return design.perturber(factor).signature


def guarded_expression(words: tuple[str, ...]) -> str:
    """Return an expression that finds words, in any case, in NFC and NFD, elided ones with their apostrophe.

    >>> import re
    >>> re.findall(guarded_expression(("ne", "n'", "pas")), "N'est-ce pas un passage ? Il ne vient pas.")
    ["N'", 'pas', 'ne', 'pas']
    """
    whole, elided = [], []
    for word in words:
        for form in dict.fromkeys((normalize("NFC", word), normalize("NFD", word))):
            if form[-1] in "'\u2019":
                elided.append(re.escape(form[:-1]) + _APOSTROPHES)
            else:
                whole.append(re.escape(form))
    parts = [f"(?:{'|'.join(whole)})(?![\\w{_MARK}])"] if whole else []
    parts += [f"(?:{'|'.join(elided)})"] if elided else []
    return f"(?i)(?<![\\w{_MARK}])(?:{'|'.join(parts)})"
