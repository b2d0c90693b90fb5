"""The answer to a request that gunicorn cannot read, which therefore never reaches the application.

gunicorn by itself would answer it with a page of HTML, and log the line that it could not read, in which there may be
a token. The answer made here is a problem document with the headers of every other answer, and the log gets the kind
of error alone.
"""

import json
import logging
from email.utils import formatdate
from http import HTTPStatus
from uuid import uuid4

from gunicorn.http import errors  # type: ignore[import-untyped]

from api.headers import ALWAYS, UNLESS_SET, VARY
from api.observed import REQUEST_ID
from api.problems import CONTENT_TYPE, Problem
from ops.framing import TooMuchFraming

log = logging.getLogger(__name__)

_INTERNAL = "the error has been written to the service's log"
_PROBLEMS: tuple[tuple[tuple[type[Exception], ...], str, str], ...] = (
    (
        (errors.InvalidResponseHeader, errors.InvalidResponseHeaderName, errors.ConfigurationProblem),
        "internal",
        _INTERNAL,
    ),
    ((errors.LimitRequestLine,), "uri-too-long", "the request line is too long: shorten the address"),
    ((errors.LimitRequestHeaders,), "headers-too-large", "the headers are too many or too long: send fewer, shorter"),
    ((errors.ExpectationFailed,), "expectation-failed", "send the header Expect as 100-continue, or not at all"),
    ((errors.UnsupportedTransferCoding,), "not-implemented", "send the body chunked, or with its Content-Length"),
    ((TooMuchFraming,), "too-large", "the body comes in chunks so small that they are too large together"),
    (
        (errors.InvalidChunkSize, errors.ChunkMissingTerminator, errors.InvalidChunkExtension),
        "malformed",
        "the chunks of the body cannot be read: send it again",
    ),
    ((errors.ParseException,), "bad-request", "the request line or a header is malformed"),
)
"""The problem for each error of gunicorn; the first kind that fits counts."""


def problem_of(error: Exception) -> Problem:
    """The problem with which an error of gunicorn is answered."""
    for kinds, name, detail in _PROBLEMS:
        if isinstance(error, kinds):
            return Problem(name, detail)
    return Problem("internal", _INTERNAL)


def as_http(problem: Problem, request_id: str) -> bytes:
    """The whole HTTP response with a problem, after which the connection is closed."""
    body = json.dumps(problem.document(request_id)).encode()
    headers = {
        "Date": formatdate(usegmt=True),
        "Connection": "close",
        "Content-Type": CONTENT_TYPE,
        "Content-Length": str(len(body)),
        "Vary": VARY,
        REQUEST_ID: request_id,
        **ALWAYS,
        **UNLESS_SET,
    }
    first = f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}"
    return "\r\n".join([first, *(f"{name}: {value}" for name, value in headers.items()), "", ""]).encode() + body


def answer_to(error: Exception) -> bytes:
    """The answer to a request that ended in an error of gunicorn or, unexpectedly, of another; the log gets a line."""
    problem, request_id = problem_of(error), str(uuid4())
    line = {"request": request_id, "status": problem.status, "outcome": problem.name, "kind": type(error).__name__}
    if problem.name == "internal":
        log.error("unexpected error", exc_info=error, extra={"said": line})
    else:
        log.warning("unreadable request", extra={"said": line})
    return as_http(problem, request_id)
