"""Make the read tables again from nothing; a digest by which two states of them are compared."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier

from ledger.store import ClubStore
from projections import READ_MODELS, merkle
from projections.folding import cores, folding
from projections.read_model import ClubCursor, ReadModel, Table, Write
from projections.tables import ReadTables
from projections.writing import Writing

# A plan made while the tables are empty would read them from end to end when they are full, so every statement is
# planned anew. The transaction is idle while the first batches are folded.
_SETTINGS = """
    SET LOCAL plan_cache_mode = force_custom_plan;
    SET LOCAL idle_in_transaction_session_timeout = '5min'
"""


def rebuild(
    store: ClubStore,
    tables: ReadTables,
    models: Sequence[ReadModel] = READ_MODELS,
    progress: Callable[[int, int], None] = lambda done, total: None,
    processes: int | None = None,
) -> int:
    """Empty a club's read tables and fold its whole log into them again; the number of events.

    It is one transaction: readers see the old rows until all new ones are there, and the follower leaves the club out
    meanwhile. A log of many events is folded in several processes, one for each core if `processes` does not say
    otherwise; what they fold is written here, so that a process that ends takes the whole transaction with it.

    `progress` takes the position that is written, and the last position. Raises whatever a projection raises, also
    LogChanged, or EOFError if a process was ended; then everything stays as it was.
    """
    total, position = store.max_position(), 0
    tables.begin()

    def written(position: int) -> Write:
        return lambda _: progress(position, max(position, total))

    with (
        folding(store, tables, models, total, processes or cores()) as folded,
        tables.transaction() as cursor,
    ):
        cursor.execute(_SETTINGS)
        tables.lock(cursor)
        tables.forget(cursor, models)
        tables.clear_failure(cursor)
        with Writing(cursor) as writing:
            for last, writes in folded:
                position = max(position, last)
                for write in (*writes, written(position)):
                    writing.hand_over(write)
        tables.move_to(cursor, position)
        if merkle.MODEL in models:
            merkle.check_whole(cursor)
    return position


def digest(tables: ReadTables, models: Sequence[ReadModel] = READ_MODELS) -> str:
    """The SHA-256, in hexadecimal, of every row of every read table in a fixed order, as of one moment."""
    summed = hashlib.sha256()
    with tables.transaction() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        for model in models:
            for table in model.tables:
                summed.update(f"{model.name}.{table.name}\n".encode())
                for row in _rows(cursor, table):
                    summed.update(msgspec.json.encode(row) + b"\n")
    return summed.hexdigest()


def _rows(cursor: ClubCursor, table: Table) -> Iterator[tuple[Any, ...]]:
    """The rows of a table by key, in byte order, so that the database's language does not change a digest."""
    query = SQL("SELECT {} FROM {} WHERE club = %(club)s ORDER BY {}").format(
        SQL(", ").join(Identifier(c) for c in table.columns),
        Identifier(table.name),
        SQL(", ").join(SQL('{}::text COLLATE "C"').format(Identifier(c)) for c in table.key),
    )
    yield from cursor.cursor.connection.cursor(row_factory=tuple_row).stream(query, {"club": cursor.club})
