"""The questions that a benchmark is built from: one schema for choices, labels and written answers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from typo.errors import InvalidArgument, check_int, check_text
from typo.keyed import digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["Question", "read_questions", "rows_of"]

_NAMES = ("dataset", "id", "fields", "options", "gold", "references", "group", "scope")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question as its dataset has it.

    - `dataset` and `id` name it. `group`: its source, such as a passage that several questions share; questions of a
      group are never in different splits (empty: a source of its own).
    - `fields`: its texts as (name, text). `scope`: the names of those that may be perturbed (empty: all of them).
    - `options`: the texts of the options, where it has its own. `gold`: the index of the right option or label.
      `references`: the right answers in writing; one that stands in a field is never touched there.

    Raises `InvalidArgument`, naming the question, for what is not of these types, a field without a text or there
    twice, a scope that is no field, a question with neither `gold` nor `references`, and a `gold` outside the options.

    >>> question = Question(dataset="demo", id="1", fields=(("question", "Où ?"),), options=("Ici", "Là"), gold=1)
    >>> question.perturbed
    ('question',)
    """

    dataset: str
    id: str
    fields: tuple[tuple[str, str], ...]
    options: tuple[str, ...] = ()
    gold: int | None = None
    references: tuple[str, ...] = ()
    group: str = ""
    scope: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        try:
            self._check_texts()
            self._check_answer()
        except InvalidArgument as error:
            raise InvalidArgument(f"question {self.id!r} of {self.dataset!r}: {error}") from None

    @property
    def source(self) -> tuple[str, str]:
        """What is never torn apart: the group, or the question itself where it has none."""
        return ("group", self.group) if self.group else ("question", self.id)

    @property
    def perturbed(self) -> tuple[str, ...]:
        """The names of the fields that may be perturbed."""
        return self.scope or tuple(name for name, _ in self.fields)

    @property
    def content(self) -> str:
        """A short code of what is asked: the texts and the options, whatever the question is called."""
        return digest("content", self.fields, self.options).hex()[:16]

    def to_dict(self) -> dict[str, Any]:
        """Return the question as plain values, ready for JSON; `from_dict` gives an equal one."""
        row: dict[str, Any] = {"dataset": self.dataset, "id": self.id, "fields": dict(self.fields)}
        if self.options:
            row["options"] = list(self.options)
        if self.gold is not None:
            row["gold"] = self.gold
        if self.references:
            row["references"] = list(self.references)
        if self.group:
            row["group"] = self.group
        if self.scope:
            row["scope"] = list(self.scope)
        return row

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Question:
        """Make a question of plain values; raises `InvalidArgument` for a name that is missing or not known."""
        for name in ("dataset", "id", "fields"):
            if name not in row:
                raise InvalidArgument(f"a question needs {name}.")
        for name in row:
            if name not in _NAMES:
                raise InvalidArgument(f"a question has no {name!r}; it has: {', '.join(_NAMES)}.")
        fields = row["fields"]
        if not isinstance(fields, dict):
            raise InvalidArgument(f"fields must map names to texts, not be {type(fields).__name__}.")
        lists = {}
        for name in ("options", "references", "scope"):
            value = row.get(name, [])
            if not isinstance(value, list):
                raise InvalidArgument(f"{name} must be a list, not {type(value).__name__}.")
            lists[name] = tuple(value)
        return cls(
            dataset=row["dataset"], id=row["id"], fields=tuple(fields.items()), gold=row.get("gold"),
            group=row.get("group", ""), **lists,
        )  # fmt: skip

    def _check_texts(self) -> None:
        for name in ("dataset", "id"):
            if not check_text(name, getattr(self, name)):
                raise InvalidArgument(f"{name} is empty.")
        check_text("group", self.group)
        if not self.fields:
            raise InvalidArgument("there are no fields.")
        names = [check_text("the name of a field", name) for name, _ in self.fields]
        for name, text in self.fields:
            if names.count(name) > 1:
                raise InvalidArgument(f"the field {name!r} is there twice.")
            if not check_text(f"field {name!r}", text).strip():
                raise InvalidArgument(f"the field {name!r} is empty.")
        for name in self.scope:
            if name not in names:
                raise InvalidArgument(f"scope holds {name!r}; the fields are {', '.join(names)}.")

    def _check_answer(self) -> None:
        for name in ("options", "references"):
            for text in getattr(self, name):
                if not check_text(name, text):
                    raise InvalidArgument(f"{name} holds an empty text.")
        if self.gold is None and not self.references:
            raise InvalidArgument("gold, the index of the right option, or references are missing.")
        if self.gold is not None:
            check_int("gold", self.gold, minimum=0, maximum=len(self.options) - 1 if self.options else None)


def read_questions(path: str | Path) -> tuple[Question, ...]:
    """Read questions from JSON lines, one object with the names of `Question` a line.

    `fields` is an object of names and texts. Raises `InvalidArgument`, naming file and line, for anything else.
    """
    made = []
    for number, row in rows_of(path):
        try:
            made.append(Question.from_dict(row))
        except InvalidArgument as error:
            raise InvalidArgument(f"{path}, line {number}: {error}") from None
    return tuple(made)


def rows_of(path: str | Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects of a file of JSON lines with the numbers of their lines."""
    try:
        lines: Iterable[str] = Path(path).read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidArgument(f"{path} cannot be read: {error}.") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InvalidArgument(f"{path}, line {number}: not JSON ({error}).") from error
        if not isinstance(row, dict):
            raise InvalidArgument(f"{path}, line {number}: not a JSON object.")
        yield number, row
