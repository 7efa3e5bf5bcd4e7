"""What a judge is shown: one variant beside its original and the right answer, and what is asked about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from typo.keyed import digest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from typo.benchmark.triplets import Triplet

__all__ = ["CRITERIA", "INSTRUCTIONS", "Case", "cases_of", "shown"]

#: What a variant is judged on; each is true where something is wrong.
CRITERIA = ("task_relevant_change", "reference_conflict", "out_of_scope_edit", "structural_damage")

#: What all judges are told, models and people alike.
INSTRUCTIONS = """\
You compare a question with a variant of it that has spelling errors of one announced kind. The errors themselves are
wanted and are no fault. Judge the variant alone, against the original and the right answer:

- task_relevant_change: Is information that is needed to answer lost or changed, such as a negation, a quantity, a name
  or who does what, or has a word become another word?
- reference_conflict: Is the right answer not right any more, or another one as right?
- out_of_scope_edit: Is anything changed that is not of the announced kind, or anything but the texts of the question?
- structural_damage: Is a line, an option, a number, a link, a piece of code or a placeholder damaged?

Answer true where something is wrong, false where nothing is. A reader who recognises every word at once has lost
nothing.
"""

_KINDS = {
    "apostrophe": "the apostrophe of elided words was left out",
    "diacritics": "words lost all accents and cedillas",
    "keyboard": "in some words one letter, not the first, was typed on a key beside its own (AZERTY)",
}


class Case(NamedTuple):
    """One variant to judge.

    - `triplet`: the name of its triplet (dataset, factor, id); `split` and `level` tell the rest of where it is from.
      Judges are not shown the level.
    - `code`: a short name that tells nothing, of all that is shown.
    - `original`, `variant`: the texts, as (name, text). `options`; `answer`: the right one, or those in writing.
    """

    code: str
    triplet: tuple[str, str, str]
    split: str
    level: str
    original: tuple[tuple[str, str], ...]
    variant: tuple[tuple[str, str], ...]
    options: tuple[str, ...]
    answer: str

    @property
    def kind(self) -> str:
        """What kind of error was announced."""
        return _KINDS[self.triplet[1]]

    def prompt(self) -> str:
        """Return all that is shown, as one text."""
        options = "".join(f"{number}. {option}\n" for number, option in enumerate(self.options))
        return (
            f"Announced kind of error: {self.kind}.\n\n"
            f"ORIGINAL\n{shown(self.original)}\n\nVARIANT\n{shown(self.variant)}\n\n"
            + (f"OPTIONS (never changed)\n{options}\n" if options else "")
            + f"RIGHT ANSWER\n{self.answer}\n"
        )


def cases_of(triplets: Iterable[Triplet]) -> tuple[Case, ...]:
    """Return the two variants of each triplet as cases."""
    return tuple(_case(triplet, level) for triplet in triplets for level in ("low", "high"))


def shown(fields: tuple[tuple[str, str], ...]) -> str:
    r"""Return fields as one text, each with its name where there are several.

    >>> shown((("question", "Où ?"),)), shown((("passage", "Ici."), ("question", "Où ?")))
    ('Où ?', 'passage: Ici.\nquestion: Où ?')
    """
    if len(fields) == 1:
        return fields[0][1]
    return "\n".join(f"{name}: {text}" for name, text in fields)


def _case(triplet: Triplet, level: str) -> Case:
    question = triplet.question
    variant = dict(triplet.levels)[level].fields
    if question.references:
        answer = " / ".join(question.references)
    else:
        gold = question.gold or 0
        answer = f"{gold}. {question.options[gold]}" if question.options else f"label {gold}"
    named = digest("case", triplet.name, level, question.fields, variant, question.options, answer).hex()[:12]
    # A letter first, so that no spreadsheet takes it for a number.
    return Case(f"c-{named}", triplet.name, triplet.split, level, question.fields, variant, question.options, answer)
