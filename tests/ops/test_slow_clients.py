"""Clients that send half a request, read no answer, or never close, hold up nobody else."""

import errno
import os
import runpy
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from selectors import DefaultSelector
from threading import Thread
from typing import Any

import pytest
from gunicorn.app.base import BaseApplication
from gunicorn.errors import ConfigError
from gunicorn.glogging import Logger

from api.requests import LARGEST_BODY
from ops import buffering, connection
from ops.buffering import BufferingWorker
from ops.serving import WORKER_CLASS
from tests.ops.conftest import PATIENCE, ROOT, Served

PROMPT = 5.0
"""Seconds in which an answer comes whatever others do: far less than any time limit that a slow client has."""

THREADS = 2
LARGE = b"x" * 500_000
"""More than the kernel takes of an answer that a client with a small window does not read."""


def app(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
    """Answers with the body that was sent; `/large` with a large one, `/parts` with many such."""
    path, body = environ["PATH_INFO"], environ["wsgi.input"].read()
    if path == "/broken":
        raise RuntimeError
    answer = [LARGE] if path == "/large" else [LARGE] * 8 if path == "/parts" else [body or b"-"]
    start_response("200 OK", [("Content-Length", str(sum(map(len, answer))))])
    return answer


class Application(BaseApplication):
    """An application of gunicorn that reads its settings from its arguments alone."""

    def __init__(self, **options: Any) -> None:
        self.options = options
        super().__init__()

    def load_config(self) -> None:
        for name, value in {"threads": THREADS, "keepalive": 5, "sendfile": False, **self.options}.items():
            self.cfg.set(name, value)


@dataclass
class Serving:
    """A worker that serves in a thread of the test."""

    worker: BufferingWorker
    port: int
    clients: ExitStack

    def connect(self, sent: bytes) -> socket.socket:
        """A client's socket, with these bytes sent. It is closed when the test is over."""
        client = self.clients.enter_context(socket.socket())
        client.settimeout(PATIENCE)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", self.port))
        client.sendall(sent)
        return client

    def exchange(self, sent: bytes) -> bytes:
        """Everything that is answered to these bytes, until the connection is closed."""
        return everything_from(self.connect(sent))


def everything_from(client: socket.socket) -> bytes:
    return b"".join(iter(lambda: client.recv(65536), b""))


def check_prompt(port: int, body: bytes = b"prompt") -> None:
    """A request on a new connection is answered before a slow client's time is over."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=PROMPT)) as client:
        client.request("POST", "/", body)
        assert client.getresponse().read() == body


Serve = Callable[..., Serving]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts a worker with settings of gunicorn."""
    with ExitStack() as stack:

        def begin(**options: Any) -> Serving:
            cfg = Application(**options).cfg
            listener = socket.create_server(("127.0.0.1", 0), backlog=512)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            port = listener.getsockname()[1]
            worker = BufferingWorker(0, os.getppid(), [listener], None, 30, cfg, Logger(cfg))
            worker.tpool, worker.wsgi = worker.get_thread_pool(), app
            worker.poller = DefaultSelector()
            worker.method_queue.init()
            thread = Thread(target=worker.run)
            thread.start()
            stack.callback(worker.tmp.close)
            stack.callback(thread.join)
            stack.callback(worker.handle_exit, None, None)
            return Serving(worker, port, stack)

        yield begin


HALVES = {
    "nothing": b"",
    "half a head": b"POST / HTTP/1.1\r\nHost: h\r\nX: ",
    "half a body": b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nhalf",
    "half a chunk": b"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nhalf",
    "half a body after a whole request": b"GET / HTTP/1.1\r\nHost: h\r\n\r\n"
    b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nhalf",
    "a large answer unread": b"GET /large HTTP/1.1\r\nHost: h\r\n\r\n",
    "an answer, and the connection kept open": b"GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
    "too large a body begun": b"POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\nx",
}
"""What slow clients send, and then leave at that."""


@pytest.mark.parametrize("name", HALVES)
def test_a_hundred_slow_clients_hold_up_nobody(serve: Serve, name: str) -> None:
    serving = serve()
    for _ in range(100):
        serving.connect(HALVES[name])
    for _ in range(3):
        check_prompt(serving.port)


@pytest.mark.parametrize(("name", "limit"), [("nothing", "HEAD_SECONDS"), ("half a head", "HEAD_SECONDS")])
def test_a_head_has_a_time_limit(serve: Serve, monkeypatch: pytest.MonkeyPatch, name: str, limit: str) -> None:
    monkeypatch.setattr(buffering, limit, 0.2)
    assert serve().exchange(HALVES[name]) == b""


@pytest.mark.parametrize("name", ["half a body", "half a chunk"])
def test_a_body_has_a_time_limit(serve: Serve, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(buffering, "BODY_SECONDS", 0.2)
    assert serve().exchange(HALVES[name]) == b""


def test_a_byte_now_and_then_lengthens_no_limit(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buffering, "HEAD_SECONDS", 0.3)
    client = serve().connect(b"POST / HTTP/1.1\r\n")

    def drip() -> None:
        while True:
            client.sendall(b"X")
            time.sleep(0.05)

    with pytest.raises(OSError, match=r"Broken pipe|reset by peer"):
        drip()


def test_a_client_that_reads_no_answer_has_a_time_limit(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buffering, "ANSWER_SECONDS", 0.2)
    serving = serve()
    serving.connect(HALVES["a large answer unread"])
    wait_until(lambda: len(serving.worker.connections) == 1)
    wait_until(lambda: not serving.worker.connections)


def test_a_thread_that_makes_more_of_an_answer_waits_for_a_time_only(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "STALL_SECONDS", 0.2)
    monkeypatch.setattr(connection, "MOST_UNSENT", 100_000)
    serving = serve()
    for _ in range(2 * THREADS):
        serving.connect(b"GET /parts HTTP/1.1\r\nHost: h\r\n\r\n")
    check_prompt(serving.port)
    wait_until(lambda: not serving.worker.connections)


def test_a_client_that_never_closes_is_left_after_a_time(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buffering, "LINGER_SECONDS", 0.2)
    serving = serve()
    serving.connect(HALVES["an answer, and the connection kept open"])
    wait_until(lambda: len(serving.worker.connections) == 1)
    wait_until(lambda: not serving.worker.connections)


def test_an_idle_connection_is_kept_for_a_time(serve: Serve) -> None:
    assert serve(keepalive=1).exchange(b"GET / HTTP/1.1\r\nHost: h\r\n\r\n").endswith(b"\r\n\r\n-")


def test_where_there_are_too_many_the_longest_waiting_goes(serve: Serve) -> None:
    serving = serve(worker_connections=20)
    slow = [serving.connect(HALVES["half a body"]) for _ in range(60)]
    for _ in range(3):
        check_prompt(serving.port)
    assert len(serving.worker.connections) <= 20
    assert slow[0].recv(1) == b"", "the first was closed"


def test_where_they_take_too_much_memory_those_that_take_most_go(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buffering, "MOST_BUFFERED", 1_000_000)
    serving = serve()
    little = serving.connect(HALVES["half a body"])
    much = [serving.connect(b"POST / HTTP/1.1\r\nContent-Length: 500000\r\n\r\n" + b"x" * 400_000) for _ in range(5)]
    wait_until(lambda: len(serving.worker.connections) == 3)
    little.sendall(b"x" * 96)
    assert little.recv(65536).endswith(b"half" + b"x" * 96)
    assert sum(client.fileno() > 0 for client in much) == 5


def test_no_file_left_to_open_ends_a_slow_client_and_not_the_worker(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    serving = serve()
    slow = serving.connect(HALVES["half a head"])
    wait_until(lambda: len(serving.worker.connections) == 1)
    failing = [OSError(errno.EMFILE, "Too many open files")]
    accept = socket.socket.accept

    def fail_once(listener: socket.socket) -> Any:
        if failing:
            raise failing.pop()
        return accept(listener)

    monkeypatch.setattr(socket.socket, "accept", fail_once)
    check_prompt(serving.port)
    assert slow.recv(1) == b""


def test_a_stopping_worker_answers_what_it_has_and_ends_soon(serve: Serve) -> None:
    serving = serve(graceful_timeout=2)
    answered, half = serving.connect(b"GET / HTTP/1.1\r\nHost: h\r\n\r\n"), serving.connect(HALVES["half a body"])
    assert answered.recv(65536).endswith(b"-")
    wait_until(lambda: len(serving.worker.connections) == 2)
    began = time.monotonic()
    serving.worker.handle_exit(None, None)
    half.sendall(b"x" * 96)
    assert half.recv(65536).endswith(b"half" + b"x" * 96)
    wait_until(lambda: not serving.worker.connections)
    assert time.monotonic() - began < 5.0


# What an ordinary client may expect


def test_one_connection_serves_many_requests_of_every_form(serve: Serve) -> None:
    with closing(HTTPConnection("127.0.0.1", serve().port, timeout=PATIENCE)) as client:
        sockets = set()
        for body in (b"", b"hello", b"x" * LARGEST_BODY, iter([b"in ", b"chunks"])):
            client.request("POST", "/", body)
            sockets.add(client.sock)
            assert len(client.getresponse().read()) in (1, 5, LARGEST_BODY, 9)
        assert len(sockets) == 1, "the connection was kept"


def test_requests_sent_at_once_are_answered_in_their_order(serve: Serve) -> None:
    sent = [b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\n%d" % n for n in range(9)]
    last = b"GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
    answer = serve().exchange(b"".join([*sent, last]))
    assert [part[:1] for part in answer.split(b"\r\n\r\n")[1:]] == [b"%d" % n for n in range(9)] + [b"-"]


def test_a_large_answer_arrives_whole_however_slowly_it_is_read(serve: Serve) -> None:
    serving = serve()
    for path, times in ((b"/large", 1), (b"/parts", 8)):
        client = serving.connect(b"GET %s HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n" % path)
        time.sleep(0.3)
        assert everything_from(client).partition(b"\r\n\r\n")[2] == times * LARGE


def test_a_client_that_waits_to_be_asked_for_its_body_is_asked_once(serve: Serve) -> None:
    head = b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 5\r\nConnection: close\r\n\r\n"
    client = serve().connect(head)
    assert client.recv(65536) == b"HTTP/1.1 100 Continue\r\n\r\n"
    client.sendall(b"hello")
    answer = everything_from(client)
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    assert answer.endswith(b"\r\n\r\nhello")


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\nHost: h\n\n", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfive\r\n", 400),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * 70_000, 431),
        (b"GET /broken HTTP/1.1\r\nHost: h\r\n\r\n", 500),
    ],
)
def test_what_cannot_be_read_is_refused_and_the_connection_closed(serve: Serve, sent: bytes, status: int) -> None:
    answer = serve().exchange(sent)
    assert answer.startswith(b"HTTP/1.1 %d " % status), answer
    assert answer.count(b"HTTP/1.1 ") == 1


