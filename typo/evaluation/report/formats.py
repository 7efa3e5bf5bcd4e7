"""Tables as text for a terminal, as Markdown, as LaTeX, and as CSV."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING
from unicodedata import combining, east_asian_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from typo.evaluation.report.tables import Cell, Table

__all__ = ["aligned", "comma_separated", "latex", "markdown", "terminal", "typeset", "width"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_PAGE = 40  # rows of LaTeX that a page has room for
_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "Δ": r"$\Delta$", "−": "$-$", "≥": r"$\geq$", "→": r"$\rightarrow$", "·": r"$\cdot$", "–": "--", "χ": r"$\chi$",
    "²": "$^2$",
}  # fmt: skip
_MARKDOWN = {char: "\\" + char for char in "\\`*_[]|#~$"} | {
    "<": "&lt;",
    ">": "&gt;",
    "&": "&amp;",
    "\n": " ",
    "\r": " ",
}


def typeset(text: str) -> str:
    """Return a number with a minus instead of a hyphen.

    >>> typeset("[-0.1, 0.2]")
    '[−0.1, 0.2]'
    """
    return text.replace("-", "−")


def comma_separated(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    r"""Return rows as CSV; what is not known (NaN, None) is empty, and numbers are not rounded.

    A name that a spreadsheet would take for a formula has a single quote before it.

    >>> comma_separated(("a", "b", "c"), [(-0.5, float("nan"), "=1+1")])
    "a,b,c\n-0.5,,'=1+1\n"
    """
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(head)
    table.writerows([_csv_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _csv_cell(value: object) -> object:
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return "" if value != value else value


def terminal(table: Table) -> list[str]:
    """Return a table as lines of text in columns; a drop that is no chance has a `*`."""
    lines = [table.caption, ""]
    rows = [table.head, *(tuple(_plain(cell) for cell in line.cells) for line in table.lines)]
    made = aligned(rows)
    lines.append(made[0])
    place = 1
    for group, members in table.groups():
        if group:
            lines.append(f"{group}:")
        lines += made[place : place + len(members)]
        place += len(members)
    return lines


def _plain(cell: Cell) -> str:
    under = f" ({cell.under})" if cell.under else ""
    return f"{cell.text}{under}{'*' if cell.drop else ''}"


def aligned(table: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table: the first column to the left, the others to the right.

    >>> aligned([("条件", "n"), ("ime", "12")])
    ['条件   n', 'ime   12']
    """
    widths = [max(map(width, column)) for column in zip(*table, strict=True)]
    lines = []
    for row in table:
        blanks = [" " * (most - width(cell)) for cell, most in zip(row, widths, strict=True)]
        line = row[0] + blanks[0] + "".join(f"  {blank}{cell}" for blank, cell in zip(blanks[1:], row[1:], strict=True))
        lines.append(line.rstrip())
    return lines


def width(text: str) -> int:
    """Return how many columns of a terminal a text takes: two for wide characters, none for combining marks.

    >>> width("条件A"), width("e\u0301")
    (5, 1)
    """
    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def markdown(table: Table) -> list[str]:
    """Return a table as lines of Markdown (GitHub's tables); a drop that is no chance is underlined."""
    lines = [f"**{_markdown(table.caption)}**", ""]
    lines.append(_row(map(_markdown, table.head)))
    lines.append(_row([":---"] * table.labels + ["---:"] * (len(table.head) - table.labels)))
    for group, members in table.groups():
        if group:
            lines.append(_row([f"**{_markdown(group)}**", *[""] * (len(table.head) - 1)]))
        lines += [_row(_cells(line.cells, table.labels)) for line in members]
    return [*lines, ""]


def _cells(cells: Sequence[Cell], labels: int) -> Iterator[str]:
    for place, cell in enumerate(cells):
        text, under = _markdown(cell.text), _markdown(cell.under)
        if place >= labels:
            text, under = typeset(text), typeset(under)
        told = f"<ins>{text}</ins>" if cell.drop else text
        yield f"{told} ({under})" if under else told


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _markdown(text: str) -> str:
    return "".join(_MARKDOWN.get(char, char) for char in text)


def latex(table: Table) -> list[str]:
    r"""Return a table as lines of LaTeX; a drop that is no chance is underlined.

    It takes the package booktabs, and longtable where there are more rows than a page has room for. What is no ASCII
    but for our own signs is left as it is: names in other scripts need XeLaTeX or LuaLaTeX.
    """
    columns = "l" * table.labels + "r" * (len(table.head) - table.labels)
    columns = rf"{{@{{}}{columns}@{{}}}}"
    title = rf"\caption{{{_latex(table.caption)}.}}\label{{tab:{table.id}}}"
    head = [r"\toprule", _ended(map(_latex, table.head))]
    if len(table.lines) > _PAGE:
        start = [r"{\small", rf"\begin{{longtable}}{columns}", title + r"\\", *head, r"\midrule\endfirsthead"]
        start += [*head, r"\midrule\endhead"]
        end = [r"\bottomrule", r"\end{longtable}}", ""]
    else:
        start = [r"\begin{table}", r"\centering", r"\small", title, rf"\begin{{tabular}}{columns}", *head, r"\midrule"]
        end = [r"\bottomrule", r"\end{tabular}", r"\end{table}", ""]
    lines: list[str] = []
    for group, members in table.groups():
        lines += [r"\midrule"] * bool(lines)
        if group:
            lines.append(rf"\multicolumn{{{len(table.head)}}}{{@{{}}l}}{{\textit{{{_latex(group)}}}}} \\*")
        lines += [_ended(_latex_cells(line.cells, table.labels)) for line in members]
    return [*start, *lines, *end]


def _latex_cells(cells: Sequence[Cell], labels: int) -> Iterator[str]:
    for place, cell in enumerate(cells):
        text, under = cell.text, cell.under
        if place >= labels:
            text, under = typeset(text), typeset(under)
        told = rf"\underline{{{_latex(text)}}}" if cell.drop else _latex(text)
        yield rf"{told} {{\scriptsize({_latex(under)})}}" if under else told


def _ended(cells: Iterable[str]) -> str:
    # A row that begins with a bracket would be read as an option of the line break before it.
    row = " & ".join(cells)
    return rf"{'{}' if row.startswith('[') else ''}{row} \\"


def _latex(text: str) -> str:
    return "".join(_LATEX.get(char, char) for char in " ".join(text.split()))
