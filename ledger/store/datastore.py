"""One connection pool for every club that a process serves."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, ParamSpec, TypeVar
from uuid import UUID

import psycopg
from eventsourcing.persistence import DatabaseError, InterfaceError, OperationalError
from eventsourcing.postgres import ConnectionPool, PostgresDatastore
from eventsourcing.utils import retry
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import DictRow, TupleRow, dict_row
from psycopg_pool import PoolClosed, PoolTimeout, TooManyRequests

from ledger.store.announcing import Announcer
from ledger.store.errors import PartUnavailable, StoreUnavailable, VersionTaken, is_duplicate, part_is_away

SCHEMA = "poolbook"
"""The schema of every table."""

LOCK_TIMEOUT_SECONDS = 5
"""How long a save waits for other saves of its club."""

BORROW_TIMEOUT_SECONDS = 5.0
"""How long a caller waits for a connection of the pool, idle or new."""

RECONNECT_SECONDS = 2.0
"""How long the pool itself tries to replace a failed connection. Its pauses double, so if it tried for longer, a
database that was away for a minute would be noticed up to a minute late. After it gives up, the next request starts a
new attempt."""

_CONNECTION_DEFAULTS: dict[str, Any] = {
    "application_name": "poolbook",
    "connect_timeout": 5,
    # So a peer that vanished without closing the connection is noticed within half a minute, not after hours.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}

P = ParamSpec("P")
R = TypeVar("R")

_NOT_NOW = (PoolTimeout, TooManyRequests, PoolClosed, psycopg.errors.LockNotAvailable)
_NO_WRITES = (psycopg.errors.ReadOnlySqlTransaction, psycopg.errors.DiskFull)


def until_connected(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function to be called up to ten times within two seconds while its connection is lost, as the
    library does."""
    repeated: Callable[P, R] = retry((InterfaceError, OperationalError), max_attempts=10, wait=0.2)(function)
    return repeated


class SharedPool:
    """The connections of one process to one database.

    It connects at the first use. After a fork the child opens its own connections: if parent and child shared one,
    they would receive each other's replies.
    """

    def __init__(self, url: str, *, max_size: int = 10, borrow_timeout: float = BORROW_TIMEOUT_SECONDS) -> None:
        self.url = url
        self._max_size = max_size
        self._borrow_timeout = borrow_timeout
        self._lock = Lock()
        self._announcers: dict[int, Announcer] = {}
        self._pools: dict[int, ConnectionPool[Connection[DictRow]]] = {}

    def current(self) -> ConnectionPool[Connection[DictRow]]:
        """The pool of this process. Its connections commit each statement unless a transaction is opened."""
        process = os.getpid()
        if process not in self._pools:
            with self._lock:
                if process not in self._pools:
                    # The parent's pool stays in the dictionary: if it were freed, the parent's connections would end.
                    self._pools[process] = self._build()
        return self._pools[process]

    def connection_apart(self, name: str) -> Connection[TupleRow]:
        """A new connection outside the pool, for a caller that listens or holds a lock for as long as it runs.

        It commits each statement, and the server shows it under `name`. Raises psycopg's errors.
        """
        return psycopg.connect(self.url, autocommit=True, **{**_CONNECTION_DEFAULTS, "application_name": name})

    def announce(self, club: UUID) -> None:
        """Have it announced that a club's log has gone on."""
        process = os.getpid()
        if process not in self._announcers:
            with self._lock:
                self._announcers.setdefault(process, Announcer(lambda: self.connection_apart("poolbook announcer")))
        self._announcers[process].announce(club)

    def close(self) -> None:
        """Close the pool of this process. A later use opens a new one."""
        if announcer := self._announcers.pop(os.getpid(), None):
            announcer.stop()
        if pool := self._pools.pop(os.getpid(), None):
            pool.close()

    def _build(self) -> ConnectionPool[Connection[DictRow]]:
        return ConnectionPool(
            connection_class=Connection[DictRow],
            kwargs={
                **_CONNECTION_DEFAULTS,
                **conninfo_to_dict(self.url),
                "autocommit": True,
                "row_factory": dict_row,
            },
            min_size=1,
            max_size=self._max_size,
            open=True,
            configure=_configure,
            timeout=self._borrow_timeout,
            reconnect_timeout=RECONNECT_SECONDS,
        )


class SharedDatastore(PostgresDatastore):
    """The library's datastore, for one club, or for the list of clubs. Its connections are those of the process."""

    def __init__(self, shared: SharedPool, club: UUID | None = None) -> None:
        self._shared = shared
        self._club = club
        super().__init__("", "", "", "", "", schema=SCHEMA, lock_timeout=LOCK_TIMEOUT_SECONDS)

    @property
    def url(self) -> str:
        """The address of the database."""
        return self._shared.url

    @property
    def club(self) -> UUID:
        """The club whose rows are read and written."""
        assert self._club is not None, "this datastore is not a club's"
        return self._club

    @property
    def pool(self) -> ConnectionPool[Connection[DictRow]]:
        """The pool of this process, the same for every club."""
        return self._shared.current()

    @pool.setter
    def pool(self, unused: ConnectionPool[Connection[DictRow]]) -> None:
        """Ignore the pool that the library makes for each datastore; it was never opened."""

    def announce(self) -> None:
        """Have it announced that the club's log has gone on, once that is committed."""
        self._shared.announce(self.club)

    def register_type_adapters(self) -> None:
        """Do nothing: a save is one function call with plain values, so no composite types need adapters."""

    @contextmanager
    def get_connection(self) -> Iterator[Connection[DictRow]]:
        """Lend a connection of the pool.

        Database errors are raised as the library's exceptions, but as StoreUnavailable if trying again at once would
        not help. After a lost connection the library tries again, so lost connections are first removed from the pool.
        """
        try:
            with super().get_connection() as connection:
                yield connection
        except DatabaseError as error:
            if is_duplicate(error.__cause__):
                raise VersionTaken(str(error)) from error.__cause__
            if part_is_away(error.__cause__):
                raise PartUnavailable(str(error)) from error
            if isinstance(error.__cause__, _NOT_NOW + _NO_WRITES):
                raise StoreUnavailable(str(error)) from error
            if isinstance(error.__cause__, psycopg.OperationalError):
                self.pool.check()
            raise

    def close(self) -> None:
        """Do nothing: the pool belongs to the process."""


class PinnedDatastore(SharedDatastore):
    """A datastore whose every query goes to one connection, and so into the transaction that is open there.

    The connection gives rows as dictionaries. Its errors are psycopg's own.
    """

    def __init__(self, connection: Connection[DictRow], club: UUID | None = None) -> None:
        super().__init__(SharedPool(""), club)
        self._connection = connection

    @contextmanager
    def get_connection(self) -> Iterator[Connection[DictRow]]:
        """The one connection."""
        yield self._connection

    def announce(self) -> None:
        """Announce nothing: it is for whoever commits the transaction."""


def _configure(connection: Connection[Any]) -> None:
    connection.execute("SET idle_in_transaction_session_timeout = '10s'; SET timezone = 'UTC'")
    connection.execute(f"SET search_path = {SCHEMA}; SET lock_timeout = '{LOCK_TIMEOUT_SECONDS}s'")
