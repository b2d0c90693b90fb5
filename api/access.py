"""The caller of a request: his token, the club and the role that it gives, and whether that role suffices.

The operator's token comes from the settings. What each role may do is said in `ledger.roles`.
"""

import hmac
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from uuid import UUID

from flask import Flask, Response, g, request

from api import observed, session
from api.problems import EXPIRED, REVOKED, Problem, unauthorized
from api.service import service
from ledger.roles import Role
from ledger.store import Actor, Token
from ledger.store.tokens import FORM, digest_of
from ledger.telling.redaction import Reader

_SAFE = frozenset({"GET", "HEAD"})
"""The methods that record nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Whoever sends a request. `club` and `token` are None for the operator, `member` for a token of no member, and
    `expires_at` for a token that never expires."""

    club: UUID | None = None
    role: Role
    token: UUID | None = None
    member: str | None = None
    expires_at: datetime | None = None

    @property
    def reader(self) -> Reader:
        """The caller as redaction knows him."""
        return Reader(self.role, self.member)

    @property
    def actor(self) -> Actor:
        """The caller as the record names him."""
        return Actor(token=str(self.token) if self.token else None, member=self.member, role=self.role)


def identify(*, writes: bool = False) -> Caller:
    """The caller to whom the token of this request belongs; where it carries none, the reader whose session it is.

    What is read for the request is of one look at his club. What `writes` does without a look: the save names the
    versions that were decided on, and refuses a token that has been revoked.

    Raises what `admit` or `signed_in` raises, and a 403 problem for what a session sends without its word.
    """
    if "Authorization" in request.headers or session.digest() is None:
        return admit(_bearer(), writes=writes)
    if request.method not in _SAFE:
        session.check(request.headers.get(session.WORD_HEADER, ""))
    return signed_in(writes=writes)


def admit(secret: str, *, writes: bool = False) -> Caller:
    """The caller to whom a token belongs.

    Raises a 401 problem for a token that is not known, revoked or expired, and 429 where its address has guessed too
    often, or where a known token asks too often.
    """
    address, guesses = request.remote_addr or "", service().guesses
    digest, seconds = digest_of(secret), guesses.wait(address)
    if _is_operators(digest) and (seconds == 0 or guesses.was_admitted(address, digest)):
        caller: Caller | None = Caller(role=Role.OPERATOR)
        guesses.admitted(address, digest)
    else:
        caller = _holder(secret, digest, look=not writes)
    if caller is None:
        if seconds > 0:
            g.limit = guesses.limit(address)
            raise _too_many("too many tokens that are not known came from this address: wait a little", seconds)
        guesses.failed(address)
        raise unauthorized("this token is not known")
    _count(digest)
    observed.note_caller(caller.club)
    return caller


def signed_in(*, writes: bool = False) -> Caller:
    """The reader whose session the request belongs to.

    Raises a 401 problem where nobody is signed in or his token was revoked or expired since, and 429 where it asks too
    often.
    """
    digest = session.digest()
    if digest is None:
        raise unauthorized("sign in to see this page")
    token = service().clubs.token(digest, look=not writes)
    if token is None:
        raise unauthorized(REVOKED)
    _check_in_force(token)
    _count(digest)
    observed.note_caller(token.club)
    return _caller_of(token)


def require(caller: Caller, roles: tuple[Role, ...]) -> None:
    """Raise a 403 problem that names the roles which suffice, unless the caller has one of them."""
    if caller.role not in roles:
        wanted = " or ".join(roles)
        raise Problem("forbidden", f"this takes the role {wanted}, and this token's is {caller.role}")


def _bearer() -> str:
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        raise unauthorized("send the token as Authorization: Bearer pb_...")
    return secret.strip()


def _is_operators(digest: bytes) -> bool:
    expected = service().settings.operator_token
    return expected is not None and hmac.compare_digest(digest, digest_of(expected))


def _holder(secret: str, digest: bytes, *, look: bool) -> Caller | None:
    """The holder of a club's token; None where no club has issued it. Raises a 401 problem for one not in force."""
    token = service().clubs.token(digest, look=look) if FORM.fullmatch(secret) else None
    if token is None:
        return None
    try:
        _check_in_force(token)
    except Problem:
        service().guesses.failed(request.remote_addr or "")
        raise
    return _caller_of(token)


def _check_in_force(token: Token) -> None:
    """Raise a 401 problem for a token that has been revoked, or has expired by the service's clock."""
    if token.revoked_at is not None:
        raise unauthorized(REVOKED)
    if token.has_expired(service().clubs.clock()):
        raise unauthorized(EXPIRED)


def _caller_of(token: Token) -> Caller:
    """The holder of a token that is in force. From here on the request reads what was looked at."""
    if "reading" not in g:
        g.reading = ExitStack()
        g.reading.enter_context(service().clubs.books(token.club).memory.at_one_look(look=False))
    return Caller(
        role=Role(token.role), club=token.club, token=token.id, member=token.member, expires_at=token.expires_at
    )


def _count(digest: bytes) -> None:
    """Count the request to its token until it has been answered. Raises a 429 problem for one too many."""
    requests = service().requests
    seconds = requests.begin(digest)
    g.limit = requests.limit(digest)
    if seconds > 0:
        raise _too_many("this token sends too many requests: wait a little", seconds)
    g.counted = digest


def _tell_limit(response: Response) -> Response:
    """Add what the sender of the request may still ask to its answer, if he is limited."""
    if "limit" in g:
        response.headers.update(g.limit.headers)
    return response


def _finish(_: BaseException | None) -> None:
    if reading := g.pop("reading", None):
        reading.close()
    if digest := g.pop("counted", None):
        service().requests.end(digest)


def register(app: Flask) -> None:
    """Count the requests of this application to their tokens, say what is left of their limits, and let each read what
    it has looked at."""
    app.after_request(_tell_limit)
    app.teardown_request(_finish)


def _too_many(detail: str, seconds: float) -> Problem:
    return Problem("too-many", detail, headers={"Retry-After": str(ceil(seconds))})
