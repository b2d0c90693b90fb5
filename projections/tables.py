"""The read tables of one club: transactions on them, and their position in the club's log."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic, sleep
from typing import Any, LiteralString, TypeVar

from psycopg import Cursor
from psycopg.rows import RowMaker

from ledger.store import SharedDatastore
from ledger.store.datastore import until_connected
from projections.read_model import ClubCursor, ReadModel

T = TypeVar("T")

WAIT_STEP_SECONDS = 0.02

_POSITION = "SELECT position FROM followed WHERE club = %(club)s"
# Where there is a row, the INSERT would wait for whoever has locked it.
_BEGIN = """
    INSERT INTO followed (club, position) SELECT %(club)s, 0
    WHERE NOT EXISTS (SELECT FROM followed WHERE club = %(club)s) ON CONFLICT DO NOTHING
"""
_LOCK = f"{_POSITION} FOR UPDATE"
_MOVE = "UPDATE followed SET position = %(position)s WHERE club = %(club)s"
_FAILURE = "SELECT after_position, error FROM projection_failure WHERE club = %(club)s"
_RECORD_FAILURE = """
    INSERT INTO projection_failure (club, after_position, error, failed_at)
    VALUES (%(club)s, %(after_position)s, %(error)s, now())
    ON CONFLICT (club) DO UPDATE
    SET after_position = EXCLUDED.after_position, error = EXCLUDED.error, failed_at = EXCLUDED.failed_at
"""
_CLEAR_FAILURE = "DELETE FROM projection_failure WHERE club = %(club)s"
_AT_REST = "UPDATE clubs SET gone_on = false WHERE id = %(club)s AND position = %(position)s AND gone_on"


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why a club is not followed: the error at the first event after `after_position`."""

    after_position: int
    error: str


class ReadTables:
    """The read tables of one club, and their position in its log: that of the last event folded into them."""

    def __init__(self, datastore: SharedDatastore) -> None:
        self._datastore = datastore
        self.club = datastore.club
        self.url = datastore.url

    @contextmanager
    def transaction(self) -> Iterator[ClubCursor]:
        """A transaction. It commits at the end of the block."""
        with self._datastore.transaction(commit=True) as cursor:
            yield ClubCursor(cursor, self.club)

    @contextmanager
    def reading(self) -> Iterator[ClubCursor]:
        """A cursor with which every statement is a transaction of its own, so that none is idle for long."""
        with self._datastore.get_connection() as connection, connection.cursor() as cursor:
            yield ClubCursor(cursor, self.club)

    def select(self, kind: Callable[..., T], query: LiteralString, parameters: Mapping[str, Any]) -> list[T]:
        """The rows that a query selects, each made by `kind` from the columns, but the club's, as keyword arguments.

        The query is given the club as `club`.
        """
        with self._datastore.get_connection() as connection:
            rows = connection.cursor(row_factory=_made_by(kind))
            return rows.execute(query, {**parameters, "club": self.club}).fetchall()

    @until_connected
    def position(self) -> int:
        """The position of the last event folded into the tables; 0 before the first."""
        return next(iter(self.select(int_of_position, _POSITION, {})), 0)

    def begin(self) -> None:
        """Make the row by which the tables are locked, unless it is there."""
        with self.transaction() as cursor:
            cursor.execute(_BEGIN)

    def lock(self, cursor: ClubCursor) -> int:
        """Lock the tables against other writers until the transaction ends; the position."""
        cursor.execute(_BEGIN)
        row = cursor.execute(_LOCK).fetchone()
        assert row is not None
        return int(row["position"])

    def try_lock(self, cursor: ClubCursor) -> int | None:
        """As `lock`, but without waiting: None if another transaction has the lock, or the row has not been made."""
        row = cursor.execute(f"{_LOCK} SKIP LOCKED").fetchone()
        return None if row is None else int(row["position"])

    def move_to(self, cursor: ClubCursor, position: int) -> None:
        """Set the position with the transaction, which has locked the tables."""
        cursor.execute(_MOVE, {"position": position})

    def forget(self, cursor: ClubCursor, models: Iterable[ReadModel]) -> None:
        """Empty the tables of these read models and reset the position. Readers see it when the transaction commits."""
        for model in models:
            model.forget(cursor)
        self.move_to(cursor, 0)

    def rest_at(self, position: int) -> None:
        """Note that nothing is to be done for this club, unless its log has gone on after this position."""
        with self.transaction() as cursor:
            cursor.execute(DO_NOT_WAIT_FOR_THE_DISK)
            cursor.execute(_AT_REST, {"position": position})

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

    def clear_failure(self, cursor: ClubCursor) -> None:
        """Note that the club is followed again."""
        cursor.execute(_CLEAR_FAILURE)


DO_NOT_WAIT_FOR_THE_DISK = "SET LOCAL synchronous_commit = off"
"""For a transaction that would be made again if the machine died just after it: what it writes follows from events."""


def int_of_position(*, position: int) -> int:
    """The position that a row holds."""
    return position


def _made_by(kind: Callable[..., T]) -> Callable[[Cursor[Any]], RowMaker[T]]:
    """Makes rows by `kind` from their columns as keyword arguments, without the club, which is the same for all."""

    def of_cursor(cursor: Cursor[Any]) -> RowMaker[T]:
        names = [column.name for column in cursor.description or ()]

        def make(values: Any) -> T:
            row = dict(zip(names, values, strict=True))
            row.pop("club", None)
            return kind(**row)

        return make

    return of_cursor
