"""chrF and BLEU of translations, as counts per document whose sums give the score of a corpus.

Both are computed as sacreBLEU does by default, to the last digit or so: `chrF2|nc:6|nw:0|space:no` (Popović 2015) and
`BLEU|tok:13a|smooth:exp` (Papineni et al. 2002; Post 2018).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from typo.evaluation.answers import Answers
    from typo.evaluation.records import Record

    Floats = NDArray[np.float64]

__all__ = ["TRANSLATION", "Bleu", "Chrf", "words_13a"]

# The format of texts that are compared with references by how much they share, not by being the same.
TRANSLATION = "translation"
_LETTERS = 6  # chrF counts sequences of one to so many letters
_BETA2 = 4  # and lets recall count twice as much as precision: beta is 2
_WORDS = 4  # BLEU counts sequences of one to so many words


@dataclass(frozen=True, slots=True)
class Chrf:
    """The character n-gram F-score of translations, 0 to 100, over the best reference of each."""

    name: str = "chrf"

    def applies(self, record: Record) -> bool:
        """Return whether the record is a translation."""
        return record.format == TRANSLATION

    def statistics(self, answers: Answers) -> Floats:
        """Return, for each length, how many sequences the answer has, the reference has, and both have."""
        import numpy as np  # here, since numpy is slow to import and often not needed

        rows = [self._best(record) for record in answers.records]
        return np.array(rows, dtype=np.float64).reshape(-1, 3 * _LETTERS)

    def score(self, sums: Floats) -> Floats:
        """Return the F-scores of the mean precision and recall over the lengths that both sides have."""
        import numpy as np

        ours, theirs, shared = sums[..., 0::3], sums[..., 1::3], sums[..., 2::3]
        counted = (ours > 0) & (theirs > 0)
        lengths = np.maximum(counted.sum(axis=-1), 1)
        precision = _ratio(shared, np.where(counted, ours, 0)).sum(axis=-1) / lengths
        recall = _ratio(shared, np.where(counted, theirs, 0)).sum(axis=-1) / lengths
        score: Floats = 100 * _ratio((1 + _BETA2) * precision * recall, _BETA2 * precision + recall)
        return score

    def _best(self, record: Record) -> list[int]:
        import numpy as np

        answer = _sequences("".join((record.response or "").split()), _LETTERS)
        best: list[int] = []
        most = -1.0
        for reference in record.references:
            theirs = _sequences("".join(reference.split()), _LETTERS)
            row = [count for one, other in zip(answer, theirs, strict=True) for count in _overlap(one, other)]
            if (score := float(self.score(np.array(row, dtype=np.float64)))) > most:
                best, most = row, score
        return best


@dataclass(frozen=True, slots=True)
class Bleu:
    """BLEU of translations, 0 to 100: the words of `words_13a`, up to four in a row, with exponential smoothing.

    A language that puts no blanks between words (Chinese, Japanese, Thai) is not what it is for: there chrF counts.
    """

    name: str = "bleu"

    def applies(self, record: Record) -> bool:
        """Return whether the record is a translation."""
        return record.format == TRANSLATION

    def statistics(self, answers: Answers) -> Floats:
        """Return the lengths of answer and closest reference; for each length, the sequences there are and shared."""
        import numpy as np

        rows = [self._row(record) for record in answers.records]
        return np.array(rows, dtype=np.float64).reshape(-1, 2 + 2 * _WORDS)

    def score(self, sums: Floats) -> Floats:
        """Return the geometric means of the precisions, lowered where the answers are shorter than the references."""
        import numpy as np

        ours, theirs, there, shared = sums[..., 0], sums[..., 1], sums[..., 2:6], sums[..., 6:10]
        # A length of which nothing is right counts half of one, the next a quarter, and so on.
        missing = (shared == 0) & (there > 0)
        smoothed = np.where(missing, 0.5 ** np.cumsum(missing, axis=-1), shared)
        valid: NDArray[np.bool_] = np.logical_and((there > 0).all(axis=-1), (shared > 0).any(axis=-1))
        precision = np.where(np.expand_dims(valid, -1), _ratio(smoothed, there), 1.0)
        brevity = np.exp(np.minimum(0.0, 1.0 - _ratio(theirs, ours)))
        score: Floats = np.where(valid, 100 * brevity * np.exp(np.log(precision).mean(axis=-1)), 0.0)
        return score

    def _row(self, record: Record) -> list[int]:
        answer = words_13a(record.response or "")
        references = [words_13a(reference) for reference in record.references]
        closest = min((abs(len(words) - len(answer)), len(words)) for words in references)[1]
        ours = _sequences(answer, _WORDS)
        most: list[Counter[object]] = [Counter() for _ in range(_WORDS)]
        for words in references:
            most = [one | other for one, other in zip(most, _sequences(words, _WORDS), strict=True)]
        there = [count.total() for count in ours]
        return [len(answer), closest, *there, *((one & other).total() for one, other in zip(ours, most, strict=True))]


# Punctuation that is a word of its own; stops and commas unless between digits; a hyphen after a digit.
_SPLITS = (
    (re.compile(r"([!-&(-+/:-@\[-`{-~])"), r" \1 "),
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)
_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))


def words_13a(text: str) -> list[str]:
    """Split a text into words by the rules of mteval-v13a, which sacreBLEU's default follows.

    >>> words_13a("It's 3.5 m, or 2-3 feet.")
    ["It's", '3.5', 'm', ',', 'or', '2', '-', '3', 'feet', '.']
    """
    text = text.rstrip().replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for entity, char in _ENTITIES:
        text = text.replace(entity, char)
    text = f" {text} "
    for pattern, replacement in _SPLITS:
        text = pattern.sub(replacement, text)
    return text.split()


def _sequences(parts: Sequence[str], most: int) -> list[Counter[object]]:
    """Count the sequences of one part, of two, and so on."""
    return [
        Counter(parts[start : start + length] if isinstance(parts, str) else tuple(parts[start : start + length])
                for start in range(len(parts) - length + 1))
        for length in range(1, most + 1)
    ]  # fmt: skip


def _overlap(one: Counter[object], other: Counter[object]) -> tuple[int, int, int]:
    # An answer is not charged for sequences of a length that its reference does not reach; sacreBLEU does so.
    return one.total() if other else 0, other.total(), (one & other).total()


def _ratio(above: Floats, below: Floats) -> Floats:
    """Divide, with 0 where there is nothing to divide by."""
    import numpy as np

    quotient: Floats = np.divide(above, below, out=np.zeros(np.shape(below)), where=np.asarray(below) > 0)
    return quotient
