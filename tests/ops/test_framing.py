"""Where a request ends, in whatever pieces it arrives."""

from itertools import pairwise

import pytest
from gunicorn.http.errors import InvalidChunkSize, LimitRequestHeaders, UnsupportedTransferCoding
from hypothesis import given
from hypothesis import strategies as st

from ops.framing import LARGEST_HEAD, LARGEST_TRAILER, Incoming, Phase, TooMuchFraming

LARGEST_BODY = 1000
HEAD = b"POST /v1/x HTTP/1.1\r\nHost: h\r\n"

WHOLE = [
    b"GET / HTTP/1.1\r\n\r\n",
    b"\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n",
    HEAD + b"content-length:  5 \r\n\r\nhello",
    HEAD + b"Content-Length: 0\r\n\r\n",
    HEAD + b"Transfer-Encoding: Chunked\r\n\r\n0\r\n\r\n",
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\nA \r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n",
]
"""Requests, each to its last byte."""


def pieces_of(request: bytes, cuts: list[int]) -> list[bytes]:
    """The request cut at these places."""
    places = sorted({0, len(request), *(cut % len(request) for cut in cuts)})
    return [request[start:end] for start, end in pairwise(places)]


@given(st.sampled_from(WHOLE), st.lists(st.integers(0, 10_000), max_size=8))
def test_a_request_is_ready_with_its_last_byte_and_not_before(request: bytes, cuts: list[int]) -> None:
    incoming = Incoming(LARGEST_BODY)
    for piece in pieces_of(request, cuts):
        assert incoming.phase is not Phase.READY
        incoming.feed(piece)
    assert (incoming.phase, incoming.cut, incoming.error) == (Phase.READY, False, None)
    assert bytes(incoming.data) == request


@given(st.sampled_from(WHOLE))
def test_a_request_is_ready_byte_by_byte(request: bytes) -> None:
    incoming = Incoming(LARGEST_BODY)
    for n in range(len(request)):
        assert incoming.phase is not Phase.READY
        incoming.feed(request[n : n + 1])
    assert incoming.phase is Phase.READY


def test_what_follows_a_request_is_kept() -> None:
    incoming = Incoming(LARGEST_BODY)
    incoming.feed(WHOLE[2] + WHOLE[0])
    assert incoming.phase is Phase.READY
    assert bytes(incoming.data) == WHOLE[2] + WHOLE[0]


@pytest.mark.parametrize(
    ("data", "phase"),
    [
        (b"", Phase.NOTHING),
        (b"G", Phase.HEAD),
        (HEAD, Phase.HEAD),
        (HEAD + b"Content-Length: 5\r\n\r\n", Phase.BODY),
        (HEAD + b"Content-Length: 5\r\n\r\nhell", Phase.BODY),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", Phase.BODY),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\nTrailer: t\r\n", Phase.BODY),
    ],
)
def test_a_request_that_is_not_whole_says_what_is_awaited(data: bytes, phase: Phase) -> None:
    incoming = Incoming(LARGEST_BODY)
    incoming.feed(data)
    assert incoming.phase is phase


@pytest.mark.parametrize(
    "fields",
    [
        b"Host: h\nContent-Length: 5",
        b"Content-Length: 5\r\nContent-Length: 5\r\n\r\n",
        b"Content-Length: five\r\n\r\n",
        b"Content-Length: -1\r\n\r\n",
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"Content-Length: 5\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
    ],
)
def test_what_gunicorn_will_refuse_is_not_waited_for(fields: bytes) -> None:
    incoming = Incoming(LARGEST_BODY)
    incoming.feed(b"POST / HTTP/1.1\r\n" + fields)
    assert (incoming.phase, incoming.error) == (Phase.READY, None)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (HEAD + b"X: " + b"x" * LARGEST_HEAD, LimitRequestHeaders),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\nfive\r\n", InvalidChunkSize),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello!!", InvalidChunkSize),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"0" * (LARGEST_TRAILER + 1), InvalidChunkSize),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1;" + b"x" * 5000 + b"\r\n", None),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\nX: " + b"x" * LARGEST_TRAILER, LimitRequestHeaders),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + (b"1;" + b"x" * 5000 + b"\r\ny\r\n") * 14, TooMuchFraming),
        (HEAD + b"Transfer-Encoding: gzip\r\n\r\n", UnsupportedTransferCoding),
        (HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n", UnsupportedTransferCoding),
        (HEAD + b"Transfer-Encoding: identity, chunked\r\n\r\n", UnsupportedTransferCoding),
        (HEAD + b"Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n", UnsupportedTransferCoding),
        (HEAD + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", UnsupportedTransferCoding),
        (HEAD + b"Transfer-Encoding:\r\n\r\n", UnsupportedTransferCoding),
    ],
)
def test_framing_that_is_too_large_or_makes_no_sense_is_an_error(data: bytes, error: type[Exception] | None) -> None:
    incoming = Incoming(LARGEST_BODY)
    incoming.feed(data)
    assert type(incoming.error) is (error or type(None))
    assert (incoming.phase is Phase.READY) == (error is not None)


@pytest.mark.parametrize(
    "body",
    [
        b"Content-Length: 1001\r\n\r\n",
        b"Content-Length: 99999999999999999999\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n3E9\r\n" + b"x" * 1001,
        b"Transfer-Encoding: chunked\r\n\r\n" + b"1F4\r\n" + b"x" * 500 + b"\r\nFFFFFF\r\n" + b"y" * 501,
    ],
)
def test_a_body_over_the_limit_is_cut_and_known_to_be(body: bytes) -> None:
    incoming = Incoming(LARGEST_BODY)
    incoming.feed(HEAD + body)
    assert (incoming.phase, incoming.cut) == (Phase.READY, True)


def test_a_client_that_waits_to_be_asked_for_the_body_is_noticed() -> None:
    incoming = Incoming(LARGEST_BODY)
    incoming.feed(HEAD + b"Expect: 100-Continue\r\nContent-Length: 5\r\n\r\n")
    assert (incoming.phase, incoming.expects_continue) == (Phase.BODY, True)
