"""The clubs of one process: one pool of connections, each club's books on it, and the founding of new clubs."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

from ledger.application.club_books import ClubBooks, KeyReused, NotFound, Request, utc_now
from ledger.application.memory import REMEMBERED_EVENTS, Memory
from ledger.application.tokens import Issued, Tokens
from ledger.events.club import ClubFounded
from ledger.roles import Role
from ledger.store import Club, ClubStore, Directory, PinnedDatastore, SharedDatastore, SharedPool, Token
from ledger.store.tokens import new_secret

MOST_TOKENS = 10_000
"""How many tokens a process remembers. When there are more, it forgets them all, and looks them up again."""


def founded_under(key: str) -> UUID:
    """The id of the club that is founded under a key."""
    return uuid5(NAMESPACE_URL, f"poolbook:club:{key}")


class Clubs:
    """Opens clubs' books. Its pool of connections is opened at the first use, after any fork."""

    def __init__(
        self,
        database_url: str,
        clock: Callable[[], datetime] = utc_now,
        new_id: Callable[[], UUID] = uuid4,
        new_secret: Callable[[], str] = new_secret,
        remembered_events: int = REMEMBERED_EVENTS,
    ) -> None:
        self.memory = Memory(remembered_events)
        self.pool = SharedPool(database_url)
        self.directory = Directory(SharedDatastore(self.pool))
        self.clock = clock
        self.new_id = new_id
        self.new_secret = new_secret
        self._books: dict[UUID, ClubBooks] = {}
        self._tokens: dict[bytes, Token] = {}

    def entry(self, club: UUID) -> Club:
        """A club's entry in the directory. Raises NotFound."""
        entry = self.directory.find_club(club)
        if entry is None:
            raise NotFound
        return entry

    def books(self, club: UUID) -> ClubBooks:
        """A club's books. Raises NotFound."""
        if club not in self._books:
            self._books[club] = self._books_on(SharedDatastore(self.pool, self.entry(club).id), self.memory)
        return self._books[club]

    def token(self, digest: bytes, *, look: bool = True) -> Token | None:
        """The token whose secret has this SHA-256, revoked or not.

        One that is known is asked of the club's memory alone; without a `look` it may have been revoked a moment ago,
        and then nothing is saved under it.
        """
        known = self._tokens.get(digest)
        if known is not None:
            memory = self.books(known.club).memory
            if look:
                memory.look()
            if memory.vouches_for(str(known.id)):
                return known
        return self._token_of_list(digest)

    def _token_of_list(self, digest: bytes) -> Token | None:
        token = self.directory.find_token(digest)
        if token is None or token.revoked_at is not None:
            self._tokens.pop(digest, None)
            return token

        def is_in_force() -> bool:
            present = self.directory.find_token(digest, token.club)
            return present is not None and present.revoked_at is None

        self.books(token.club).memory.vouch_for(str(token.id), is_in_force)
        if len(self._tokens) >= MOST_TOKENS:
            self._tokens.clear()
        # Its label can be erased, and so is not remembered.
        self._tokens[digest] = replace(token, label=None)
        return token

    def store_on(self, datastore: SharedDatastore) -> ClubStore:
        """The store of a club's books."""
        return ClubStore(datastore)

    def _books_on(self, datastore: SharedDatastore, memory: Memory) -> ClubBooks:
        store = self.store_on(datastore)
        return ClubBooks(datastore.club, store, self.clock, self.new_id, self.new_secret, memory)

    def found_club(self, request: Request, name: str, currency: str) -> tuple[Club, Issued]:
        """Found a club: its row, its first event, and an owner's token, in one transaction. One key founds one club.

        Raises KeyReused when the key came with another request before, Invalid for a name that holds what nobody can
        see.
        """
        given = Club(id=founded_under(request.key), name=name, currency=currency, created_at=self.clock())
        with SharedDatastore(self.pool).get_connection() as connection, connection.transaction():
            datastore = PinnedDatastore(connection, given.id)
            if Directory(datastore).add_club(given):
                # Nothing of it is remembered, as it may not be committed.
                issued = _first_entries(self._books_on(datastore, Memory()), request, given)
                return given, issued
        entry = self.entry(given.id)
        if (self._founded_as(entry), entry.currency) != (name, currency):
            raise KeyReused
        return entry, _first_entries(self.books(given.id), request, entry)

    def _founded_as(self, club: Club) -> str:
        """The name under which a club was founded, if that is recorded; it may have been renamed since."""
        names = [r.event.name for r in self.books(club.id).recorded(club.id) if isinstance(r.event, ClubFounded)]
        return next((name for name in names if name), club.name)

    def close(self) -> None:
        """Give the connections back."""
        self.pool.close()


def _first_entries(books: ClubBooks, request: Request, club: Club) -> Issued:
    """Record that a club is founded, and issue its owner's token."""
    books.found_club(request, club.name, club.currency)
    of_owner = Request(request.actor, f"{request.key}:owner", request.digest)
    return Tokens(books).issue(of_owner, Role.OWNER, None, "the founder's")
