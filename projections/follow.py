"""Follow the clubs: fold batches of each log into the club's read tables, rows and position in one transaction.

One follower works in a database at a time: the one that holds the advisory lock. It takes a batch of each club in
turn until none is behind. Then it waits for the hint that every save sends, but never longer than a second, because a
hint can be lost. A club whose projection fails is stopped, with an error in the log, while the others are followed.
Recording never waits for any of this.

Two followers may both believe that they lead, for example after a broken connection. Even then no event is folded
twice: a batch is folded only if the position, read under the lock of that club's tables, has not moved since.

After folding, the follower signs the log as far as it is in the tree (`signing`), in a transaction of its own. A
failure to sign does not stop the club; a log that contradicts a signed checkpoint does.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from threading import Event, Thread
from time import monotonic
from types import TracebackType
from typing import Any, Self

from eventsourcing.persistence import PersistenceError
from psycopg import Connection

from ledger.store import AWAY, CHANNEL, DIRECTORY, ClubStore, Directory, SharedDatastore, SharedPool
from projections import READ_MODELS, merkle
from projections.read_model import ReadModel
from projections.signing import Sealer, Signer
from projections.tables import Failure, ReadTables

BATCH = 500
POLL_SECONDS = 1.0

_STEP_SECONDS = 0.1
"""How soon a follower that waits for a hint notices `stop`."""

_LEAD = "SELECT pg_try_advisory_lock(hashtextextended('poolbook.follower', 0))"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a club's read tables have come.

    position  that of the last event in the tables
    last      that of the club's last event
    failure   why the club is not followed; None if it is
    unsigned  why its log is not signed; None if it is
    """

    position: int
    last: int
    failure: Failure | None
    unsigned: Failure | None = None

    @property
    def lag(self) -> int:
        """By how many positions the tables are behind. Positions have gaps, so this does not count events."""
        return max(0, self.last - self.position)


def progress_of(store: ClubStore, tables: ReadTables) -> Progress:
    """How far a club's read tables have come."""
    position = tables.position()
    return Progress(position, store.max_position(), tables.failure(), merkle.unsigned(tables))


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
        self._models = models
        self._sealer = sealer

    @property
    def signing_due(self) -> float:
        """The monotonic time at which the log is to be signed, even if nothing is left to fold; inf if never."""
        due = self._sealer.due if self._sealer else None
        return inf if due is None else due

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
        if not batch:
            return 0
        with self.tables.transaction() as cursor:
            if not self.tables.try_lock(cursor) or self.tables.position_in(cursor) != position:
                return None
            for model in self._models:
                model.apply(cursor, batch)
            self.tables.clear_failure(cursor)
            self.tables.move_to(cursor, batch[-1].position)
        return len(batch)

    def advance_singly(self, events: int = BATCH) -> int:
        """Fold at most `events` events one at a time, so that an error is that of one event; how many."""
        folded = 0
        while folded < events and self.advance(1):
            folded += 1
        return folded


