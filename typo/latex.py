"""Formulas, environments and commands of LaTeX in a text, so that they can be left alone."""

from __future__ import annotations

import re

__all__ = ["latex_spans"]

# Escaped backslashes and dollar signs come first, so that they open nothing.
_MARK = re.compile(
    r"\\\\|\\\$|(?P<display>\$\$)|(?P<inline>\$)|\\(?P<open>[\[(])|\\(?P<close>[\])])"
    r"|\\(?P<edge>begin|end)\{(?P<name>[A-Za-z]{1,30}\*?)\}"
    r"|(?P<command>\\[A-Za-z]+\*?(?:\{[^{}\n]{0,300}\}){0,4})"
)
_PARTNER = {"]": "[", ")": "("}


def latex_spans(string: str) -> list[tuple[int, int]]:
    r"""Return the spans of formulas (`$x$`, `$$x$$`, `\(x\)`, `\[x\]`), environments and commands.

    A dollar sign opens before what is no blank, and closes after what is none unless a digit follows, so that
    prices are no formulas. One pass; what is opened and never closed is no formula.

    >>> text = r"It costs $5 and $x_1 + 1$ of \emph{those}."
    >>> [text[start:end] for start, end in latex_spans(text)]
    ['$x_1 + 1$', '\\emph{those}']
    """
    found: list[tuple[int, int]] = []
    opened: dict[str, int] = {}
    for match in _MARK.finditer(string):
        start, end = match.span()
        if match["display"]:
            _toggle(found, opened, "$$", start, end)
        elif match["inline"]:
            before, after = string[start - 1 : start], string[end : end + 1]
            if "$" in opened and not before.isspace() and not after.isdecimal():
                found.append((opened.pop("$"), end))
            elif after and not after.isspace():
                opened["$"] = start
        elif match["open"]:
            opened[match["open"]] = start
        elif match["edge"] == "begin":
            opened.setdefault(match["name"], start)
        elif match["close"] or match["edge"]:
            name = _PARTNER[match["close"]] if match["close"] else match["name"]
            if name in opened:
                found.append((opened.pop(name), end))
        elif match["command"]:
            found.append((start, end))
    return found


def _toggle(found: list[tuple[int, int]], opened: dict[str, int], name: str, start: int, end: int) -> None:
    if name in opened:
        found.append((opened.pop(name), end))
    else:
        opened[name] = start
