"""The clubs of one process: one pool of connections, each club's books on it, and the founding of new clubs."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

from ledger.application.club_books import ClubBooks, KeyReused, NotFound, Request, utc_now
from ledger.application.tokens import Issued, Tokens
from ledger.roles import Role
from ledger.store import DIRECTORY, Club, ClubStore, Directory, SharedDatastore, SharedPool
from ledger.store.tokens import new_secret

Fill = Callable[[SharedDatastore], None]
"""Writes a club's first entries through a datastore whose queries all go into one transaction."""


class MakeSchema(Protocol):
    """Makes a club's row and schema unless they exist, and lets `fill` write in it: all of it or nothing.

    The owner of the database does this, one call after another: a second call for the same club finds what the first
    has made.
    """

    def __call__(self, *, club: UUID, name: str, currency: str, created_at: datetime, fill: Fill) -> object: ...


def founded_under(key: str) -> UUID:
    """The id of the club that is founded under a key."""
    return uuid5(NAMESPACE_URL, f"poolbook:club:{key}")


class Clubs:
    """Opens clubs' books. Its pool of connections is opened at the first use, after any fork."""

    def __init__(
        self,
        database_url: str,
        make_schema: MakeSchema,
        clock: Callable[[], datetime] = utc_now,
        new_id: Callable[[], UUID] = uuid4,
        new_secret: Callable[[], str] = new_secret,
    ) -> None:
        self.pool = SharedPool(database_url)
        self.directory = Directory(SharedDatastore(self.pool, DIRECTORY))
        self.clock = clock
        self.new_id = new_id
        self.new_secret = new_secret
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
            datastore = SharedDatastore(self.pool, self.entry(club).schema_name)
            self._books[club] = self._books_on(datastore, club)
        return self._books[club]

    def store_on(self, datastore: SharedDatastore) -> ClubStore:
        """The store of a club's books."""
        return ClubStore(datastore)

    def _books_on(self, datastore: SharedDatastore, club: UUID) -> ClubBooks:
        return ClubBooks(club, self.store_on(datastore), self.clock, self.new_id, self.new_secret)

    def found_club(self, request: Request, name: str, currency: str) -> tuple[Club, Issued]:
        """Found a club: its schema, its first event, and an owner's token, in one transaction. One key founds one club.

        Raises KeyReused when the key came with another request before, Invalid for a name that holds what nobody can
        see.
        """
        club = founded_under(request.key)
        founded: list[tuple[Club, Issued]] = []

        def fill(datastore: SharedDatastore) -> None:
            entry = Directory(datastore).find_club(club)
            assert entry is not None, "the schema of a club is made with its row"
            if (entry.name, entry.currency) != (name, currency):
                raise KeyReused
            books = self._books_on(datastore, club)
            books.found_club(request, name, currency)
            of_owner = Request(request.actor, f"{request.key}:owner", request.digest)
            founded.append((entry, Tokens(books).issue(of_owner, Role.OWNER, None, "the founder's")))

        self._make_schema(club=club, name=name, currency=currency, created_at=self.clock(), fill=fill)
        return founded[0]

    def close(self) -> None:
        """Give the connections back."""
        self.pool.close()
