"""A read model that would show any event folded twice or left out, and a process that follows until it is killed.

python -m tests.projections.tally <url> <schema>
"""

import sys
from dataclasses import dataclass
from time import sleep
from uuid import UUID

from psycopg import Cursor
from psycopg.rows import DictRow

from ledger.store import ClubStore, Logged, SharedDatastore, SharedPool
from projections import READ_MODELS
from projections.follow import ClubFollower
from projections.read_model import Folded, Rows, Table
from projections.tables import ReadTables


@dataclass(frozen=True)
class Tally:
    """How many events of a stream were folded."""

    stream: UUID
    events: int


TALLY = Table("tally", Tally, key=("stream",))


def fold(rows: Rows, logged: Logged) -> None:
    """Count the events of each stream."""
    stream = logged.recorded.originator_id
    if logged.recorded.originator_version == 1:
        rows.insert(TALLY, Tally(stream, 0))
    rows.add(TALLY, (stream,), events=1)


MODELS = (*READ_MODELS, Folded("tally", (TALLY,), fold))


def create(cursor: Cursor[DictRow]) -> None:
    """Make the table in the schema of the cursor's club."""
    cursor.execute("CREATE TABLE tally (stream uuid PRIMARY KEY, events bigint NOT NULL)")


def follow_slowly(url: str, schema: str) -> None:
    """Follow a club, three events at a time, lingering between the rows and the position."""

    class Slow:
        name, tables = "slow", ()

        def apply(self, cursor: object, batch: object) -> None:
            sleep(0.004)

    datastore = SharedDatastore(SharedPool(url), schema)
    follower = ClubFollower(ClubStore(datastore), ReadTables(datastore), (*MODELS, Slow()))
    while follower.advance(3):
        sleep(0.004)


if __name__ == "__main__":
    follow_slowly(*sys.argv[1:])
