"""Follow the clubs: fold batches of each log into the club's read tables, rows and position in one transaction.

One follower works in a database at a time: the one that holds the advisory lock. It takes a batch of each club that has
gone on, in turn, until none is behind. Then it waits for the hint that every save sends, but never longer than a
second, because a hint can be lost: which clubs have gone on is also in their rows, behind an index, so that clubs in
which nothing happens cost nothing. A club whose projection fails is stopped, with an error in the log, while the
others are followed; one whose part of the database is away is asked again later and later. Recording never waits for
any of this.

Two followers may both believe that they lead, for example after a broken connection. Even then no event is folded
twice: a batch is folded only if the position, read under the lock of that club's tables, has not moved since.

After folding, the follower signs the log as far as it is in the tree (`signing`), in a transaction of its own. A
failure to sign does not stop the club; a log that contradicts a signed checkpoint does.
"""

import logging
from collections.abc import Sequence
from math import inf
from time import monotonic
from typing import Any
from uuid import UUID

import psycopg
from eventsourcing.persistence import PersistenceError
from psycopg import Connection

from ledger.store import AWAY, CHANNEL, ClubStore, SharedDatastore, SharedPool
from ledger.store.errors import part_is_away
from projections import READ_MODELS
from projections.leading import POLL_SECONDS, STEP_SECONDS, Leader
from projections.read_model import ReadModel
from projections.signing import Sealer, Signer
from projections.tables import DO_NOT_WAIT_FOR_THE_DISK, ReadTables

BATCH = 500

_GONE_ON = "SELECT id FROM poolbook.clubs WHERE gone_on"
_STOPPED = "SELECT club FROM poolbook.projection_failure"

log = logging.getLogger(__name__)


class ClubFollower:
    """Folds the log of one club into its read tables, and signs it if there is a sealer."""

    def __init__(
        self,
        store: ClubStore,
        tables: ReadTables,
        models: Sequence[ReadModel] = READ_MODELS,
        sealer: Sealer | None = None,
    ) -> None:
        self.store = store
        self.tables = tables
        self.position = 0
        self._models = models
        self._sealer = sealer

    @property
    def signing_due(self) -> float:
        """The monotonic time at which the log is to be signed, even if nothing is left to fold; inf if never."""
        due = self._sealer.due if self._sealer else None
        return inf if due is None else due

    @property
    def is_idle(self) -> bool:
        """Whether nothing would be lost if this were made anew: nothing is to be signed, now or soon."""
        return self._sealer is None or self._sealer.is_idle

    def advance(self, limit: int = BATCH) -> int:
        """Fold the next events of the log, at most `limit`; how many. 0 also if another process works on the tables.

        Raises whatever a projection raises; then nothing has changed. Raises LogChanged if the log contradicts a signed
        checkpoint; then the batch may have been folded already, and stays so.
        """
        folded = self._fold(limit)
        if self._sealer:
            if folded is None:
                self._sealer.wait()
            else:
                self._sealer.folded(folded, caught_up=folded < limit)
        return folded or 0

    def _fold(self, limit: int) -> int | None:
        """Fold a batch; how many events it had. None if another process works on the tables."""
        position = self.tables.position()
        batch = list(self.store.notifications(position, limit))
        if position == 0:
            self.tables.begin()
        if not batch:
            self.position = position
            return 0
        with self.tables.transaction() as cursor:
            cursor.execute(DO_NOT_WAIT_FOR_THE_DISK)
            if self.tables.try_lock(cursor) != position:
                return None
            for model in self._models:
                model.apply(cursor, batch)
            self.tables.clear_failure(cursor)
            self.tables.move_to(cursor, batch[-1].position)
        self.position = batch[-1].position
        return len(batch)

    def rest(self) -> None:
        """Note in the club's row that nothing is left to fold or sign, unless it has gone on meanwhile."""
        if self.signing_due == inf:
            self.tables.rest_at(self.position)

    def advance_singly(self, events: int = BATCH) -> int:
        """Fold at most `events` events one at a time, so that an error is that of one event; how many."""
        folded = 0
        while folded < events and self.advance(1):
            folded += 1
        return folded


