"""Perturb texts: the functions and the object that users hold."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from typo import registry
from typo.edits import Edit, EditLog
from typo.errors import InvalidArgument, check_int, check_rate, check_text
from typo.keyed import Key, digest
from typo.planner import Plan, Transform, edits_at
from typo.protect import DEFAULT, check_protect, check_spans, protected_spans
from typo.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Perturbation", "Perturber", "perturb", "plan"]


@dataclass(frozen=True, slots=True)
class Perturbation:
    """A perturbed text, where it came from, and every edit on the way.

    `log.apply(source) == text` always holds. `str()` of it is the text.

    - `eligible`: how many units the transform found in the source (in a field, its own).
    - `requested`: how many edits the rate and the limits asked for (over all fields of a record).
    - `reason`: None, or why there are fewer edits than requested, or nothing that could be edited.
    - `logprobs`: the log-probability of each edit given its unit, or None where the transform has no explicit
      distribution.
    """

    source: str
    text: str
    log: EditLog
    eligible: int
    requested: int
    reason: str | None = None
    logprobs: tuple[float, ...] | None = None

    def __str__(self) -> str:
        return self.text

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits, in text order."""
        return self.log.edits

    @property
    def realised(self) -> int:
        """How many edits were made."""
        return len(self.log.edits)


@dataclass(frozen=True, slots=True, init=False)
class Perturber:
    """A transform with an intensity and a seed: call it with texts.

    >>> import typo
    >>> noisy = Perturber(typo.get("fullwidth"), rate=0.5, seed=7)
    >>> noisy("CPUは64ビット", key="a")
    'ＣＰＵは64ビット'
    >>> noisy.apply("CPUは64ビット", key="a").edits
    (Edit(start=0, end=3, original='CPU', replacement='ＣＰＵ', label='fullwidth'),)

    - `rate`: the share of eligible units to edit, 0..1; `floor(rate * eligible + 0.5)` edits are asked for.
    - `min_edits`, `max_edits`: bounds on that number, whatever the rate.
    - `protect`: presets (`url email code html placeholder chat`) and regular expressions; what they match
      stays as it is.

    What is not given comes from the recipe, else it is rate 0.1, no minimum and no maximum. The result for a
    text depends on nothing but this object and the key: not on other texts, their order, the process, or the
    state of `random`. Raises `InvalidArgument` or `UnknownName` when made, not when first used.
    """

    transform: Transform
    rate: float
    seed: int | str
    min_edits: int
    max_edits: int | None
    protect: tuple[str, ...]

    def __init__(
        self,
        transform: Transform,
        *,
        rate: float | None = None,
        seed: int | str = 0,
        min_edits: int | None = None,
        max_edits: int | None = None,
        protect: Sequence[str] = DEFAULT,
    ) -> None:
        if not isinstance(transform, Transform):
            raise InvalidArgument(f"transform={transform!r} is not a transform; typo.get turns a name into one.")
        if rate is None:
            rate = getattr(transform, "rate", 0.1)
        if min_edits is None:
            min_edits = getattr(transform, "min_edits", 0)
        check_int("min_edits", min_edits, minimum=0)
        if max_edits is not None:
            check_int("max_edits", max_edits, minimum=min_edits)
        if not isinstance(seed, str):
            check_int("seed", seed)
        put = object.__setattr__
        put(self, "transform", transform)
        put(self, "rate", check_rate("rate", rate))
        put(self, "seed", seed)
        put(self, "min_edits", min_edits)
        put(self, "max_edits", max_edits)
        put(self, "protect", check_protect(protect))

    def __call__(self, text: str, *, key: Key | None = None) -> str:
        """Return the perturbed text.

        `key` names the record (str, int or a tuple of these, typed: 1 is not "1"); without one the text is its
        own key, so that equal texts get equal edits.
        """
        return self.apply(text, key=key).text

    def apply(self, text: str, *, key: Key | None = None, protect: Iterable[Sequence[int]] = ()) -> Perturbation:
        """Return the perturbed text with its edit log.

        `protect` adds (start, end) spans of this text that must stay as they are.
        """
        return self._replica(text, key, protect, 0)

    def batch(self, texts: Iterable[str], *, keys: Iterable[Key | None] | None = None) -> list[str]:
        """Return the perturbed texts, each as if it had been alone.

        Raises `InvalidArgument` unless there are as many `keys` as texts.
        """
        return [result.text for result in self.apply_batch(texts, keys=keys)]

    def apply_batch(self, texts: Iterable[str], *, keys: Iterable[Key | None] | None = None) -> list[Perturbation]:
        """Return the perturbed texts with their edit logs, each as if it had been alone.

        Raises `InvalidArgument` unless there are as many `keys` as texts.
        """
        if isinstance(texts, str):
            raise InvalidArgument("texts must be a list of str, not one str.")
        rows = list(texts)
        names = [None] * len(rows) if keys is None else list(keys)
        if len(names) != len(rows):
            raise InvalidArgument(f"keys holds {len(names)} keys for {len(rows)} texts.")
        return [self.apply(row, key=name) for row, name in zip(rows, names, strict=True)]

    def variants(self, text: str, *, n: int, key: Key | None = None) -> list[str]:
        """Return exactly `n` independent results for one text; the first equals a plain call.

        Results may repeat: a short text has only so many typing errors.
        """
        check_int("n", n, minimum=0)
        return [self._replica(text, key, (), replica).text for replica in range(n)]

    def sweep(
        self, text: str, *, rates: Sequence[float], key: Key | None = None, strict: bool = False
    ) -> list[Perturbation]:
        """Return one result a rate; the edits at a low rate are among those at a high one.

        With `strict`, each level gets at least one edit more than the one below; a text that cannot do so
        gets no edits at any level, and a `reason`. Raises `InvalidArgument` when `strict` rates do not rise.
        """
        levels = [check_rate("rates", rate) for rate in rates]
        if strict and any(high <= low for low, high in itertools.pairwise(levels)):
            raise InvalidArgument(f"rates={list(rates)!r} must rise for a strict sweep.")
        check_text("text", text)
        made = self._plan({"": text}, key, {}, 0)
        eligible = made.eligible
        counts: list[int] = []
        for rate in levels:
            count = self._requested(rate, eligible)
            counts.append(max(count, counts[-1] + 1) if strict and counts else count)
        if strict and counts and len(made.take(counts[-1])) < counts[-1]:
            reason = (
                f"the levels need {counts[-1]} edits and only {len(made.take(counts[-1]))} of "
                f"{eligible} {self.transform.unit} could be edited."
            )
            return [Perturbation(text, text, EditLog((), len(text)), eligible, count, reason) for count in counts]
        return [self._result(text, made.take(count), eligible, count) for count in counts]

    def fields(
        self,
        record: Mapping[str, str],
        *,
        key: Key | None = None,
        protect: Mapping[str, Iterable[Sequence[int]]] | None = None,
    ) -> dict[str, Perturbation]:
        """Return the perturbed fields of one record, planned together.

        The rate and the limits hold for the record as a whole; `eligible` and the edits are each field's own.
        `protect` maps field names to (start, end) spans. Raises `InvalidArgument` for a field that is not there.
        """
        for field, text in record.items():
            check_text("a field's name", field)
            check_text(f"field {field!r}", text)
        spans = protect or {}
        for field in spans:
            if field not in record:
                raise InvalidArgument(f"protect names the field {field!r}; the record has {', '.join(record)}.")
        made = self._plan(record, key, spans, 0)
        total = made.eligible
        count = self._requested(self.rate, total)
        logs = made.logs(count)
        reason = self._reason(total, count, sum(len(log) for log in logs.values()))
        return {
            field: Perturbation(text, logs[field].apply(text), logs[field], made.by_field[field], count, reason)
            for field, text in record.items()
        }

    def _replica(self, text: str, key: Key | None, protect: Iterable[Sequence[int]], replica: int) -> Perturbation:
        check_text("text", text)
        made = self._plan({"": text}, key, {"": protect}, replica)
        eligible = made.eligible
        count = self._requested(self.rate, eligible)
        return self._result(text, made.take(count), eligible, count)

    def _plan(
        self, record: Mapping[str, str], key: Key | None, spans: Mapping[str, Iterable[Sequence[int]]], replica: int
    ) -> Plan:
        return _planned(self.transform, record, self.seed, key, replica, self.protect, spans)

    def _requested(self, rate: float, eligible: int) -> int:
        count = max(edits_at(rate, eligible), self.min_edits)
        return count if self.max_edits is None else min(count, self.max_edits)

    def _result(self, text: str, log: EditLog, eligible: int, count: int) -> Perturbation:
        return Perturbation(text, log.apply(text), log, eligible, count, self._reason(eligible, count, len(log)))

    def _reason(self, eligible: int, requested: int, realised: int) -> str | None:
        if not eligible and (requested or self.rate):
            return f"there are no {self.transform.unit}."
        if realised < requested:
            kind = self.transform.unit
            return f"{requested} edits were asked for; only {realised} of {eligible} {kind} could be edited."
        return None


