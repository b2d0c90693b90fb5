"""One transaction for each save: the events, their sealed parts, the command that made them, and what goes with it.

It takes two round trips. The first takes the club's turn and reads the time of its last event, so that time on the
record never runs backwards; the second writes and commits.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any, cast
from uuid import UUID

import psycopg
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg import Connection, Cursor
from psycopg.rows import TupleRow, class_row, tuple_row

from ledger.store.datastore import SharedDatastore, quoted, until_connected
from ledger.store.envelope import CommandRow, SealedEvent, SealedNotification, SealedPart
from ledger.store.errors import CommandExists, VersionTaken
from ledger.store.mapper import recorded_at
from ledger.store.seals import keyed

log = logging.getLogger(__name__)

CHANNEL = "poolbook"
"""The channel on which every save is announced after its commit, with the club's schema as payload: a hint, which may
be lost."""

CLOCK_STEP = timedelta(seconds=1)
"""By how much the clock may be behind the last event before that is logged. Writers who wait for one another are behind
by less."""

# PostgreSQL evaluates this from left to right: the timeout that it sets is that of the wait which follows.
_TAKE_TURN = "SELECT set_config('lock_timeout', %s, true), pg_advisory_xact_lock(hashtextextended(%s, 0))"
_ANNOUNCE = "SELECT pg_notify(%s, %s)"
_LAST_STATE = "SELECT state FROM {schema}.stored_events ORDER BY notification_id DESC LIMIT 1"
_FIND_SECRET = "SELECT secret FROM {schema}.command_secret"
_INSERT_SECRET = "INSERT INTO {schema}.command_secret (secret) VALUES (%s) ON CONFLICT DO NOTHING"
_INSERT_COMMAND = """
    INSERT INTO {schema}.commands (key, request_hash, stream, from_version, to_version, recorded_at)
    VALUES (%s, %s, %s, %s, %s, %s)
"""
_FIND_COMMAND = """
    SELECT key, request_hash, stream, from_version, to_version, recorded_at
    FROM {schema}.commands WHERE key = ANY(%s)
"""
# Columns as arrays, not rows of the library's composite type: as fast, and no type to look up in every schema.
_INSERT_EVENTS = """
    INSERT INTO {schema}.stored_events (originator_id, originator_version, topic, state)
    SELECT * FROM unnest(%b::uuid[], %b::bigint[], %b::text[], %b::bytea[])
    RETURNING notification_id
"""
_INSERT_SEALED = """
    INSERT INTO {schema}.sealed (stream, version, part, salt, body)
    SELECT * FROM unnest(%b::uuid[], %b::bigint[], %b::text[], %b::bytea[], %b::bytea[])
"""
# Fails, and with it the transaction, where one of the parts is not there.
_ERASE = "SELECT {schema}.erase_parts(%b::uuid[], %b::bigint[], %b::text[])"
# An event comes once for each of its sealed parts, or once without any.
_SELECT_EVENTS = """
    SELECT e.notification_id, e.originator_id, e.originator_version, e.topic, e.state, s.part, s.salt, s.body
    FROM (
        SELECT notification_id, originator_id, originator_version, topic, state
        FROM {schema}.stored_events {where} ORDER BY {order} LIMIT %s
    ) AS e
    LEFT JOIN {schema}.sealed AS s ON s.stream = e.originator_id AND s.version = e.originator_version
    ORDER BY {order}, s.part
