"""The clubs of one process: one pool of connections, each club's books on it, and the tokens that open them."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

from ledger.application.club_books import ClubBooks, NotFound, Request, utc_now
from ledger.application.tokens import Issued, Tokens
from ledger.names import check_name
from ledger.roles import Role
from ledger.store import DIRECTORY, Club, ClubStore, Directory, SharedDatastore, SharedPool


class MakeSchema(Protocol):
    """Makes a club's row and schema, which is the business of the owner of the database. May be repeated."""

    def __call__(self, *, club: UUID, name: str, currency: str, created_at: datetime) -> object: ...


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
        return self.entry(club), Tokens(books).issue(first, Role.OWNER, None, "the founder's")

    def close(self) -> None:
        """Give the connections back."""
        self.pool.close()
