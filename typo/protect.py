"""Spans of a text that no transform may touch: links, mail addresses, code, markup, placeholders.

A preset is a row of data: its expression, and substrings of which every match must contain one. Looking for
a substring costs a twentieth of a search, and most texts hold none of them. Every match also has a part without
blanks that its third expression finds, so that a word can be cleared whatever stands around it.
"""

from __future__ import annotations

import re
from functools import cache
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from typo.errors import InvalidArgument, check_int, unknown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import regex

__all__ = ["DEFAULT", "Guard", "Span", "check_protect", "check_spans"]

Span = tuple[int, int]

DEFAULT: tuple[str, ...] = ("url", "email", "code", "html", "placeholder", "chat")

# Seconds that one user expression may search one text: an expression that backtracks without end is an error.
_TIME_LIMIT = 1.0
_COUNTS = re.compile(r"\{([1-9][0-9]*)?(?:,([1-9][0-9]*)?)?\}")
_MOST_REPEATED = 100_000


class _Preset(NamedTuple):
    hints: tuple[str, ...]
    pattern: str
    opener: str


# Quantifiers are bounded or hold disjoint sets of characters, so that every search takes linear time.
_PRESETS: dict[str, _Preset] = {
    "url": _Preset(
        ("://", "www."),
        r"(?:\b[A-Za-z][A-Za-z0-9+.\-]{0,20}://|\bwww\.)[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]*[A-Za-z0-9/#=&_~\-]",
        r"://|www\.",
    ),
    "email": _Preset(
        ("@",),
        r"[A-Za-z0-9._%+\-]{1,64}@[A-Za-z0-9\-]{1,63}(?:\.[A-Za-z0-9\-]{1,63}){1,8}",
        r"[A-Za-z0-9._%+\-]@[A-Za-z0-9\-]",
    ),
    "code": _Preset(("`",), r"```[^`]*(?:`{1,2}[^`]+)*```|``[^`\n]+(?:`[^`\n]+)*``|`[^`\n]+`", "`"),
    "html": _Preset(
        ("<", "&"),
        r"</?[A-Za-z][^<>]{0,2000}>|&(?:#\d{1,7}|#x[0-9A-Fa-f]{1,6}|[A-Za-z]\w{1,31});",
        r"<[/A-Za-z!]|&[#A-Za-z]\w*;",
    ),
    "placeholder": _Preset(
        ("{", "%", "$"),
        r"\{\{[^{}\n]{0,200}\}\}|\{[^{}\n]{0,200}\}|\$\{[^{}\n]{1,200}\}|%\(\w{1,100}\)[sdifgr]|%[sdifgr]\b|\$[A-Z_][A-Z0-9_]{1,100}\b",
        r"\{|%[(sdifgr]|\$[A-Z_]",
    ),
    "chat": _Preset(
        ("<", "["),
        r"<\|(?:start_header_id\|>\w{1,40}<\|end_header_id|im_start\|>\w{1,40}|[^<>|\n]{1,60}\|>)(?:\|>)?"
        r"|\[/?INST\]|<start_of_turn>\w{0,40}|<end_of_turn>",
        r"<[|se]|\[/?INST",
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
            if entry not in _PRESETS and entry not in _FINDERS:
                raise unknown_name("protection preset", entry, (*_PRESETS, *_FINDERS))
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


class Guard:
    """What finds the protected spans of a text: presets and expressions, for some languages.

    >>> Guard(("url", "placeholder"))("see https://example.org/a, {name}!")
    ((4, 25), (27, 33))
    """

    __slots__ = ("_entries", "_hints", "_langs", "opener")

    def __init__(self, protect: tuple[str, ...], langs: tuple[str, ...] = ()) -> None:
        self._entries = protect
        self._langs = langs
        # Of hints that hold one another the shorter is enough; a text without any needs no search.
        hints = {hint for entry in protect for hint in _hints(entry)}
        self._hints = tuple(sorted(h for h in hints if not any(other in h for other in hints - {h})))
        #: a text of which this finds nothing in any piece between blanks has nothing to protect; None where only a
        #: search of the whole text can tell
        self.opener = _opener(protect)

    def __call__(self, string: str, spans: Iterable[Sequence[int]] = ()) -> tuple[Span, ...]:
        """Return the protected spans, sorted, merged, half-open; `spans` of this call are added to them."""
        found: list[Span] = []
        if any(hint in string for hint in self._hints):
            found = [span for entry in self._entries for span in self._search(entry, string)]
        if spans:
            found += [span for span in check_spans(spans, len(string)) if span[0] < span[1]]
        return _merged(found) if found else ()

    def _search(self, entry: str, string: str) -> Iterable[Span]:
        if entry in _FINDERS:
            return _FINDERS[entry](string, self._langs)
        return _search(entry, string)


def _numbers(string: str, langs: tuple[str, ...]) -> list[Span]:
    from typo.numbers import number_spans  # here: its tables are not for those who do without

    return [span for lang in langs or (None,) for span in number_spans(string, lang)]


def _latex(string: str, langs: tuple[str, ...]) -> list[Span]:
    from typo.latex import latex_spans

    return latex_spans(string)


_LATEX, _NOTHING = r"[\\$]", "(?!)"
_FINDERS: dict[str, Callable[[str, tuple[str, ...]], list[Span]]] = {"number": _numbers, "latex": _latex}


def _hints(entry: str) -> tuple[str, ...]:
    """Return substrings of which any text that is to be searched holds one: the empty one for an expression."""
    if entry == "latex":
        return ("\\", "$")
    return _PRESETS[entry].hints if entry in _PRESETS else ("",)


def _opener(protect: tuple[str, ...]) -> str | None:
    openers = [_LATEX if entry == "latex" else _PRESETS[entry].opener if entry in _PRESETS else "" for entry in protect]
    return None if "" in openers else "|".join(openers) or _NOTHING


def _merged(found: Iterable[Span]) -> tuple[Span, ...]:
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
        found = [match.span() for match in _preset(entry).finditer(string) if match.end() > match.start()]
        return found + _comments(string) if entry == "html" else found
    try:
        matches = _expression(entry).finditer(string, timeout=_TIME_LIMIT)
        return [match.span() for match in matches if match.end() > match.start()]
    except TimeoutError as error:
        raise InvalidArgument(
            f"protect={entry!r} searched a text of {len(string)} characters for over {_TIME_LIMIT:g} s and was stopped."
        ) from error


def _comments(string: str) -> list[Span]:
    """Find the comments of HTML, each search once: where one does not end, none after it does."""
    found: list[Span] = []
    start = string.find("<!--")
    while start >= 0 and (end := string.find("-->", start + 4)) >= 0:
        found.append((start, end + 3))
        start = string.find("<!--", end + 3)
    return found


def _is_name(entry: str) -> bool:
    return entry.isascii() and entry.replace("_", "").isalpha()


@cache
def _preset(name: str) -> re.Pattern[str]:
    # ASCII, so that a link right behind a Japanese letter begins a word.
    return re.compile(_PRESETS[name].pattern, re.ASCII)


@cache
def _expression(pattern: str) -> regex.Pattern[str]:
    import regex  # here, not above: it costs 30 ms, and the presets do without it

    # A count is written out when an expression is compiled: one of a thousand million takes all memory there is.
    counts = [max(map(int, filter(None, pair))) for pair in _COUNTS.findall(pattern)]
    if prod(counts) > _MOST_REPEATED:
        raise InvalidArgument(f"protect={pattern!r} repeats a part more than {_MOST_REPEATED:,} times.")
    try:
        return regex.compile(pattern)
    except (regex.error, RecursionError) as error:
        raise InvalidArgument(f"protect={pattern!r} is not a regular expression ({error}).") from error
