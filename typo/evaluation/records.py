"""One record schema for answers, whoever gave them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from math import exp, fsum, inf, isnan
from typing import TYPE_CHECKING, Any

from typo.edits import Edit, EditLog
from typo.errors import InvalidArgument, SourceMismatch, check_choice, check_int, check_rate, check_text
from typo.evaluation.files import write_whole
from typo.evaluation.metrics import check_probabilities
from typo.evaluation.overlap import TRANSLATION
from typo.keyed import digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

__all__ = ["OTHER", "TWINS", "Record", "hold_out", "read_jsonl", "softmax", "write_jsonl"]

# The answer that is known to be wrong, when it is not known which one it is.
OTHER = -1
# What may be derived from the texts of a condition: repaired by a restorer; without the words that were edited.
TWINS = ("", "restored", "deletion")
# How far probabilities may be from adding up to one: those of a file may be rounded.
_ROUNDING = 0.01
_NAMES = ("model", "benchmark", "format", "condition", "id")
_TEXTS = (*_NAMES, "factor", "group", "category", "language", "target")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One document under one condition: what was asked, and what was answered.

    What is compared with its like only:

    - `model`, `benchmark` (the dataset), `format` (`letters`, `cloze`, `gen`, `translation`); `factor`: the kind of
      perturbation where a benchmark has levels of several; `shots`: the number of examples in the prompt.

    Which document, under which condition:

    - `condition`: `original`, or a kind or level of perturbation, of target rate `rate`. `twin`: `restored` where a
      restorer went over the texts of the condition, `deletion` where the edited words were removed.
    - `id` joins a document over the conditions; documents of a `group` are resampled together (empty: each on its own).
      `category`: the subject. `language` of the texts, `target` of a translation (BCP 47; empty: unknown).
    - `held_out`: set aside to fit temperatures, and scored nowhere.

    What was answered:

    - To a question with options: `gold` is the index of the right one. `scores` are the options' log-probabilities up
      to a constant (the published studies take the mean over the option's tokens), `probabilities` what they are
      made of otherwise; one is enough. `answer` is the index of the option chosen, by default the likeliest (the first
      of equals); -1 for a wrong one of which no more is known; None, without probabilities, where the answer could not
      be understood, which counts as wrong.
    - To any other: `response` is the text or the answer found in it (None: not understood), `references` are the
      right ones.

    What it was made of: `before`, `after`: the perturbed fields, as (name, text); `edits`: (name, edit of the text
    before), in text order; `eligible`: how many units could have been edited. `tokens`: how many tokens the model's
    tokenizer makes of the texts after; `changed_tokens`: how many of those the texts before do not have.

    Raises `InvalidArgument`, naming the document, for probabilities that are outside 0..1, do not add up to 1 or are
    of another number than the options, for scores that are NaN, for an answer that is not the likeliest option, for
    a record that has neither `gold` nor `references`, for values of another type,
    and, but for a twin, for edits that do not lead from `before` to `after`.
    """

    model: str
    benchmark: str
    format: str
    condition: str
    id: str
    gold: int | None = None
    answer: int | None = None
    probabilities: tuple[float, ...] | None = None
    scores: tuple[float, ...] | None = None
    response: str | None = None
    references: tuple[str, ...] = ()
    factor: str = ""
    shots: int | None = None
    rate: float | None = None
    twin: str = ""
    held_out: bool = False
    group: str = ""
    category: str = ""
    language: str = ""
    target: str = ""
    before: tuple[tuple[str, str], ...] = ()
    after: tuple[tuple[str, str], ...] = ()
    edits: tuple[tuple[str, Edit], ...] = ()
    eligible: int = 0
    tokens: int | None = None
    changed_tokens: int | None = None

    def __post_init__(self) -> None:
        try:
            self._check_numbers()
            if self.gold is None:
                self._check_response()
            else:
                self._check_choice()
            self._check_edits()
        except (InvalidArgument, SourceMismatch) as error:
            raise InvalidArgument(f"document {self.id} ({self.condition}): {error}") from None

    @property
    def prediction(self) -> int | str | None:
        """What was answered: an option's index, or a text; None where it was not understood."""
        return self.response if self.gold is None else self.answer

    @property
    def correct(self) -> bool:
        """Whether the right option was chosen, or a right answer given (blanks around it do not count)."""
        if self.gold is not None:
            return self.answer == self.gold
        return self.response is not None and self.response.strip() in {right.strip() for right in self.references}

    def _check_numbers(self) -> None:
        for name in _TEXTS:
            check_text(name, getattr(self, name))
        for name in _NAMES:
            if not getattr(self, name):
                raise InvalidArgument(f"{name} must not be empty.")
        for name in ("before", "after"):
            for field, text in getattr(self, name):
                check_text(f"{name} of {field}", text)
        for right in self.references:
            check_text("references", right)
        check_choice("twin", self.twin, TWINS)
        if not isinstance(self.held_out, bool):
            raise InvalidArgument(f"held_out={self.held_out!r} must be true or false.")
        for name in ("eligible", "shots", "tokens", "changed_tokens"):
            if (value := getattr(self, name)) is not None:
                check_int(name, value, minimum=0)
        if self.rate is not None:
            check_rate("rate", self.rate)
        if self.changed_tokens is not None and (self.tokens is None or self.changed_tokens > self.tokens):
            raise InvalidArgument(f"changed_tokens={self.changed_tokens} is above tokens={self.tokens}.")

    def _check_response(self) -> None:
        if self.answer is not None or self.probabilities is not None or self.scores is not None:
            raise InvalidArgument("an answer by option needs gold, the index of the right one.")
        if not self.references:
            raise InvalidArgument("a record needs gold, the index of the right option, or references.")
        if self.response is not None:
            check_text("response", self.response)

    def _check_choice(self) -> None:
        check_int("gold", self.gold, minimum=0)
        if self.format == TRANSLATION:
            raise InvalidArgument("a translation has references, and no gold.")
        if self.answer is not None:
            check_int("answer", self.answer, minimum=OTHER)
        if self.scores is not None:
            made = softmax(self.scores)
            told = made if self.probabilities is None else self.probabilities
            if len(told) != len(made) or any(abs(a - b) > _ROUNDING for a, b in zip(told, made, strict=True)):
                raise InvalidArgument("probabilities are not those of the scores.")
            object.__setattr__(self, "probabilities", made)
        if self.probabilities is not None:
            self._check_probabilities(self.probabilities, self.gold or 0)

    def _check_probabilities(self, probabilities: tuple[float, ...], gold: int) -> None:
        check_probabilities(probabilities, gold)
        total = fsum(probabilities)
        if abs(total - 1) > _ROUNDING:
            raise InvalidArgument(f"probabilities add up to {total:.4f}, not to 1.")
        weights = probabilities if self.scores is None else self.scores
        if self.answer is None:
            object.__setattr__(self, "answer", weights.index(max(weights)))
            return
        check_int("answer", self.answer, minimum=0, maximum=len(probabilities) - 1)
        if max(probabilities) - probabilities[self.answer] > _ROUNDING:
            raise InvalidArgument(f"answer={self.answer} is not the likeliest option.")

    def _check_edits(self) -> None:
        if self.twin:  # a restorer made other edits, and deletion took whole words
            return
        texts = dict(self.after)
        for name, text in self.before:
            log = EditLog([edit for field, edit in self.edits if field == name], len(text))
            if log.apply(text) != texts.get(name):
                raise InvalidArgument(f"the edits of {name} do not lead from the text before to the text after.")


