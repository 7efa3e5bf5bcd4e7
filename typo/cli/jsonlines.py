"""A record of a JSON-lines file: found where its fields stand, so that all the rest is kept as it was written."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from typo.keyed import Key

__all__ = ["BadLine", "Record", "encode", "parse"]

_decode = json.JSONDecoder().raw_decode

# The parts of an object between its values; white space is what JSON takes for it.
_OPEN = re.compile(r"[ \t\r\n]*\{").match
_NAME = re.compile(r'[ \t\r\n]*"([^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*)"[ \t\r\n]*:[ \t\r\n]*').match
_MARK = re.compile(r"[ \t\r\n]*([,}])").match
_CLOSED = re.compile(r"[ \t\r\n]*\}[ \t\r\n]*\Z").match
_REST = re.compile(r"[ \t\r\n]*\Z").match

_KINDS = {
    type(None): "null",
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "a string",
    list: "a list",
    dict: "an object",
}

#: Write a value as JSON, letters as they are.
encode = json.JSONEncoder(ensure_ascii=False).encode


class BadLine(Exception):
    """A line that is not what the options say it is; the message says in what way."""


class _Value(NamedTuple):
    """A value of a JSON object, and the span where it is written."""

    value: object
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Record:
    """The texts of a line by field, and the line itself. A line of plain text is one field without a name."""

    line: str
    texts: Mapping[str, str]
    key: Key | None = None
    spans: Mapping[str, tuple[int, int]] | None = None

    def with_texts(self, texts: Mapping[str, str]) -> str:
        """Return the line with these fields instead of the old, and nothing else changed."""
        if self.spans is None:
            return texts[""]
        pieces = []
        done = 0
        for field, (start, end) in sorted(self.spans.items(), key=lambda entry: entry[1]):
            if field in texts:
                pieces += [self.line[done:start], encode(texts[field])]
                done = end
        return "".join([*pieces, self.line[done:]])


def parse(line: str, fields: Collection[str], key: str | None, otherwise: Key | None = None) -> Record | None:
    """Find the fields of a record, or return None for a blank line. Fields that are null are left out.

    `key` names the field that holds the record's key, and `otherwise` is the key where there is no such field.

    >>> record = parse('{"id": 7, "a": "x",  "n": 1e5}', ("a",), "id")
    >>> record.texts, record.key
    ({'a': 'x'}, 7)
    >>> record.with_texts({"a": "é"})
    '{"id": 7, "a": "é",  "n": 1e5}'

    Raises `BadLine` for what is not a JSON object, for a field or key that is not there or there twice, for a
    field that is not a string or null, and for a key that is not a string or a whole number.
    """
    if _REST(line):
        return None
    found = _values(line, fields if key is None else (*fields, key))
    texts: dict[str, str] = {}
    spans: dict[str, tuple[int, int]] = {}
    for field in fields:
        value, start, end = found[field]
        if isinstance(value, str):
            texts[field], spans[field] = value, (start, end)
        elif value is not None:
            raise BadLine(f"the field {field!r} is {_kind(value)}, not a string or null.")
    return Record(line, texts, otherwise if key is None else _key(key, found[key].value), spans)


def _key(name: str, value: object) -> Key:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise BadLine(f"the key {name!r} is {_kind(value)}, not a string or a whole number.")
    return value


def _kind(value: object) -> str:
    return _KINDS[type(value)]


def _values(line: str, names: Collection[str]) -> dict[str, _Value]:
    """Find the values of the wanted names at the top of a JSON object."""
    try:
        found = _scan(line, names)
        if found is None:
            # Not an object, or one that is broken between its values: the parser says where.
            json.loads(line)
            raise BadLine("the line is JSON, but not an object.")
    except json.JSONDecodeError as error:
        raise BadLine(f"the line is not JSON: {error.msg} (character {error.pos + 1}).") from None
    except RecursionError:
        raise BadLine("the line is nested too deeply.") from None
    except ValueError as error:  # a number of thousands of digits
        raise BadLine(f"the line cannot be read: {error}.") from None
    for name in names:
        if name not in found:
            raise BadLine(f"there is no field {name!r}.")
    return found


def _scan(line: str, names: Collection[str]) -> dict[str, _Value] | None:
    """Walk over the names and values of an object; None unless the line is one and nothing else."""
    begun = _OPEN(line)
    if begun is None:
        return None
    index = begun.end()
    found: dict[str, _Value] = {}
    if _CLOSED(line, index):
        return found
    more = True
    while more:
        named = _NAME(line, index)
        if named is None:
            return None
        name = json.loads(f'"{named[1]}"') if "\\" in named[1] else named[1]
        start = named.end()
        value, end = _decode(line, start)
        if name in names:
            if name in found:
                raise BadLine(f"the field {name!r} is there twice.")
            found[name] = _Value(value, start, end)
        mark = _MARK(line, end)
        if mark is None:
            return None
        index, more = mark.end(), mark[1] == ","
    return found if _REST(line, index) else None
