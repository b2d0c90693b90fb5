"""Every error is answered as a problem document (RFC 9457), in one shape.

This module turns into problems what the pure core and the application raise, and the errors of Flask itself. Those
that the HTTP server answers before Flask is asked have the same names here (`ops.unreadable` sends them).
"""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from math import ceil
from typing import Any

import psycopg
from flask import Flask, Response, json
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException

from api.observed import note_problem, request_id
from ledger.application.club_books import KeyReused, NotFound, RaceLost, Stale
from ledger.application.trail import TooManyRefusals
from ledger.play.legal import OutOfTurn
from ledger.refusals import Invalid, Refused
from ledger.store import UNAVAILABLE, ActorRevoked
from projections.pages import BadCursor

log = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"
CHALLENGE = 'Bearer realm="poolbook"'

REVOKED = "this token has been revoked"
EXPIRED = "this token has expired: ask the club's owner for another"

RETRY_AFTER_SECONDS = 2
"""How long a client is asked to wait when the database is away, or what it reads is not there yet."""

DISK_FULL = "the disk of the database is full: make room, and recording resumes by itself"

TITLES: Mapping[str, tuple[int, str]] = {
    "bad-request": (400, "The request is not HTTP that can be read"),
    "malformed": (400, "The body cannot be read"),
    "unauthorized": (401, "A valid token is needed"),
    "forbidden": (403, "The role of this token does not suffice"),
    "not-found": (404, "There is no such thing here"),
    "method-not-allowed": (405, "This is not done here"),
    "race-lost": (409, "Others wrote at the same time"),
    "stale": (412, "The version named is not the present one"),
    "too-large": (413, "The body is too large"),
    "uri-too-long": (414, "The address is too long"),
    "unsupported-media-type": (415, "The body is not of the kind that is read here"),
    "expectation-failed": (417, "The header Expect asks for something that is not done here"),
    "invalid": (422, "What was said makes no sense"),
    "refused": (422, "The laws, or the state of the table, forbid it"),
    "too-many": (429, "Too many attempts"),
    "headers-too-large": (431, "The headers are too many or too long"),
    "internal": (500, "The service failed"),
    "not-implemented": (501, "The body comes in a transfer coding that is not read here"),
    "unavailable": (503, "The service cannot answer now"),
}
"""The status and the title of every kind of problem. `/problems/` and the name make its type."""

_NAME_BY_STATUS = {status: name for name, (status, _) in TITLES.items() if name != "refused"}
"""The kind of problem for an error of Flask; where a status has several, the last of the table."""