class Follower(Leader):
    """Follows every club of a database."""

    NAME = "follower"

    def __init__(
        self,
        pool: SharedPool,
        models: Sequence[ReadModel] = READ_MODELS,
        *,
        signer: Signer | None = None,
        batch: int = BATCH,
        poll_seconds: float = POLL_SECONDS,
    ) -> None:
        super().__init__(pool, poll_seconds)
        self._models = models
        self._signer = signer
        self._batch = batch
        self._clubs: dict[UUID, ClubFollower] = {}
        self._stopped: set[UUID] = set()
        self._away = Away()
        self._sweeps = True  # whether the clubs that have gone on could be asked for at the last attempt

    def _lead(self, connection: Connection[Any]) -> None:
        """Advance the clubs that have gone on, by the hints and, once a second, by their rows."""
        connection.execute(f"LISTEN {CHANNEL}")
        self._stopped.clear()  # the code of the last leader may have been what stopped them
        due, waiting = monotonic(), set[UUID]()
        while not self._ended.is_set():
            if monotonic() >= due:
                due = monotonic() + self._poll_seconds
                waiting = self._gone_on(connection)
            behind = {club for club in waiting if self._advance(connection, club)}
            # Not at once: a club that is due and cannot be signed would keep the follower busy.
            signing = max(self._signing_due(), monotonic() + STEP_SECONDS)
            until = monotonic() if behind else min(due, signing)
            waiting = behind | self._hints(connection, until) | self._to_be_signed()

    # A round

    def _gone_on(self, connection: Connection[Any]) -> set[UUID]:
        """The clubs for which something is to be done, but those that are stopped and have not been rebuilt since.
        Forgets those that are at rest."""
        try:
            gone_on = {club for (club,) in connection.execute(_GONE_ON)}
            self._stopped &= {club for (club,) in connection.execute(_STOPPED)}
        except psycopg.Error as error:
            if not part_is_away(error):
                raise
            return self._known(error)
        self._sweeps = True
        at_rest = [club for club, follower in self._clubs.items() if club not in gone_on and follower.is_idle]
        for club in at_rest:
            del self._clubs[club]
        return gone_on - self._stopped

    def _known(self, error: psycopg.Error) -> set[UUID]:
        """The clubs that have gone on since all could be asked, as far as hints have named them."""
        if self._sweeps:
            log.warning("a part of the database is away, and the other clubs are followed by hints: %s", error)
        self._sweeps = False
        return self._clubs.keys() - self._stopped

    def _follower_of(self, club: UUID) -> ClubFollower:
        if club not in self._clubs:
            datastore = SharedDatastore(self._pool, club)
            tables = ReadTables(datastore)
            sealer = Sealer(self._signer, club, tables) if self._signer else None
            self._clubs[club] = ClubFollower(ClubStore(datastore), tables, self._models, sealer)
        return self._clubs[club]

    def _signing_due(self) -> float:
        """The monotonic time at which the next of the followed clubs is to be signed."""
        followed = (club.signing_due for id, club in self._clubs.items() if id not in self._stopped)
        return min(followed, default=inf)

    def _to_be_signed(self) -> set[UUID]:
        now = monotonic()
        return {id for id, club in self._clubs.items() if club.signing_due <= now}

    def _advance(self, connection: Connection[Any], club: UUID) -> bool:
        """Fold a batch of one club; whether there may be more events."""
        if self._ended.is_set() or club in self._stopped or self._away.is_left_out(club):
            return False
        follower = self._follower_of(club)
        try:
            folded = self._advance_or_stop(club, follower)
            # Not after each act: only a club in which nothing has happened since the last look is at rest.
            if folded == 0 and club not in self._stopped:
                follower.rest()
        except AWAY as error:
            connection.execute("SELECT 1")  # if this fails too, the database is away for all clubs
            seconds = self._away.leave_out(club)
            log.warning("the club %s is left out for %.0f seconds: %s", club, seconds, error)
            return False
        self._away.is_back(club)
        return folded >= self._batch

    def _advance_or_stop(self, club: UUID, follower: ClubFollower) -> int:
        """Fold a batch; how many events it had. After one that failed, fold event by event up to the one that fails,
        and stop the club there."""
        try:
            return follower.advance(self._batch)
        except AWAY:
            raise
        except Exception:
            log.debug("a batch of the club %s failed, and is folded event by event", club, exc_info=True)
        try:
            follower.advance_singly(self._batch)
        except AWAY:
            raise
        except Exception as error:
            self._stop_club(club, follower, error)
            return 0
        return self._batch

    def _stop_club(self, club: UUID, follower: ClubFollower, error: Exception) -> None:
        self._stopped.add(club)
        position = follower.tables.position()
        log.error("%s is no longer followed: it has stopped after position %d", club, position, exc_info=error)
        try:
            follower.tables.record_failure(position, f"{type(error).__name__}: {error}")
        except PersistenceError:
            log.exception("the failure of %s could not be recorded", club)


class Away:
    """The clubs whose part of the database does not answer, each left out for twice as long as the last time."""

    FIRST_SECONDS = 1.0
    MOST_SECONDS = 60.0

    def __init__(self) -> None:
        self._until: dict[UUID, tuple[float, float]] = {}

    def is_left_out(self, club: UUID) -> bool:
        """Whether a club is not to be asked yet."""
        return club in self._until and monotonic() < self._until[club][0]

    def leave_out(self, club: UUID) -> float:
        """Leave a club out that did not answer; for how many seconds."""
        _, last = self._until.get(club, (0.0, self.FIRST_SECONDS / 2))
        seconds = min(2 * last, self.MOST_SECONDS)
        self._until[club] = (monotonic() + seconds, seconds)
        return seconds

    def is_back(self, club: UUID) -> None:
        """Note that a club answers."""
        self._until.pop(club, None)
