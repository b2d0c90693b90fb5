"""What the operator sees of every request: its id, one line in the log, and metrics at /metrics.

None of it holds anything from the bodies of requests or answers: no token, no card, no name. Of a path it holds the
template of the route, so that neither ids nor anything typed there get in.
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
    """The id of the present request: the one in its header if that has the right form, or a new one."""
    if "request_id" not in g:
        given = request.headers.get(REQUEST_ID, "")
        g.request_id = given if _FORM.fullmatch(given) else str(uuid4())
    id: str = g.request_id
    return id


def note_caller(club: object) -> None:
    """Remember for the log which club the request is about."""
    g.club = str(club) if club else None


def note_problem(name: str, law: int | None, code: str | None) -> None:
    """Remember for the log and the metrics how the request failed."""
    g.outcome, g.law, g.code = name, law, code


def _begin() -> None:
    g.began = perf_counter()
    request_id()


def _end(response: Response) -> Response:
    response.headers[REQUEST_ID] = request_id()
    seconds = perf_counter() - g.get("began", perf_counter())
    line = _line(response, seconds)
    log.info("request", extra={"said": line})
    service().metrics.count(line, seconds, service().clubs.memory.events)
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
"""The methods that metrics name. A client may send any word as a method; others are counted as `other`."""


@blueprint.get("/metrics")
def metrics() -> Response:
    """The metrics, in the format of Prometheus. None is of a single club."""
    return Response(service().metrics.text(service().standing), content_type=Metrics.CONTENT_TYPE)


def register(app: Flask) -> None:
    """Observe every request of this application. Register it last, so that it sees the complete answer."""
    app.before_request(_begin)
    app.after_request(_end)
    app.register_blueprint(blueprint)
