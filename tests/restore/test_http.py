"""What the back ends that ask over HTTP say and understand, against a server in this process."""

from __future__ import annotations

import json
import pickle
import socket
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import pytest

import typo
from typo.restore import GrammalecteRestorer, LanguageToolRestorer, ServerError, Suggestion, restore, restore_all


class Request(NamedTuple):
    path: str
    form: dict[str, str]


class Answer(NamedTuple):
    """What the server sends: a status, a body and further headers; a status of 0 breaks the connection off."""

    status: int = 200
    body: bytes = b"{}"
    headers: tuple[tuple[str, str], ...] = ()


class Server(ThreadingHTTPServer):
    """A server that answers requests as the test says, and keeps them."""

    daemon_threads = True

    def __init__(self, answer: Callable[[Request], Answer]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer = answer
        self.requests: list[Request] = []
        self.lock = Lock()
        self.url = f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, *_: object) -> None:
        """Say nothing when a client that gave up is not there any more."""


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode("ascii")
        fields = parse_qs(body, keep_blank_values=True, strict_parsing=True)
        request = Request(self.path, {name: values[0] for name, values in fields.items()})
        with self.server.lock:
            self.server.requests.append(request)
        status, answer, headers = self.server.answer(request)
        if status:
            self.send_response(status)
            for name, value in (*headers, ("Content-Length", str(len(answer)))):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


Serve = Callable[[Callable[[Request], Answer]], Server]


@pytest.fixture
def serve() -> Iterator[Serve]:
    servers: list[Server] = []

    def start(answer: Callable[[Request], Answer]) -> Server:
        server = Server(answer)
        servers.append(server)
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        return server

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def answered(value: object, status: int = 200) -> Answer:
    return Answer(status, json.dumps(value).encode())


def match(offset: int, length: int, *replacements: str) -> dict[str, Any]:
    return {
        "offset": offset,
        "length": length,
        "replacements": [{"value": replacement} for replacement in replacements],
        "rule": {"id": "FR_SPELLING_RULE", "category": {"id": "TYPOS"}, "issueType": "misspelling"},
    }


def languagetool(url: str, **options: Any) -> LanguageToolRestorer:
    return LanguageToolRestorer(url, **{"timeout": 60.0, "backoff": 0.0, **options})


def test_languagetool_is_asked_with_a_form_and_its_parameters(serve: Serve) -> None:
    server = serve(lambda request: answered({"matches": []}))
    restorer = languagetool(f"{server.url}/", parameters=(("level", "picky"), ("disabledRules", "A,B")))
    assert restorer.suggest("l’été & plus = 100 %\n") == []
    form = {"language": "fr", "text": "l’été & plus = 100 %\n", "level": "picky", "disabledRules": "A,B"}
    assert server.requests == [Request("/v2/check", form)]


def test_offsets_of_languagetool_are_utf_16_units(serve: Serve) -> None:
    text = "\U0001f600 a \U0001f1eb\U0001f1f7 ecole \U0001f600"
    offset = len(text[: text.index("ecole")].encode("utf-16-le")) // 2
    server = serve(lambda request: answered({"matches": [match(offset, 5, "école", "écale")]}))
    suggestions = languagetool(server.url).suggest(text)
    assert suggestions == [
        Suggestion(7, 12, "école", "FR_SPELLING_RULE", 0.0),
        Suggestion(7, 12, "écale", "FR_SPELLING_RULE", -1.0),
    ]
    assert restore(text, languagetool(server.url)).text == text.replace("ecole", "école")


def test_the_typographic_apostrophe_of_languagetool_is_written_as_in_the_text(serve: Serve) -> None:
    server = serve(lambda request: answered({"matches": [match(6, 4, "l’eau")]}))
    assert restore("L'ami leau", languagetool(server.url)).text == "L'ami l'eau"
    assert restore("L’ami leau", languagetool(server.url)).text == "L’ami l’eau"


def test_a_match_without_or_with_empty_replacements_changes_nothing(serve: Serve) -> None:
    server = serve(lambda request: answered({"matches": [match(0, 4), match(0, 4, ""), match(4, 1, "")]}))
    restored = restore("leau ", languagetool(server.url))
    assert restored.text == "leau "
    assert [rejection.reason for rejection in restored.rejected] == ["no rule explains the change"] * 2


