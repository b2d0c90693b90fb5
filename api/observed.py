"""What the service tells those who run it: an id for every request, one line in the log, and numbers at /metrics.

None of it holds what a request says or is answered: no body, no token, no card, no name. A path goes in as the
template of its route, so that neither ids nor what somebody typed there get in.
"""

import logging
import re
from time import perf_counter
from typing import Any
from uuid import uuid4

from flask import Blueprint, Flask, Response, g, request

from api.metrics import Metrics
from api.service import service

log = logging.getLogger(__name__)
blueprint = Blueprint("observed", __name__)

REQUEST_ID = "X-Request-Id"
_FORM = re.compile(r"[A-Za-z0-9._-]{1,64}")
_NOWHERE = "none"


def request_id() -> str:
    """The id of the present request: the one that came with it, if it can be one, or one of our own."""
    if "request_id" not in g:
        given = request.headers.get(REQUEST_ID, "")
        g.request_id = given if _FORM.fullmatch(given) else str(uuid4())
    found: str = g.request_id
    return found


def note_caller(club: object) -> None:
    """Remember for the log whose club the request is about."""
    g.club = str(club) if club else None


def note_problem(name: str, law: int | None, code: str | None) -> None:
    """Remember for the log and the numbers how the request failed."""
    g.outcome, g.law, g.code = name, law, code


def _begin() -> None:
    g.began = perf_counter()
    request_id()


def _end(response: Response) -> Response:
    response.headers[REQUEST_ID] = request_id()
    seconds = perf_counter() - g.get("began", perf_counter())
    line = _line(response, seconds)
    log.info("request", extra={"said": line})
    service().metrics.count(line, seconds)
    return response


def _line(response: Response, seconds: float) -> dict[str, Any]:
    replayed = "Idempotency-Replayed" in response.headers
    return {
        "request": request_id(),
        "method": request.method if request.method in _METHODS else "other",
        "route": request.url_rule.rule if request.url_rule else _NOWHERE,
        "status": response.status_code,
        "outcome": g.get("outcome") or ("replayed" if replayed else "done"),
        "law": g.get("law"),
        "code": g.get("code"),
        "club": g.get("club"),
        "milliseconds": round(seconds * 1000, 1),
    }


_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
"""A method is the client's own word, and any word passes as one: others must not fill the tables of numbers."""


@blueprint.get("/metrics")
def metrics() -> Response:
    """The numbers, as Prometheus reads them. Nothing in them is of one club."""
    return Response(service().metrics.text(service().progress), content_type=Metrics.CONTENT_TYPE)


def register(app: Flask) -> None:
    """Observe every request of this application. Register it last, so that what it sees is the whole answer."""
    app.before_request(_begin)
    app.after_request(_end)
    app.register_blueprint(blueprint)
