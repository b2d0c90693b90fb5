"""Bodies as they come off the wire: in chunks, too long, broken off."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from werkzeug.test import EnvironBuilder, TestResponse, run_wsgi_app
from werkzeug.wrappers import Request

from api.requests import LARGEST_BODY
from tests.api.house import Desk, House
from tests.api.problems import refused_as


class Chunks:
    """The input of a WSGI server that takes chunked bodies: it ends by itself, or raises what the server raises."""

    def __init__(self, data: bytes, error: Exception | None = None) -> None:
        self._data, self._error = BytesIO(data), error

    def read(self, size: int = -1) -> bytes:
        data = self._data.read(size)
        if not data and self._error:
            raise self._error
        return data


def sent(desk: Desk, path: str, stream: Chunks, length: int | None = None) -> TestResponse:
    """The answer to a POST whose body is read from a stream, as gunicorn hands it over."""
    environ: dict[str, Any] = EnvironBuilder(path, method="POST", headers=desk.headers()).get_environ()
    environ |= {"wsgi.input": stream, "wsgi.input_terminated": True, "CONTENT_TYPE": "application/json"}
    environ.pop("CONTENT_LENGTH", None)
    if length is None:
        environ["HTTP_TRANSFER_ENCODING"] = "chunked"
    else:
        environ["CONTENT_LENGTH"] = str(length)
    return TestResponse(*run_wsgi_app(desk.client.application, environ, buffered=True), request=Request(environ))


@pytest.fixture
def members(house: House) -> Iterator[str]:
    """The path of the club's members, of whom none is entered by what a test refuses."""
    before = house.position()
    yield f"{house.path}/members"
    assert house.position() == before


@pytest.mark.parametrize("over", [1, 2, 64 * 1024, LARGEST_BODY])
def test_a_chunked_body_over_the_limit_is_refused_and_never_cut(house: House, members: str, over: int) -> None:
    body = b'{"name": "F"}'.ljust(LARGEST_BODY + over)
    refused_as(sent(house.owner, members, Chunks(body)), 413, "too-large")


def test_a_chunked_body_of_just_the_limit_is_read(house: House) -> None:
    body = b'{"name": "F"}'.ljust(LARGEST_BODY)
    assert sent(house.owner, f"{house.path}/members", Chunks(body)).status_code == 201


def test_chunks_that_the_server_cannot_read_are_malformed_and_no_error_of_ours(house: House, members: str) -> None:
    for error in (OSError("no more data"), ValueError("invalid chunk size"), RuntimeError("of the server's own")):
        refused_as(sent(house.owner, members, Chunks(b'{"name": ', error)), 400, "malformed")


@pytest.mark.parametrize("part", [b"", b'{"name": "F"}'])
def test_a_body_shorter_than_its_length_is_refused_and_never_taken_for_a_whole_one(
    house: House, members: str, part: bytes
) -> None:
    refused_as(sent(house.owner, members, Chunks(part), length=20), 400, "malformed")


@pytest.mark.parametrize("coding", ["gzip", "br", "identity, gzip", "GZIP"])
def test_a_body_that_claims_to_be_compressed_is_refused_whether_it_is_or_not(
    house: House, members: str, coding: str
) -> None:
    refused_as(house.owner.post(members, {"name": "F"}, Content_Encoding=coding), 415, "unsupported-media-type")


def test_a_body_that_never_came_does_not_begin_a_game(house: House) -> None:
    sitting = house.sit()
    game = house.begin(sitting)
    house.play(game, "deal; C passes; D passes; E passes; A passes; B passes")
    refused_as(sent(house.scorekeeper, f"{sitting}/games", Chunks(b""), length=20), 400, "malformed")
    assert house.owner.get(sitting).json["game"] is None
