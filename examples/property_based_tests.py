"""A property test with typing errors that finds a real bug in a small parser.

    pip install "typokit[testing]"
    python examples/property_based_tests.py

The parser reads how long a reminder waits: "3 days", "90 minutes". It knows a unit by its first letter, so that
"days", "day" and "d" all work; every test that its author thought of passes. What it must never do is to take one
length of time for another: a mistyped line is read as it was meant, or refused with None.

Hypothesis draws lines, `typo.strategies.perturbed` draws slips of the finger in them, and what fails is shrunk to one
slip in the shortest line.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hypothesis import find, given, settings
from hypothesis import strategies as st

import typo
from typo.strategies import perturbed

SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}

Parser = Callable[[str], int | None]


def parse(line: str) -> int | None:
    """Read a length of time in seconds; None where the line is not clear. It has a bug."""
    match = re.fullmatch(r"(\d+) (\w+)", line)
    if match is None:
        return None
    number, unit = match.groups()
    for name, seconds in SECONDS.items():
        if name[0] == unit[0]:
            return int(number) * seconds
    return None


def parse_whole_words(line: str) -> int | None:
    """Read a length of time in seconds, from units that are written out or are one letter."""
    match = re.fullmatch(r"(\d+) (\w+)", line)
    if match is None:
        return None
    number, unit = match.groups()
    for name, seconds in SECONDS.items():
        if unit in (name, f"{name}s", name[0]):
            return int(number) * seconds
    return None


# Lines as they are meant, and how they are mistyped: any number of slips on an English keyboard.
LINES = st.builds("{} {}s".format, st.integers(1, 99), st.sampled_from(sorted(SECONDS)))
MISTYPED = perturbed(LINES, typo.Perturber(typo.get("keyboard", lang="en")))


def is_misread(typed: typo.Perturbation, parser: Parser) -> bool:
    """Tell whether a parser reads something that was not meant."""
    return parser(typed.text) not in (parser(typed.source), None)


@settings(max_examples=500, deadline=None)
@given(MISTYPED)
def test_whole_words_are_never_misread(typed: typo.Perturbation) -> None:
    """A line is read as it was meant, or refused."""
    assert not is_misread(typed, parse_whole_words)


def smallest_misreading(parser: Parser) -> typo.Perturbation:
    """Return the simplest line that a parser misreads; raises hypothesis.errors.NoSuchExample where there is none."""
    return find(MISTYPED, lambda typed: is_misread(typed, parser), settings=settings(max_examples=2000, deadline=None))


def main() -> None:
    """Show what the property test finds."""
    typed = smallest_misreading(parse)
    print(
        f"meant {typed.source!r}, typed {typed.text!r}: read as {parse(typed.text)} s and not {parse(typed.source)} s"
    )
    print(typed.show())
    test_whole_words_are_never_misread()
    print("the parser that reads whole words passes")


if __name__ == "__main__":
    main()
