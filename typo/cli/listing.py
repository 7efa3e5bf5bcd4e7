"""`typo list` and `typo languages`: what there is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from typo.cli.failure import OK

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from typo.langs import Language

__all__ = ["list_languages", "list_transforms", "table"]


def list_transforms(*, as_json: bool) -> int:
    """Print the names that `typo.get` knows, each with a sentence on it."""
    from typo.registry import available, describe

    rows = [(name, describe(name)) for name in available()]
    _print(("name", "description"), rows, as_json=as_json)
    return OK


def list_languages(*, as_json: bool) -> int:
    """Print the languages, each with its usual keyboard and the lists of real errors that its numbers rest on."""
    from typo.registry import languages

    rows = [
        (
            language.code,
            language.name,
            language.keyboard,
            language.view,
            language.profile,
            ", ".join(language.evidence) or _transferred(language),
        )
        for language in languages()
    ]
    _print(("code", "name", "keyboard", "view", "profile", "evidence"), rows, as_json=as_json)
    return OK


def _transferred(language: Language) -> str:
    return "transferred" if language.keyboard else ""


def _print(head: Sequence[str], rows: Iterable[Sequence[str]], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps([dict(zip(head, row, strict=True)) for row in rows], ensure_ascii=False, indent=1))
    else:
        print(table(rows))


def table(rows: Iterable[Sequence[str]]) -> str:
    """Lay out rows in columns, two blanks apart.

    >>> print(table([("ja", "Japanese", "jis"), ("en", "English", "")]))
    ja  Japanese  jis
    en  English
    """
    cells = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells
    )
