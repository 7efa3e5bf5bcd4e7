"""Edits and edit logs: the central type of typokit, and its small algebra.

A log describes changes to *one* text of a known length. It can be applied, inverted, chained with a log of
the changed text, and asked where a span of the old text lies in the new one. Offsets are half-open and
count code points, as Hugging Face tokenizers, spaCy and JSON annotations do.
"""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Literal, NamedTuple

from typo.errors import InvalidArgument, SourceMismatch, check_choice, check_int, check_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Edit", "EditLog"]


class Edit(NamedTuple):
    """One change: `source[start:end] == original` became `replacement`.

    >>> Edit(0, 3, "the", "teh", "transpose")
    Edit(start=0, end=3, original='the', replacement='teh', label='transpose')
    """

    start: int
    end: int
    original: str
    replacement: str
    label: str = ""


class EditLog:
    """The edits that lead from a source of `source_length` code points to its target.

    Edits are sorted by place; several insertions at one point keep the order they were given in. Edits that
    change nothing are dropped. Raises `InvalidArgument` for edits that overlap (an insertion strictly inside
    a replaced span overlaps it), leave the source, or whose `original` does not fill their span.

    >>> log = EditLog([Edit(4, 7, "cat", "act", "transpose")], source_length=11)
    >>> log.apply("the cat sat")
    'the act sat'
    >>> log.invert().apply("the act sat")
    'the cat sat'
    """

    __slots__ = ("_steps", "edits", "source_length")

    edits: tuple[Edit, ...]
    source_length: int
    # The edits, and those that `then` found to cancel out: a span that was changed and changed back reads
    # as untouched, but a later `then` must still know that it was rewritten, else chaining would not be
    # associative.
    _steps: tuple[Edit, ...]

    def __init__(self, edits: Iterable[Edit], source_length: int) -> None:
        length = check_int("source_length", source_length, minimum=0)
        ordered = sorted((_checked(edit, length) for edit in edits), key=_place)
        for before, after in itertools.pairwise(ordered):
            if after.start < before.end:
                raise InvalidArgument(f"edits overlap: {before!r} and {after!r}.")
        self._fill(tuple(e for e in ordered if e.original != e.replacement), length)

    def _fill(self, steps: tuple[Edit, ...], length: int) -> None:
        _SET_STEPS(self, steps)
        _SET_EDITS(self, tuple(e for e in steps if e.original != e.replacement))
        _SET_LENGTH(self, length)

    @classmethod
    def _trusted(cls, steps: Iterable[Edit], length: int) -> EditLog:
        """Wrap edits that are known to be sorted, disjoint and inside the source."""
        log = object.__new__(cls)
        log._fill(tuple(steps), length)
        return log

    @classmethod
    def _planned(cls, edits: tuple[Edit, ...], length: int) -> EditLog:
        """Wrap edits that are known to be sorted, disjoint, inside the source, and to change something."""
        log = _new(cls)
        _SET_STEPS(log, edits)
        _SET_EDITS(log, edits)
        _SET_LENGTH(log, length)
        return log

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an EditLog cannot be changed; {name!r} was to be set.")

    def __reduce__(self) -> tuple[type[EditLog], tuple[tuple[Edit, ...], int]]:
        return (EditLog, (self.edits, self.source_length))

    def __repr__(self) -> str:
        return f"EditLog({list(self.edits)!r}, source_length={self.source_length})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, EditLog):
            return NotImplemented
        return self.edits == other.edits and self.source_length == other.source_length

    def __hash__(self) -> int:
        return hash((self.edits, self.source_length))

    def __len__(self) -> int:
        return len(self.edits)

    @property
    def target_length(self) -> int:
        """The length of the changed text, in code points."""
        return self.source_length + sum(len(e.replacement) - len(e.original) for e in self.edits)

    def apply(self, source: str) -> str:
        """Return the changed text.

        Raises `SourceMismatch` unless `source` is the text that the log was made for.

        >>> EditLog([Edit(1, 1, "", "b", "insert")], 2).apply("ac")
        'abc'
        """
        if len(check_text("source", source)) != self.source_length:
            raise SourceMismatch(
                f"this log belongs to a text of {self.source_length} characters; the one given has {len(source)}."
            )
        pieces: list[str] = []
        done = 0
        for edit in self.edits:
            if source[edit.start : edit.end] != edit.original:
                raise SourceMismatch(
                    f"this log expects {edit.original!r} at {edit.start}..{edit.end}; "
                    f"the text given has {source[edit.start : edit.end]!r}."
                )
            pieces += (source[done : edit.start], edit.replacement)
            done = edit.end
        pieces.append(source[done:])
        return "".join(pieces)

    def invert(self) -> EditLog:
        """Return the log that leads from the target back to the source.

        >>> EditLog([Edit(0, 1, "a", "xyz")], 1).invert().edits
        (Edit(start=0, end=3, original='xyz', replacement='a', label=''),)
        """
        back = []
        shift = 0
        for edit in self._steps:
            start = edit.start + shift
            back.append(
                edit._replace(
                    start=start, end=start + len(edit.replacement), original=edit.replacement, replacement=edit.original
                )
            )
            shift += len(edit.replacement) - len(edit.original)
        return EditLog._trusted(back, self.target_length)

    def then(self, other: EditLog) -> EditLog:
        """Chain with a log of this log's target: one log from this source to the other's target.

        Edits that touch the same characters become one, labelled with both labels. Raises `SourceMismatch`
        when `other` belongs to a text of another length, or expects other text where this log wrote.

        >>> first = EditLog([Edit(0, 1, "a", "bb")], 2)
        >>> second = EditLog([Edit(1, 3, "bz", "y")], 3)
        >>> first.then(second)
        EditLog([Edit(start=0, end=2, original='az', replacement='by', label='')], source_length=2)
        """
        if other.source_length != self.target_length:
            raise SourceMismatch(
                f"the first log makes a text of {self.target_length} characters; "
                f"the second belongs to one of {other.source_length}."
            )
        steps = []
        shift = 0  # of the middle text against the source, at the next group
        for low, high, ours, theirs in _groups(self.invert()._steps, other._steps):
            original, replacement = _compose(low, high, ours, theirs)
            start = low - shift
            labels = [e.label for e in (*ours, *theirs)]
            steps.append(Edit(start, start + len(original), original, replacement, _join(labels)))
            shift += (high - low) - len(original)
        return EditLog._trusted(steps, self.source_length)

    def normal(self) -> EditLog:
        """Merge edits that touch; two ways of chaining the same logs agree in this form.

        >>> EditLog([Edit(0, 1, "a", "x"), Edit(1, 2, "b", "y")], 2).normal().edits
        (Edit(start=0, end=2, original='ab', replacement='xy', label=''),)
        """
        merged: list[list[Edit]] = []
        for edit in self._steps:
            if merged and merged[-1][-1].end == edit.start:
                merged[-1].append(edit)
            else:
                merged.append([edit])
        steps = [
            Edit(
                run[0].start,
                run[-1].end,
                "".join(e.original for e in run),
                "".join(e.replacement for e in run),
                _join([e.label for e in run]),
            )
            for run in merged
        ]
        return EditLog._trusted(steps, self.source_length)

    def project(self, start: int, end: int) -> tuple[int, int]:
        """Return where the span `start..end` of the source lies in the target.

        Text inserted at either border stays outside. A border inside a replaced span lands as far into the
        replacement as it stood in the original (at most its end), so that disjoint spans stay disjoint. An
        empty span stays empty.

        >>> log = EditLog([Edit(0, 0, "", "so "), Edit(4, 7, "cat", "act")], 11)
        >>> log.project(4, 7), log.project(0, 3), log.project(8, 11)
        ((7, 10), (3, 6), (11, 14))
        """
        check_int("start", start, minimum=0)
        check_int("end", end, minimum=start, maximum=self.source_length)
        if start == end:
            point = self._point(start, after=False)
            return point, point
        return self._point(start, after=True), self._point(end, after=False)

    def project_point(self, position: int, *, side: Literal["left", "right"]) -> int:
        """Return where a position of the source lies in the target.

        `side` says on which side of text inserted exactly there.

        >>> log = EditLog([Edit(2, 2, "", "XX")], 4)
        >>> log.project_point(2, side="left"), log.project_point(2, side="right")
        (2, 4)
        """
        check_choice("side", side, ("left", "right"))
        check_int("position", position, minimum=0, maximum=self.source_length)
        return self._point(position, after=side == "right")

    def unproject(self, start: int, end: int) -> tuple[int, int]:
        """Return where the span `start..end` of the target lies in the source: `project` of the inverted log.

        >>> EditLog([Edit(4, 7, "cat", "act")], 11).unproject(4, 7)
        (4, 7)
        """
        return self.invert().project(start, end)

    def _point(self, position: int, *, after: bool) -> int:
        shift = 0
        for edit in self.edits:
            if edit.start > position or (edit.start == position and not (after and edit.end == position)):
                break
            if position < edit.end:
                return edit.start + shift + min(position - edit.start, len(edit.replacement))
            shift += len(edit.replacement) - len(edit.original)
        return position + shift

    def to_json(self) -> str:
        """Return the log as one line of JSON; `from_json` gives an equal log.

        >>> EditLog([Edit(0, 1, "a", "b", "slip")], 1).to_json()
        '{"source_length": 1, "edits": [[0, 1, "a", "b", "slip"]]}'
        """
        # ASCII escapes keep lone surrogates, which no UTF-8 file could hold.
        return json.dumps({"source_length": self.source_length, "edits": [list(e) for e in self.edits]})

    @classmethod
    def from_json(cls, text: str) -> EditLog:
        """Read what `to_json` wrote; raises `InvalidArgument` for anything else.

        >>> EditLog.from_json('{"source_length": 1, "edits": [[0, 1, "a", "b", "slip"]]}').apply("a")
        'b'
        """
        try:
            data = json.loads(check_text("text", text))
            return cls([Edit(*row) for row in data["edits"]], data["source_length"])
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            if isinstance(error, InvalidArgument):
                raise
            raise InvalidArgument(f"text is not an edit log in JSON ({error}).") from error


