"""One consistent view of a club's part of the database: everything that a verification reads is of the same moment.

The transactions take no locks for which anybody waits. They may be long; meanwhile PostgreSQL keeps rows that others
have deleted since.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, LiteralString
from uuid import UUID

import psycopg
from psycopg import Connection
from psycopg.rows import DictRow, dict_row, tuple_row
from psycopg.sql import SQL, Composed, Identifier, Literal

from ledger.store import ClubStore, PinnedDatastore, StoreUnavailable
from ledger.store.datastore import SCHEMA
from ledger.store.envelope import SealedNotification
from projections.read_model import ClubCursor, Table
from projections.tables import ReadTables

BATCH = 2000
"""Events in a batch: enough that a query costs little for each, few enough that memory stays small."""


class Snapshot:
    """A club's store and read tables as of one moment. Made by `snapshot` and `same_snapshot`."""

    def __init__(self, connection: Connection[DictRow], club: UUID) -> None:
        datastore = PinnedDatastore(connection, club)
        self.connection = connection
        self.club = club
        self.store = ClubStore(datastore)
        self.tables = ReadTables(datastore)

    @property
    def cursor(self) -> ClubCursor:
        """A cursor for the rows of the club."""
        return ClubCursor(self.connection.cursor(), self.club)

    def batches(self) -> Iterator[list[SealedNotification]]:
        """Every stored event with its sealed parts, in the order of positions, in batches of BATCH."""
        position: int | None = None
        while batch := self.store.recorder.select_notifications(position, BATCH, inclusive_of_start=False):
            position = batch[-1].id
            yield list(batch)

    def rows(
        self, query: LiteralString | Composed, parameters: Mapping[str, Any] | None = None
    ) -> list[tuple[Any, ...]]:
        """The rows that a query selects, which is given the club as `club`. Table names need no schema."""
        cursor = self.connection.cursor(row_factory=tuple_row, binary=True)
        return cursor.execute(query, {**(parameters or {}), "club": self.club}).fetchall()

    def count(self, table: str) -> int:
        """How many stored rows the club has in a table."""
        query = SQL("SELECT count(*) FROM {} WHERE club = %(club)s").format(Identifier(SCHEMA, table))
        return int(self.rows(query)[0][0])

    def head(self) -> tuple[Any, ...]:
        """The positions of the club's last event, and of its read tables."""
        return self.rows(_HEAD)[0]

    def export(self) -> str:
        """The name under which other transactions can see the same moment, as long as this one lasts."""
        return str(self.rows("SELECT pg_export_snapshot()")[0][0])


class AlreadyVerifying(Exception):
    """Another verification of this club is running; one at a time is costly enough."""


@contextmanager
def snapshot(url: str, club: UUID, tables: Iterable[Table]) -> Iterator[Snapshot]:
    """A view of the club as of now.

    It has empty temporary tables under the names of these read tables: without a schema, the names mean the temporary
    ones. Raises StoreUnavailable, or AlreadyVerifying.
    """
    with _transaction(url) as connection:
        if not connection.execute(_ALONE, {"club": club}).fetchone()["alone"]:  # type: ignore[index]
            raise AlreadyVerifying("this club is being verified already: wait until that verification ends")
        _shadow(connection, tables)
        view = Snapshot(connection, club)
        head = view.head()
        yield view
        if view.head() != head:
            # So it is where an engine divides the tables: each of its machines shows the present.
            raise StoreUnavailable("the club has gone on, and this database shows no single moment: verify it again")


@contextmanager
def same_snapshot(url: str, club: UUID, name: str, tables: Iterable[Table]) -> Iterator[Snapshot]:
    """A view of the club as of the moment of another, which has exported it under this name, with such tables of its
    own. Raises StoreUnavailable."""
    with _transaction(url) as connection:
        connection.execute(SQL("SET TRANSACTION SNAPSHOT {}").format(Literal(name)))
        _shadow(connection, tables)
        yield Snapshot(connection, club)


def _shadow(connection: Connection[Any], tables: Iterable[Table]) -> None:
    """Make an empty temporary table for each of these, and then let the transaction write in nothing else."""
    for table in tables:
        names = {"anew": Identifier("pg_temp", table.name), "kept": Identifier(SCHEMA, table.name)}
        key = SQL(", ").join(map(Identifier, ("club", *table.key)))
        connection.execute(_EMPTY.format(**names, key=key))
    connection.execute("SET TRANSACTION READ ONLY")


_HEAD = """
    SELECT (SELECT position FROM clubs WHERE id = %(club)s), (SELECT position FROM followed WHERE club = %(club)s)
"""
_ALONE = "SELECT pg_try_advisory_xact_lock(hashtextextended(%(club)s::text || '.verify', 0)) AS alone"
_EMPTY = SQL("""
    CREATE TEMPORARY TABLE {anew} (LIKE {kept} INCLUDING ALL EXCLUDING INDEXES, PRIMARY KEY ({key})) ON COMMIT DROP
""")
_SETTINGS = f"""
    SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
    SET LOCAL idle_in_transaction_session_timeout = 0;
    SET LOCAL timezone = 'UTC';
    SET LOCAL search_path = {SCHEMA};
    -- A plan made while a table is empty would read it from end to end when it is full.
    SET LOCAL plan_cache_mode = force_custom_plan
"""


@contextmanager
def _transaction(url: str) -> Iterator[Connection[DictRow]]:
    """A transaction that sees one moment, and is rolled back at the end. Raises StoreUnavailable."""
    try:
        with _connected(url) as connection, connection.transaction(force_rollback=True):
            connection.execute(_SETTINGS)
            yield connection
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        raise StoreUnavailable(str(error)) from error


def _connected(url: str) -> Connection[DictRow]:
    return psycopg.connect(
        url, autocommit=True, row_factory=dict_row, connect_timeout=5, application_name="poolbook verify"
    )
