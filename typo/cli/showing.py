"""`typo show`: one text, what became of it, and every edit."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

from typo.cli.arguments import perturber
from typo.cli.failure import OK
from typo.cli.listing import table

if TYPE_CHECKING:
    from typo.cli.arguments import ShowOptions

__all__ = ["show"]


def show(options: ShowOptions) -> int:
    """Run the command; return its exit code."""
    noisy = perturber(options.source)
    result = noisy.apply(options.text, key=options.key)
    if options.json:
        print(json.dumps(result.to_dict(), ensure_ascii=not sys.stdout.encoding.lower().startswith("utf")))
        return OK
    lines = [result.show(colour=_coloured())]
    if result.edits:
        rows = [
            (f"{e.start}-{e.end}", _quoted(e.original), "->", _quoted(e.replacement), e.label) for e in result.edits
        ]
        lines += ["", table(rows)]
    lines += ["", f"{result.realised} of {result.eligible} {noisy.transform.unit} edited; {noisy.signature}"]
    if result.reason is not None:
        lines.append(result.reason)
    print("\n".join(lines))
    return OK


def _coloured() -> bool:
    """Tell whether colours are welcome: on a terminal that knows them, unless NO_COLOR is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _quoted(string: str) -> str:
    return json.dumps(string, ensure_ascii=False)
