"""Read models whose rows of a stream are made anew from the whole of it.

A correction changes what stands of a game or a sitting from some step on, and what was paid or made void changes it
as a whole. Rows that follow from the record as it stands are therefore not put right by difference: whenever an
event that matters is added, those of its stream are taken away and made again. A game has a few dozen events.

The stream is read without its sealed parts, so that neither cards nor free text can come into these tables.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from psycopg import Cursor
from psycopg.rows import DictRow
from psycopg.sql import SQL, Identifier

from ledger.events.base import Event
from ledger.game import Game, fold
from ledger.store import Logged, Recorded
from ledger.store.envelope import SealedEvent
from ledger.store.mapper import EnvelopeMapper
from projections.read_model import Rows, Table

_RECORD = """
    SELECT notification_id, originator_id, originator_version, topic, state FROM stored_events
    WHERE originator_id = %s AND originator_version <= %s ORDER BY originator_version
"""


@dataclass(frozen=True, slots=True)
class Placed:
    """A recorded event, less what is sealed of it, and its position in the club's log."""

    position: int
    recorded: Recorded


@dataclass(frozen=True, slots=True)
class Refolded:
    """A read model of streams: the first column of the key of each of its tables is the stream.

    `after` are the events on which the rows of their stream are made anew; `make` inserts those of one stream,
    given the whole of its record up to the last of them.
    """

    name: str
    tables: tuple[Table, ...]
    after: tuple[type[Event], ...]
    make: Callable[[Rows, UUID, Sequence[Placed]], None]

    def apply(self, cursor: Cursor[DictRow], batch: Sequence[Logged]) -> None:
        """Make the rows of every stream anew to which the batch added something that matters."""
        touched = self._touched(batch)
        if not touched:
            return
        for table in self.tables:
            delete = SQL("DELETE FROM {} WHERE {} = ANY(%s)").format(Identifier(table.name), Identifier(table.key[0]))
            cursor.execute(delete, [list(touched)])
        rows, mapper = Rows(), EnvelopeMapper()
        for stream, version in touched.items():
            self.make(rows, stream, _record(cursor, mapper, stream, version))
        rows.write(cursor)

    def _touched(self, batch: Sequence[Logged]) -> Mapping[UUID, int]:
        """The streams that are to be folded again, each up to the last event in this batch that matters.

        Were what comes after it folded too, the rows would depend on where the batch ended.
        """
        mattering = (each.recorded for each in batch if isinstance(each.recorded.event, self.after))
        return {recorded.originator_id: recorded.originator_version for recorded in mattering}


def _record(cursor: Cursor[DictRow], mapper: EnvelopeMapper, stream: UUID, version: int) -> list[Placed]:
    found = cursor.execute(_RECORD, (stream, version)).fetchall()
    return [
        Placed(
            row["notification_id"],
            mapper.to_domain_event(
                SealedEvent(
                    originator_id=row["originator_id"],
                    originator_version=row["originator_version"],
                    topic=row["topic"],
                    state=bytes(row["state"]),
                )
            ),
        )
        for row in found
    ]


class Record(list[Placed]):
    """The record of a game, folded once however many ask."""

    @cached_property
    def game(self) -> Game:
        """The game as it stands."""
        return fold(events_of(self))


def game_of(record: Sequence[Placed]) -> Game:
    """The game of a record as it stands."""
    return record.game if isinstance(record, Record) else fold(events_of(record))


def events_of(record: Sequence[Placed]) -> list[Event]:
    """The events of a record."""
    return [placed.recorded.event for placed in record]
