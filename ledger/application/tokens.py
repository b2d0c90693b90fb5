"""Tokens issued and revoked: the club's record and the list of tokens change in one transaction.

The caller decides who may do either.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from uuid import UUID

from ledger.application.club_books import ClubBooks, NotFound, Request, Saved, Write
from ledger.events.club import TokenIssued, TokenRevoked
from ledger.names import check_name
from ledger.refusals import Invalid
from ledger.roles import READERS, Role
from ledger.seats import Member
from ledger.store import Recorded, Token
from ledger.store.directory import insert_token, revoke_token
from ledger.store.tokens import digest_of


@dataclass(frozen=True, slots=True)
class Issued:
    """A token that was issued. `secret` is None for a repeat of the request: it is shown once only."""

    saved: Saved
    token: Token
    secret: str | None


class Tokens:
    """The tokens of one club."""

    def __init__(self, books: ClubBooks) -> None:
        self.books = books

    def issue(
        self, request: Request, role: str, member: Member | None, label: str, expires_at: str | None = None
    ) -> Issued:
        """Issue a token for a role. From `expires_at` (RFC 3339, UTC) on it opens nothing.

        Raises Invalid for an unknown role, for a player's token without its member, for a label that holds what
        nobody can see, or for a time that is not in the future; NotFound for a member whom the club does not know.
        """
        if role not in READERS:
            raise Invalid({"role": [f"one of {', '.join(READERS)}"]})
        if (role == Role.PLAYER) != (member is not None):
            raise Invalid({"member": ["a player's token names its member, and no other does"]})
        secret = self.books.new_secret()
        digest = digest_of(secret)

        def decision() -> list[Write]:
            club = self.books.club()
            request.decided_on(club.version)
            check_name("label", label)
            if member is not None and member not in club.members:
                raise NotFound
            self._check_in_future(expires_at)
            issued = TokenIssued(
                token=str(self.books.new_id()),
                role=role,
                member=member,
                digest=digest.hex(),
                expires_at=expires_at,
                label=label,
            )
            listed = partial(insert_token, self.books.club_id, issued, digest)
            return [Write(self.books.club_id, club.version, [issued], [listed])]

        saved = self.books.carry_out(request, decision)
        return Issued(saved, self._after(saved), None if saved.replayed else secret)

    def revoke(self, request: Request, token: UUID) -> tuple[Saved, Token]:
        """Revoke a token: from then on it opens nothing. Raises NotFound for one that is not in force."""

        def decision() -> list[Write]:
            club = self.books.club()
            request.decided_on(club.version)
            if str(token) not in club.tokens:
                raise NotFound
            listed = partial(revoke_token, self.books.club_id, token)
            return [Write(self.books.club_id, club.version, [TokenRevoked(token=str(token))], [listed])]

        saved = self.books.carry_out(request, decision)
        return saved, self._after(saved)

    def _check_in_future(self, expires_at: str | None) -> None:
        if expires_at is not None and datetime.fromisoformat(expires_at) <= self.books.clock():
            raise Invalid({"expires_at": ["is past: name a time to come"]})

    def _after(self, saved: Saved) -> Token:
        """The token that a command issued or revoked, as the record has it after that command.

        The list has no row for the tokens of a club that was brought back from its log.
        """
        record = self.books.recorded(self.books.club_id)[: saved.last]
        (*_, last) = record
        assert isinstance(last.event, TokenIssued | TokenRevoked)
        events = [recorded for recorded in record if _token_of(recorded) == last.event.token]
        issued = events[0].event
        assert isinstance(issued, TokenIssued)
        token = Token(
            id=UUID(issued.token),
            club=self.books.club_id,
            role=issued.role,
            member=issued.member,
            label=issued.label,
            created_at=events[0].at,
            expires_at=datetime.fromisoformat(issued.expires_at) if issued.expires_at else None,
        )
        return token if last.event is issued else replace(token, revoked_at=last.at)


def _token_of(recorded: Recorded) -> str | None:
    event = recorded.event
    return event.token if isinstance(event, TokenIssued | TokenRevoked) else None
