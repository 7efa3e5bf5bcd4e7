"""What is done with a block of lines: parse, perturb, serialise. Bytes in, bytes out; run in the workers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from typo.cli.jsonlines import BadLine, Record, encode, parse
from typo.cli.reading import Place
from typo.errors import InvalidArgument, SourceMismatch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from typo import Perturbation, Perturber
    from typo.cli.reading import Block

__all__ = ["BAD_LINES", "Job", "Result", "Tally", "work"]

#: What may be done with a line that cannot be read.
BAD_LINES = ("fail", "skip", "keep")

_BOM = b"\xef\xbb\xbf"
_REASONS = 20  # how many different reasons are counted apart
_COMPLAINTS = 20  # how many bad lines of a block are told one by one


@dataclass(frozen=True, slots=True)
class Job:
    """What to do with every line.

    - `fields`: the JSON fields to perturb; none means that a line is a text.
    - `key`: the JSON field that names the record; None means its position, as `("line", n)`.
    - `bad_lines`: one of `BAD_LINES`.
    - `pairs`: None, `"json"` or `"m2"`.
    """

    perturber: Perturber
    fields: tuple[str, ...] = ()
    key: str | None = None
    bad_lines: str = "fail"
    log: bool = False
    pairs: str | None = None


class Tally(NamedTuple):
    """Counts of what was done; `reasons` counts the records without edits by their reason."""

    records: int = 0
    edits: int = 0
    unchanged: int = 0
    bad: int = 0
    reasons: tuple[tuple[str, int], ...] = ()

    def plus(self, other: Tally) -> Tally:
        """Return both counts together.

        >>> Tally(records=2, edits=3).plus(Tally(records=1, unchanged=1))
        Tally(records=3, edits=3, unchanged=1, bad=0, reasons=())
        """
        counts = dict(self.reasons)
        for reason, count in other.reasons:
            name = reason if reason in counts or len(counts) < _REASONS else "other reasons."
            counts[name] = counts.get(name, 0) + count
        return Tally(
            self.records + other.records,
            self.edits + other.edits,
            self.unchanged + other.unchanged,
            self.bad + other.bad,
            tuple(counts.items()),
        )


class Result(NamedTuple):
    """The bytes that a block gives for each output, what was counted, and what was wrong with which lines.

    `stopped`: the place of a bad line that ended the work, the last of the `complaints`.
    """

    out: bytes
    log: bytes
    pairs: bytes
    tally: Tally
    complaints: tuple[str, ...] = ()
    stopped: Place | None = None


class _Line(NamedTuple):
    body: bytes
    ending: bytes
    number: int
    position: int
    offset: int


class _Done(NamedTuple):
    """A record with its results; `line` is what stands for it in the output."""

    line: bytes
    record: Record
    results: Mapping[str, Perturbation]


def work(job: Job, block: Block) -> Result:
    """Perturb the lines of a block."""
    out: list[bytes] = []
    log: list[str] = []
    pairs: list[str] = []
    counts: list[tuple[int, str | None]] = []
    complaints: list[str] = []
    bad = 0
    stopped = None
    for line in _lines(block):
        try:
            made = _perturbed(job, line)
        except BadLine as error:
            if len(complaints) < _COMPLAINTS:
                complaints.append(f"{block.name}:{line.number}: {error}")
            if job.bad_lines == "fail":
                stopped = Place(block.start.input, line.offset, line.number, line.position)
                break
            bad += 1
            if job.bad_lines == "keep":
                out += (line.body, line.ending)
            continue
        if made is None:  # a blank line between JSON lines
            out += (line.body, line.ending)
            continue
        out += (made.line, line.ending)
        counts.append((sum(len(result.edits) for result in made.results.values()), _reason(made)))
        if job.log:
            log.append(_log_line(job, made))
        if job.pairs is not None:
            pairs += _pairs(job, made)
    written = (b"".join(out), _bytes("".join(log)), _bytes("".join(pairs)))
    return Result(*written, _tally(counts, bad), tuple(complaints), stopped)


def _lines(block: Block) -> Iterator[_Line]:
    offset = block.start.offset
    bodies = block.data.split(b"\n")
    last = len(bodies) - 1
    for index, body in enumerate(bodies):
        if index == last and not body:
            return
        ending = b"\n" if index < last else b""
        size = len(body) + len(ending)
        text = body
        if ending and body.endswith(b"\r"):
            text, ending = body[:-1], b"\r\n"
        yield _Line(text, ending, block.start.line + index, block.start.position + index, offset)
        offset += size


def _perturbed(job: Job, line: _Line) -> _Done | None:
    head = _BOM if line.number == 1 and line.body.startswith(_BOM) else b""
    body = line.body[len(head) :]
    try:
        string = body.decode("utf-8")
    except UnicodeDecodeError as error:
        offset = line.offset + len(head) + error.start
        raise BadLine(f"the byte 0x{body[error.start]:02x} at offset {offset} of the input is not UTF-8.") from None
    key = ("line", line.position)
    record = parse(string, job.fields, job.key, key) if job.fields else Record(string, {"": string}, key)
    if record is None:
        return None
    results = _results(job, record)
    changed = {field: result.text for field, result in results.items() if result.edits}
    return _Done(head + _bytes(record.with_texts(changed)) if changed else line.body, record, results)


def _results(job: Job, record: Record) -> Mapping[str, Perturbation]:
    texts = record.texts
    try:
        # A single field is a text like any other: the same result as for a line of text, or for a call in Python.
        if len(job.fields) > 1:
            return job.perturber.fields(texts, key=record.key) if texts else {}
        return {field: job.perturber.apply(text, key=record.key) for field, text in texts.items()}
    except (InvalidArgument, SourceMismatch) as error:
        raise BadLine(f"the line could not be perturbed: {error}") from error


def _tally(counts: list[tuple[int, str | None]], bad: int) -> Tally:
    reasons = Counter(reason or "the rate asks for no edit." for edits, reason in counts if not edits)
    return Tally(len(counts), sum(edits for edits, _ in counts), reasons.total(), bad, tuple(reasons.items()))


def _reason(made: _Done) -> str | None:
    if not made.results:
        return "the fields are null."
    return next(iter(made.results.values())).reason


def _log_line(job: Job, made: _Done) -> str:
    results = made.results
    by_field = {field: [list(edit) for edit in result.edits] for field, result in results.items()}
    entry = {
        "key": made.record.key,
        "edits": by_field if len(job.fields) > 1 else next(iter(by_field.values()), []),
        "eligible": sum(result.eligible for result in results.values()),
        "requested": next((result.requested for result in results.values()), 0),
        "reason": _reason(made),
    }
    return encode(entry) + "\n"


def _pairs(job: Job, made: _Done) -> Iterator[str]:
    for field, result in made.results.items():
        if job.pairs == "m2":
            yield result.to_m2()
            continue
        entry = {"clean": result.source, "noisy": result.text, "edits": [list(edit) for edit in result.edits]}
        yield encode({"field": field, **entry} if len(job.fields) > 1 else entry) + "\n"


def _bytes(string: str) -> bytes:
    # A lone surrogate can come from a JSON escape only; in JSON this writes it as that escape again.
    return string.encode("utf-8", "backslashreplace")