class Problem(Exception):
    """A problem to be answered. `extra` holds further members of the document."""

    def __init__(
        self,
        name: str,
        detail: str,
        *,
        extra: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status, self.title = TITLES[name]
        self.name = name
        self.type = f"/problems/{name}"
        self.detail = detail
        self.extra = dict(extra or {})
        self.headers = dict(headers or {})

    def document(self, instance: str) -> dict[str, Any]:
        """The problem document for the request with the id `instance`."""
        members = {"type": self.type, "title": self.title, "status": self.status, "detail": self.detail}
        return {**members, "instance": instance, **self.extra}

    def response(self) -> Response:
        """The problem as an HTTP response to the present request."""
        body = json.dumps(self.document(request_id()))
        return Response(body, self.status, self.headers, content_type=CONTENT_TYPE)


def invalid(errors: Mapping[str, Any], **extra: Any) -> Problem:
    """What was said cannot be meant; `errors` says what is wrong with each field."""
    detail = "; ".join(f"{name}: {words}" if name else words for name, words in _sentences(errors, ""))
    return Problem("invalid", detail, extra={"errors": dict(errors), **extra})


def _refused(refused: Refused, turn: Mapping[str, Any]) -> Problem:
    """What a law or the table forbids, with the place of the act in its list, or the step of a replay."""
    places = {"step": refused.step, "index": refused.index}
    known = {name: place for name, place in places.items() if place is not None}
    detail = refused.detail if refused.index is None else f"act {refused.index + 1} of the list: {refused.detail}"
    return Problem("refused", detail, extra={"law": refused.law, "code": refused.code, **turn, **known})


def _sentences(messages: Any, name: str) -> Iterator[tuple[str, str]]:
    """The name of each wrong field and what is wrong with it, from marshmallow's nested messages.

    A field within another is named by its path, as in `players.0`; the whole body has no name.
    """
    if isinstance(messages, Mapping):
        for part, inner in messages.items():
            own = part not in _NO_NAMES
            yield from _sentences(inner, ".".join(filter(None, (name, str(part)))) if own else name)
        return
    words = " ".join(map(str, messages)) if isinstance(messages, list) else str(messages)
    yield name, _IN_PLAIN_WORDS.get(words, words).removesuffix(".")


_NO_NAMES = ("_schema", "key", "value")
"""What marshmallow puts in the place of a name: for a whole object, and for the key and the value of a mapping."""

_IN_PLAIN_WORDS: Mapping[str, str] = {
    "Invalid input type.": 'Not an object. Send one, as in {"name": value}.',
    "Invalid type.": 'Not an object. Send one, as in {"name": value}.',
}
"""What marshmallow says of a value that should have been an object, and what is said instead."""


def unauthorized(detail: str) -> Problem:
    """The problem that asks the client for a token that is in force."""
    return Problem("unauthorized", detail, headers={"WWW-Authenticate": CHALLENGE})


def unavailable(detail: str) -> Problem:
    """The problem that asks the client to try again later."""
    return Problem("unavailable", detail, headers={"Retry-After": str(RETRY_AFTER_SECONDS)})


def problem_of(error: Exception) -> Problem:
    """The problem with which an exception is answered."""
    match error:
        case Problem():
            return error
        case OutOfTurn(to_act=to_act, legal=legal):
            turn = {"to_act": to_act, "legal": [asdict(action) for action in legal]}
            return _refused(error, turn)
        case Refused():
            return _refused(error, {})
        case Invalid(index=None):
            return invalid(error.errors)
        case Invalid(index=index):
            return invalid({str(index): error.errors}, index=index)
        case ValidationError():
            return invalid(error.normalized_messages())  # type: ignore[no-untyped-call]
        case BadCursor():
            return invalid({"cursor": ["is none that this list has given"]})
        case KeyReused():
            return invalid({"Idempotency-Key": ["has been used for another request"]})
        case TooManyRefusals():
            wait = str(ceil(error.wait.total_seconds()))
            return Problem("too-many", str(error), headers={"Retry-After": wait})
        case NotFound():
            return Problem("not-found", "this club has nothing by that id")
        case Stale():
            return Problem(
                "stale", str(error), extra={"version": error.version}, headers={"ETag": f'"{error.version}"'}
            )
        case ActorRevoked():
            return unauthorized(REVOKED)
        case RaceLost():
            return Problem("race-lost", "others wrote to the same books, time and again: send it once more")
        case HTTPException():
            return _of_flask(error)
        case _ if isinstance(error, (*UNAVAILABLE, psycopg.OperationalError)):
            return unavailable(DISK_FULL if _is_disk_full(error) else "the database cannot be reached")
    return Problem("internal", "the error has been written to the service's log")


def _is_disk_full(error: BaseException | None) -> bool:
    """Whether an error of the database, or what caused it, is that its disk is full."""
    while error is not None and not isinstance(error, psycopg.errors.DiskFull):
        error = error.__cause__
    return error is not None


_IN_OUR_WORDS: Mapping[int, str] = {
    404: "there is nothing at this address; /openapi.json lists the addresses, and /docs describes them",
    405: "this address is not asked in this way; Allow names the methods that it takes",
}
"""What Flask's own errors say instead of its words, which are for people at a browser."""


def _of_flask(error: HTTPException) -> Problem:
    name = _NAME_BY_STATUS.get(error.code or 500, "malformed" if (error.code or 500) < 500 else "internal")
    allowed = getattr(error, "valid_methods", None)
    headers = {"Allow": ", ".join(sorted(allowed))} if allowed else {}
    words = error.description or error.name
    return Problem(name, _IN_OUR_WORDS.get(error.code or 500, words), headers=headers)


def _answer(error: Exception) -> Response | HTTPException:
    if isinstance(error, HTTPException) and error.code is not None and error.code < 400:
        return error  # A redirect is no error.
    return noted_problem(error).response()


def noted_problem(error: Exception) -> Problem:
    """The problem with which an exception is answered, noted for the log and the metrics."""
    problem = problem_of(error)
    note_problem(problem.name, problem.extra.get("law"), problem.extra.get("code"))
    if problem.status == 500:
        log.error("unexpected error", exc_info=error)
    elif problem.status == 503:
        log.warning("unavailable: %s", error)
    return problem


def register(app: Flask) -> None:
    """Answer every error of this application as a problem."""
    app.register_error_handler(Exception, _answer)
