"""The clubs of one process: one pool of connections, each club's books on it, and the tokens that open them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

from ledger.application.club_books import ClubBooks, NotFound, Request, Saved, utc_now
from ledger.names import check_name
from ledger.refusals import Invalid
from ledger.roles import READERS, Role
from ledger.seats import Member
from ledger.store import DIRECTORY, Club, ClubStore, Directory, SharedDatastore, SharedPool, Token, VersionTaken
from ledger.store.tokens import digest_of, new_secret


class MakeSchema(Protocol):
    """Makes a club's row and schema, which is the business of the owner of the database. May be repeated."""

    def __call__(self, *, club: UUID, name: str, currency: str, created_at: datetime) -> object: ...


@dataclass(frozen=True, slots=True)
class Issued:
    """A token that was issued; its secret is None when the command is a repeat, for it is shown once only."""

    saved: Saved
    token: Token
    secret: str | None


def founded_under(key: str) -> UUID:
    """The id of the club that a key founds."""
    return uuid5(NAMESPACE_URL, f"poolbook:club:{key}")


class Clubs:
    """Opens clubs' books. Its pool of connections is opened at the first use, after any fork."""

    def __init__(
        self,
        database_url: str,
        make_schema: MakeSchema,
        clock: Callable[[], datetime] = utc_now,
        new_id: Callable[[], UUID] = uuid4,
    ) -> None:
        self.pool = SharedPool(database_url)
        self.directory = Directory(SharedDatastore(self.pool, DIRECTORY))
        self.clock = clock
        self.new_id = new_id
        self._make_schema = make_schema
        self._books: dict[UUID, ClubBooks] = {}

    def entry(self, club: UUID) -> Club:
        """A club's entry in the directory. Raises NotFound."""
        entry = self.directory.find_club(club)
        if entry is None:
            raise NotFound
        return entry

    def books(self, club: UUID) -> ClubBooks:
        """A club's books. Raises NotFound."""
        if club not in self._books:
            store = ClubStore(SharedDatastore(self.pool, self.entry(club).schema_name))
            self._books[club] = ClubBooks(club, store, self.clock, self.new_id)
        return self._books[club]

    def found(self, request: Request, name: str, currency: str) -> tuple[Club, Issued]:
        """Open a club: its schema, its first event, and an owner's token. One key founds one club.

        Raises KeyReused when the key came with another request before.
        """
        club = founded_under(request.key)
        check_name("name", name)
        self._make_schema(club=club, name=name, currency=currency, created_at=self.clock())
        books = self.books(club)
        books.found(request, currency)
        first = Request(request.actor, f"{request.key}:owner", request.digest)
        return self.entry(club), self.issue_token(books, first, Role.OWNER, None, "the founder's")

    def issue_token(self, books: ClubBooks, request: Request, role: str, member: Member | None, label: str) -> Issued:
        """Issue a token for a role. Its id follows from the key, so that a repeat finds it.

        Raises Invalid for an unknown role, or a player's token without its member, NotFound for a stranger.
        """
        if role not in READERS:
            raise Invalid({"role": [f"one of {', '.join(READERS)}"]})
        if (role == Role.PLAYER) != (member is not None):
            raise Invalid({"member": ["a player's token names its member, and no other does"]})
        secret, token_id = new_secret(), uuid5(books.club_id, f"token:{request.key}")
        saved = books.issue_token(request, token_id, role, member, label)
        token = Token(
            id=token_id,
            club=books.club_id,
            role=role,
            member=member,
            label=label,
            created_at=self.clock(),
            revoked_at=None,
        )
        try:
            self.directory.insert_token(token, digest_of(secret))
        except VersionTaken:
            known = {t.id: t for t in self.directory.tokens(books.club_id)}
            return Issued(saved, known[token_id], None)
        return Issued(saved, token, secret)

    def revoke_token(self, books: ClubBooks, request: Request, token: UUID) -> Saved:
        """Revoke a token, and record it. Raises NotFound.

        It opens nothing from the first moment on, even if the record of it has to be sent again.
        """
        self.directory.revoke_token(books.club_id, token, self.clock())
        return books.revoke_token(request, token)

    def close(self) -> None:
        """Give the connections back."""
        self.pool.close()
