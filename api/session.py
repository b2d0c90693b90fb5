"""The session of a browser: a signed cookie that holds the digest of the token with which its reader signed in.

Scripts cannot read the cookie, and the token itself is not in it. The token is looked up with every request, so a
reader whose token is revoked is out at once.

A cookie goes with every request to this service, whatever page has sent it. So what a session sends carries a word
too, which stands on the pages of this service and which no other site can know. And browsers say from where something
was sent: what comes from another site is refused even with that word.
"""

import hmac
from datetime import timedelta
from hashlib import sha256
from secrets import token_urlsafe

from flask import Flask, request, session
from flask.sessions import SecureCookieSessionInterface

from api.problems import Problem

LIFETIME = timedelta(days=7)
"""How long a reader stays signed in."""

COOKIE, SECURE_COOKIE = "poolbook", "__Host-poolbook"
"""Browsers take a name with `__Host-` for a secure address only, and then from that host alone."""

WORD_HEADER = "Poolbook-Session"
"""The header of a request to the API that carries the word of the session."""

_DIGEST, _WORD = "token", "form"
_OWN = frozenset({"same-origin", "none"})


class Cookies(SecureCookieSessionInterface):
    """Flask's signed cookie, whose name and flags follow from whether the address is secure."""

    salt = "poolbook-session"
    digest_method = staticmethod(sha256)

    def get_cookie_name(self, app: Flask) -> str:
        return SECURE_COOKIE if request.is_secure else COOKIE

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def get_cookie_samesite(self, app: Flask) -> str:
        # Strict would ask a member to sign in again when he follows a link that another has sent him.
        return "Lax"


def begin(digest: bytes) -> None:
    """Begin the session of the holder of a token that has this digest. Nothing of an earlier session stays."""
    session.clear()
    session.permanent = True
    session[_DIGEST] = digest.hex()


def end() -> None:
    """Take the cookie back."""
    session.clear()


def digest() -> bytes | None:
    """The digest of the token with which the reader signed in with this browser; None where nobody is signed in."""
    held = session.get(_DIGEST)
    return None if held is None else bytes.fromhex(held)


def word() -> str:
    """The word that this session's forms and requests carry."""
    if _WORD not in session:
        session[_WORD] = token_urlsafe(32)
    chosen: str = session[_WORD]
    return chosen


def check(sent: str) -> None:
    """Raise a 403 problem unless this request carries the word of its session and was sent from a page of ours."""
    expected = session.get(_WORD, "")
    if not expected or not hmac.compare_digest(expected.encode(), sent.encode()):
        raise Problem("forbidden", "this is not of your present session: load the page again, and send it again")
    if not sent_from_here():
        raise Problem("forbidden", "this was sent from another site")


def sent_from_here() -> bool:
    """What the browser says of the page that sent the request; true where it says nothing.

    Of an origin the host alone counts: behind a proxy the service may not know that the address is a secure one.
    """
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None and site not in _OWN:
        return False
    return origin is None or origin.partition("://")[2] == request.host


def register(app: Flask) -> None:
    """Keep the sessions of this application in such cookies."""
    app.session_interface = Cookies()
    app.config.update(PERMANENT_SESSION_LIFETIME=LIFETIME, SESSION_REFRESH_EACH_REQUEST=False)
