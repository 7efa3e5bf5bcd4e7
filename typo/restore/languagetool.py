"""Suggestions from a LanguageTool server."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from typo.errors import InvalidArgument, check_text
from typo.restore.client import Client, ServerError, field
from typo.restore.protocol import Suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["LanguageToolRestorer"]

_START = "java -cp languagetool-server.jar org.languagetool.server.HTTPServer --port 8081"
# What we say ourselves in each request.
_OURS = ("text", "language")


@dataclass(frozen=True, slots=True)
class LanguageToolRestorer:
    """A back end that asks a LanguageTool server: its grammar and spelling rules, over HTTP.

    >>> LanguageToolRestorer("http://127.0.0.1:8081", parameters=(("level", "picky"),)).lang
    'fr'

    `url` is the address of the server, without `/v2/check`. `parameters` are further fields of each request, as
    `(name, value)` pairs: `enabledRules`, `disabledRules`, `enabledOnly`, `level` and whatever else it knows. `timeout`
    is in seconds, for each silence of the server. After a time-out, a connection that broke, or an answer 429, 500,
    502, 503 or 504 a request is sent again, at most `retries` times: after `backoff` seconds, then twice that, and so
    on. Where the server sends a request elsewhere it is not followed. Raises `ServerError`; nothing is asked before the
    first text.
    """

    url: str
    lang: str = "fr"
    timeout: float = 10.0
    retries: int = 2
    backoff: float = 0.25
    parameters: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        self._client()
        if not check_text("lang", self.lang):
            raise InvalidArgument("lang='' must be the code of a language, such as fr.")
        if not isinstance(self.parameters, tuple):
            raise InvalidArgument(f"parameters={self.parameters!r} must be a tuple of (name, value) pairs of strings.")
        for pair in self.parameters:
            if not isinstance(pair, tuple) or len(pair) != 2 or not all(isinstance(part, str) for part in pair):
                raise InvalidArgument(f"parameters holds {pair!r}; it takes (name, value) pairs of strings.")
            if pair[0] in _OURS:
                raise InvalidArgument(f"parameters holds {pair[0]!r}, which is set by the restorer itself.")

    def _client(self) -> Client:
        return Client(self.url, self.timeout, self.retries, self.backoff, _START).check()

    def suggest(self, text: str) -> list[Suggestion]:
        """Return all replacements of all matches, in the order of the server; `kind` is the rule's name."""
        answer = self._client().post("/v2/check", {"language": self.lang, "text": text, **dict(self.parameters)})
        try:
            return list(_suggestions(answer, text))
        except ValueError as error:
            raise ServerError(
                f"{self.url} answers something else than LanguageTool does ({error}); start one with: {_START}."
            ) from error


def _suggestions(answer: object, text: str) -> Iterator[Suggestion]:
    """Read an answer; what is not shaped as it should be raises `ValueError`."""
    place = _places(text)
    for match in field(answer, "matches", list):
        offset, length = field(match, "offset", int), field(match, "length", int)
        start, end = place(offset), place(offset + length)
        if start > end:
            raise ValueError(f"a match has the length {length}")
        rule = field(field(match, "rule", dict), "id", str)
        replacements = [field(entry, "value", str) for entry in field(match, "replacements", list)]
        for rank, replacement in enumerate(replacements):
            yield Suggestion(start, end, replacement, rule, -float(rank))


def _places(text: str) -> Callable[[int], int]:
    """Return what turns an offset in UTF-16 units, as Java counts, into one in code points."""
    if not text or max(text) <= "\uffff":
        return lambda offset: _checked(offset, 0 <= offset <= len(text))
    borders = [0, *accumulate(2 if character > "\uffff" else 1 for character in text)]

    def place(offset: int) -> int:
        found = bisect_left(borders, offset)
        return _checked(found, found < len(borders) and borders[found] == offset)

    return place


def _checked(place: int, is_there: bool) -> int:
    if not is_there:
        raise ValueError("a match is outside the text, or begins or ends inside a character")
    return place
