"""Forms are taken only from this service's own pages.

A form carries a word that the session holds too, which no other site can know. And browsers say from where a form was
sent: one from elsewhere is refused even with that word.
"""

import hmac
from secrets import token_urlsafe

from flask import request, session

from api.problems import Problem

FIELD = "form"
"""The field of a form that carries the word."""

_OWN = frozenset({"same-origin", "none"})


def word() -> str:
    """The word that the forms of this session carry."""
    if FIELD not in session:
        session[FIELD] = token_urlsafe(32)
    chosen: str = session[FIELD]
    return chosen


def check() -> None:
    """Raise a 403 problem unless the form of this request was sent from a page of this session."""
    expected = session.get(FIELD, "")
    if not expected or not hmac.compare_digest(expected.encode(), request.form.get(FIELD, "").encode()):
        raise Problem(
            "forbidden", "this form is not of your present session: go back, load the page again, and send it"
        )
    if not _sent_from_here():
        raise Problem("forbidden", "this form was sent from another site")


def _sent_from_here() -> bool:
    """What the browser says of the page that sent the form; true where it says nothing.

    Of an origin the host alone counts: behind a proxy the service may not know that the address is a secure one.
    """
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None and site not in _OWN:
        return False
    return origin is None or origin.partition("://")[2] == request.host
