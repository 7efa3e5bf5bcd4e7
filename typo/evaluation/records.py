"""One record schema for answers, whoever gave them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from typo.errors import InvalidArgument
from typo.evaluation.metrics import check_probabilities

if TYPE_CHECKING:
    from typo.edits import Edit

__all__ = ["Record"]


@dataclass(frozen=True, slots=True)
class Record:
    """One document under one condition: what was asked, and what was answered.

    - `model`, `benchmark`, `format`: what is compared with its like only.
    - `condition`: `original`, or the kind of perturbation; `id` joins a document over the conditions.
    - `gold`: the index of the right option. `answer`: the index of the one chosen, or None where the answer
      could not be understood, which counts as wrong.
    - `probabilities`: of the options, or None where the model only wrote text.
    - `group`: documents of a group are resampled together (empty: each on its own).
    - `before`, `after`: the perturbed fields, as (name, text); `edits`: (field, edit), in text order.

    Raises `InvalidArgument`, naming the document, for probabilities outside 0..1 or of another number than the
    options.
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
    before: tuple[tuple[str, str], ...] = ()
    after: tuple[tuple[str, str], ...] = ()
    edits: tuple[tuple[str, Edit], ...] = ()

    def __post_init__(self) -> None:
        if self.probabilities is not None:
            try:
                check_probabilities(self.probabilities, self.gold)
            except InvalidArgument as error:
                raise InvalidArgument(f"document {self.id} ({self.condition}): {error}") from None

    @property
    def correct(self) -> bool:
        """Whether the right option was chosen."""
        return self.answer == self.gold
