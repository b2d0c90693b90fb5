"""The read tables of one club: transactions on them, and their position in the club's log."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic, sleep
from typing import Any, LiteralString, TypeVar

from eventsourcing.persistence import Tracking
from eventsourcing.postgres import PostgresTrackingRecorder
from psycopg import Cursor
from psycopg.rows import DictRow, kwargs_row
from psycopg.sql import SQL, Identifier

from ledger.store import SharedDatastore
from projections.read_model import ReadModel

T = TypeVar("T")

POSITION = "read_models"
"""The name under which the library's tracking table holds the position of a club's read tables."""

WAIT_STEP_SECONDS = 0.02

_LOCK = "pg_{}advisory_xact_lock(hashtextextended(current_schema() || '.read_models', 0))"

_FAILURE = "SELECT after_position, error FROM projection_failure"
_RECORD_FAILURE = """
    INSERT INTO projection_failure (after_position, error, failed_at)
    VALUES (%(after_position)s, %(error)s, now())
    ON CONFLICT (only_one) DO UPDATE
    SET after_position = EXCLUDED.after_position, error = EXCLUDED.error, failed_at = EXCLUDED.failed_at
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why a club is not followed: the error at the first event after `after_position`."""

    after_position: int
    error: str


class ReadTables:
    """The read tables of one club, and their position in its log: that of the last event folded into them."""

    def __init__(self, datastore: SharedDatastore) -> None:
        self._datastore = datastore
        self._tracking = PostgresTrackingRecorder(datastore)
        self._path = SQL("SET LOCAL search_path TO {}").format(Identifier(datastore.schema))

    @contextmanager
    def transaction(self) -> Iterator[Cursor[DictRow]]:
        """A transaction in which table names need no schema. It commits at the end of the block."""
        with self._datastore.transaction(commit=True) as cursor:
            cursor.execute(self._path)
            yield cursor

    def select(self, kind: Callable[..., T], query: LiteralString, parameters: Mapping[str, Any]) -> list[T]:
        """The rows that a query selects, each made by `kind` from the columns as keyword arguments."""
        with self.transaction() as cursor:
            return cursor.connection.cursor(row_factory=kwargs_row(kind)).execute(query, parameters).fetchall()

    def position(self) -> int:
        """The position of the last event folded into the tables; 0 before the first."""
        return self._tracking.max_tracking_id(POSITION) or 0

    def lock(self, cursor: Cursor[DictRow]) -> None:
        """Lock the tables against other writers until the transaction ends."""
        cursor.execute("SELECT " + _LOCK.format(""))

    def try_lock(self, cursor: Cursor[DictRow]) -> bool:
        """As `lock`, but without waiting: False if another transaction has the lock."""
        row = cursor.execute(f"SELECT {_LOCK.format('try_')} AS held").fetchone()
        return row is not None and bool(row["held"])

    def position_in(self, cursor: Cursor[DictRow]) -> int:
        """As `position`, inside a transaction."""
        return self._tracking._max_tracking_id(POSITION, cursor) or 0

    def move_to(self, cursor: Cursor[DictRow], position: int) -> None:
        """Set the position with the transaction. Raises the library's IntegrityError if it is not higher."""
        self._tracking._insert_tracking(cursor, Tracking(POSITION, position))

    def forget(self, cursor: Cursor[DictRow], models: Iterable[ReadModel]) -> None:
        """Empty the tables of these read models and reset the position. Readers see it when the transaction commits."""
        for model in models:
            for table in model.tables:
                cursor.execute(SQL("DELETE FROM {}").format(Identifier(table.name)))
        cursor.execute("DELETE FROM notification_tracking WHERE application_name = %s", (POSITION,))

    def wait_for(self, position: int, timeout: float) -> bool:
        """Wait until the tables have come to this position; False if they have not within `timeout` seconds."""
        deadline = monotonic() + timeout
        while self.position() < position:
            left = deadline - monotonic()
            if left <= 0:
                return False
            sleep(min(WAIT_STEP_SECONDS, left))
        return True

    def failure(self) -> Failure | None:
        """Why this club is not followed; None if it is."""
        return next(iter(self.select(Failure, _FAILURE, {})), None)

    def record_failure(self, after_position: int, error: str) -> None:
        """Note why this club is not followed."""
        with self.transaction() as cursor:
            cursor.execute(_RECORD_FAILURE, {"after_position": after_position, "error": error})

    def clear_failure(self, cursor: Cursor[DictRow]) -> None:
        """Note that the club is followed again."""
        cursor.execute("DELETE FROM projection_failure")
