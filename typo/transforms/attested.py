"""Typing errors that somebody really made: pairs of a correct word and its typo, from a user's file."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple
from unicodedata import normalize

from typo import registry
from typo.errors import InvalidArgument, check_int, check_text
from typo.graphemes import is_joined, trimmed
from typo.transforms.capitals import look_up
from typo.words import Lexicon, Words, find_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.edits import Edit
    from typo.keyed import Draws
    from typo.text import Text
    from typo.words import Unit

__all__ = ["Attested"]

_SUFFIXES = (".jsonl", ".ndjson", ".tsv", ".txt")
_FIELDS = ("correct", "typo", "count")
# Control characters, surrogates, and a joiner that nothing follows.
_UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|\u200d$")


class _Typos(NamedTuple):
    """The typos of one word, and how often each was seen."""

    spellings: tuple[str, ...]
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Attested:
    """A word was misspelt as somebody really misspelt it, by a list of correct words and their typos.

    - `path`: the list, in UTF-8. A `.tsv` or `.txt` file has lines of the correct word, its typo and, if known, how
      often that was seen, with tabs between; the first line may be the heading `correct`, `typo`, `count`. A `.jsonl`
      or `.ndjson` file has an object with these names in each line.
    - `lang`: the language, which tells what a word is.

    A unit is a word of the list, as it stands there or with capitals; the rate is a share of these words. Of several
    typos the commoner is drawn more readily; the same pair twice counts twice. Pairs with a blank in either half are
    left out, since words are edited one by one.

    The digest of the file is part of the signature. Raises `InvalidArgument`, with the number of the line, for a file
    that is not as described, and where another process finds the file changed.
    """

    name: ClassVar[str] = "attested.v1"
    unit: ClassVar[str] = "words that stand in the list of typos"

    path: str = ""
    lang: str = "en"
    data: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        registry.language(self.lang)
        if not check_text("path", self.path):
            raise InvalidArgument("path is empty; it must name a file of correct words and their typos.")
        tag, _ = _read(self.path)
        object.__setattr__(self, "data", (tag,))
        _pairs(self.path, tag)

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words of the list."""
        return Words(text.string, _lexicon(self))

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Put a typo of the list for the word."""
        made = self.sample(text, unit, draws)
        return None if made is None else made[0]

    def sample(self, text: Text, unit: Unit, draws: Draws) -> tuple[Edit, float] | None:
        """Put a typo of the list for the word, and tell its log-probability among those of the word."""
        start, end, _ = unit
        found = look_up(_pairs(self.path, self.data[0]), text.string[start:end])
        if found is None:
            return None
        (spellings, counts), capitals = found
        at = draws.weighted(counts)
        edit = trimmed(text.string, start, end, capitals(spellings[at]), "attested")
        return None if edit is None else (edit, log(counts[at] / sum(counts)))


@cache
def _lexicon(transform: Attested) -> Lexicon:
    pairs = _pairs(transform.path, transform.data[0])
    elisions = registry.language(transform.lang).elisions
    return Lexicon(lambda word: int(look_up(pairs, word) is not None), elisions=elisions)


def _read(path: str) -> tuple[str, bytes]:
    """Return the tag of a file and its bytes."""
    try:
        content = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise InvalidArgument(f"path={path!r} cannot be read ({error}).") from error
    return f"attested-{blake2b(content, digest_size=8).hexdigest()}", content


@cache
def _pairs(path: str, tag: str) -> dict[str, _Typos]:
    """Return the typos of each word of a file that has this tag."""
    now, content = _read(path)
    if now != tag:
        raise InvalidArgument(f"path={path!r} has changed since the transform was made; make it again.")
    suffix = Path(path).suffix.lower()
    if suffix not in _SUFFIXES:
        raise InvalidArgument(f"path={path!r} must end in one of: {', '.join(_SUFFIXES)}.")
    try:
        lines = content.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise InvalidArgument(f"path={path!r} is not UTF-8 ({error}).") from error
    parse = _fields_of_object if "j" in suffix else _fields_of_row
    counts: dict[str, dict[str, int]] = {}
    for number, line in enumerate(lines, 1):
        fields = parse(line.rstrip("\r")) if line.strip() else ()
        if fields == _FIELDS[: len(fields)]:  # nothing, or the heading
            continue
        try:
            correct, spelling, count = _checked(fields)
        except InvalidArgument as error:
            raise InvalidArgument(f"path={path!r}, line {number}: {error}") from None
        if find_words(correct) == [(0, len(correct))] and not any(map(str.isspace, spelling)):
            typos = counts.setdefault(correct, {})
            typos[spelling] = typos.get(spelling, 0) + count
    if not counts:
        raise InvalidArgument(f"path={path!r} holds no pair of one correct word and its typo.")
    return {word: _Typos(tuple(typos), tuple(typos.values())) for word, typos in counts.items()}


def _fields_of_row(line: str) -> tuple[object, ...]:
    correct, *rest = line.split("\t")
    return (correct, *rest[:1], *(int(count) if count.isdecimal() else count for count in rest[1:]))


def _fields_of_object(line: str) -> tuple[object, ...]:
    try:
        made = json.loads(line)
    except ValueError:
        made = None
    return tuple(made[name] for name in _FIELDS if name in made) if isinstance(made, dict) else (line,)


def _checked(fields: tuple[object, ...]) -> tuple[str, str, int]:
    """Return the correct word, its typo and the count of a line."""
    if not 2 <= len(fields) <= len(_FIELDS):
        raise InvalidArgument("there must be a correct word, its typo, and perhaps a count.")
    correct, spelling = (
        normalize("NFC", check_text(name, field)) for name, field in zip(_FIELDS, fields[:2], strict=False)
    )
    if not correct or not spelling or correct == spelling:
        raise InvalidArgument(f"the word {correct!r} and its typo {spelling!r} must differ, and neither be empty.")
    if is_joined("a" + spelling, 1) or _UNFIT.search(spelling):
        raise InvalidArgument(f"the typo {spelling!r} begins with a mark, or holds a control character.")
    return correct, spelling, check_int("count", fields[2] if len(fields) > 2 else 1, minimum=1)
