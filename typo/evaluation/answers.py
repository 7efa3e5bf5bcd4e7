"""The records of one condition as columns, so that metrics are computed over all of them at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log
from typing import TYPE_CHECKING

from typo.errors import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from typo.evaluation.records import Record

    Floats = NDArray[np.float64]
    Ints = NDArray[np.intp]

__all__ = ["Answers"]


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """Records as columns, in their order.

    - `correct`: 1 where the answer is right, else 0.
    - `log_probabilities`: a row a record, a column an option, minus infinity where there is no such option; None
      where not all records have probabilities. `gold`: the right option's index, 0 where there are no options.
    """

    records: tuple[Record, ...]
    correct: Floats
    gold: Ints
    log_probabilities: Floats | None

    @classmethod
    def of(cls, records: Sequence[Record]) -> Answers:
        """Put records into columns."""
        import numpy as np  # here and below, since whoever scores one document at a time needs no arrays

        made = None
        if records and all(record.probabilities is not None for record in records):
            made = np.full((len(records), max(len(record.probabilities or ()) for record in records)), -np.inf)
            for row, record in zip(made, records, strict=True):
                chances = record.probabilities or ()
                row[: len(chances)] = record.scores or [log(chance) if chance else -np.inf for chance in chances]
            scored = np.array([record.scores is not None for record in records])
            made[scored] = _normalised(made[scored])
        return cls(
            tuple(records),
            np.array([record.correct for record in records], dtype=np.float64),
            np.array([record.gold or 0 for record in records], dtype=np.intp),
            made,
        )

    def at(self, temperature: float) -> Answers:
        """Return the same answers with the log-probabilities divided by a temperature; which is likeliest stays."""
        return self if temperature == 1 else replace(self, log_probabilities=_normalised(self.logs() / temperature))

    def logs(self) -> Floats:
        """Return the log-probabilities; raises `InvalidArgument`, naming a document, where one has none."""
        if self.log_probabilities is not None:
            return self.log_probabilities
        for record in self.records:
            if record.probabilities is None:
                raise InvalidArgument(f"document {record.id} ({record.condition}) has no probabilities.")
        raise InvalidArgument("records is empty: there are no probabilities.")

    def probabilities(self) -> Floats:
        """Return the probabilities, 0 where there is no such option."""
        import numpy as np

        made: Floats = np.exp(self.logs())
        return made

    def confidence(self) -> Floats:
        """Return the probability of the likeliest option."""
        most: Floats = self.probabilities().max(axis=1)
        return most

    def p_gold(self) -> Floats:
        """Return the probability of the right option."""
        import numpy as np

        chosen: Floats = self.probabilities()[np.arange(len(self.gold)), self.gold]
        return chosen

    def gold_margin(self) -> Floats:
        """Return by how much the right option is likelier than the likeliest other one, -1 to 1."""
        import numpy as np

        others = self.probabilities()
        others[np.arange(len(self.gold)), self.gold] = 0.0
        margin: Floats = self.p_gold() - others.max(axis=1)
        return margin

    def top_margin(self) -> Floats:
        """Return by how much the likeliest option is likelier than the second, 0 to 1; 1 where it is the only one."""
        import numpy as np

        ordered = np.sort(self.probabilities(), axis=1)
        second = ordered[:, -2] if ordered.shape[1] > 1 else 0.0
        margin: Floats = ordered[:, -1] - second
        return margin


def _normalised(scores: Floats) -> Floats:
    import numpy as np

    shifted = scores - scores.max(axis=1, keepdims=True)
    logs: Floats = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return logs
