"""The headers of every answer: for whom it is, how long it may be cached, and what a browser may do with it."""

from flask import Flask, Response

ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
VARY = "Authorization, Accept-Encoding"
UNLESS_SET = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}


def _complete(response: Response) -> Response:
    response.headers.update(ALWAYS)
    response.vary.update(VARY.split(", "))
    for name, value in UNLESS_SET.items():
        response.headers.setdefault(name, value)
    return response


def register(app: Flask) -> None:
    """Add these headers to every answer of this application."""
    app.after_request(_complete)
