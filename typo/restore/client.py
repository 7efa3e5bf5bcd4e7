"""Asking a server over HTTP: a form goes out, a JSON value comes back, or an error that says what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from typo.errors import InvalidArgument, TypoError, check_int, check_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from urllib.request import OpenerDirector, Request

__all__ = ["Client", "ServerError", "field"]

Kind = TypeVar("Kind")

# Answers after which the same request may succeed: too many requests, a fault of the server or of a gateway.
_TRANSIENT = frozenset({429, 500, 502, 503, 504})
_EXCERPT = 200


class ServerError(TypoError, OSError):
    """A server cannot be reached or gives no usable answer; the message names its address and what to do."""


class _TransientError(ServerError):
    """What may be better the next time."""


class Client(NamedTuple):
    """How a server is asked.

    `timeout` is in seconds, for each silence of the server. After a time-out, a connection that broke, or an answer
    429, 500, 502, 503 or 504 a request is sent again, at most `retries` times: after `backoff` seconds, then twice
    that, and so on. `start` is the command that starts such a server.
    """

    url: str
    timeout: float
    retries: int
    backoff: float
    start: str

    def check(self) -> Client:
        """Return the client itself if its values are allowed."""
        if not _is_address(check_text("url", self.url)):
            raise InvalidArgument(f"url={self.url!r} is not the address of a server, such as http://127.0.0.1:8081.")
        if not _is_number(self.timeout) or self.timeout <= 0:
            raise InvalidArgument(f"timeout={self.timeout!r} is not a number of seconds above 0.")
        if not _is_number(self.backoff) or self.backoff < 0:
            raise InvalidArgument(f"backoff={self.backoff!r} is not a number of seconds, 0 or more.")
        check_int("retries", self.retries, minimum=0)
        return self

    def post(self, path: str, form: Mapping[str, str]) -> object:
        """Send a form to a path of the server and return its answer, decoded from JSON.

        A lone surrogate, which UTF-8 cannot hold, is sent as a question mark, so that places stay what they are.
        Raises `ServerError`.
        """
        import json
        import time
        from urllib.parse import urlencode
        from urllib.request import Request

        address = self.url.rstrip("/") + path
        body = urlencode(form, encoding="utf-8", errors="replace").encode("ascii")
        for attempt in range(self.retries + 1):
            try:
                answer = self._ask(Request(address, body, {"Accept": "application/json"}))
                break
            except _TransientError:
                if attempt == self.retries:
                    raise
                time.sleep(self.backoff * 2**attempt)
        try:
            return json.loads(answer)
        except ValueError as error:
            raise ServerError(
                f"{address} answers {_excerpt(answer)}, which is not JSON; start a server with: {self.start}."
            ) from error

    def _ask(self, request: Request) -> bytes:
        from http.client import HTTPException
        from urllib.error import HTTPError, URLError

        address = request.full_url
        try:
            with _opener(request).open(request, timeout=self.timeout) as answer:
                return bytes(answer.read())
        except HTTPError as error:
            with error:
                text = _excerpt(error.read())
            kind = _TransientError if error.code in _TRANSIENT else ServerError
            raise kind(f"{address} answers with the error {error.code} {error.reason}: {text}.") from error
        except (OSError, HTTPException) as error:
            reason = error.reason if isinstance(error, URLError) else error
            if isinstance(reason, TimeoutError):
                raise _TransientError(
                    f"{address} did not answer within {self.timeout:g} s, asked {self.retries + 1} times; "
                    "give it more time with timeout=."
                ) from error
            if isinstance(reason, HTTPException | ConnectionError) and not isinstance(reason, ConnectionRefusedError):
                raise _TransientError(f"{address} broke off the connection ({reason!r}).") from error
            raise ServerError(f"{address} cannot be reached ({reason}); start a server with: {self.start}.") from error


def field(value: object, name: str, kind: type[Kind]) -> Kind:
    """Return the field of a JSON object if it is there and of the right kind.

    >>> field({"offset": 3}, "offset", int)
    3

    Raises `ValueError`.
    """
    if not isinstance(value, dict):
        raise ValueError(f"an object with the field {name!r} was expected, not {type(value).__name__}")
    found = value.get(name)
    if not isinstance(found, kind):
        raise ValueError(f"the field {name!r} is {found!r}, not {kind.__name__}")
    return found


def _opener(request: Request) -> OpenerDirector:
    """Return what opens a request: directly for this machine, else by way of the proxy that the environment names."""
    from urllib.request import ProxyHandler, build_opener

    host = request.host.rpartition("@")[2].lower()
    is_local = host.startswith(("localhost", "127.", "[::1]"))
    return build_opener(ProxyHandler({})) if is_local else build_opener()


def _is_address(url: str) -> bool:
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(url)
        # Reading the port checks it.
        is_complete = parts.port != 0 and bool(parts.hostname)
    except ValueError:
        return False
    return is_complete and parts.scheme in ("http", "https") and url.isascii() and url.isprintable() and " " not in url


def _excerpt(answer: bytes) -> str:
    """Show the beginning of an answer on one line."""
    text = " ".join(answer.decode("utf-8", errors="replace").split())
    return repr(text if len(text) <= _EXCERPT else text[:_EXCERPT] + "…")


def _is_number(value: object) -> bool:
    from math import isfinite

    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