def softmax(scores: Sequence[float]) -> tuple[float, ...]:
    """Return the probabilities of options with these log-probabilities, which may lack a common constant.

    An impossible option has the score minus infinity. Raises `InvalidArgument` for NaN, plus infinity, no scores,
    and for none that is possible.

    >>> softmax([-1.0, -1.0, float("-inf")])
    (0.5, 0.5, 0.0)
    """
    for score in scores:
        if isinstance(score, bool) or not isinstance(score, int | float) or isnan(score) or score == inf:
            raise InvalidArgument(f"scores holds {score!r}, which is no log-probability.")
    most = max(scores, default=-inf)
    if most == -inf:
        raise InvalidArgument(f"scores={tuple(scores)!r} holds no option that is possible.")
    weights = [exp(score - most) for score in scores]
    total = fsum(weights)
    return tuple(weight / total for weight in weights)


def hold_out(records: Iterable[Record], *, share: float = 0.2, seed: int = 0) -> tuple[Record, ...]:
    """Set aside a share of each benchmark's groups of documents, the same in all conditions, to fit temperatures on.

    Which ones depends on the seed, the benchmark and the group (or the id, where there is none) alone, so that it is
    the same for all models. Records that are held out already stay so.
    """
    border = int(check_rate("share", share) * 2**64)

    def drawn(record: Record) -> bool:
        name = digest("hold-out", check_int("seed", seed), record.benchmark, record.group or record.id)
        return int.from_bytes(name[:8], "little") < border

    return tuple(replace(record, held_out=record.held_out or drawn(record)) for record in records)


def write_jsonl(records: Iterable[Record], path: Path) -> None:
    """Write records as JSON lines, the file whole or not at all; `read_jsonl` gives equal records."""
    # ASCII escapes keep lone surrogates, which no UTF-8 file could hold.
    write_whole(path, "".join(json.dumps(_told(record)) + "\n" for record in records))


def _told(record: Record) -> dict[str, Any]:
    """Return the fields of a record that say something; what the scores say is not said twice."""
    row = {field.name: (getattr(record, field.name), field.default) for field in fields(record)}
    values = asdict(record)
    if record.scores is not None:
        row.pop("probabilities")
    return {name: values[name] for name, (value, usual) in row.items() if value != usual}


def read_jsonl(path: Path) -> tuple[Record, ...]:
    """Read records from JSON lines, an object with the fields of `Record` a line.

    Raises `InvalidArgument`, naming file and line, for anything else.
    """
    try:
        # Windows' programs put a byte order mark in front.
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidArgument(f"{path} cannot be read: {error}.") from error
    return tuple(_parsed(path, number, line) for number, line in enumerate(lines, 1) if line.strip())


def _parsed(path: Path, number: int, line: str) -> Record:
    try:
        row: dict[str, Any] = json.loads(line)
        if not isinstance(row, dict):
            raise InvalidArgument(f"a record is an object with the fields of Record, not a {type(row).__name__}.")
        unknown = sorted(row.keys() - {field.name for field in fields(Record)})
        if unknown:
            raise InvalidArgument(f"a record has no field {unknown[0]}.")
        for name in ("before", "after"):
            row[name] = tuple((field, text) for field, text in row.get(name, ()))
        row["edits"] = tuple((field, Edit(*edit)) for field, edit in row.get("edits", ()))
        for name in ("references", "probabilities", "scores"):
            if row.get(name) is not None:
                row[name] = _several(name, row[name])
        return Record(**row)
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise InvalidArgument(f"{path}, line {number}: {error}") from error


def _several(name: str, value: object) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise InvalidArgument(f"{name} must be a list, not {type(value).__name__}.")
    return tuple(value)
