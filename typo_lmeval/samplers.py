"""Few-shot examples that are the same in every condition, run and process."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from lm_eval.api.samplers import ContextSampler

import typo

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["HarnessSampler", "PairedSampler"]

_Doc = dict[str, Any]


class PairedSampler(ContextSampler):  # type: ignore[misc]  # the harness has no types
    """Draws the few-shot examples of a document by its id: the same in every condition, run and process.

    The harness's own sampler draws from one stream for all documents, so that examples change with `--limit`,
    `--samples` and the number of processes, and it tells the question itself from the pool by comparing
    documents, which a perturbed one never equals.
    """

    def __init__(self, df: Sequence[_Doc] | None = None, *, rnd: int | None = None, **options: Any) -> None:
        super().__init__(df, rnd=rnd, **options)
        self.seed = rnd or 0
        self._doc: Mapping[str, Any] = {}

    def set_rnd(self, rnd: int | None) -> PairedSampler:
        """Take the seed of `--seed`."""
        self.seed = rnd or 0
        return self

    def ask_for(self, doc: Mapping[str, Any]) -> None:
        """Say which document the next examples are for."""
        self._doc = doc

    def sample(self, n: int, eval_doc: Any = None, df: Any = None, **options: Any) -> list[_Doc]:
        """Draw `n` clean examples for the document asked for."""
        clean = self._doc["typo_original"]["question"].strip()
        pool = [row for row in self.df if row["question"].strip() != clean]
        same = [row for row in pool if row["subject"] == self._doc["subject"]]
        if len(same) >= n and self._doc["typo_pool"] == "subject":
            pool = same
        if len(pool) < n:
            raise typo.InvalidArgument(f"num_fewshot={n} is above the {len(pool)} examples that there are.")
        draws = typo.Draws(typo.digest("few-shot", self.seed, self._doc["typo_id"]))
        return [pool.pop(draws.below(len(pool))) for _ in range(n)]


class HarnessSampler(PairedSampler):
    """Draws the examples that the harness's own task would have drawn for the document.

    That is what its stream gives in a run over all documents, in one process; here the document has them in every
    run. An example that has the document's own texts gives way to another one.
    """

    def expect(self, docs: Sequence[_Doc], texts: Sequence[str], *, first: bool, own: bool) -> HarnessSampler:
        """Say what the harness would do.

        `docs` are the clean documents; a row with all their `texts` gives the answer away. `first`: it takes the
        first examples instead of drawing. `own`: it draws one more, to leave out the document itself.
        """
        self.docs, self.texts, self.first, self.own = docs, tuple(texts), first, own
        self._drawn: dict[tuple[int, int], list[list[int]]] = {}
        return self

    def sample(self, n: int, eval_doc: Any = None, df: Any = None, **options: Any) -> list[_Doc]:
        """Return the `n` examples of the document asked for."""
        doc = self.docs[self._doc["typo_place"]]
        if n > len(self.df) - self.own:
            raise typo.InvalidArgument(
                f"num_fewshot={n} is above the {len(self.df) - self.own} examples that there are; "
                "--num_fewshot 0 needs none."
            )
        if self.first:
            chosen = list(range(len(self.df)))
        else:
            chosen = self._stream(n)[self._doc["typo_place"]]
            rest = (place for place in range(len(self.df)) if place not in chosen)
            draws = typo.Draws(typo.digest("few-shot", self.seed, self._doc["typo_id"]))
            chosen = [*chosen, *sorted(rest, key=lambda _: draws.number())] if self._leaks(chosen, doc) else chosen
        found = [self.df[place] for place in chosen if not self._same(self.df[place], doc)][:n]
        if len(found) < n:
            raise typo.InvalidArgument(
                f"num_fewshot={n} is above the {len(found)} examples without the document's own texts."
            )
        return found

    def _same(self, row: _Doc, doc: _Doc) -> bool:
        return all(str(row[name]).strip() == str(doc[name]).strip() for name in self.texts)

    def _leaks(self, places: Sequence[int], doc: _Doc) -> bool:
        return any(self._same(self.df[place], doc) for place in places)

    def _stream(self, n: int) -> list[list[int]]:
        """Return which examples the harness draws for each document, in the order of the documents."""
        key = (self.seed, n)
        if key not in self._drawn:
            stream = Random(self.seed)
            self._drawn[key] = [self._next(stream, n, doc) for doc in self.docs]
        return self._drawn[key]

    def _next(self, stream: Random, n: int, doc: _Doc) -> list[int]:
        every = range(len(self.df))
        if not self.own:
            return stream.sample(every, n)
        chosen = [place for place in stream.sample(every, n + 1) if self.df[place] != doc][:n]
        if len(chosen) < n:
            chosen = stream.sample([place for place in every if self.df[place] != doc], n)
        return chosen
