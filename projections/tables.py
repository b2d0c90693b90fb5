"""The read tables of one club: transactions on them, and the position in its log that they have come to."""

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
    """Why a club is not followed: the error that met the event next after `after_position`."""

    after_position: int
    error: str


class ReadTables:
    """The read tables of one club, and the position in its log that they have come to."""

    def __init__(self, datastore: SharedDatastore) -> None:
        self._datastore = datastore
        self._tracking = PostgresTrackingRecorder(datastore)
        self._path = SQL("SET LOCAL search_path TO {}").format(Identifier(datastore.schema))

    @contextmanager
    def transaction(self) -> Iterator[Cursor[DictRow]]:
        """A transaction in which the tables need no schema before their names. It commits at the end."""
        with self._datastore.transaction(commit=True) as cursor:
            cursor.execute(self._path)
            yield cursor

    def select(self, kind: Callable[..., T], query: LiteralString, parameters: Mapping[str, Any]) -> list[T]:
        """The rows that a query finds, each as `kind` makes it of its columns by their names."""
        with self.transaction() as cursor:
            return cursor.connection.cursor(row_factory=kwargs_row(kind)).execute(query, parameters).fetchall()

    def position(self) -> int:
        """The position of the last event that is in the tables; 0 before the first."""
        return self._tracking.max_tracking_id(POSITION) or 0

    def lock(self, cursor: Cursor[DictRow]) -> None:
        """Be alone, until the transaction ends, in changing the tables."""
        cursor.execute("SELECT " + _LOCK.format(""))

    def try_lock(self, cursor: Cursor[DictRow]) -> bool:
        """As `lock`, but where somebody else has it there is no waiting, and the answer is False."""
        row = cursor.execute(f"SELECT {_LOCK.format('try_')} AS held").fetchone()
        return row is not None and bool(row["held"])

    def position_in(self, cursor: Cursor[DictRow]) -> int:
        """As `position`, seen from inside a transaction."""
        return self._tracking._max_tracking_id(POSITION, cursor) or 0

    def move_to(self, cursor: Cursor[DictRow], position: int) -> None:
        """Let the position go up with the transaction. Raises the library's IntegrityError if it would not."""
        self._tracking._insert_tracking(cursor, Tracking(POSITION, position))

    def forget(self, cursor: Cursor[DictRow], models: Iterable[ReadModel]) -> None:
        """Empty the tables of these read models and put the position to nought. Readers see it on commit."""
        for model in models:
            for table in model.tables:
                cursor.execute(SQL("DELETE FROM {}").format(Identifier(table.name)))
        cursor.execute("DELETE FROM notification_tracking WHERE application_name = %s", (POSITION,))

    def wait_for(self, position: int, timeout: float) -> bool:
        """Whether the tables have come to this position, or do so within so many seconds."""
        deadline = monotonic() + timeout
        while self.position() < position:
            left = deadline - monotonic()
            if left <= 0:
                return False
            sleep(min(WAIT_STEP_SECONDS, left))
        return True

    def failure(self) -> Failure | None:
        """What stopped the following of this club, if it is stopped."""
        return next(iter(self.select(Failure, _FAILURE, {})), None)

    def record_failure(self, after_position: int, error: str) -> None:
        """Write down what stopped the following of this club."""
        with self.transaction() as cursor:
            cursor.execute(_RECORD_FAILURE, {"after_position": after_position, "error": error})

    def clear_failure(self, cursor: Cursor[DictRow]) -> None:
        """The club is followed again."""
        cursor.execute("DELETE FROM projection_failure")
