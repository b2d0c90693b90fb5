"""Every save is announced, so that who follows a log need not ask for it all the time.

A thread of its own announces, after the commit: a NOTIFY within it would make the commits of all clubs wait for one
another, and one just after it would make the writer wait. Several saves of a club within a moment are announced once.
An announcement is a hint, and may be lost.
"""

import logging
from collections.abc import Callable, Sequence
from threading import Condition, Thread
from time import sleep
from typing import Any
from uuid import UUID

from psycopg import Connection
from psycopg.pq import ConnStatus

from ledger.store.errors import AWAY

CHANNEL = "poolbook"
"""The channel of the announcements. The payload is the id of a club whose log has gone on."""

MOMENT_SECONDS = 0.003
"""For how long saves are gathered: nobody notices it, and a club in which much is recorded is announced seldom."""

log = logging.getLogger(__name__)


class Announcer:
    """Announces on a connection of its own, which `connect` makes. Its thread begins with the first announcement, and
    ends for good when it is stopped.

    It is for one process: a fork takes no threads along.
    """

    def __init__(self, connect: Callable[[], Connection[Any]]) -> None:
        self._connect = connect
        self._gone_on: set[UUID] = set()
        self._waiting = Condition()
        self._thread: Thread | None = None
        self._stopped = False

    def announce(self, club: UUID) -> None:
        """Have it announced that a club's log has gone on; nothing, once this is stopped."""
        with self._waiting:
            if self._stopped:
                return
            first = not self._gone_on
            self._gone_on.add(club)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="poolbook-announcer", daemon=True)
                self._thread.start()
            if first:
                self._waiting.notify()

    def stop(self) -> None:
        """Announce what is left, and end the thread."""
        with self._waiting:
            self._stopped = True
            self._waiting.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while clubs := self._next():
            try:
                with self._connect() as connection:
                    self._announce_on(connection, clubs)
            except AWAY as error:
                log.debug("an announcement is lost: %s", error)

    def _announce_on(self, connection: Connection[Any], clubs: Sequence[UUID]) -> None:
        """Announce these clubs, and all that follow, until this is to end or the connection is lost."""
        while clubs and not connection.closed:
            # In one call of libpq, so that writers of this process wait for no Python of this thread.
            connection.pgconn.exec_("".join(f"NOTIFY {CHANNEL}, '{club}';" for club in clubs).encode())
            if connection.pgconn.status != ConnStatus.OK:
                return
            clubs = self._next()

    def _next(self) -> list[UUID]:
        """The clubs to be announced, a moment after there are any; none when this is to end."""
        with self._waiting:
            while not self._gone_on and not self._stopped:
                self._waiting.wait()
        sleep(MOMENT_SECONDS)
        with self._waiting:
            clubs, self._gone_on = list(self._gone_on), set()
        return clubs
