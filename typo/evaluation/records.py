"""One record schema for answers, whoever gave them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from math import fsum
from typing import TYPE_CHECKING, Any

from typo.edits import Edit, EditLog
from typo.errors import InvalidArgument, SourceMismatch, check_int
from typo.evaluation.files import write_whole
from typo.evaluation.metrics import check_probabilities

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

__all__ = ["OTHER", "Record", "read_jsonl", "write_jsonl"]

# The answer that is known to be wrong, when it is not known which one it is.
OTHER = -1
# How far probabilities may be from adding up to one: those of a file may be rounded.
_ROUNDING = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One document under one condition: what was asked, and what was answered.

    - `model`, `benchmark`, `format`: what is compared with its like only.
    - `condition`: `original`, or the kind of perturbation; `id` joins a document over the conditions.
    - `gold`: the index of the right option. `answer`: the index of the one chosen; -1 for a wrong one of which no
      more is known; None where the answer could not be understood, which counts as wrong.
    - `probabilities`: of the options, or None where the model only wrote text.
    - `group`: documents of a group are resampled together (empty: each on its own).
    - `language` of the texts (BCP 47; empty: unknown). `before`, `after`: the perturbed fields, as (name, text);
      `edits`: (name, edit of the text before), in text order. `eligible`: how many units could have been edited.

    Raises `InvalidArgument`, naming the document, for probabilities that are outside 0..1, do not add up to 1 or are
    of another number than the options, and for edits that do not lead from `before` to `after`.
    """

    model: str
    benchmark: str
    format: str
    condition: str
    id: str
    gold: int
    answer: int | None
    probabilities: tuple[float, ...] | None = None
    group: str = ""
    language: str = ""
    before: tuple[tuple[str, str], ...] = ()
    after: tuple[tuple[str, str], ...] = ()
    edits: tuple[tuple[str, Edit], ...] = ()
    eligible: int = 0

    def __post_init__(self) -> None:
        try:
            check_int("gold", self.gold, minimum=0)
            if self.answer is not None:
                check_int("answer", self.answer, minimum=OTHER)
            check_int("eligible", self.eligible, minimum=0)
            self._check_probabilities()
            self._check_edits()
        except (InvalidArgument, SourceMismatch) as error:
            raise InvalidArgument(f"document {self.id} ({self.condition}): {error}") from None

    @property
    def correct(self) -> bool:
        """Whether the right option was chosen."""
        return self.answer == self.gold

    def _check_probabilities(self) -> None:
        if self.probabilities is None:
            return
        check_probabilities(self.probabilities, self.gold)
        total = fsum(self.probabilities)
        if abs(total - 1) > _ROUNDING:
            raise InvalidArgument(f"probabilities add up to {total:.4f}, not to 1.")
        if self.answer is not None:
            check_int("answer", self.answer, maximum=len(self.probabilities) - 1)

    def _check_edits(self) -> None:
        texts = dict(self.after)
        for name, text in self.before:
            log = EditLog([edit for field, edit in self.edits if field == name], len(text))
            if log.apply(text) != texts.get(name):
                raise InvalidArgument(f"the edits of {name} do not lead from the text before to the text after.")


def write_jsonl(records: Iterable[Record], path: Path) -> None:
    """Write records as JSON lines, the file whole or not at all; `read_jsonl` gives equal records."""
    # ASCII escapes keep lone surrogates, which no UTF-8 file could hold.
    write_whole(path, "".join(json.dumps(asdict(record)) + "\n" for record in records))


def read_jsonl(path: Path) -> tuple[Record, ...]:
    """Read records from JSON lines, an object with the fields of `Record` a line.

    Raises `InvalidArgument`, naming file and line, for anything else.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidArgument(f"{path} cannot be read: {error}.") from error
    return tuple(_parsed(path, number, line) for number, line in enumerate(lines, 1) if line.strip())


def _parsed(path: Path, number: int, line: str) -> Record:
    try:
        row: dict[str, Any] = json.loads(line)
        unknown = sorted(row.keys() - {field.name for field in fields(Record)})
        if unknown:
            raise InvalidArgument(f"a record has no field {unknown[0]}.")
        for name in ("before", "after"):
            row[name] = tuple((field, text) for field, text in row.get(name, ()))
        row["edits"] = tuple((field, Edit(*edit)) for field, edit in row.get("edits", ()))
        if row.get("probabilities") is not None:
            row["probabilities"] = tuple(row["probabilities"])
        return Record(**row)
    except (ValueError, TypeError, AttributeError) as error:
        raise InvalidArgument(f"{path}, line {number}: {error}") from error
