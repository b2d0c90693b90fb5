"""The read tables made again from nothing, and a digest by which two makings are compared."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from psycopg import Cursor
from psycopg.rows import DictRow, tuple_row
from psycopg.sql import SQL, Identifier

from ledger.store import ClubStore
from projections import READ_MODELS, merkle
from projections.read_model import ReadModel, Table
from projections.tables import ReadTables

BATCH = 2000

# A plan that was made while the tables were empty reads them from end to end when they are full. The checks at the
# end of the transaction, of which each entry of the books has one, are planned when all is there, and once.
_PLAN_ANEW = "SET LOCAL plan_cache_mode = force_custom_plan"
_PLAN_ONCE = "SET LOCAL plan_cache_mode = auto"


def rebuild(
    store: ClubStore,
    tables: ReadTables,
    models: Sequence[ReadModel] = READ_MODELS,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> int:
    """Empty a club's read tables and fold its whole log into them again; how many events that were.

    It is one transaction: readers see the old rows until the new ones are all there, and the follower passes the
    club by in the meantime. `progress` is told the position reached and the last. Whatever a projection raises
    comes out, LogChanged among it, and leaves everything as it was.
    """
    total, folded, position = store.max_position(), 0, 0
    with tables.transaction() as cursor:
        tables.lock(cursor)
        tables.forget(cursor, models)
        tables.clear_failure(cursor)
        cursor.execute(_PLAN_ANEW)
        while batch := list(store.notifications(position, BATCH)):
            for model in models:
                model.apply(cursor, batch)
            folded, position = folded + len(batch), batch[-1].position
            progress(position, max(position, total))
        cursor.execute(_PLAN_ONCE)
        if position:
            tables.move_to(cursor, position)
        if merkle.MODEL in models:
            merkle.check_whole(cursor)
    return folded


def digest(tables: ReadTables, models: Sequence[ReadModel] = READ_MODELS) -> str:
    """SHA-256, in hexadecimal, over every row of every read table in a fixed order, as of one moment."""
    summed = hashlib.sha256()
    with tables.transaction() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("SET LOCAL TimeZone TO 'UTC'")
        for model in models:
            for table in model.tables:
                summed.update(f"{model.name}.{table.name}\n".encode())
                for row in _rows(cursor, table):
                    summed.update(msgspec.json.encode(row) + b"\n")
    return summed.hexdigest()


def _rows(cursor: Cursor[DictRow], table: Table) -> Iterator[tuple[Any, ...]]:
    """The rows of a table by key, in the order of the bytes: a database's language must not change a digest."""
    query = SQL("SELECT {} FROM {} ORDER BY {}").format(
        SQL(", ").join(Identifier(c) for c in table.columns),
        Identifier(table.name),
        SQL(", ").join(SQL('{}::text COLLATE "C"').format(Identifier(c)) for c in table.key),
    )
    yield from cursor.connection.cursor(row_factory=tuple_row).stream(query)
