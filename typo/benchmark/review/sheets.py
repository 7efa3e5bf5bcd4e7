"""Sheets for people: cases as CSV that any spreadsheet opens, and back, with every cell checked."""

from __future__ import annotations

import csv
import io
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from typo.benchmark.review.cases import CRITERIA, shown
from typo.benchmark.review.judges import Verdict
from typo.errors import InvalidArgument, check_choice, check_text
from typo.evaluation.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from typo.benchmark.review.cases import Case

__all__ = ["read_sheet", "write_sheet"]

_GIVEN = ("case", "kind", "original", "variant", "options", "answer")
_COLUMNS = (*_GIVEN, *CRITERIA, "comment")
# What a spreadsheet takes for the beginning of a formula; and the quote that keeps it from that.
_FORMULA = tuple("=+-@\t\r\n'")
_WORDS = dict.fromkeys(("yes", "y", "true", "1", "oui", "o", "vrai"), True)
_WORDS |= dict.fromkeys(("no", "n", "false", "0", "non", "faux"), False)
_SEPARATORS = ",;\t"


def write_sheet(cases: Iterable[Case], path: str | Path, *, separator: str = ",") -> None:
    """Write a sheet of cases to fill in, the file whole or not at all.

    A row a case, in the order of their codes, so that the variants of a question do not follow each other. Raters write
    `yes` where something is wrong and `no` where nothing is, under each criterion, and leave all empty that they do not
    judge. A cell that a spreadsheet would take for a formula has a single quote before it. `separator` is a comma, a
    semicolon or a tab: what the raters' spreadsheet expects, a semicolon in French.
    """
    check_choice("separator", separator, _SEPARATORS)
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for case in sorted(cases, key=lambda case: case.code):
        writer.writerow([*_cells(case), *[""] * (len(_COLUMNS) - len(_GIVEN))])
    # The mark tells spreadsheets that it is UTF-8.
    write_whole(Path(path), "\ufeff" + text.getvalue())


def read_sheet(path: str | Path, cases: Iterable[Case], *, rater: str) -> dict[str, Verdict]:
    """Read a sheet that was filled in: the verdicts of `rater` by the codes of the cases, without those left empty.

    Rows may have been sorted, and the file saved with another separator; `oui`, `non` and what spreadsheets make of
    true and false will do. Raises `InvalidArgument`, naming line and
    column, for a cell that is neither yes nor no, a case half judged, and for anything in the sheet that was changed,
    left out or doubled.
    """
    check_text("rater", rater)
    known = {case.code: case for case in cases}
    found: dict[str, Verdict | None] = {}
    rows = _rows(path)
    where, heading = next(rows, (f"{path}, line 1 (row 1)", []))
    if tuple(heading) != _COLUMNS:
        wrong = next((i for i, name in enumerate(_COLUMNS) if heading[i : i + 1] != [name]), len(_COLUMNS))
        raise InvalidArgument(f"{where}, column {wrong + 1}: the heading must be {', '.join(_COLUMNS)}.")
    for where, cells in rows:
        if not any(cells):
            continue
        if len(cells) != len(_COLUMNS):
            raise InvalidArgument(f"{where}: there are {len(cells)} cells; the columns are {len(_COLUMNS)}.")
        case = known.get(cells[0])
        if case is None:
            raise InvalidArgument(f"{where}, column case: {cells[0]!r} is the code of no case of this sheet.")
        if case.code in found:
            raise InvalidArgument(f"{where}, column case: {case.code!r} is there twice.")
        for name, ours, theirs in zip(_GIVEN, _cells(case), cells, strict=False):
            if _lines(ours) != _lines(theirs):
                raise InvalidArgument(f"{where}, column {name}: the text of {case.code!r} was changed.")
        found[case.code] = _verdict(where, cells[len(_GIVEN) :], rater)
    missing = [code for code in sorted(known) if code not in found]
    if missing:
        raise InvalidArgument(f"{path}: the row of {missing[0]!r} is missing, and {len(missing) - 1} more.")
    return {code: verdict for code, verdict in found.items() if verdict is not None}


def _cells(case: Case) -> list[str]:
    options = "\n".join(f"{number}. {option}" for number, option in enumerate(case.options))
    return [
        _safe(text) for text in (case.code, case.kind, shown(case.original), shown(case.variant), options, case.answer)
    ]


def _safe(text: str) -> str:
    """Return a text as a cell that is no formula, and that UTF-8 can hold.

    >>> _safe("=1+1"), _safe("'tis"), _safe("1+1")
    ("'=1+1", "''tis", '1+1')
    """
    text = text.encode("utf-8", "backslashreplace").decode()
    return f"'{text}" if text.startswith(_FORMULA) else text


def _lines(text: str) -> str:
    """Return a text with its line breaks as no spreadsheet changes them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip()


def _verdict(where: str, cells: Sequence[str], rater: str) -> Verdict | None:
    marks = [cell.strip().lower() for cell in cells[: len(CRITERIA)]]
    if not any(marks):
        return None
    flags = []
    for name, mark, cell in zip(CRITERIA, marks, cells, strict=False):
        if not mark:
            raise InvalidArgument(f"{where}, column {name}: the cell is empty, though others of the row are not.")
        if mark not in _WORDS:
            raise InvalidArgument(f"{where}, column {name}: {cell!r} is neither yes nor no.")
        if _WORDS[mark]:
            flags.append(name)
    return Verdict(rater, tuple(flags), cells[len(CRITERIA)])


def _rows(path: str | Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the rows of a table, each with the file and the line where it begins."""
    try:
        # newline="": a line break inside a cell is the author's.
        with Path(path).open(encoding="utf-8-sig", newline="") as file:
            text = file.read()
    except OSError as error:
        raise InvalidArgument(f"{path} cannot be read: {error}.") from error
    except UnicodeDecodeError as error:
        raise InvalidArgument(f"{path} is not UTF-8 (byte {error.start}); save it as CSV in UTF-8.") from error
    first = text.partition("\n")[0]
    separator = max(_SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1
    for row in count(1):
        # Lines are what an editor counts, rows what a spreadsheet does.
        where = f"{path}, line {line} (row {row})"
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise InvalidArgument(f"{where}: not CSV ({error}).") from error
        yield where, cells
        line = reader.line_num + 1
