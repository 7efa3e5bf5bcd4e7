"""Asking a server over HTTP: a form goes out, a JSON value comes back, or an error that says what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from typo.errors import InvalidArgument, TypoError, check_int, check_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from urllib.error import HTTPError
    from urllib.request import OpenerDirector, Request

__all__ = ["Client", "ServerError", "field"]

Kind = TypeVar("Kind")

# Answers after which the same request may succeed: too many requests, a fault of the server or of a gateway.
_TRANSIENT = frozenset({429, 500, 502, 503, 504})
_EXCERPT = 200
# A day: what waits longer has not been meant so.
_MOST_SECONDS = 86_400
# No text has an answer of more than 64 MiB.
_MOST_BYTES = 1 << 26


class ServerError(TypoError, OSError):
    """A server cannot be reached or gives no usable answer; the message names its address and what to do."""


class _TransientError(ServerError):
    """What may be better the next time."""


class Client(NamedTuple):
    """How a server is asked.

    `timeout` is in seconds, for each silence of the server. After a time-out, a connection that broke, or an answer
    429, 500, 502, 503 or 504 a request is sent again, at most `retries` times: after `backoff` seconds, then twice
    that, and so on; each at most a day. A server that sends the request elsewhere is not followed. `start` is the
    command that starts such a server.
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
        if not _is_wait(self.timeout) or self.timeout == 0:
            raise InvalidArgument(f"timeout={self.timeout!r} is not a number of seconds above 0, at most a day.")
        if not _is_wait(self.backoff):
            raise InvalidArgument(f"backoff={self.backoff!r} is not a number of seconds, from 0 to a day.")
        check_int("retries", self.retries, minimum=0)
        return self

    def post(self, path: str, form: Mapping[str, str]) -> object:
        """Send a form to a path of the server and return its answer, decoded from JSON.

        A lone surrogate, which UTF-8 cannot hold, is sent as a question mark, so that places stay what they are.
        Raises `ServerError`.
        """
        from urllib.parse import urlencode

        return self.send(path, urlencode(form, encoding="utf-8", errors="replace").encode("ascii"), {})

    def send(self, path: str, body: bytes, headers: Mapping[str, str]) -> object:
        """Send what is ready to be sent to a path of the server and return its answer, decoded from JSON.

        Raises `ServerError`.
        """
        import json
        import time
        from urllib.request import Request

        address = self.url.rstrip("/") + path
        for attempt in range(self.retries + 1):
            try:
                answer = self._ask(Request(address, body, {"Accept": "application/json", **headers}))
                break
            except _TransientError:
                if attempt == self.retries:
                    raise
                time.sleep(min(self.backoff * 2.0 ** min(attempt, 64), _MOST_SECONDS))
        if len(answer) > _MOST_BYTES:
            raise ServerError(f"{address} answers with more than {_MOST_BYTES >> 20} MiB; send it shorter texts.")
        try:
            return json.loads(answer)
        except (ValueError, RecursionError) as error:
            raise ServerError(
                f"{address} answers {_excerpt(answer)}, which is not JSON; start a server with: {self.start}."
            ) from error

    def _ask(self, request: Request) -> bytes:
        from http.client import HTTPException, IncompleteRead
        from urllib.error import HTTPError, URLError

        address = request.full_url
        try:
            with _opener(request).open(request, timeout=self.timeout) as answer:
                found = bytes(answer.read(_MOST_BYTES + 1))
                if answer.length and len(found) <= _MOST_BYTES:
                    raise IncompleteRead(found, answer.length)
                return found
        except HTTPError as error:
            text = _text_of(error)
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
    """Return what opens a request: directly for this machine, else by way of the proxy that the environment names.

    It follows nobody to another address, which would be sent the text, or asked without it.
    """
    from urllib import request as library

    host = request.host.lower()
    opener = library.OpenerDirector()
    for handler in (
        library.ProxyHandler({} if host.startswith(("localhost", "127.", "[::1]")) else None),
        library.HTTPHandler(),
        library.HTTPSHandler(),
        library.HTTPErrorProcessor(),
        library.HTTPDefaultErrorHandler(),
    ):
        opener.add_handler(handler)
    return opener


def _is_address(url: str) -> bool:
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(url)
        # Reading the port checks it, and encoding the host the lengths of its parts.
        is_complete = parts.port != 0 and bool(parts.hostname and parts.hostname.encode("idna"))
    except ValueError:
        return False
    # A path is put behind it, and the client of the standard library takes no name and password.
    is_bare = not any(sign in url for sign in "?#@")
    is_plain = url.isascii() and url.isprintable() and " " not in url
    return is_complete and is_bare and is_plain and parts.scheme in ("http", "https")


def _text_of(error: HTTPError) -> str:
    """Show where an error points to, or the beginning of what came with it, as far as it can be read."""
    from http.client import HTTPException

    with error:
        if "Location" in error.headers:
            return f"it points to {error.headers['Location']!r}, and is not followed"
        try:
            return _excerpt(error.read(_MOST_BYTES))
        except (OSError, HTTPException):
            return "nothing that can be read"


def _excerpt(answer: bytes) -> str:
    """Show the beginning of an answer on one line."""
    text = " ".join(answer.decode("utf-8", errors="replace").split())
    return repr(text if len(text) <= _EXCERPT else text[:_EXCERPT] + "…")


def _is_wait(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _MOST_SECONDS