_new = object.__new__
# Logs cannot be changed, so their fields are filled past `__setattr__`; these are the quickest way.
_SET_STEPS, _SET_EDITS, _SET_LENGTH = (vars(EditLog)[name].__set__ for name in ("_steps", "edits", "source_length"))


def _place(edit: Edit) -> tuple[int, int]:
    return edit.start, edit.end


def _checked(edit: Edit, length: int) -> Edit:
    if not isinstance(edit, Edit):
        raise InvalidArgument(f"edits must hold Edit values, not {type(edit).__name__}.")
    check_int("start", edit.start, minimum=0)
    check_int("end", edit.end, minimum=edit.start, maximum=length)
    for name in ("original", "replacement", "label"):
        check_text(name, getattr(edit, name))
    if len(edit.original) != edit.end - edit.start:
        raise InvalidArgument(
            f"original={edit.original!r} does not fill the span {edit.start}..{edit.end} of its edit."
        )
    return edit


def _join(labels: Sequence[str]) -> str:
    """Join labels in an order that does not depend on the order of chaining."""
    return "+".join(sorted({part for label in labels for part in label.split("+") if part}))


def _groups(ours: Sequence[Edit], theirs: Sequence[Edit]) -> Iterable[tuple[int, int, list[Edit], list[Edit]]]:
    """Yield the runs of edits that overlap in the middle text, with the span of the middle that each covers.

    `ours` are the inverted edits of the first log, `theirs` the edits of the second: both have spans in the
    middle text. Edits that only touch stay apart.
    """
    # What the first log inserts or deletes at a point comes before what the second does there.
    rows = sorted(
        [(e.start, e.end, 0, i) for i, e in enumerate(ours)] + [(e.start, e.end, 1, i) for i, e in enumerate(theirs)]
    )
    low = high = -1
    group: tuple[list[Edit], list[Edit]] = ([], [])
    for start, end, side, index in rows:
        if (group[0] or group[1]) and start >= high:
            yield low, high, *group
            group = ([], [])
        if not (group[0] or group[1]):
            low, high = start, end
        group[side].append((ours, theirs)[side][index])
        high = max(high, end)
    if group[0] or group[1]:
        yield low, high, *group


def _compose(low: int, high: int, ours: Sequence[Edit], theirs: Sequence[Edit]) -> tuple[str, str]:
    """Return the source text and the target text of one group that covers `low..high` of the middle text."""
    middle = [""] * (high - low)
    for edit in (*ours, *theirs):
        for offset, character in enumerate(edit.original, edit.start - low):
            if middle[offset] not in ("", character):
                raise SourceMismatch(
                    f"the second log expects {character!r} at {low + offset} of the first log's target, "
                    f"which has {middle[offset]!r} there."
                )
            middle[offset] = character
    text = "".join(middle)
    return _rewrite(text, low, ours), _rewrite(text, low, theirs)


def _rewrite(text: str, low: int, edits: Sequence[Edit]) -> str:
    pieces: list[str] = []
    done = 0
    for edit in edits:
        pieces += (text[done : edit.start - low], edit.replacement)
        done = edit.end - low
    return "".join([*pieces, text[done:]])
