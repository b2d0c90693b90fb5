"""A read model that would show any event folded twice or left out, and a process that follows until it is killed.

python -m tests.projections.tally <url> <club>
"""

import sys
from dataclasses import dataclass
from time import sleep
from uuid import UUID

from ledger.store import ClubStore, Logged, SharedDatastore, SharedPool
from projections import READ_MODELS
from projections.follow import ClubFollower
from projections.read_model import ClubCursor, Folded, Rows, Table
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


def create(cursor: ClubCursor) -> None:
    """Make the table, unless another test has made it."""
    cursor.execute(
        "CREATE TABLE IF NOT EXISTS tally (club uuid, stream uuid, events bigint NOT NULL, PRIMARY KEY (club, stream))"
    )


def follow_slowly(url: str, club: str) -> None:
    """Follow a club, three events at a time, lingering between the rows and the position."""

    class Slow:
        name, tables = "slow", ()

        def apply(self, cursor: object, batch: object) -> None:
            sleep(0.004)

        def forget(self, cursor: object) -> None:
            raise AssertionError("nothing is rebuilt here")

    datastore = SharedDatastore(SharedPool(url), UUID(club))
    follower = ClubFollower(ClubStore(datastore), ReadTables(datastore), (*MODELS, Slow()))
    while follower.advance(3):
        sleep(0.004)


if __name__ == "__main__":
    follow_slowly(*sys.argv[1:])
