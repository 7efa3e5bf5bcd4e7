"""Strategies for Hypothesis: texts with typing errors, edits and edit logs, for property tests of what reads texts.

Hypothesis is imported when a strategy is made, and not before; it comes with the extra `testing`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from typo.edits import Edit, EditLog
from typo.errors import InvalidArgument, check_rate, check_text, require
from typo.perturber import Perturber
from typo.registry import get

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from hypothesis.strategies import DrawFn, SearchStrategy

    from typo.perturbation import Perturbation

__all__ = ["edit_logs", "edits", "perturbations", "perturbed"]

# Drawn for a record; the more of them, the more ways to make the same edits in another way.
_LARGEST_KEY = (1 << 32) - 1
_LABELS = ("slip", "rule")


def perturbed(
    texts: SearchStrategy[str], perturber: Perturber, *, rates: Sequence[float] | None = None
) -> SearchStrategy[Perturbation]:
    """Return a strategy for texts with typing errors: a text, and any of the edits that `perturber` could make.

    - `texts`: a strategy for the texts before the errors.
    - `perturber`: which kinds of error, on which units, and what is protected. Its `rate` and `min_edits` do not
      count: any number of edits is drawn, from none to `max_edits` or all that are possible.
    - `rates`: where given, each result is what the perturber makes at one of these rates, under some key.

    What is drawn has `source`, `text` and `log` as every `Perturbation`. Failing examples shrink towards short
    texts with few edits, early in the text; with `rates`, towards low rates.

    Raises `MissingExtra` without Hypothesis and `InvalidArgument` for what is no perturber and no rate.
    """
    st = _strategies()
    if not isinstance(perturber, Perturber):
        raise InvalidArgument(f"perturber={perturber!r} is not a Perturber.")
    keys = st.integers(0, _LARGEST_KEY)
    if rates is not None:
        levels = [replace(perturber, rate=rate) for rate in sorted(check_rate("rates", rate) for rate in rates)]
        if not levels:
            raise InvalidArgument("rates must hold at least one rate.")
        return st.builds(_apply, st.sampled_from(levels), texts, keys)  # type: ignore[no-any-return]
    # At full rate and without limits: all that is possible, of which any part is drawn.
    everything = replace(perturber, rate=1.0, min_edits=0, max_edits=None)

    @st.composite  # type: ignore[untyped-decorator]
    def some_edits(draw: DrawFn) -> Perturbation:
        full = everything.apply(draw(texts), key=draw(keys))
        if not full.edits:
            return full
        most = len(full.edits) if perturber.max_edits is None else min(perturber.max_edits, len(full.edits))
        return _only(full, draw(st.sets(st.integers(0, len(full.edits) - 1), max_size=most)))

    return some_edits()  # type: ignore[no-any-return]


def perturbations(text: str, *, perturber: Perturber | None = None) -> SearchStrategy[Perturbation]:
    """Return a strategy for one text with typing errors, as `perturbed` draws them.

    Without a `perturber` the errors are slips on an English keyboard.
    """
    noisy = Perturber(get("keyboard", lang="en")) if perturber is None else perturber
    return perturbed(_strategies().just(check_text("text", text)), noisy)


def edits(source: str, *, replacements: SearchStrategy[str] | None = None) -> SearchStrategy[Edit]:
    """Return a strategy for single edits of `source`: insertions, deletions and replacements of any span.

    These are any changes at all, not typing errors: a span may begin inside a character with marks. They shrink
    towards short replacements early in the text.

    - `replacements`: a strategy for the new texts; any text of at most three characters when not given.
    """
    st = _strategies()
    check_text("source", source)
    place = st.integers(0, len(source))
    new = st.text(max_size=3) if replacements is None else replacements
    edit = st.builds(_edit, st.just(source), place, place, new, st.sampled_from(_LABELS))
    return edit.filter(_changes)  # type: ignore[no-any-return]


def edit_logs(source: str, *, replacements: SearchStrategy[str] | None = None) -> SearchStrategy[EditLog]:
    """Return a strategy for edit logs of `source`, with up to eight edits, touching ones and none among them.

    - `replacements`: as in `edits`.
    """
    st = _strategies()
    check_text("source", source)
    place = st.integers(0, len(source))
    new = st.text(max_size=3) if replacements is None else replacements
    row = st.tuples(place, place, new, st.sampled_from(_LABELS))

    def log(rows: list[tuple[int, int, str, str]]) -> EditLog:
        # All borders in order, taken in pairs: no two spans overlap, and many touch.
        borders = sorted(border for start, end, _, _ in rows for border in (start, end))
        pairs = zip(borders[::2], borders[1::2], rows, strict=True)
        return EditLog([_edit(source, low, high, new, label) for low, high, (_, _, new, label) in pairs], len(source))

    return st.lists(row, max_size=8).map(log)  # type: ignore[no-any-return]


def _strategies() -> ModuleType:
    return require("hypothesis.strategies", extra="testing")


def _apply(perturber: Perturber, text: str, key: int) -> Perturbation:
    return perturber.apply(text, key=key)


def _only(full: Perturbation, chosen: set[int]) -> Perturbation:
    """Return a perturbation with some of its edits, by their index."""
    kept = sorted(chosen)
    log = EditLog([full.edits[index] for index in kept], len(full.source))
    chances = None if full.logprobs is None else tuple(full.logprobs[index] for index in kept)
    return full._replace(
        text=log.apply(full.source), log=log, requested=len(kept), reason=None, logprobs=chances
    )  # fmt: skip


def _edit(source: str, one: int, other: int, new: str, label: str) -> Edit:
    start, end = sorted((one, other))
    return Edit(start, end, source[start:end], new, label)


def _changes(edit: Edit) -> bool:
    return edit.original != edit.replacement


def _register() -> None:
    """Teach Hypothesis, when it is imported, what `st.from_type(typo.Edit)` and `typo.EditLog` mean.

    In pyproject.toml: `[project.entry-points.hypothesis]` with `typo = "typo.strategies:_register"`.
    """
    st = _strategies()
    sources = st.text(max_size=20)
    # Functions: nothing is built before somebody asks for the type.
    st.register_type_strategy(Edit, lambda _: sources.flatmap(edits))
    st.register_type_strategy(EditLog, lambda _: sources.flatmap(edit_logs))
