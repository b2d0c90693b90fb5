"""What is no readable HTTP reaches no route: gunicorn answers it, as a problem like every other."""

import http.client
import io
import json
import logging
import socket
from typing import Any

import pytest
from gunicorn.http import errors

from api.headers import ALWAYS, UNLESS_SET, VARY
from api.requests import LARGEST_BODY
from ops.logs import JsonLines
from ops.unreadable import answer_to
from tests.api.problems import refused_as
from tests.ops.conftest import Served

LINE = b"GET /livez HTTP/1.1\r\nHost: poolbook\r\n"

UNREADABLE = [
    (b"GARBAGE\r\n\r\n", 400, "bad-request"),
    (b"G@T /livez HTTP/1.1\r\n\r\n", 400, "bad-request"),
    (b"GET /livez HTTP/7.3\r\n\r\n", 400, "bad-request"),
    (b"GET /livez HTTP/1.1\r\nHost poolbook\r\n\r\n", 400, "bad-request"),
    (LINE + b"Bad Name: x\r\n\r\n", 400, "bad-request"),
    (LINE + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n", 400, "bad-request"),
    (LINE + b"Content-Length: -1\r\n\r\n", 400, "bad-request"),
    (b"GET /" + b"x" * 5_000 + b" HTTP/1.1\r\n\r\n", 414, "uri-too-long"),
    (LINE + b"X-Long: " + b"x" * 9_000 + b"\r\n\r\n", 431, "headers-too-large"),
    (LINE + b"".join(b"X-%d: x\r\n" % n for n in range(200)) + b"\r\n", 431, "headers-too-large"),
    (LINE + b"Expect: wonders\r\n\r\n", 417, "expectation-failed"),
    (LINE + b"Transfer-Encoding: braided, chunked\r\n\r\n", 501, "not-implemented"),
    (LINE + b"Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 501, "not-implemented"),
    (LINE + b"Transfer-Encoding: chunked\r\n\r\nfive\r\n", 400, "malformed"),
    (LINE + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n", 400, "malformed"),
    (LINE + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * LARGEST_BODY, 413, "too-large"),
]


class Heard:
    """The answer to bytes sent on a connection of their own, as the test client has answers."""

    def __init__(self, port: int, data: bytes) -> None:
        with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
            connection.sendall(data)
            answer = http.client.HTTPResponse(connection)
            answer.begin()
            self.text = answer.read().decode()
        self.status_code, self.headers = answer.status, answer.headers
        self.content_type = answer.headers["Content-Type"]

    @property
    def json(self) -> Any:
        return json.loads(self.text)


@pytest.mark.parametrize(("data", "status", "kind"), UNREADABLE)
def test_what_is_no_readable_http_is_answered_as_a_problem_with_the_headers_of_every_answer(
    served: Served, data: bytes, status: int, kind: str
) -> None:
    answer = Heard(served.port, data)
    problem = refused_as(answer, status, kind)
    assert answer.headers["X-Request-Id"] == problem["instance"]
    assert {name: answer.headers[name] for name in (*ALWAYS, *UNLESS_SET)} == {**ALWAYS, **UNLESS_SET}
    assert answer.headers["Vary"] == VARY
    assert answer.headers["Connection"] == "close"


@pytest.mark.parametrize("name", ["SCRIPT_NAME", "PATH_INFO", "REMOTE_ADDR", "HTTP_AUTHORIZATION", "Content_Length"])
def test_no_header_takes_the_place_of_what_the_server_tells_the_application(served: Served, name: str) -> None:
    sent = f"GET /livez HTTP/1.1\r\nHost: h\r\nConnection: close\r\n{name}: /v1/me\r\n\r\n"
    answer = Heard(served.port, sent.encode())
    assert (answer.status_code, answer.json) == (200, {"status": "alive"})


def test_the_log_names_the_kind_of_error_and_nothing_of_what_was_sent() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("ops.unreadable")
    logger.addHandler(handler)
    try:
        for error in (errors.InvalidHeader("Authorization: Bearer pb_secret"), RuntimeError("the hand of A is Ah")):
            assert b"secret" not in answer_to(error)
    finally:
        logger.removeHandler(handler)
    unreadable, failed = (json.loads(line) for line in stream.getvalue().splitlines())
    assert (unreadable["kind"], unreadable["status"]) == ("InvalidHeader", 400)
    assert (failed["kind"], failed["status"], failed["level"]) == ("RuntimeError", 500, "error")
    assert "pb_secret" not in stream.getvalue()
    assert "Ah" not in stream.getvalue()