class Follower:
    """Follows every club of a database, in a thread of its own (`start`, `stop`) or in the caller's (`run`).

    Any number may run: one leads, the others stand by. Build it in the process that runs it.
    """

    def __init__(
        self,
        pool: SharedPool,
        models: Sequence[ReadModel] = READ_MODELS,
        *,
        signer: Signer | None = None,
        batch: int = BATCH,
        poll_seconds: float = POLL_SECONDS,
    ) -> None:
        self._pool = pool
        self._models = models
        self._signer = signer
        self._batch = batch
        self._poll_seconds = poll_seconds
        self._directory = Directory(SharedDatastore(pool, DIRECTORY))
        self._clubs: dict[str, ClubFollower] = {}
        self._stopped_clubs: set[str] = set()
        self._ended = Event()
        self._thread: Thread | None = None

    # Its life

    def start(self) -> Self:
        """Follow in a thread of its own."""
        self._thread = Thread(target=self.run, name="poolbook-follower", daemon=True)
        self._thread.start()
        return self

    def stop(self) -> None:
        """End after the current batch. May be called in a signal handler if `run` is in the main thread."""
        self._ended.set()
        if self._thread:
            self._thread.join()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def run(self) -> None:
        """Follow until `stop`; after an error, begin again."""
        while not self._ended.is_set():
            try:
                with self._pool.connection_apart("poolbook follower") as connection:
                    self._stand_by(connection)
            except AWAY as error:
                log.warning("the follower has no database and tries again: %s", error)
            except Exception:
                log.exception("the follower met an unexpected error, and begins again")
            self._ended.wait(self._poll_seconds)

    def _stand_by(self, connection: Connection[Any]) -> None:
        """Wait until no other follower leads, then lead."""
        while not self._ended.is_set():
            row = connection.execute(_LEAD).fetchone()
            if row and row[0]:
                self._lead(connection)
            self._ended.wait(self._poll_seconds)

    def _lead(self, connection: Connection[Any]) -> None:
        """Advance the clubs that are behind or hinted at; once a second, all of them."""
        log.info("the follower leads")
        connection.execute(f"LISTEN {CHANNEL}")
        self._stopped_clubs.clear()  # the code of the last leader may have been what stopped them
        due, waiting = monotonic(), set[str]()
        while not self._ended.is_set():
            if monotonic() >= due:
                due = monotonic() + self._poll_seconds
                waiting = self._everyone()
            behind = {schema for schema in waiting if self._advance(connection, schema)}
            # Not at once: a club that is due and cannot be signed would keep the follower busy.
            signing = max(self._signing_due(), monotonic() + _STEP_SECONDS)
            until = monotonic() if behind else min(due, signing)
            waiting = behind | self._hints(connection, until) | self._to_be_signed()

    # A round

    def _everyone(self) -> set[str]:
        """The schemas of all clubs but those that are stopped and still have a failure."""
        self._find_clubs()
        self._stopped_clubs = {schema for schema in self._stopped_clubs if self._still_stopped(schema)}
        return set(self._clubs)

    def _find_clubs(self) -> None:
        for club in self._directory.clubs():
            if club.schema_name not in self._clubs:
                datastore = SharedDatastore(self._pool, club.schema_name)
                tables = ReadTables(datastore)
                sealer = Sealer(self._signer, club.id, tables) if self._signer else None
                follower = ClubFollower(ClubStore(datastore), tables, self._models, sealer)
                self._clubs[club.schema_name] = follower

    def _signing_due(self) -> float:
        """The monotonic time at which the next of the followed clubs is to be signed."""
        followed = (club.signing_due for schema, club in self._clubs.items() if schema not in self._stopped_clubs)
        return min(followed, default=inf)

    def _to_be_signed(self) -> set[str]:
        now = monotonic()
        return {schema for schema, club in self._clubs.items() if club.signing_due <= now}

    def _still_stopped(self, schema: str) -> bool:
        """Whether the club still has a failure; a rebuild removes it."""
        try:
            return self._clubs[schema].tables.failure() is not None
        except PersistenceError:
            return True

    def _hints(self, connection: Connection[Any], until: float) -> set[str]:
        """The schemas hinted at so far; if none, wait for the first hint before the time `until`."""
        hinted = {hint.payload for hint in connection.notifies(timeout=0)}
        while not hinted and not self._ended.is_set() and (left := until - monotonic()) > 0:
            step = min(left, _STEP_SECONDS)
            hinted |= {hint.payload for hint in connection.notifies(timeout=step, stop_after=1)}
        return hinted

    def _advance(self, connection: Connection[Any], schema: str) -> bool:
        """Fold a batch of one club; whether there may be more events."""
        if self._ended.is_set() or schema in self._stopped_clubs:
            return False
        if schema not in self._clubs:
            self._find_clubs()  # a new club's first hint may come before the next poll
        club = self._clubs.get(schema)
        if club is None:
            return False
        try:
            return club.advance(self._batch) == self._batch
        except AWAY as error:
            connection.execute("SELECT 1")  # if this fails too, the database is away for all clubs
            log.warning("%s is left out for now: %s", schema, error)
            return False
        except Exception:
            return self._narrow_down(schema, club)

    def _narrow_down(self, schema: str, club: ClubFollower) -> bool:
        """After a batch that failed, fold event by event up to the one that fails, and stop the club there."""
        try:
            club.advance_singly(self._batch)
        except AWAY as error:
            log.warning("%s is left out for now: %s", schema, error)
            return False
        except Exception as error:
            self._stop_club(schema, club, error)
            return False
        return True

    def _stop_club(self, schema: str, club: ClubFollower, error: Exception) -> None:
        self._stopped_clubs.add(schema)
        position = club.tables.position()
        log.error("%s is no longer followed: it has stopped after position %d", schema, position, exc_info=error)
        try:
            club.tables.record_failure(position, f"{type(error).__name__}: {error}")
        except PersistenceError:
            log.exception("the failure of %s could not be recorded", schema)