"""

Place = tuple[UUID, int, str]
"""The place of a sealed part: stream, version, and its name within the event."""

Beside = Callable[[Connection[Any], datetime], None]
"""Writes what goes with a save, on its connection, within its transaction; it is given the time of the save."""

Restamp = Callable[[datetime], Sequence[SealedEvent]]
"""Makes the events of a save anew, recorded at another time."""

_EARLIEST = datetime.min.replace(tzinfo=UTC)

_Event = tuple[int, UUID, int, str, bytes, tuple[SealedPart, ...]]


class ClubRecorder(PostgresApplicationRecorder):
    """The library's recorder for the schema of one club.

    Saves of a club follow one another under an advisory lock, so that the order of notification ids is the order
    of commits and a reader that follows them misses none. The library locks the table, for which a role that may
    only SELECT and INSERT has no right.
    """

    datastore: SharedDatastore

    def __init__(self, datastore: SharedDatastore, *, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self.channel_name = CHANNEL
        self._schema = quoted(datastore.schema)
        self._turn = (f"{datastore.lock_timeout}s", f"{datastore.schema}.{events_table_name}")
        self._clock_is_behind = False

    @until_connected
    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        command: CommandRow | None = None,
        restamp: Restamp | None = None,
        erasing: Sequence[Place] = (),
        beside: Sequence[Beside] = (),
        **_: Any,
    ) -> Sequence[int]:
        """Save events and the command that made them; the events' notification ids, in order.

        Within the same transaction the parts in `erasing` are taken away, and `beside` writes what else goes with the
        save. Where the club's last event is later than the command, `restamp` makes the events of that later time.

        Raises VersionTaken, also where a part to be erased is not there any more, or CommandExists where both apply:
        when the reply to a commit is lost the save is repeated here, and what it then meets is the command it has
        itself recorded.
        """
        assert command is not None, "events are saved with the command that made them"
        assert restamp is not None, "events are made anew where the clock is behind"
        try:
            with self.datastore.get_connection() as connection:
                events = cast(Sequence[SealedEvent], stored_events)
                return self._save(connection, events, command, restamp, erasing, beside)
        except VersionTaken as error:
            if _constraint(error) == "commands_pkey":
                raise CommandExists(command.key) from error
            raise

    def _save(
        self,
        connection: Connection[Any],
        events: Sequence[SealedEvent],
        command: CommandRow,
        restamp: Restamp,
        erasing: Sequence[Place],
        beside: Sequence[Beside],
    ) -> Sequence[int]:
        with connection.pipeline():
            with connection.transaction():
                connection.execute(_TAKE_TURN, self._turn)
                at = max(command.recorded_at, self._last_time(connection))
                self._note_clock(at - command.recorded_at)
                if at != command.recorded_at:
                    events, command = restamp(at), replace(command, recorded_at=at)
                inserted = self._insert(connection, events, command)
                if erasing:
                    connection.execute(self._sql(_ERASE), _columns(erasing))
                for write in beside:
                    write(connection, at)
            # Not in the transaction: a NOTIFY there makes the commits of all clubs wait for one another.
            connection.execute(_ANNOUNCE, (CHANNEL, self.datastore.schema))
        return [position for (position,) in inserted.fetchall()]

    def _insert(
        self, connection: Connection[Any], events: Sequence[SealedEvent], command: CommandRow
    ) -> Cursor[TupleRow]:
        sealed = [(event.originator_id, event.originator_version, *part) for event in events for part in event.parts]
        connection.execute(self._sql(_INSERT_COMMAND), _command_row(command, events))
        inserted = connection.cursor(row_factory=tuple_row).execute(
            self._sql(_INSERT_EVENTS),
            _columns((e.originator_id, e.originator_version, e.topic, e.state) for e in events),
        )
        if sealed:
            connection.execute(self._sql(_INSERT_SEALED), _columns(sealed))
        return inserted

    def _last_time(self, connection: Connection[Any]) -> datetime:
        """When the last event of the club was recorded. Asked under the club's turn, so that none comes between."""
        row = connection.cursor(row_factory=tuple_row, binary=True).execute(self._sql(_LAST_STATE)).fetchone()
        return (recorded_at(row[0]) if row else None) or _EARLIEST

    def _note_clock(self, behind: timedelta) -> None:
        """Log once that the clock has stepped back, until it has caught up."""
        if behind > CLOCK_STEP and not self._clock_is_behind:
            step = {"schema": self.datastore.schema, "seconds": behind.total_seconds()}
            log.warning("the clock is behind the last event: the time of that event is recorded", extra={"said": step})
        self._clock_is_behind = behind > CLOCK_STEP

    @until_connected
    def last_time(self) -> datetime:
        """When the last event of the club was recorded; the earliest time there is where there is none."""
        with self.datastore.get_connection() as connection:
            return self._last_time(connection)

    @until_connected
    def find_secret(self) -> bytes | None:
        """The secret under which the club's commands are named; None before the first."""
        with self.datastore.get_connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            row = cursor.execute(self._sql(_FIND_SECRET)).fetchone()
        return bytes(row[0]) if row else None

    @until_connected
    def offer_secret(self, secret: bytes) -> None:
        """Take this secret for the club's, unless it has one."""
        with self.datastore.get_connection() as connection:
            connection.execute(self._sql(_INSERT_SECRET), (secret,))

    @until_connected
    def find_command(self, names: Sequence[str]) -> CommandRow | None:
        """The command that was carried out under one of these names."""
        with self.datastore.get_connection() as connection:
            cursor = connection.cursor(row_factory=class_row(CommandRow))
            return cursor.execute(self._sql(_FIND_COMMAND), (list(names),)).fetchone()

    @until_connected
    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[SealedEvent]:
        """The events of a stream, versions in (gt, lte], with the sealed parts they still have."""
        conditions = {
            "originator_id = %s": originator_id,
            "originator_version > %s": gt,
            "originator_version <= %s": lte,
        }
        order = "originator_version DESC" if desc else "originator_version"
        return [
            SealedEvent(stream, version, topic, state, parts)
            for _, stream, version, topic, state, parts in self._select(conditions, order, limit)
        ]

    @until_connected
    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
        streams: Sequence[UUID] = (),
    ) -> Sequence[SealedNotification]:
        """The club's events, or those of some streams, in the order of their commits.

        Each comes with the sealed parts that it still has.
        """
        conditions = {
            "notification_id >= %s" if inclusive_of_start else "notification_id > %s": start,
            "notification_id <= %s": stop,
            "topic = ANY(%s)": list(topics) or None,
            "originator_id = ANY(%s)": list(streams) or None,
        }
        return [
            SealedNotification(stream, version, topic, state, position, parts)
            for position, stream, version, topic, state, parts in self._select(conditions, "notification_id", limit)
        ]

    def _select(self, conditions: dict[str, Any], order: str, limit: int | None) -> Iterator[_Event]:
        filters = {condition: value for condition, value in conditions.items() if value is not None}
        where = f"WHERE {' AND '.join(filters)}" if filters else ""
        with self.datastore.get_connection() as connection:
            rows = connection.cursor(row_factory=tuple_row, binary=True).execute(
                self._sql(_SELECT_EVENTS, where=where, order=order), (*filters.values(), limit)
            )
            return map(_joined, groupby(rows.fetchall(), key=itemgetter(0)))

    def _sql(self, template: str, **more: str) -> bytes:
        return template.format(schema=self._schema, **more).encode()


def _command_row(command: CommandRow, events: Iterable[SealedEvent]) -> tuple[Any, ...]:
    of_its_stream = (event for event in events if event.originator_id == command.stream)
    digest = keyed(command.request_hash, salting(of_its_stream, command))
    return command.key, digest, command.stream, command.from_version, command.to_version, command.recorded_at


def salting(events: Iterable[SealedEvent], command: CommandRow) -> Iterator[SealedPart]:
    """The sealed parts whose salts go into the stored hash of a command: those of its events in its own stream."""
    for event in events:
        if command.from_version <= event.originator_version <= command.to_version:
            yield from sorted(event.parts)


def _joined(group: tuple[int, Iterator[tuple[Any, ...]]]) -> _Event:
    rows = list(group[1])
    parts = tuple(SealedPart(*row[5:]) for row in rows if row[5] is not None)
    position, stream, version, topic, state = rows[0][:5]
    return position, stream, version, topic, state, parts


def _columns(rows: Iterable[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _constraint(error: VersionTaken) -> str | None:
    cause = error.__cause__
    return cause.diag.constraint_name if isinstance(cause, psycopg.Error) else None