def perturb(
    text: str,
    *,
    lang: str | None = None,
    transform: Transform | None = None,
    rate: float = 0.1,
    seed: int | str = 0,
    key: Key | None = None,
    min_edits: int = 0,
    max_edits: int | None = None,
    protect: Sequence[str] = DEFAULT,
) -> Perturbation:
    """Return a text as somebody might have typed it, with its edit log.

    Exactly one of `lang` (that language's own mix of typing errors) and `transform` is given; the rest is as
    in `Perturber`.

    >>> import typo
    >>> str(perturb("CPUを買う", transform=typo.get("fullwidth"), rate=1))
    'ＣＰＵを買う'
    """
    if (lang is None) == (transform is None):
        raise InvalidArgument("exactly one of lang and transform must be given.")
    chosen = registry.language(lang).mix() if lang is not None else transform
    assert chosen is not None
    perturber = Perturber(chosen, rate=rate, seed=seed, min_edits=min_edits, max_edits=max_edits, protect=protect)
    return perturber.apply(text, key=key)


def plan(
    text: str,
    transform: Transform,
    *,
    seed: int | str = 0,
    key: Key | None = None,
    protect: Sequence[str] = DEFAULT,
) -> Plan:
    """Return the plan of one text: its edits in order, of which any number may be taken.

    >>> import typo
    >>> drawn = plan("CPUは64ビットでRAMは8GB", typo.get("fullwidth"), seed=7)
    >>> drawn.eligible
    4
    >>> set(drawn.take(1).edits) <= set(drawn.take(3).edits)
    True
    """
    check_text("text", text)
    perturber = Perturber(transform, seed=seed, protect=protect)
    return _planned(transform, {"": text}, perturber.seed, key, 0, perturber.protect, {})


def _planned(
    transform: Transform,
    record: Mapping[str, str],
    seed: int | str,
    key: Key | None,
    replica: int,
    protect: Sequence[str],
    spans: Mapping[str, Iterable[Sequence[int]]],
) -> Plan:
    if key is None:
        # Sorted, so that the order of a dict's fields does not matter.
        named = digest("no key", seed, tuple(sorted(record.items())), replica)
    else:
        named = digest("key", seed, key, replica)
    texts = {
        field: Text(
            string,
            protected=protected_spans(string, protect, check_spans(spans.get(field, ()), len(string))),
            record=named,
        )
        for field, string in record.items()
    }
    return Plan(texts, transform, named)
