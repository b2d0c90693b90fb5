"""One consistent view of a club's database: everything that a verification reads is of the same moment.

The transaction takes no locks for which anybody waits. It may be long; meanwhile PostgreSQL keeps rows that others have
deleted since.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, LiteralString

import psycopg
from psycopg import Connection
from psycopg.rows import DictRow, dict_row, tuple_row
from psycopg.sql import SQL, Composed, Identifier

from ledger.store import ClubStore, PinnedDatastore, StoreUnavailable
from ledger.store.envelope import SealedNotification
from projections.read_model import ReadModel
from projections.tables import ReadTables

BATCH = 2000
"""Events in a batch: enough that a query costs little for each, few enough that memory stays small."""


class Snapshot:
    """A club's store and read tables as of one moment. Made by `snapshot`."""

    def __init__(self, connection: Connection[DictRow], schema: str) -> None:
        datastore = PinnedDatastore(connection, schema)
        self.connection = connection
        self.schema = schema
        self.store = ClubStore(datastore)
        self.tables = ReadTables(datastore)

    def batches(self) -> Iterator[list[SealedNotification]]:
        """Every stored event with its sealed parts, in the order of positions, in batches of BATCH."""
        position = 0
        while batch := self.store.recorder.select_notifications(position, BATCH, inclusive_of_start=False):
            position = batch[-1].id
            yield list(batch)

    def rows(
        self, query: LiteralString | Composed, parameters: Mapping[str, Any] | None = None
    ) -> list[tuple[Any, ...]]:
        """The rows that a query selects. Table names need no schema."""
        return self.connection.cursor(row_factory=tuple_row).execute(query, parameters).fetchall()

    def count(self, table: str) -> int:
        """How many rows a table of the club has."""
        return int(self.rows(SQL("SELECT count(*) FROM {}").format(Identifier(self.schema, table)))[0][0])


class AlreadyVerifying(Exception):
    """Another verification of this club is running; one at a time is costly enough."""


@contextmanager
def snapshot(url: str, schema: str, models: Iterable[ReadModel]) -> Iterator[Snapshot]:
    """A view of the club as of now, with empty temporary tables under the names of its read tables.

    Without a schema, these names mean the temporary tables. Raises StoreUnavailable, or AlreadyVerifying.
    """
    try:
        with _connected(url) as connection, connection.transaction(force_rollback=True):
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL TimeZone TO 'UTC'")
            connection.execute(SQL("SET LOCAL search_path TO {}").format(Identifier(schema)))
            if not connection.execute(_ALONE).fetchone()["alone"]:  # type: ignore[index]
                raise AlreadyVerifying("this club is being verified already: wait until that verification ends")
            for model in models:
                for table in model.tables:
                    connection.execute(_EMPTY.format(Identifier("pg_temp", table.name), Identifier(schema, table.name)))
            connection.execute("SET TRANSACTION READ ONLY")
            yield Snapshot(connection, schema)
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        raise StoreUnavailable(str(error)) from error


_ALONE = "SELECT pg_try_advisory_xact_lock(hashtextextended(current_schema() || '.verify', 0)) AS alone"
_EMPTY = SQL("CREATE TEMPORARY TABLE {} (LIKE {} INCLUDING ALL) ON COMMIT DROP")


def _connected(url: str) -> Connection[DictRow]:
    return psycopg.connect(
        url, autocommit=True, row_factory=dict_row, connect_timeout=5, application_name="poolbook verify"
    )