def test_a_lone_surrogate_keeps_its_place(serve: Serve) -> None:
    server = serve(lambda request: answered({"matches": [match(2, 5, "école")]}))
    assert restore("\ud800 ecole", languagetool(server.url)).text == "\ud800 école"
    assert server.requests[0].form["text"] == "? ecole"


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        ({}, "the field 'matches' is None, not list"),
        ([], "an object with the field 'matches' was expected, not list"),
        ({"matches": [None]}, "an object with the field 'offset' was expected"),
        ({"matches": [{**match(0, 1, "x"), "offset": "0"}]}, "the field 'offset' is '0', not int"),
        ({"matches": [{**match(0, 2, "x"), "replacements": ["x"]}]}, "an object with the field 'value'"),
        ({"matches": [match(1, 1, "x")]}, "outside the text, or begins or ends inside a character"),
        ({"matches": [match(0, 99, "x")]}, "outside the text"),
        ({"matches": [match(-1, 1, "x")]}, "outside the text"),
        ({"matches": [match(2, -2, "x")]}, "a match has the length -2"),
    ],
)
def test_an_answer_of_another_shape_is_told(serve: Serve, answer: object, what: str) -> None:
    server = serve(lambda request: answered(answer))
    with pytest.raises(ServerError, match="answers something else than LanguageTool does") as caught:
        languagetool(server.url).suggest("\U0001f600")
    assert what in str(caught.value)
    assert server.url in str(caught.value)


def test_an_offset_outside_a_text_without_emoji_is_told(serve: Serve) -> None:
    server = serve(lambda request: answered({"matches": [match(3, 9, "x")]}))
    with pytest.raises(ServerError, match="outside the text"):
        languagetool(server.url).suggest("leau")


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504, 0])
def test_a_fault_that_passes_is_waited_for(serve: Serve, status: int) -> None:
    server = serve(lambda request: Answer(status) if len(server.requests) < 3 else answered({"matches": []}))
    assert languagetool(server.url, retries=2).suggest("leau") == []
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    ("status", "what"),
    [(500, "answers with the error 500 Internal Server Error: 'too  busy'"), (0, "broke off the connection")],
)
def test_a_fault_that_stays_is_told_after_the_last_try(serve: Serve, status: int, what: str) -> None:
    server = serve(lambda request: Answer(status, b"too\n busy"))
    with pytest.raises(ServerError) as caught:
        languagetool(server.url, retries=1).suggest("leau")
    assert what.replace("  ", " ") in str(caught.value)
    assert f"{server.url}/v2/check" in str(caught.value)
    assert len(server.requests) == 2


def test_a_request_that_is_refused_is_not_repeated(serve: Serve) -> None:
    server = serve(lambda request: Answer(400, b"Error: 'xx' is not a language code known to LanguageTool."))
    with pytest.raises(ServerError, match=r"error 400 Bad Request: .*'xx' is not a language code"):
        languagetool(server.url, lang="xx").suggest("leau")
    assert len(server.requests) == 1


