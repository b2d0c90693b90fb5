"""Work that one process of all does for a database: the one that holds the advisory lock. The others stand by.

Two may both believe that they lead, for example after a broken connection. What they do must bear that.
"""

import logging
from threading import Event, Thread
from time import monotonic
from types import TracebackType
from typing import Any, ClassVar, Self
from uuid import UUID

from psycopg import Connection

from ledger.store import AWAY, SharedPool

POLL_SECONDS = 1.0

STEP_SECONDS = 0.2
"""How soon a leader that waits for a hint notices `stop`."""

_LEAD = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"

log = logging.getLogger(__name__)


class Leader:
    """Works in a thread of its own (`start`, `stop`) or in the caller's (`run`).

    Any number may run: one leads, the others stand by. Build it in the process that runs it. A subclass has its NAME,
    after which the lock is called too, and does the work in `_lead`.
    """

    NAME: ClassVar[str]

    def __init__(self, pool: SharedPool, poll_seconds: float = POLL_SECONDS) -> None:
        self._pool = pool
        self._poll_seconds = poll_seconds
        self._ended = Event()
        self._thread: Thread | None = None

    def start(self) -> Self:
        """Work in a thread of its own."""
        self._thread = Thread(target=self.run, name=f"poolbook-{self.NAME}", daemon=True)
        self._thread.start()
        return self

    def stop(self) -> None:
        """End after what is being done. May be called in a signal handler if `run` is in the main thread."""
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
        """Work until `stop`; after an error, begin again."""
        while not self._ended.is_set():
            try:
                with self._pool.connection_apart(f"poolbook {self.NAME}") as connection:
                    self._stand_by(connection)
            except AWAY as error:
                log.warning("the %s has no database and tries again: %s", self.NAME, error)
            except Exception:
                log.exception("the %s met an unexpected error, and begins again", self.NAME)
            self._ended.wait(self._poll_seconds)

    def _stand_by(self, connection: Connection[Any]) -> None:
        """Wait until no other leads, then lead."""
        while not self._ended.is_set():
            row = connection.execute(_LEAD, (f"poolbook.{self.NAME}",)).fetchone()
            if row and row[0]:
                log.info("the %s leads", self.NAME)
                self._lead(connection)
            self._ended.wait(self._poll_seconds)

    def _lead(self, connection: Connection[Any]) -> None:
        """Do the work until `stop`."""
        raise NotImplementedError

    def _hints(self, connection: Connection[Any], until: float) -> set[UUID]:
        """The clubs hinted at so far on a connection that listens; if none, wait for the first hint before the time
        `until`."""
        hinted = {UUID(hint.payload) for hint in connection.notifies(timeout=0)}
        while not hinted and not self._ended.is_set() and (left := until - monotonic()) > 0:
            step = min(left, STEP_SECONDS)
            hinted |= {UUID(hint.payload) for hint in connection.notifies(timeout=step, stop_after=1)}
        return hinted
