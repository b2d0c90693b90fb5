"""Read models that make the rows of a stream again from the whole stream.

A correction changes what is in force of a game or a sitting from some step on; a payment as made or a void game changes
the whole of it. So these rows are not corrected by difference: after an event that matters, the rows of its stream are
deleted and made again. A game has a few dozen events.

The stream is read without its sealed parts, so that neither cards nor free text can get into these tables.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, TypeVar
from uuid import UUID

from msgspec import Struct, structs
from psycopg.sql import SQL, Identifier

from ledger.events.base import Event, nested_fields, without_sealed
from ledger.store import Logged, Recorded
from ledger.store.envelope import SealedEvent
from ledger.store.mapper import EnvelopeMapper
from projections.read_model import ClubCursor, Rows, Table, empty

State = TypeVar("State")

_EARLIER = """
    SELECT notification_id, originator_id, originator_version, topic, state
    FROM stored_events JOIN unnest(%(streams)s::uuid[], %(before)s::bigint[]) AS asked (stream, before)
        ON originator_id = stream AND originator_version < before
    WHERE club = %(club)s ORDER BY originator_id, originator_version
"""


class Placed(Struct, frozen=True):
    """A recorded event without its sealed parts, and its position in the club's log."""

    position: int
    recorded: Recorded


@dataclass(frozen=True, slots=True)
class Record(Generic[State]):
    """The events of a stream from its beginning, and the state that they fold into."""

    placed: Sequence[Placed]
    state: State

    @property
    def events(self) -> list[Event]:
        """The events by themselves."""
        return [event.recorded.event for event in self.placed]


@dataclass(frozen=True, slots=True)
class Refolded(Generic[State]):
    """A read model of streams: the first key column of each of its tables is the stream.

    after   the kinds of event after which the rows of their stream are made again
    fold    folds the events of a stream, up to the last of these kinds, into its state
    makers  insert the rows of a stream
    """

    name: str
    tables: tuple[Table, ...]
    after: tuple[type[Event], ...]
    fold: Callable[[Sequence[Event]], State]
    makers: tuple[Callable[[Rows, UUID, Record[State]], None], ...]

    def apply(self, cursor: ClubCursor, batch: Sequence[Logged]) -> None:
        """Make the rows again of every stream in which the batch has an event of the kinds in `after`."""
        touched = self._touched(batch)
        if not touched:
            return
        begun_before = {
            stream: version
            for stream, events in touched.items()
            if (version := events[0].recorded.originator_version) > 1
        }
        records = earlier(cursor, begun_before)
        for stream, events in touched.items():
            records.setdefault(stream, []).extend(map(_placed, events))
        rows = Rows()
        for stream, placed in records.items():
            record = Record(placed, self.fold([event.recorded.event for event in placed]))
            for make in self.makers:
                make(rows, stream, record)
        if begun_before:
            cursor.write(partial(_delete, tables=self.tables, streams=list(begun_before)))
        rows.write(cursor)

    def forget(self, cursor: ClubCursor) -> None:
        """Empty the club's part of the tables."""
        empty(cursor, self.tables)

    def _touched(self, batch: Sequence[Logged]) -> Mapping[UUID, Sequence[Logged]]:
        """The streams to be folded again, each with its events of the batch up to the last of these kinds.

        Later events are not folded, or the rows would depend on where the batch ended.
        """
        kinds = {type(logged.recorded.event) for logged in batch}
        mattering = {kind for kind in kinds if issubclass(kind, self.after)}
        if not mattering:
            return {}
        streams: dict[UUID, list[Logged]] = {}
        for logged in batch:
            streams.setdefault(logged.recorded.originator_id, []).append(logged)
        for events in streams.values():
            while events and type(events[-1].recorded.event) not in mattering:
                events.pop()
        return {stream: events for stream, events in streams.items() if events}


def _delete(cursor: ClubCursor, tables: Sequence[Table], streams: Sequence[UUID]) -> None:
    for table in tables:
        delete = SQL("DELETE FROM {} WHERE club = %(club)s AND {} = ANY(%(streams)s)").format(
            Identifier(table.name), Identifier(table.key[0])
        )
        cursor.execute(delete, {"streams": streams})


_mapper = EnvelopeMapper()


def earlier(cursor: ClubCursor, before: Mapping[UUID, int]) -> dict[UUID, list[Placed]]:
    """The stored events of these streams before the given version of each, without their sealed parts."""
    placed: dict[UUID, list[Placed]] = {}
    if not before:
        return placed
    for row in cursor.execute(_EARLIER, {"streams": list(before), "before": list(before.values())}).fetchall():
        stream = row["originator_id"]
        stored = SealedEvent(stream, row["originator_version"], row["topic"], bytes(row["state"]))
        placed.setdefault(stream, []).append(Placed(row["notification_id"], _mapper.to_domain_event(stored)))
    return placed


def _placed(logged: Logged) -> Placed:
    """An event of the batch, without its sealed parts."""
    recorded = logged.recorded
    if not logged.stored.parts:
        return Placed(logged.position, recorded)
    if nested_fields(type(recorded.event)):
        return Placed(logged.position, _mapper.to_domain_event(replace(logged.stored, parts=())))
    return Placed(logged.position, structs.replace(recorded, event=without_sealed(recorded.event)))
