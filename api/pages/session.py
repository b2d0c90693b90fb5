"""The session of a browser: a signed cookie that holds the digest of the token with which its reader signed in.

Scripts cannot read the cookie, and the token itself is not in it. The token is looked up with every request, so a
reader whose token is revoked is out at once.
"""

from datetime import timedelta
from hashlib import sha256

from flask import Flask, request, session
from flask.sessions import SecureCookieSessionInterface

from api import access
from api.access import Caller
from api.problems import Problem
from ledger.roles import READERS
from ledger.store.tokens import digest_of

LIFETIME = timedelta(days=7)
"""How long a reader stays signed in."""

COOKIE, SECURE_COOKIE = "poolbook", "__Host-poolbook"
"""Browsers take a name with `__Host-` for a secure address only, and then from that host alone."""

_DIGEST = "token"


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


def sign_in(secret: str) -> Caller:
    """Admit the holder of a token, and begin his session.

    Raises what `access.admit` raises, and a 403 problem for the operator's token.
    """
    caller = access.admit(secret)
    if caller.role not in READERS:
        raise Problem("forbidden", "the operator's token opens no books: sign in with the token of a club")
    begin(digest_of(secret))
    return caller


def begin(digest: bytes) -> None:
    """Begin the session of the holder of a token that has this digest. Nothing of an earlier session stays."""
    session.clear()
    session.permanent = True
    session[_DIGEST] = digest.hex()


def end() -> None:
    """Take the cookie back."""
    session.clear()


def has_begun() -> bool:
    """Whether somebody has signed in with this browser, and has not signed out."""
    return _DIGEST in session


def caller() -> Caller:
    """The reader who is signed in. Raises a 401 problem where nobody is, or where his token has been revoked."""
    digest = session.get(_DIGEST)
    if digest is None:
        raise Problem("unauthorized", "sign in to see this page")
    return access.admit_again(bytes.fromhex(digest))


def register(app: Flask) -> None:
    """Keep the sessions of this application in such cookies."""
    app.session_interface = Cookies()
    app.config.update(PERMANENT_SESSION_LIFETIME=LIFETIME, SESSION_REFRESH_EACH_REQUEST=False)