def test_the_waits_between_tries_double(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("time.sleep", waits.append)
    server = serve(lambda request: Answer(503))
    with pytest.raises(ServerError):
        languagetool(server.url, retries=3, backoff=0.5).suggest("leau")
    assert waits == [0.5, 1.0, 2.0]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("target", ["file:///etc/hosts", "ftp://127.0.0.1/x", "/elsewhere", "http://[", "data:,{}"])
def test_a_request_that_is_sent_elsewhere_goes_nowhere(serve: Serve, status: int, target: str) -> None:
    server = serve(lambda request: Answer(status, b"{}", (("Location", target),)))
    with pytest.raises(ServerError) as caught:
        languagetool(server.url).suggest("leau")
    assert f"the error {status} " in str(caught.value)
    assert f"it points to {target!r}, and is not followed" in str(caught.value)
    assert [request.path for request in server.requests] == ["/v2/check"]


LENGTH, CHUNKED = ("Content-Length", "100"), ("Transfer-Encoding", "chunked")


@pytest.mark.parametrize(
    ("status", "header", "what", "tries"),
    [
        (200, LENGTH, "broke off the connection (IncompleteRead(1 bytes read, 99 more expected))", 2),
        (200, CHUNKED, "broke off the connection (IncompleteRead(0 bytes read", 2),
        (400, LENGTH, "answers with the error 400 Bad Request: '{'.", 1),
        (400, CHUNKED, "answers with the error 400 Bad Request: nothing that can be read.", 1),
        (503, CHUNKED, "answers with the error 503 Service Unavailable: nothing that can be read.", 2),
    ],
)
def test_an_answer_that_ends_too_early_is_told(
    serve: Serve, status: int, header: tuple[str, str], what: str, tries: int
) -> None:
    server = serve(lambda request: Answer(status, b"{", (header,)))
    with pytest.raises(ServerError) as caught:
        languagetool(server.url, retries=1).suggest("leau")
    assert what in str(caught.value)
    assert len(server.requests) == tries


def test_an_answer_that_nobody_can_mean_is_told(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("typo.restore.client._MOST_BYTES", 1 << 20)
    server = serve(lambda request: Answer(200, b" " * (1 << 20) + b"{}"))
    with pytest.raises(ServerError, match="answers with more than 1 MiB; send it shorter texts"):
        languagetool(server.url).suggest("leau")


def test_brackets_nested_without_end_are_no_json(serve: Serve) -> None:
    server = serve(lambda request: Answer(200, b"[" * 200_000))
    with pytest.raises(ServerError, match="which is not JSON"):
        languagetool(server.url).suggest("leau")


def test_many_tries_need_no_long_waits(serve: Serve) -> None:
    server = serve(lambda request: Answer(503) if len(server.requests) < 1100 else answered({"matches": []}))
    assert languagetool(server.url, retries=1100).suggest("leau") == []


def test_a_server_that_stays_silent_is_given_up(serve: Serve) -> None:
    over = Event()

    def silent(request: Request) -> Answer:
        over.wait(60)
        return Answer()

    server = serve(silent)
    try:
        with pytest.raises(ServerError, match=r"did not answer within 0\.05 s, asked 2 times; .*timeout="):
            languagetool(server.url, timeout=0.05, retries=1).suggest("leau")
    finally:
        over.set()


def test_an_answer_that_is_no_json_is_told_with_its_beginning(serve: Serve) -> None:
    server = serve(lambda request: Answer(200, b"<html>" + b"x" * 1000))
    with pytest.raises(ServerError, match=r"answers '<html>x+…', which is not JSON") as caught:
        languagetool(server.url).suggest("leau")
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("kind", "start"),
    [(LanguageToolRestorer, "languagetool-server.jar"), (GrammalecteRestorer, "grammalecte-server -ht 127.0.0.1")],
)
def test_where_nobody_answers_the_error_says_what_to_start(kind: type, start: str) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}"
        with pytest.raises(ServerError) as caught:
            restore("leau", kind(url, backoff=0.0))
    assert url in str(caught.value)
    assert start in str(caught.value)
    assert isinstance(caught.value, typo.TypoError)


