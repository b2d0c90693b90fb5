"""One transaction, sent in one round trip: the events, their sealed parts, and the command that made them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, cast
from uuid import UUID

import psycopg
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg import Connection
from psycopg.rows import class_row, tuple_row

from ledger.store.datastore import SharedDatastore, quoted, until_connected
from ledger.store.envelope import CommandRow, SealedEvent, SealedNotification, SealedPart
from ledger.store.errors import CommandExists, VersionTaken
from ledger.store.seals import keyed

CHANNEL = "poolbook"
"""Where every save is announced, after its commit, with the club's schema as payload: a hint, not a promise."""

# Evaluated from left to right: the patience it sets is that of the wait which follows.
_TAKE_TURN = "SELECT set_config('lock_timeout', %s, true), pg_advisory_xact_lock(hashtextextended(%s, 0))"
_ANNOUNCE = "SELECT pg_notify(%s, %s)"
_INSERT_COMMAND = """
    INSERT INTO {schema}.commands (key, request_hash, stream, from_version, to_version, recorded_at)
    VALUES (%s, %s, %s, %s, %s, %s)
"""
_FIND_COMMAND = """
    SELECT key, request_hash, stream, from_version, to_version, recorded_at
    FROM {schema}.commands WHERE key = %s
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
"""Where a sealed part stands: stream, version, and its name within the event."""

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

    @until_connected
    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        command: CommandRow | None = None,
        erasing: Sequence[Place] = (),
        **_: Any,
    ) -> Sequence[int]:
        """Save events and the command that made them, and take away the parts that it erases; the events'
        notification ids, in order.

        Raises VersionTaken, also where a part to be erased is not there any more, or CommandExists where both apply:
        when the reply to a commit is lost the save is repeated here, and what it then meets is the command it has
        itself recorded.
        """
        assert command is not None, "events are saved with the command that made them"
        try:
            with self.datastore.get_connection() as connection:
                return self._save(connection, cast(Sequence[SealedEvent], stored_events), command, erasing)
        except VersionTaken as error:
            if _constraint(error) == "commands_pkey":
                raise CommandExists(command.key) from error
            raise

    def _save(
        self,
        connection: Connection[Any],
        events: Sequence[SealedEvent],
        command: CommandRow,
        erasing: Sequence[Place],
    ) -> Sequence[int]:
        sealed = [(event.originator_id, event.originator_version, *part) for event in events for part in event.parts]
        with connection.pipeline():
            with connection.transaction():
                connection.execute(_TAKE_TURN, self._turn)
                connection.execute(self._sql(_INSERT_COMMAND), _command_row(command, events))
                inserted = connection.cursor(row_factory=tuple_row).execute(
                    self._sql(_INSERT_EVENTS),
                    _columns((e.originator_id, e.originator_version, e.topic, e.state) for e in events),
                )
                if sealed:
                    connection.execute(self._sql(_INSERT_SEALED), _columns(sealed))
                if erasing:
                    connection.execute(self._sql(_ERASE), _columns(erasing))
            # Not in the transaction: a NOTIFY there makes the commits of all clubs wait for one another.
            connection.execute(_ANNOUNCE, (CHANNEL, self.datastore.schema))
        return [position for (position,) in inserted.fetchall()]

    @until_connected
    def find_command(self, key: str) -> CommandRow | None:
        """The command that was carried out under this key."""
        with self.datastore.get_connection() as connection:
            cursor = connection.cursor(row_factory=class_row(CommandRow))
            return cursor.execute(self._sql(_FIND_COMMAND), (key,)).fetchone()

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
        """The club's events, or those of some streams, in the order of their commits, with the sealed parts they
        still have."""
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
    known = (event for event in events if event.originator_id == command.stream)
    digest = keyed(command.request_hash, salting(known, command))
    return command.key, digest, command.stream, command.from_version, command.to_version, command.recorded_at


def salting(events: Iterable[SealedEvent], command: CommandRow) -> Iterator[SealedPart]:
    """The sealed parts under whose salts the hash of a command stands: those of the events that it is known by."""
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
