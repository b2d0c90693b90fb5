"""Who asks: the token of a request, the club and the role it gives, and whether that role suffices.

The operator's token comes from the settings. What each role may do is said in `ledger.roles`.
"""

import hmac
from dataclasses import dataclass
from math import ceil
from uuid import UUID

from flask import request

from api import observed
from api.problems import Problem
from api.service import service
from ledger.roles import Role
from ledger.store import Actor
from ledger.store.tokens import PREFIX, digest_of
from ledger.telling.redaction import Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who asks. `club` and `token` are None for the operator, `member` for a token that is no member's."""

    club: UUID | None = None
    role: Role
    token: UUID | None = None
    member: str | None = None

    @property
    def reader(self) -> Reader:
        """The caller as redaction knows him."""
        return Reader(self.role, self.member)

    @property
    def actor(self) -> Actor:
        """The caller as the record names him."""
        return Actor(token=str(self.token) if self.token else None, member=self.member, role=self.role)


def identify() -> Caller:
    """Whoever holds the token of this request. Raises a 401 problem, or 429 after too many that were not known."""
    secret = _bearer()
    if _is_operators(secret):
        return Caller(role=Role.OPERATOR)
    guesses, address, digest = service().guesses, request.remote_addr or "", digest_of(secret)
    if (seconds := guesses.wait(address, digest)) > 0:
        raise _too_many(seconds)
    token = service().clubs.directory.find_token(digest) if secret.startswith(PREFIX) else None
    if token is None or token.revoked_at is not None:
        guesses.failed(address)
        why = "this token is not known" if token is None else "this token has been revoked"
        raise _unauthorized(why)
    guesses.succeeded(digest)
    observed.note_caller(token.club)
    return Caller(role=Role(token.role), club=token.club, token=token.id, member=token.member)


def require(caller: Caller, roles: tuple[Role, ...]) -> None:
    """Raise a 403 problem that names the roles which suffice, where the caller's is not one of them."""
    if caller.role not in roles:
        wanted = " or ".join(roles)
        raise Problem("forbidden", f"this takes the role {wanted}, and this token's is {caller.role}")


def _bearer() -> str:
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        raise _unauthorized("send the token as Authorization: Bearer pb_...")
    return secret.strip()


def _is_operators(secret: str) -> bool:
    expected = service().settings.operator_token
    return expected is not None and hmac.compare_digest(digest_of(secret), digest_of(expected))


def _too_many(seconds: float) -> Problem:
    wait = str(ceil(seconds))
    return Problem("too-many", "too many tokens that are not known: wait a little", headers={"Retry-After": wait})


def _unauthorized(detail: str) -> Problem:
    return Problem("unauthorized", detail, headers={"WWW-Authenticate": 'Bearer realm="poolbook"'})
