"""Triplets: a question as it was, with few and with more edits of one factor."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from typo.benchmark.questions import Question, rows_of
from typo.edits import Edit
from typo.errors import InvalidArgument, check_choice, check_int, check_rate, check_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

__all__ = ["LEVELS", "Triplet", "Variant", "lines_of", "read_triplets"]

#: The levels above the original.
LEVELS = ("low", "high")


class Variant(NamedTuple):
    """A question at one level.

    - `rate`: the share of all words that the level asks for; `target`: the number of edits that makes. A short text has
      more, so that levels rise, and one with few places has fewer.
    - `fields`: the texts, as (name, text); `edits`: (name, edit of the original text), in text order field by field.
    """

    rate: float
    target: int
    fields: tuple[tuple[str, str], ...]
    edits: tuple[tuple[str, Edit], ...]

    @property
    def realised(self) -> int:
        """How many edits there are."""
        return len(self.edits)

    def to_dict(self) -> dict[str, Any]:
        """Return the variant as plain values; an edit is a list: field, start, end, original, replacement, label."""
        return {
            "rate": self.rate,
            "target": self.target,
            "realised": self.realised,
            "fields": dict(self.fields),
            "edits": [[name, *edit] for name, edit in self.edits],
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Variant:
        """Make a variant of plain values; raises `InvalidArgument` for anything else."""
        try:
            fields = tuple((name, check_text(f"field {name!r}", text)) for name, text in row["fields"].items())
            edits = tuple((check_text("the field of an edit", name), Edit(*edit)) for name, *edit in row["edits"])
            made = cls(check_rate("rate", row["rate"]), check_int("target", row["target"], minimum=0), fields, edits)
            realised = row["realised"]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, InvalidArgument):
                raise
            raise InvalidArgument(f"not a variant ({type(error).__name__}: {error}).") from error
        if realised != made.realised:
            raise InvalidArgument(f"realised={realised!r}, but there are {made.realised} edits.")
        return made


class Triplet(NamedTuple):
    """A question in its original form, and at the levels low and high of one factor.

    - `factor`: the name of the factor; `split`: `held_out` or `test`.
    - `words`: how many words the perturbed fields have in all: what the rates are shares of.
    - `signature`: that of the Perturber; with the key `(dataset, id)` it makes the same edits again.
    """

    question: Question
    factor: str
    split: str
    words: int
    low: Variant
    high: Variant
    signature: str

    @property
    def name(self) -> tuple[str, str, str]:
        """Dataset, factor and id: no two triplets of a benchmark have the same."""
        return self.question.dataset, self.factor, self.question.id

    @property
    def levels(self) -> tuple[tuple[str, Variant], ...]:
        """Low and high with their names."""
        return ("low", self.low), ("high", self.high)

    @property
    def inputs(self) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
        """The three inputs of a model: (`original`, fields), (`low`, fields), (`high`, fields)."""
        return ("original", self.question.fields), ("low", self.low.fields), ("high", self.high.fields)

    def to_dict(self) -> dict[str, Any]:
        """Return the triplet as plain values, ready for JSON; `from_dict` gives an equal one."""
        return {
            "factor": self.factor,
            "split": self.split,
            "words": self.words,
            "question": self.question.to_dict(),
            "low": self.low.to_dict(),
            "high": self.high.to_dict(),
            "signature": self.signature,
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Triplet:
        """Make a triplet of plain values; raises `InvalidArgument` for anything else."""
        try:
            return cls(
                Question.from_dict(row["question"]),
                check_text("factor", row["factor"]),
                check_choice("split", row["split"], ("held_out", "test")),
                check_int("words", row["words"], minimum=0),
                Variant.from_dict(row["low"]),
                Variant.from_dict(row["high"]),
                check_text("signature", row["signature"]),
            )
        except (KeyError, TypeError) as error:
            raise InvalidArgument(f"not a triplet ({type(error).__name__}: {error}).") from error


def lines_of(triplets: Iterable[Triplet]) -> str:
    """Return triplets as JSON lines."""
    # ASCII escapes keep lone surrogates, which no UTF-8 file could hold.
    return "".join(json.dumps(triplet.to_dict()) + "\n" for triplet in triplets)


def read_triplets(path: str | Path) -> tuple[Triplet, ...]:
    """Read the triplets of a benchmark from the file that `build` wrote.

    Raises `InvalidArgument`, naming file and line, for anything else.
    """
    made = []
    for number, row in rows_of(path):
        try:
            made.append(Triplet.from_dict(row))
        except InvalidArgument as error:
            raise InvalidArgument(f"{path}, line {number}: {error}") from None
    return tuple(made)
