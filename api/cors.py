"""Pages of other origins that may call the API: those that the operator names, with tokens and never with a session."""

import re

from flask import Flask, Response, request
from flask_cors import CORS

PATHS = re.compile(r"/(v1/.*|openapi\.json)")
METHODS = ("GET", "HEAD", "POST")
SENT = (
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "X-Request-Id",
)
"""The headers that such a page may send."""
READ = (
    "Content-Disposition",
    "ETag",
    "Idempotency-Replayed",
    "Link",
    "Location",
    "Poolbook-Position",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "X-Request-Id",
)
"""The headers of answers that it may read besides those that every page may."""
SECONDS_KNOWN = 7200
"""For how long a browser need not ask again what a page may send."""


def register(app: Flask, origins: tuple[str, ...]) -> None:
    """Let pages of these origins call the API of this application; without any, no header says so."""
    if not origins:
        return
    CORS(
        app,
        resources=PATHS,
        # As patterns, because a text with the brackets of an IPv6 address would be read as one.
        origins=[re.compile(re.escape(origin) + r"\Z") for origin in origins],
        methods=METHODS,
        allow_headers=SENT,
        expose_headers=READ,
        max_age=SECONDS_KNOWN,
        supports_credentials=False,
        vary_header=False,
        always_send=False,
        intercept_exceptions=False,
    )
    app.after_request(_vary)


def _vary(response: Response) -> Response:
    """Tell caches that the origin matters, also where the answer is to no such page."""
    if PATHS.fullmatch(request.path):
        response.vary.add("Origin")
    return response