def test_what_follows_a_body_that_was_cut_is_never_read_as_a_request(serve: Serve) -> None:
    smuggled = b"GET /large HTTP/1.1\r\nHost: h\r\n\r\n"
    sent = b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (LARGEST_BODY + 1)
    answer = serve().exchange(sent + smuggled)
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"Connection: close" in answer


def test_tls_is_refused_rather_than_ignored() -> None:
    cfg = Application(certfile=__file__).cfg
    with pytest.raises(ConfigError, match="speaks no TLS"):
        BufferingWorker.check_config(cfg, None)


# The service


def test_production_has_the_same_worker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("POOLBOOK_DATA_DIR", str(tmp_path))
    configured = runpy.run_path(str(ROOT / "ops" / "gunicorn.conf.py"))
    assert (configured["worker_class"], configured["sendfile"]) == (WORKER_CLASS, False)
    module, _, name = WORKER_CLASS.rpartition(".")
    assert (module, name) == (BufferingWorker.__module__, BufferingWorker.__name__)


def test_writes_go_on_under_an_attack_by_slow_clients(own: Served) -> None:
    path, token = f"/v1/clubs/{own.club}/members", f"Authorization: Bearer {own.token}\r\n"
    head = f"POST {path} HTTP/1.1\r\nHost: h\r\n{token}Content-Type: application/json\r\n"
    halves = [
        head.encode(),
        f'{head}Content-Length: 30\r\n\r\n{{"name": '.encode(),
        f"{head}Transfer-Encoding: chunked\r\n\r\n1E\r\n".encode(),
    ]
    with ExitStack() as stack:
        for half in halves:
            for _ in range(100):
                client = stack.enter_context(socket.socket())
                client.connect(("127.0.0.1", own.port))
                client.sendall(half)
        for n in range(5):
            began = time.monotonic()
            assert own.post(path, {"name": f"Prompt {n}"})["name"] == f"Prompt {n}"
            assert time.monotonic() - began < PROMPT


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)
