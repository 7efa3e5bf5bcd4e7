"""Spans of a text that no transform may touch: links, mail addresses, code, markup, placeholders.

A preset is a row of data: its expression, and substrings of which every match must contain one. Looking for
a substring costs a twentieth of a search, and most texts hold none of them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from typo.errors import InvalidArgument, check_int, unknown_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import regex

__all__ = ["DEFAULT", "Span", "check_protect", "check_spans", "protected_spans"]

Span = tuple[int, int]

DEFAULT: tuple[str, ...] = ("url", "email", "code", "html", "placeholder", "chat")

# Seconds that one user expression may search one text: an expression that backtracks without end is an error.
_TIME_LIMIT = 1.0


class _Preset(NamedTuple):
    hints: tuple[str, ...]
    pattern: str


# Quantifiers are bounded or hold disjoint sets of characters, so that every search takes linear time.
_PRESETS: dict[str, _Preset] = {
    "url": _Preset(
        ("://", "www."),
        r"(?:\b[A-Za-z][A-Za-z0-9+.\-]{0,20}://|\bwww\.)[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]*[A-Za-z0-9/#=&_~\-]",
    ),
    "email": _Preset(("@",), r"[A-Za-z0-9._%+\-]{1,64}@[A-Za-z0-9\-]{1,63}(?:\.[A-Za-z0-9\-]{1,63}){1,8}"),
    "code": _Preset(("`",), r"```[^`]*(?:`{1,2}[^`]+)*```|``[^`\n]+(?:`[^`\n]+)*``|`[^`\n]+`"),
    "html": _Preset(
        ("<", "&"),
        r"</?[A-Za-z][^<>]{0,2000}>|<!--(?:[^-]|-(?!->)){0,2000}-->|&(?:#\d{1,7}|#x[0-9A-Fa-f]{1,6}|[A-Za-z]\w{1,31});",
    ),
    "placeholder": _Preset(
        ("{", "%", "$"),
        r"\{\{[^{}\n]{0,200}\}\}|\{[^{}\n]{0,200}\}|\$\{[^{}\n]{1,200}\}|%\(\w{1,100}\)[sdifgr]|%[sdifgr]\b|\$[A-Z_][A-Z0-9_]{1,100}\b",
    ),
    "chat": _Preset(
        ("<|", "[INST", "[/INST", "<start_of_turn>", "<end_of_turn>"),
        r"<\|(?:start_header_id\|>\w{1,40}<\|end_header_id|im_start\|>\w{1,40}|[^<>|\n]{1,60}\|>)(?:\|>)?"
        r"|\[/?INST\]|<start_of_turn>\w{0,40}|<end_of_turn>",
    ),
}


def check_protect(protect: object) -> tuple[str, ...]:
    """Return the presets and expressions to protect, each checked.

    A string of letters and underscores only names a preset, any other string is a regular expression in the
    syntax of the `regex` package. Raises `UnknownName` for an unknown preset and `InvalidArgument` for a
    faulty expression.

    >>> check_protect(("url", "[0-9]+ items"))
    ('url', '[0-9]+ items')
    """
    if isinstance(protect, str) or not isinstance(protect, tuple | list):
        raise InvalidArgument(
            f"protect must be a tuple of presets and regular expressions, not {type(protect).__name__}."
        )
    for entry in protect:
        if not isinstance(entry, str):
            raise InvalidArgument(f"protect holds {entry!r}; an entry must be a preset or a regular expression.")
        if _is_name(entry):
            if entry not in _PRESETS:
                raise unknown_name("protection preset", entry, _PRESETS)
        else:
            _expression(entry)
    return tuple(protect)


def check_spans(spans: Iterable[Sequence[int]], length: int) -> tuple[Span, ...]:
    """Return spans given for one call, each checked against the length of its text.

    >>> check_spans([(5, 9)], 7)
    Traceback (most recent call last):
    typo.errors.InvalidArgument: end=9 is above 7.
    """
    checked = []
    for span in spans:
        if isinstance(span, str) or not hasattr(span, "__len__") or len(span) != 2:
            raise InvalidArgument(f"protect holds {span!r}; in a call it takes (start, end) pairs.")
        start = check_int("start", span[0], minimum=0)
        checked.append((start, check_int("end", span[1], minimum=start, maximum=length)))
    return tuple(checked)


def protected_spans(string: str, protect: Sequence[str], spans: Sequence[Span] = ()) -> tuple[Span, ...]:
    """Find what to protect in a text: sorted, merged, half-open spans.

    >>> protected_spans("see https://example.org/a, {name}!", ("url", "placeholder"))
    ((4, 25), (27, 33))
    """
    found = [span for span in spans if span[0] < span[1]]
    for entry in protect:
        found += _search(entry, string)
    merged: list[Span] = []
    for start, end in sorted(found):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def _search(entry: str, string: str) -> list[Span]:
    if _is_name(entry):
        preset = _PRESETS[entry]
        if not any(hint in string for hint in preset.hints):
            return []
        return [match.span() for match in _preset(entry).finditer(string) if match.end() > match.start()]
    try:
        matches = _expression(entry).finditer(string, timeout=_TIME_LIMIT)
        return [match.span() for match in matches if match.end() > match.start()]
    except TimeoutError as error:
        raise InvalidArgument(
            f"protect={entry!r} searched a text of {len(string)} characters for over {_TIME_LIMIT:g} s and was stopped."
        ) from error


def _is_name(entry: str) -> bool:
    return entry.isascii() and entry.replace("_", "").isalpha()


@cache
def _preset(name: str) -> re.Pattern[str]:
    # ASCII, so that a link right behind a Japanese letter begins a word.
    return re.compile(_PRESETS[name].pattern, re.ASCII)


@cache
def _expression(pattern: str) -> regex.Pattern[str]:
    import regex  # here, not above: it costs 30 ms, and the presets do without it

    try:
        return regex.compile(pattern)
    except regex.error as error:
        raise InvalidArgument(f"protect={pattern!r} is not a regular expression ({error}).") from error
