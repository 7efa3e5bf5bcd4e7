"""Particles that were left out, typed twice, or taken for others.

What becomes of which particle, how often, and an example of each are rows of `data/japanese/particles.tsv`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from typo.edits import Edit
from typo.errors import check_choice
from typo.graphemes import is_joined
from typo.ja.reader import check_reader, reader_data
from typo.views.ime_words import read_once
from typo.words import Unit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from typo.ja.reader import Token
    from typo.keyed import Draws
    from typo.text import Text

__all__ = ["Particle", "ParticleRule", "particle_rules"]

_TABLE = "particles-1"
_READERS = ("sudachi", "fugashi")
_OPS = ("drop", "swap", "double", "add")
_CONTEXT = 64  # code points that tell whether two characters join


class ParticleRule(NamedTuple):
    """One row of the table: `changes` and `stays` are its examples, the first a sentence and what becomes of it."""

    op: str
    particle: str
    pos: str
    becomes: str
    weight: int
    changes: tuple[str, str]
    stays: str


@dataclass(frozen=True, slots=True)
class Particle:
    """A particle was left out, typed twice, or is another one: `本を読む` comes out as `本の読む`.

    - `op`: `drop` (本読む), `swap` (を as の, が as か, は as が, and back; を as お), `double` (本をを読む), `add`
      (本がを読む: another particle was left standing when the sentence was rewritten), or `any`, by the weights of
      the table.
    - `reader`: `sudachi` (extra `ja`) or `fugashi` (extra `ja-fugashi`), which tell particles from other kana by the
      part of speech; only those that stand behind a word are units.

    The kana are edited as they stand: nobody converts a particle. Raises `MissingExtra` when it is made.
    """

    name: ClassVar[str] = "particle.v1"
    unit: ClassVar[str] = "particles of case, は and か"

    op: str = "any"
    reader: str = "sudachi"

    def __post_init__(self) -> None:
        check_choice("op", self.op, ("any", *_OPS))
        check_choice("reader", self.reader, _READERS)
        check_reader(self.reader)

    @property
    def data(self) -> tuple[str, ...]:
        """The tags of the data that results depend on, for the signature."""
        return (_TABLE, *reader_data(self.reader))

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the particles that the table names."""
        return [Unit(token.start, token.end) for token in self._particles(text).values() if self._rules(token)]

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Put something else, or nothing, in place of the particle."""
        rules = self._rules(self._particles(text)[unit.start])
        rule = rules[draws.weighted([rule.weight for rule in rules])]
        edit = Edit(unit.start, unit.end, rule.particle, rule.becomes, f"particle:{rule.op}")
        return edit if _keeps_characters(text.string, edit) else None

    def _particles(self, text: Text) -> Mapping[int, Token]:
        """Map where the particles that stand behind a word start to their tokens."""
        return text.memo(("particles", self.reader), lambda _: _particles(read_once(text, reader=self.reader)))

    def _rules(self, token: Token) -> list[ParticleRule]:
        return [rule for rule in _by_particle()[token.surface] if _fits(rule, token) and self.op in ("any", rule.op)]


@cache
def particle_rules() -> tuple[ParticleRule, ...]:
    """Return the rows of the table."""
    text = files("typo").joinpath("data", "japanese", "particles.tsv").read_text(encoding="utf-8")
    rules: list[ParticleRule] = []
    for line in text.splitlines():
        if not line.startswith("#"):
            op, particle, pos, becomes, weight, example, stays, _source = line.split("\t")
            sentence, result = example.split(" ")
            becomes = "" if becomes == "-" else becomes
            rules.append(ParticleRule(op, particle, pos, becomes, int(weight), (sentence, result), stays))
    return tuple(rules)


@cache
def _by_particle() -> dict[str, tuple[ParticleRule, ...]]:
    rules = particle_rules()
    return {rule.particle: tuple(other for other in rules if other.particle == rule.particle) for rule in rules}


def _particles(tokens: Sequence[Token]) -> dict[int, Token]:
    return {
        token.start: token
        for before, token in pairwise(tokens)
        if token.surface in _by_particle() and token.pos[:1] == ("助詞",) and _ends_word(before)
    }


def _ends_word(token: Token) -> bool:
    """Tell whether a particle may lean on what ends here: not on a blank, a comma, or a bracket just opened."""
    return not token.surface[-1].isspace() and token.pos[1:2] not in (("括弧開",), ("読点",), ("句点",))


def _fits(rule: ParticleRule, token: Token) -> bool:
    return rule.pos in ("*", token.pos[1])


def _keeps_characters(string: str, edit: Edit) -> bool:
    """Tell whether an edit neither cuts a character in two nor makes one of those on both sides."""
    start, end, _, new, _ = edit
    before, after = string[max(0, start - _CONTEXT) : start], string[end : end + 1]
    made = before + new + after
    if is_joined(string, start) or is_joined(string, end) or is_joined(made, len(before + new)):
        return False
    return not ("\ud800" <= before[-1:] <= "\udbff" and "\udc00" <= after <= "\udfff")