def test_no_proxy_stands_between_us_and_this_machine(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = serve(lambda request: answered({"matches": []}))
    server = serve(lambda request: answered({"matches": [match(0, 5, "école")]}))
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("http_proxy", proxy.url)
    assert restore("ecole", languagetool(server.url)).text == "école"
    assert restore("ecole", languagetool("http://languagetool.invalid")).text == "ecole"
    assert [request.path for request in proxy.requests] == ["http://languagetool.invalid/v2/check"]


def test_no_more_requests_are_under_way_than_there_are_workers(serve: Serve) -> None:
    lock, most, now = Lock(), 0, 0

    def count(request: Request) -> Answer:
        nonlocal most, now
        with lock:
            now += 1
            most = max(most, now)
        with lock:
            now -= 1
        number = request.form["text"].split()[0]
        return answered({"matches": [match(len(number) + 1, 5, "école")]})

    server = serve(count)
    texts = [f"{number} ecole" for number in range(40)]
    restored = restore_all(texts, languagetool(server.url), workers=3)
    assert [result.text for result in restored] == [f"{number} école" for number in range(40)]
    assert 1 <= most <= 3


def test_grammalecte_is_asked_for_spellings_once_a_word(serve: Serve) -> None:
    def answer(request: Request) -> Answer:
        if request.path == "/suggest/fr":
            return answered({"suggestions": ["école"]})
        found = {"sType": "WORD", "sValue": "ecole"}
        errors = [{**found, "nStart": place, "nEnd": place + 5} for place in (0, 6)]
        return answered({"data": [{"iParagraph": 2, "lGrammarErrors": [], "lSpellingErrors": errors}]})

    server = serve(answer)
    restorer = GrammalecteRestorer(server.url, backoff=0.0)
    assert [restore("x\r\necole ecole", restorer).text for _ in range(2)] == ["x\r\nécole école"] * 2
    assert [request.path for request in server.requests] == ["/gc_text/fr", "/suggest/fr", "/gc_text/fr"]
    assert json.loads(server.requests[0].form["options"])["apos"] is False


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        ({"error": "Executor broken."}, "the field 'data' is None"),
        ({"data": [{"iParagraph": 3, "lGrammarErrors": [], "lSpellingErrors": []}]}, "there is no line 3"),
        (
            {
                "data": [
                    {
                        "iParagraph": 1,
                        "lGrammarErrors": [{"nStart": 0, "nEnd": 9, "sType": "x", "aSuggestions": ["y"]}],
                        "lSpellingErrors": [],
                    }
                ]
            },
            "outside",
        ),
        (
            {
                "data": [
                    {
                        "iParagraph": 1,
                        "lGrammarErrors": [{"nStart": 0, "nEnd": 1, "sType": "x", "aSuggestions": [1]}],
                        "lSpellingErrors": [],
                    }
                ]
            },
            "a suggestion is 1, not a string",
        ),
    ],
)
def test_an_answer_unlike_those_of_grammalecte_is_told(serve: Serve, answer: object, what: str) -> None:
    server = serve(lambda request: answered(answer))
    with pytest.raises(ServerError, match="answers something else than Grammalecte does") as caught:
        GrammalecteRestorer(server.url, backoff=0.0).suggest("leau")
    assert what in str(caught.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"url": "localhost:8081"}, "url='localhost:8081' is not the address of a server"),
        ({"url": "file:///etc/hosts"}, "is not the address of a server"),
        ({"url": "http://"}, "is not the address of a server"),
        ({"url": "http://127.0.0.1:port"}, "is not the address of a server"),
        ({"url": "http://127.0.0.1:99999"}, "is not the address of a server"),
        ({"url": "http://[::1"}, "is not the address of a server"),
        ({"url": "http://127.0.0.1/a b"}, "is not the address of a server"),
        ({"url": "http://127.0.0.1\n"}, "is not the address of a server"),
        ({"url": "http://été.example"}, "is not the address of a server"),
        ({"url": "http://a..example"}, "is not the address of a server"),
        ({"url": f"http://{'a' * 64}.example"}, "is not the address of a server"),
        ({"url": "http://127.0.0.1/?level=picky"}, "is not the address of a server"),
        ({"url": "http://127.0.0.1/#top"}, "is not the address of a server"),
        ({"url": "http://name:word@127.0.0.1"}, "is not the address of a server"),
        ({"url": None}, "url must be a str"),
        ({"timeout": 0}, "timeout=0 is not a number of seconds above 0, at most a day."),
        ({"timeout": float("nan")}, "timeout=nan"),
        ({"timeout": 10**400}, "is not a number of seconds above 0, at most a day."),
        ({"timeout": True}, "timeout=True"),
        ({"backoff": -1}, "backoff=-1 is not a number of seconds, from 0 to a day."),
        ({"backoff": 1e30}, "backoff=1e+30 is not a number of seconds, from 0 to a day."),
        ({"retries": -1}, "retries=-1 is below 0."),
    ],
)
@pytest.mark.parametrize("kind", [LanguageToolRestorer, GrammalecteRestorer])
def test_a_wrong_option_is_told_when_the_restorer_is_made(kind: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(typo.InvalidArgument) as caught:
        kind(**{"url": "http://127.0.0.1:1", **options})
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"level": "picky"}, "must be a tuple of (name, value) pairs"),
        ((("level",),), "(name, value) pairs of strings"),
        ((("text", "x"),), "'text', which is set by the restorer"),
    ],
)
def test_a_wrong_parameter_of_languagetool_is_told(parameters: Any, message: str) -> None:
    with pytest.raises(typo.InvalidArgument) as caught:
        LanguageToolRestorer("http://127.0.0.1:1", parameters=parameters)
    assert message in str(caught.value)


def test_grammar_is_wanted_or_not() -> None:
    with pytest.raises(typo.InvalidArgument, match="grammar='no' is not True or False"):
        GrammalecteRestorer("http://127.0.0.1:1", grammar="no")  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [LanguageToolRestorer, GrammalecteRestorer])
def test_restorers_are_values(kind: Any) -> None:
    restorer = kind("http://127.0.0.1:1", timeout=3.0)
    assert pickle.loads(pickle.dumps(restorer)) == restorer == eval(repr(restorer))
    assert hash(restorer) == hash(kind("http://127.0.0.1:1", timeout=3.0))
