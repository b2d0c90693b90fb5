"""The clubs of one process: one pool of connections, and each club's books on it."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID, uuid4

from ledger.application import ClubBooks, NotFound, utc_now
from ledger.store import ClubRow, ClubStore, Directory, SharedPool


class Clubs:
    """Opens clubs' books. Build it after a fork: its pool of connections belongs to one process."""

    def __init__(
        self,
        database_url: str,
        clock: Callable[[], datetime] = utc_now,
        new_id: Callable[[], UUID] = uuid4,
    ) -> None:
        self.pool = SharedPool(database_url)
        self.directory = Directory(self.pool)
        self.clock = clock
        self.new_id = new_id
        self._books: dict[UUID, ClubBooks] = {}

    def row(self, club: UUID) -> ClubRow:
        """A club's entry in the directory. Raises NotFound."""
        row = self.directory.club(club)
        if row is None:
            raise NotFound
        return row

    def books(self, club: UUID) -> ClubBooks:
        """A club's books. Raises NotFound."""
        if club not in self._books:
            store = ClubStore(self.pool, self.row(club).schema)
            self._books[club] = ClubBooks(club, store, self.clock, self.new_id)
        return self._books[club]

    def close(self) -> None:
        """Give the connections back."""
        self.pool.close()
