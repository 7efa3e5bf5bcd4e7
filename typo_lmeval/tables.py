"""The catalogue as a table for readers: `python -m typo_lmeval.tables` prints the one in the docs."""

from __future__ import annotations

import re

from typo_lmeval.benchmarks import BENCHMARKS, FAMILIES, SOURCES, Benchmark
from typo_lmeval.catalogue import CONDITIONS

__all__ = ["table"]

_HEAD = "| benchmark | names | perturbed | options | shots | split | licence |\n|---|---|---|---|---|---|---|"


def table(family: str) -> str:
    """Return the benchmarks of a study as a table in Markdown, the languages of one in one row.

    >>> print(table("ja").splitlines()[2])
    | typokit's own demo questions | `jademo` | question | 4, clean | 5 | test | Apache-2.0 |
    """
    groups: dict[tuple[str, ...], list[Benchmark]] = {}
    for row in BENCHMARKS.values():
        if row.family == family:
            title = row.title.rsplit(", ", 1)[0] if family == "multypo" else row.title
            title = title.removesuffix(" to English") if row.target else title
            kind = re.sub(r"\W.*", "", row.title) if row.target else title
            groups.setdefault((kind, row.source), []).append(row)
    lines = [_line(title, rows) for (title, _), rows in groups.items()]
    return "\n".join((_HEAD, *lines))


def _line(title: str, rows: list[Benchmark]) -> str:
    row = rows[0]
    fields = ", ".join(row.fields) + "".join(f" (on demand: {name})" for name in row.optional)
    options = f"{row.options}, clean" if row.options else "none"
    names = ", ".join(f"`{row.name}`" for row in rows)
    if len(rows) > 1:
        first, last = min(row.name for row in rows), max(row.name for row in rows)
        prefix = first[: next(place for place, pair in enumerate(zip(first, last, strict=False)) if len(set(pair)) > 1)]
        names = f"`{prefix}` + {', '.join(f'`{row.name.removeprefix(prefix)}`' for row in rows)}"
    cells = (title, names, fields, options, str(row.shots), row.split, SOURCES[row.source].licence)
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    for name, family in FAMILIES.items():
        if name in CONDITIONS:
            print(f"\n## {family.title}\n\n{table(name)}")
