"""Read models whose rows of a stream are made anew from the whole of it.

A correction changes what stands of a game or a sitting from some step on, and what was paid or made void changes it
as a whole. Rows that follow from the record as it stands are therefore not put right by difference: whenever an
event that matters is added, those of its stream are taken away and made again. A game has a few dozen events.

The stream is read without its sealed parts, so that neither cards nor free text can come into these tables.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar
from uuid import UUID

from psycopg import Cursor
from psycopg.rows import DictRow
from psycopg.sql import SQL, Identifier

from ledger.events.base import Event
from ledger.store import Logged, Recorded
from ledger.store.envelope import SealedEvent
from ledger.store.mapper import EnvelopeMapper
from projections.read_model import Rows, Table

State = TypeVar("State")

_EARLIER = """
    SELECT notification_id, originator_id, originator_version, topic, state
    FROM stored_events JOIN unnest(%s::uuid[], %s::bigint[]) AS asked (stream, before)
        ON originator_id = stream AND originator_version < before
    ORDER BY originator_id, originator_version
"""


@dataclass(frozen=True, slots=True)
class Placed:
    """A recorded event, less what is sealed of it, and its position in the club's log."""

    position: int
    recorded: Recorded


@dataclass(frozen=True, slots=True)
class Record(Generic[State]):
    """The record of a stream from its beginning, and what its events come to."""

    entries: Sequence[Placed]
    state: State

    @property
    def events(self) -> list[Event]:
        """The events by themselves."""
        return [entry.recorded.event for entry in self.entries]


@dataclass(frozen=True, slots=True)
class Refolded(Generic[State]):
    """A read model of streams: the first column of the key of each of its tables is the stream.

    `after` are the events on which the rows of their stream are made anew. `fold` says what the events of a stream
    come to, up to the last of these; `makers` insert its rows.
    """

    name: str
    tables: tuple[Table, ...]
    after: tuple[type[Event], ...]
    fold: Callable[[Sequence[Event]], State]
    makers: tuple[Callable[[Rows, UUID, Record[State]], None], ...]

    def apply(self, cursor: Cursor[DictRow], batch: Sequence[Logged]) -> None:
        """Make the rows of every stream anew to which the batch added something that matters."""
        touched = self._touched(batch)
        if not touched:
            return
        held = [
            each for each in batch if each.recorded.originator_version <= touched.get(each.recorded.originator_id, 0)
        ]
        begun_before = _begun_before(held)
        records = _earlier(cursor, begun_before)
        self._take_away(cursor, begun_before)
        for logged in held:
            records.setdefault(logged.recorded.originator_id, []).append(_placed(logged))
        rows = Rows()
        for stream, entries in records.items():
            record = Record(entries, self.fold([entry.recorded.event for entry in entries]))
            for make in self.makers:
                make(rows, stream, record)
        rows.write(cursor)

    def _touched(self, batch: Sequence[Logged]) -> Mapping[UUID, int]:
        """The streams that are to be folded again, each up to the last event in this batch that matters.

        Were what comes after it folded too, the rows would depend on where the batch ended.
        """
        mattering = (each.recorded for each in batch if isinstance(each.recorded.event, self.after))
        return {recorded.originator_id: recorded.originator_version for recorded in mattering}

    def _take_away(self, cursor: Cursor[DictRow], streams: Mapping[UUID, int]) -> None:
        if not streams:
            return
        for table in self.tables:
            delete = SQL("DELETE FROM {} WHERE {} = ANY(%s)").format(Identifier(table.name), Identifier(table.key[0]))
            cursor.execute(delete, [list(streams)])


_mapper = EnvelopeMapper()


def _begun_before(held: Sequence[Logged]) -> dict[UUID, int]:
    """The streams that a batch goes on with, each with the first version that is in it."""
    first: dict[UUID, int] = {}
    for logged in held:
        first.setdefault(logged.recorded.originator_id, logged.recorded.originator_version)
    return {stream: version for stream, version in first.items() if version > 1}


def _earlier(cursor: Cursor[DictRow], before: Mapping[UUID, int]) -> dict[UUID, list[Placed]]:
    """What is stored of these streams before some version of each."""
    found: dict[UUID, list[Placed]] = {}
    if not before:
        return found
    for row in cursor.execute(_EARLIER, (list(before), list(before.values()))).fetchall():
        stream = row["originator_id"]
        stored = SealedEvent(stream, row["originator_version"], row["topic"], bytes(row["state"]))
        found.setdefault(stream, []).append(Placed(row["notification_id"], _mapper.to_domain_event(stored)))
    return found


def _placed(logged: Logged) -> Placed:
    """An event of the batch as it is read where nothing of it is disclosed."""
    if not logged.stored.parts:
        return Placed(logged.position, logged.recorded)
    return Placed(logged.position, _mapper.to_domain_event(replace(logged.stored, parts=())))
