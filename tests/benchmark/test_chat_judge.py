"""What a judge that is a model says to its server and understands, against a server in this process."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any, NamedTuple

import pytest

from typo.benchmark import Question, Triplet
from typo.benchmark.design import FACTORS, Design
from typo.benchmark.making import make_triplet
from typo.benchmark.review import CRITERIA, INSTRUCTIONS, Case, ChatJudge, cases_of, review
from typo.errors import InvalidArgument
from typo.restore import ServerError

FINE = json.dumps(dict.fromkeys(CRITERIA, False))


class Request(NamedTuple):
    path: str
    headers: dict[str, str]
    body: dict[str, Any]


class Answer(NamedTuple):
    """What the server sends; a status of 0 breaks the connection off, and None waits until the test is over."""

    status: int | None
    body: bytes = b""


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, answer: Callable[[Request], Answer]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer = answer
        self.requests: list[Request] = []
        self.lock = Lock()
        self.over = Event()
        self.url = f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, *_: object) -> None:
        """Say nothing when a client that gave up is not there any more."""


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        request = Request(self.path, dict(self.headers), body)
        with self.server.lock:
            self.server.requests.append(request)
        status, answer = self.server.answer(request)
        if status is None:
            self.server.over.wait()
        elif status:
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
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
        server.over.set()
        server.shutdown()
        server.server_close()


def said(content: object) -> Answer:
    return Answer(200, json.dumps({"choices": [{"message": {"role": "assistant", "content": content}}]}).encode())


@pytest.fixture(scope="module")
def triplet() -> Triplet:
    text = "L'élève étudie la géographie « très tôt » : \"où\" ? \ud800 Avec l'école, l'étude d'Anna."
    question = Question(dataset="d", id="1", fields=(("q", text),), options=("Ici", "Là"), gold=1)
    made = make_triplet(question, FACTORS[1], "test", Design())
    assert isinstance(made, Triplet)
    return made


@pytest.fixture(scope="module")
def case(triplet: Triplet) -> Case:
    return cases_of([triplet])[1]


def judge(url: str, **options: Any) -> ChatJudge:
    return ChatJudge(url=url, model="judge-7b", **{"timeout": 60.0, "backoff": 0.0, **options})


def test_a_case_goes_out_with_the_shared_instructions(serve: Serve, case: Case) -> None:
    server = serve(lambda request: said(FINE))
    reply = judge(f"{server.url}/", api_key="sk-1", extra=(("seed", 3),), max_tokens=99)(case, INSTRUCTIONS)
    assert reply == FINE
    (request,) = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.headers["Authorization"] == "Bearer sk-1"
    assert request.headers["Content-Type"] == "application/json"
    system, user = request.body.pop("messages")
    assert request.body == {"model": "judge-7b", "temperature": 0.0, "max_tokens": 99, "seed": 3}
    assert system["role"] == "system"
    assert system["content"].startswith(INSTRUCTIONS)
    assert all(f'"{name}"' in system["content"] for name in CRITERIA)
    assert user == {"role": "user", "content": case.prompt()}


def test_without_a_key_there_is_no_authorisation(serve: Serve, case: Case) -> None:
    server = serve(lambda request: said(FINE))
    judge(server.url)(case, INSTRUCTIONS)
    assert "Authorization" not in server.requests[0].headers


def test_a_busy_or_broken_server_is_asked_again(serve: Serve, case: Case) -> None:
    answers = iter([Answer(429, b"slow down"), Answer(503), Answer(0), said(FINE)])
    server = serve(lambda request: next(answers))
    assert judge(server.url, retries=3)(case, INSTRUCTIONS) == FINE
    assert len(server.requests) == 4
    assert len({json.dumps(request.body) for request in server.requests}) == 1


def test_after_the_last_retry_the_error_says_what_came(serve: Serve, case: Case) -> None:
    server = serve(lambda request: Answer(503, b"overloaded"))
    with pytest.raises(ServerError, match=r"chat/completions answers with the error 503 .*overloaded"):
        judge(server.url, retries=1)(case, INSTRUCTIONS)
    assert len(server.requests) == 2


def test_a_request_that_is_refused_is_not_sent_again(serve: Serve, case: Case) -> None:
    server = serve(lambda request: Answer(401, b"wrong key"))
    with pytest.raises(ServerError, match=r"the error 401 .*wrong key") as error:
        judge(server.url, api_key="sk-secret")(case, INSTRUCTIONS)
    assert "sk-secret" not in str(error.value)
    assert len(server.requests) == 1


def test_a_silent_server_times_out(serve: Serve, case: Case) -> None:
    server = serve(lambda request: Answer(None))
    with pytest.raises(ServerError, match=r"did not answer within 0\.2 s, asked 2 times"):
        judge(server.url, timeout=0.2, retries=1)(case, INSTRUCTIONS)


def test_a_server_that_is_not_there_says_what_to_start(case: Case) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(ServerError, match=r"cannot be reached .*vllm serve judge-7b"):
        judge(f"http://127.0.0.1:{port}/v1")(case, INSTRUCTIONS)


@pytest.mark.parametrize("body", [b"[]", b"{}", b'{"choices": {}}', b'{"choices": ["x"]}', b'{"choices": [{}]}'])
def test_an_answer_of_another_shape_is_an_error(serve: Serve, case: Case, body: bytes) -> None:
    server = serve(lambda request: Answer(200, body))
    with pytest.raises(ServerError, match="answers something else than chat completions"):
        judge(server.url)(case, INSTRUCTIONS)


def test_an_answer_that_is_not_json_is_an_error(serve: Serve, case: Case) -> None:
    server = serve(lambda request: Answer(200, b"<html>"))
    with pytest.raises(ServerError, match="'<html>', which is not JSON"):
        judge(server.url)(case, INSTRUCTIONS)


@pytest.mark.parametrize("content", [None, "", [{"type": "text"}], "I cannot judge this."])
def test_a_reply_without_a_verdict_goes_to_a_person(serve: Serve, triplet: Triplet, content: object) -> None:
    server = serve(lambda request: said(content))
    found = review([triplet], {"model": judge(server.url), "rule": lambda case, instructions: FINE})
    assert [case.code for case in found.for_person] == [case.code for case in cases_of([triplet])]


def test_no_choices_are_an_invalid_reply(serve: Serve, case: Case) -> None:
    server = serve(lambda request: Answer(200, b'{"choices": []}'))
    assert judge(server.url)(case, INSTRUCTIONS) == ""


def test_two_models_review_with_many_requests_under_way(serve: Serve, triplet: Triplet) -> None:
    many = [
        triplet._replace(question=Question(dataset="d", id=str(n), fields=triplet.question.fields, gold=0))
        for n in range(8)
    ]
    flagged = json.dumps({**dict.fromkeys(CRITERIA, False), "task_relevant_change": True})
    server = serve(lambda request: said(flagged if request.body["model"] == "strict" else FINE))
    judges = {name: ChatJudge(url=server.url, model=name, timeout=60.0) for name in ("strict", "kind")}
    found = review(many, judges, workers=6)
    assert set(found.flagged) == {made.name for made in many}
    assert len(server.requests) == 32
    assert all(kind.passes and not strict.passes for strict, kind in found.verdicts)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"url": "judge.example.org"}, "is not the address of a server"),
        ({"model": ""}, "model is empty"),
        ({"api_key": "a\nb"}, "api_key holds characters that no header can"),
        ({"api_key": ""}, "or nothing"),
        ({"timeout": 0}, "timeout=0 is not a number of seconds above 0"),
        ({"retries": -1}, "retries=-1 is below 0"),
        ({"max_tokens": 0}, "max_tokens=0 is below 1"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        ChatJudge(**{"url": "http://127.0.0.1:1/v1", "model": "m", **options})
