"""Judges: what they are, and how their replies are read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from typo.benchmark.review.cases import CRITERIA, INSTRUCTIONS, Case
from typo.errors import InvalidArgument, check_int, check_text
from typo.restore.client import Client, ServerError
from typo.restore.client import field as part_of

if TYPE_CHECKING:
    from typing import Any

__all__ = ["ChatJudge", "Judge", "Reply", "Verdict", "read_reply"]

Reply = str | Mapping[str, object]

#: A judge is called with a case and the instructions, and replies with a mapping of `CRITERIA` to true or false, with a
#: `comment` if it likes, or with the same as JSON.
Judge = Callable[[Case, str], Reply]

_FORM = (
    "\nReply with one JSON object and nothing else: "
    + ", ".join(f'"{name}": true or false' for name in CRITERIA)
    + ', "comment": a short text.'
)
_FENCED = re.compile(r"\A\s*```(?:json)?\s*\n(.*)\n\s*```\s*\Z", re.DOTALL)


class Verdict(NamedTuple):
    """What a judge, or a person, found wrong with a case.

    `flags` are the criteria that fail: none, where the case passes; None, where the reply could not be understood.
    `reply` holds it as it came.
    """

    judge: str
    flags: tuple[str, ...] | None
    comment: str = ""
    reply: str = ""

    @property
    def passes(self) -> bool:
        """Whether the reply is valid and nothing is wrong."""
        return self.flags == ()


def read_reply(judge: str, reply: object) -> Verdict:
    """Read the reply of a judge; it is invalid unless it says true or false of every criterion, and of nothing else.

    >>> read_reply("a", dict.fromkeys(CRITERIA, False)).passes
    True
    >>> read_reply("a", "The variant is fine.")
    Verdict(judge='a', flags=None, comment='', reply='The variant is fine.')
    """
    raw = reply if isinstance(reply, str) else _plain(reply)
    values: object = reply
    if isinstance(reply, str):
        fenced = _FENCED.match(reply)
        try:
            values = json.loads(fenced[1] if fenced else reply, object_pairs_hook=_once)
        except (ValueError, RecursionError):
            return Verdict(judge, None, reply=raw)
    if not isinstance(values, Mapping) or values.keys() - {"comment"} != set(CRITERIA):
        return Verdict(judge, None, reply=raw)
    comment = values.get("comment", "")
    if not isinstance(comment, str) or not all(isinstance(values[name], bool) for name in CRITERIA):
        return Verdict(judge, None, reply=raw)
    return Verdict(judge, tuple(name for name in CRITERIA if values[name]), comment, raw)


def _plain(reply: object) -> str:
    try:
        return json.dumps(dict(reply) if isinstance(reply, Mapping) else reply)
    except (TypeError, ValueError):
        return repr(reply)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a name is there twice")
    return made


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatJudge:
    """A model behind an API of chat completions, as a judge.

    - `url`: the address without `/chat/completions`; `model`: its name there. `api_key`: sent as a bearer token, and
      shown nowhere.
    - `temperature` and `max_tokens` go with each request, and `extra` besides, as (name, value) pairs.
    - `timeout` is in seconds, for each silence of the server. After a time-out, a connection that broke, or an answer
      429, 500, 502, 503 or 504 a request is sent again, at most `retries` times: after `backoff` seconds, then twice
      that, and so on.

    Raises `typo.restore.ServerError` where there is no answer; an answer without a text is an invalid reply.

    >>> judge = ChatJudge(url="http://127.0.0.1:8000/v1", model="judge-7b", api_key="secret")
    >>> judge.temperature, judge.max_tokens, "secret" in repr(judge)
    (0.0, 300, False)
    """

    url: str
    model: str
    api_key: str | None = field(default=None, repr=False)
    temperature: float = 0.0
    max_tokens: int = 300
    extra: tuple[tuple[str, Any], ...] = ()
    timeout: float = 60.0
    retries: int = 4
    backoff: float = 1.0

    def __post_init__(self) -> None:
        self._client()
        if not check_text("model", self.model):
            raise InvalidArgument("model is empty.")
        if self.api_key is not None and not (
            check_text("api_key", self.api_key).isascii() and self.api_key.isprintable() and self.api_key.strip()
        ):
            raise InvalidArgument("api_key holds characters that no header can, or nothing.")
        check_int("max_tokens", self.max_tokens, minimum=1)

    def __call__(self, case: Case, instructions: str = INSTRUCTIONS) -> str:
        """Ask the model about a case."""
        request = {
            "model": self.model,
            "messages": [
                {"role": "system", "content": instructions + _FORM},
                {"role": "user", "content": case.prompt()},
            ],
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
            **dict(self.extra),
        }
        headers = {"Content-Type": "application/json"}
        if self.api_key is not None:
            headers["Authorization"] = f"Bearer {self.api_key}"
        answer = self._client().send("/chat/completions", json.dumps(request).encode(), headers)
        try:
            choices = part_of(answer, "choices", list)
            message = part_of(choices[0], "message", dict) if choices else {}
        except ValueError as error:
            raise ServerError(f"{self.url} answers something else than chat completions ({error}).") from error
        content = message.get("content")
        return content if isinstance(content, str) else ""

    def _client(self) -> Client:
        return Client(self.url, self.timeout, self.retries, self.backoff, f"vllm serve {self.model}").check()
