"""Suggestions from a Grammalecte server."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from typo.errors import InvalidArgument
from typo.restore.client import Client, ServerError, field
from typo.restore.protocol import Suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["GrammalecteRestorer"]

_START = "grammalecte-server -ht 127.0.0.1 -p 8080"
# Groups of rules about typography, which would change signs and blanks all over a text.
_OFF = '{"typo": false, "apos": false, "nbsp": false, "esp": false, "tab": false}'
_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_WORDS_REMEMBERED = 20_000


@dataclass(frozen=True, slots=True)
class GrammalecteRestorer:
    """A back end that asks a Grammalecte server for French: its grammar rules, then its spelling, over HTTP.

    >>> GrammalecteRestorer("http://127.0.0.1:8080", timeout=30.0).grammar
    True

    `url` is the address of the server. `grammar=False` leaves the grammar rules out. `timeout`, `retries` and `backoff`
    are those of `LanguageToolRestorer`. What the server proposes for a misspelt word is asked once and remembered.
    Raises `ServerError`; nothing is asked before the first text.
    """

    url: str
    timeout: float = 10.0
    retries: int = 2
    backoff: float = 0.25
    grammar: bool = True

    def __post_init__(self) -> None:
        self._client()
        if not isinstance(self.grammar, bool):
            raise InvalidArgument(f"grammar={self.grammar!r} is not True or False.")

    def _client(self) -> Client:
        return Client(self.url, self.timeout, self.retries, self.backoff, _START).check()

    def suggest(self, text: str) -> list[Suggestion]:
        """Return what the grammar rules propose, then the spelling; `kind` is the rule's group, or `WORD`."""
        client = self._client()
        answer = client.post("/gc_text/fr", {"text": text, "options": _OFF})
        try:
            return list(self._suggestions(answer, text))
        except ValueError as error:
            raise ServerError(
                f"{self.url} answers something else than Grammalecte does ({error}); start one with: {_START}."
            ) from error

    def _suggestions(self, answer: object, text: str) -> Iterator[Suggestion]:
        """Read an answer, whose places count from the beginning of each line."""
        lines = [0, *(match.end() for match in _LINE_BREAK.finditer(text))]
        for paragraph in field(answer, "data", list):
            number = field(paragraph, "iParagraph", int)
            if not 1 <= number <= len(lines):
                raise ValueError(f"there is no line {number}")
            begin = lines[number - 1]
            if self.grammar:
                for error in field(paragraph, "lGrammarErrors", list):
                    yield from _proposals(error, begin, len(text), field(error, "aSuggestions", list))
            for error in field(paragraph, "lSpellingErrors", list):
                words = _spellings(self._client(), field(error, "sValue", str))
                yield from _proposals(error, begin, len(text), words)


def _proposals(error: object, begin: int, length: int, replacements: Iterable[object]) -> Iterator[Suggestion]:
    """Return what is proposed for one error of a line that begins at `begin` in a text of `length`."""
    start, end, kind = (
        begin + field(error, "nStart", int),
        begin + field(error, "nEnd", int),
        field(error, "sType", str),
    )
    if not begin <= start <= end <= length:
        raise ValueError(f"an error at {start}..{end} is outside a text of {length} characters")
    for rank, replacement in enumerate(replacements):
        if not isinstance(replacement, str):
            raise ValueError(f"a suggestion is {replacement!r}, not a string")
        yield Suggestion(start, end, replacement, kind, -float(rank))


@lru_cache(maxsize=_WORDS_REMEMBERED)
def _spellings(client: Client, word: str) -> tuple[str, ...]:
    """Ask what a misspelt word may have been."""
    return tuple(field(client.post("/suggest/fr", {"token": word}), "suggestions", list))
