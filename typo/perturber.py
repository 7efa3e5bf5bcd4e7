"""Perturb texts: the object that users hold."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from typo import registry
from typo.chain import Job, Limits, run_stages
from typo.combine import (
    Combinator,
    Defaults,
    Recipe,
    Stage,
    check_transform_argument,
    inside,
    is_chained,
    is_drawn,
    stages_of,
)
from typo.edits import EditLog
from typo.errors import InvalidArgument, check_choice, check_int, check_rate, check_text
from typo.keyed import Key, Namer, digest
from typo.perturbation import Perturbation
from typo.planner import Plan, Transform, edits_at
from typo.protect import DEFAULT, Guard, check_protect
from typo.quick import WordByWord, quick_way
from typo.quick_words import Asked, Drawing, quick_words
from typo.text import Text
from typo.words import count_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

__all__ = ["Perturber"]


@dataclass(frozen=True, slots=True, init=False)
class Perturber:
    """A transform with an intensity and a seed: call it with texts.

    >>> import typo
    >>> noisy = Perturber(typo.get("fullwidth"), rate=0.5, seed=7)
    >>> noisy("CPUは64ビット", key="a")
    'ＣＰＵは64ビット'
    >>> noisy.apply("CPUは64ビット", key="a").edits
    (Edit(start=0, end=3, original='CPU', replacement='ＣＰＵ', label='fullwidth'),)

    - `transform`: what goes wrong; without one, `lang` stands for that language's realistic mix.
    - `rate`: the share of eligible units to edit, 0..1; `floor(rate * eligible + 0.5)` edits are asked for.
    - `per`: what the rate is a share of: `"unit"` (the transform's units) or `"word"` (all words of the text).
    - `min_edits`, `max_edits`: bounds on that number, whatever the rate.
    - `protect`: presets (`url email code html placeholder chat number latex`) and regular expressions; what
      they match stays as it is.
    - `lang`: the language, for words and number words; else that of the transform.

    What is not given comes from the recipe, else it is rate 0.1, `per="unit"`, no minimum and no maximum. The
    result for a text depends on nothing but this object and the key: not on other texts, their order, the
    process, or the state of `random`. Raises `InvalidArgument` or `UnknownName` when made, not when first used.
    """

    transform: Transform | Combinator
    rate: float
    seed: int | str
    min_edits: int
    max_edits: int | None
    protect: tuple[str, ...]
    per: str
    lang: str | None
    _name: Namer = field(init=False, repr=False, compare=False)
    _stages: tuple[Stage, ...] | None = field(init=False, repr=False, compare=False)
    _guard: Guard = field(init=False, repr=False, compare=False)
    _words: Callable[[str], int] | None = field(init=False, repr=False, compare=False)
    _quick: Callable[[str, Key], Perturbation | None] | None = field(init=False, repr=False, compare=False)

    def __init__(
        self,
        transform: Transform | Combinator | None = None,
        *,
        rate: float | None = None,
        seed: int | str = 0,
        min_edits: int | None = None,
        max_edits: int | None = None,
        protect: Sequence[str] = DEFAULT,
        per: str | None = None,
        lang: str | None = None,
    ) -> None:
        if transform is None:
            if lang is None:
                raise InvalidArgument("a Perturber needs a transform, or a lang whose realistic mix it is to use.")
            transform = registry.language(lang).mix()
        check_transform_argument("transform", transform)
        published = transform if isinstance(transform, Recipe) else Defaults()
        rate = published.rate if rate is None else rate
        min_edits = published.min_edits if min_edits is None else min_edits
        per = published.per if per is None else per
        check_int("min_edits", min_edits, minimum=0)
        if max_edits is not None:
            check_int("max_edits", max_edits, minimum=min_edits)
        if not isinstance(seed, str):
            check_int("seed", seed, minimum=-(1 << 63), maximum=(1 << 64) - 1)
        put = object.__setattr__
        put(self, "transform", transform)
        put(self, "rate", check_rate("rate", rate))
        put(self, "seed", seed)
        put(self, "min_edits", min_edits)
        put(self, "max_edits", max_edits)
        put(self, "protect", check_protect(protect))
        put(self, "per", check_choice("per", per, ("unit", "word")))
        put(self, "lang", lang)
        langs = (registry.language(lang).code,) if lang is not None else _languages(transform)
        put(self, "_name", Namer("key", seed))
        put(self, "_stages", None if is_drawn(transform) else stages_of(transform))
        put(self, "_guard", Guard(self.protect, langs))
        put(self, "_words", _word_counter(langs) if per == "word" else None)
        put(self, "_quick", self._find_quick())

    def __reduce__(self) -> tuple[object, ...]:
        # What is worked out from the fields is worked out anew: it holds functions, and tables that grow.
        shown = (self.rate, self.seed, self.min_edits, self.max_edits, self.protect, self.per, self.lang)
        return _made, (self.transform, *shown)

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
        if self._quick is not None and key is not None and not protect and type(text) is str:
            result = self._quick(text, key)
            if result is not None:
                return result
        return self._replica(check_text("text", text), key, protect, 0)

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

    def stream(self, records: Iterable[tuple[Key | None, str]]) -> Iterator[Perturbation]:
        """Yield one result for each (key, text), holding no more than one at a time.

        >>> import typo
        >>> [str(p) for p in Perturber(typo.get("fullwidth"), rate=1).stream([("a", "AI"), ("b", "64")])]
        ['ＡＩ', '６４']
        """
        for key, text in records:
            yield self.apply(text, key=key)

    def columns(
        self, columns: Mapping[str, Sequence[object]], *, text: str = "text", key: str | None = None
    ) -> dict[str, list[object]]:
        """Return a batch of columns with the text column perturbed: what `datasets.map(batched=True)` hands over.

        `text` and `key` name the columns; without `key` each text is its own key. Other columns and texts that
        are None pass through. Raises `InvalidArgument` for a column that is not there.

        >>> import typo
        >>> noisy = Perturber(typo.get("fullwidth"), rate=1)
        >>> noisy.columns({"id": [1, 2], "text": ["AI", None]}, key="id")
        {'id': [1, 2], 'text': ['ＡＩ', None]}
        """
        for name, column in (("text", text), ("key", key)):
            if column is not None and column not in columns:
                raise InvalidArgument(f"{name}={column!r} is not a column; there are: {', '.join(columns)}.")
        rows = columns[text]
        if isinstance(rows, str):
            raise InvalidArgument(f"the column {text!r} must be a list of str, not one str.")
        keys: Sequence[object] = [None] * len(rows) if key is None else columns[key]
        if len(keys) != len(rows):
            raise InvalidArgument(f"the column {key!r} holds {len(keys)} keys for {len(rows)} texts.")
        changed: list[object] = [
            None if row is None else self.apply(check_text(f"column {text!r}", row), key=name).text  # type: ignore[arg-type]
            for row, name in zip(rows, keys, strict=True)
        ]
        return {name: changed if name == text else list(column) for name, column in columns.items()}

    def variants(self, text: str, *, n: int, key: Key | None = None) -> list[str]:
        """Return exactly `n` independent results for one text; the first equals a plain call.

        Results may repeat: a short text has only so many typing errors.
        """
        check_int("n", n, minimum=0)
        check_text("text", text)
        return [self._replica(text, key, (), replica).text for replica in range(n)]

    def sweep(
        self, text: str, *, rates: Sequence[float], key: Key | None = None, strict: bool = False
    ) -> list[Perturbation]:
        """Return one result a rate; the edits at a low rate are among those at a high one.

        With `strict`, each level gets at least one edit more than the one below, the first at least one; a text that
        cannot do so gets no edits at any level, and a `reason`. The highest level may fall short of its rate, as any
        result may: `requested` and `realised` tell. Raises `InvalidArgument` when `strict` rates do not rise, and
        for a transform with a `Then`, whose edits do not nest.
        """
        if isinstance(rates, str) or not isinstance(rates, Iterable):
            raise InvalidArgument(f"rates={rates!r} must be several rates.")
        levels = [check_rate("rates", rate) for rate in rates]
        if strict and any(high <= low for low, high in itertools.pairwise(levels)):
            raise InvalidArgument(f"rates={list(rates)!r} must rise for a strict sweep.")
        made = self.plan_record({"": check_text("text", text)}, key=key)
        if not made.is_drawn:
            return [self._untouched(text) for _ in levels]
        counts: list[int] = []
        for rate in levels:
            count = self._requested(rate, made.base)
            counts.append(max(count, counts[-1] + 1 if counts else 1) if strict else count)
        most = counts[-1] if counts else 0
        possible = len(made.take(most if self.max_edits is None else min(most, self.max_edits)))
        if strict and any(min(high, possible) <= low for low, high in itertools.pairwise((0, *counts))):
            least = 1 + (counts[-2] if len(counts) > 1 else 0)
            reason = f"the levels need {least} edits and "
            if self.max_edits is not None and self.max_edits < least:
                reason += f"max_edits={self.max_edits} allows no more."
            else:
                reason += f"only {possible} of {made.eligible} {self.transform.unit} could be edited."
            log = EditLog((), len(text))
            return [Perturbation(text, text, log, made.eligible, count, reason) for count in counts]
        return [self._result(text, made, count) for count in counts]

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
        for name, text in record.items():
            check_text("a field's name", name)
            check_text(f"field {name!r}", text)
        spans = protect or {}
        for name in spans:
            if name not in record:
                raise InvalidArgument(f"protect names the field {name!r}; the record has {', '.join(record)}.")
        return self._chained(record, key, spans, 0)

    @property
    def signature(self) -> str:
        """A short id of everything that the results depend on besides texts and keys; see `typo.to_recipe`."""
        return str(registry.load("typo.recipes:signature_of")(self))

    def _find_quick(self) -> Callable[[str, Key], Perturbation | None] | None:
        """Return the quick way for a transform that works word by word."""
        if self._stages is None or len(self._stages) != 1:
            return None
        parts, rate = self._stages[0]
        opener = self._guard.opener
        if len(parts) != 1 or opener is None:
            return None
        transform, _, code = parts[0]
        requested = partial(self._requested, self.rate if rate is None else rate)
        if isinstance(transform, Drawing):
            asked = Asked(requested, self._reason, self._words)
            return quick_words(transform, code, self._name.record, opener, asked)
        if self.per == "unit" and isinstance(transform, WordByWord):
            return quick_way(parts[0], transform, self._name, opener, requested)
        return None

    def _replica(self, text: str, key: Key | None, protect: Iterable[Sequence[int]], replica: int) -> Perturbation:
        stages = self._stages
        if stages is None or len(stages) != 1:
            return self._chained({"": text}, key, {"": protect}, replica)[""]
        record = self._name(key, replica) if key is not None else self._keyless({"": text}, replica)
        source = Text(text, protected=self._guard(text, protect), record=record)
        made = Plan({"": source}, stages[0].parts, record, base=self._words)
        rate = stages[0].rate
        return self._result(text, made, self._requested(self.rate if rate is None else rate, made.base))

    def _chained(
        self, record: Mapping[str, str], key: Key | None, spans: Mapping[str, Iterable[Sequence[int]]], replica: int
    ) -> dict[str, Perturbation]:
        named = self._name(key, replica) if key is not None else self._keyless(record, replica)
        stages = self._stages if self._stages is not None else stages_of(self.transform, named)
        if not stages:
            return {name: self._untouched(text) for name, text in record.items()}
        guarded = {name: self._guard(text, spans.get(name, ())) for name, text in record.items()}
        limits = Limits(self.rate, self.min_edits, self.max_edits)
        results = run_stages(Job(record, stages, named, guarded, limits, self._words))
        total = sum(len(log) for log, _, _ in results.by_field.values())
        reason = self._reason(results.eligible, results.requested, total)
        return {
            name: Perturbation(text, log.apply(text), log, eligible, results.requested, reason, chances)
            for name, text in record.items()
            for log, eligible, chances in (results.by_field[name],)
        }

    def plan_record(
        self,
        record: Mapping[str, str],
        *,
        key: Key | None = None,
        protect: Mapping[str, Iterable[Sequence[int]]] | None = None,
    ) -> Plan:
        """Return the plan of a record of several fields; see `typo.plan`.

        `protect` maps field names to (start, end) spans.
        """
        if is_chained(self.transform):
            raise InvalidArgument(
                "a Then has no plan and no sweep: each stage reads what the one before left, so fewer edits are not "
                "a part of more; use Mix for edits that nest, or one Perturber a rate."
            )
        named = self._name(key, 0) if key is not None else self._keyless(record, 0)
        stages = self._stages if self._stages is not None else stages_of(self.transform, named)
        spans = protect or {}
        texts = {
            name: Text(text, protected=self._guard(text, spans.get(name, ())), record=named)
            for name, text in record.items()
        }
        return Plan(texts, stages[0].parts if stages else (), named, base=self._words)

    def _keyless(self, record: Mapping[str, str], replica: int) -> bytes:
        # Sorted, so that the order of a dict's fields does not matter.
        return self._name(("no key", digest(*sorted(record.items())).hex()), replica)

    def _requested(self, rate: float, base: int) -> int:
        count = max(edits_at(rate, base), self.min_edits)
        return count if self.max_edits is None else min(count, self.max_edits)

    def _result(self, text: str, made: Plan, count: int) -> Perturbation:
        ((log, chances),) = made.logs(count).values()
        eligible = made.eligible
        reason = None if len(log) == count and eligible else self._reason(eligible, count, len(log))
        return Perturbation(text, log.apply(text), log, eligible, count, reason, chances)

    def _untouched(self, text: str) -> Perturbation:
        return Perturbation(text, text, EditLog((), len(text)), 0, 0, "no transform was drawn for this record.")

    def _reason(self, eligible: int, requested: int, realised: int) -> str | None:
        if not eligible and (requested or self.rate):
            return f"there are no {self.transform.unit}."
        if realised < requested:
            kind = self.transform.unit
            return f"{requested} edits were asked for; only {realised} of {eligible} {kind} could be edited."
        return None


def _made(
    transform: Transform | Combinator,
    rate: float,
    seed: int | str,
    min_edits: int,
    max_edits: int | None,
    protect: tuple[str, ...],
    per: str,
    lang: str | None,
) -> Perturber:
    """Make a Perturber from its fields, in order: what pickle calls."""
    return Perturber(
        transform, rate=rate, seed=seed, min_edits=min_edits, max_edits=max_edits, protect=protect, per=per, lang=lang
    )


def _languages(transform: Transform | Combinator) -> tuple[str, ...]:
    """Return the languages of the transforms inside, each once."""
    named = (getattr(part, "lang", None) for part in inside(transform))
    return tuple(dict.fromkeys(lang for lang in named if lang is not None))


def _word_counter(langs: tuple[str, ...]) -> Callable[[str], int]:
    """Return what counts the words of a text in the first language, or by blanks where none is known."""
    if langs:
        return registry.language(langs[0]).count_words
    return count_words
