"""One statement, one round trip and one transaction for the saves of a club: the events, their sealed parts, and the
commands that made them.

The statement calls the function `record` of the database (ops/migrations/poolbook_0100_all_clubs.sql), which takes the
club's turn, hands out positions and fills in the time: where the club's last event is later than what is to be saved,
that of the last event, so that time on the record never runs backwards.
"""

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, cast
from uuid import UUID

import msgspec
import psycopg
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg import Connection
from psycopg.rows import class_row, tuple_row
from psycopg.types.json import Jsonb

from ledger.store.announcing import CHANNEL
from ledger.store.datastore import LOCK_TIMEOUT_SECONDS, SharedDatastore, until_connected
from ledger.store.envelope import CommandRow, SealedEvent, SealedNotification, SealedPart
from ledger.store.errors import ActorRevoked, CommandExists, VersionTaken
from ledger.store.saving import Save, Turn
from ledger.store.seals import keyed

log = logging.getLogger(__name__)

CLOCK_STEP = timedelta(seconds=1)
"""By how much the clock may be behind the last event before that is logged. Writers who wait for one another are behind
by less."""

# One document for all rows: PostgreSQL takes it apart sooner than psycopg puts together as many arrays as columns.
_RECORD = "SELECT last_position, recorded_at FROM poolbook.record(%b, %b, %b)"
_HEAD = "SELECT position, last_at FROM clubs WHERE id = %s"
_FIND_SECRET = "SELECT secret FROM command_secret WHERE club = %s"
_INSERT_SECRET = "INSERT INTO command_secret (club, secret) VALUES (%s, %s) ON CONFLICT DO NOTHING"
_IS_REVOKED = "SELECT FROM tokens WHERE club = %s AND revoked_at IS NOT NULL AND id::text = %s"
_FIND_COMMAND = """
    SELECT key, request_hash, stream, from_version, to_version, recorded_at
    FROM commands WHERE club = %s AND key = ANY(%s)
"""
# Fails, and with it the transaction, where one of the parts is not there.
_ERASE = """
    INSERT INTO erasures (club, stream, version, part)
    SELECT %b::uuid, place.* FROM unnest(%b::uuid[], %b::bigint[], %b::text[]) AS place RETURNING club
"""
# An event comes once for each of its sealed parts, or once without any.
_SELECT_EVENTS = """
    SELECT e.notification_id, e.originator_id, e.originator_version, e.topic, e.state, s.part, s.salt, s.body
    FROM (
        SELECT notification_id, originator_id, originator_version, topic, state
        FROM stored_events WHERE {where} ORDER BY {order} LIMIT %s
    ) AS e
    LEFT JOIN LATERAL (
        SELECT part, salt, body FROM sealed
        WHERE club = %s AND stream = e.originator_id AND version = e.originator_version OFFSET 0
    ) AS s ON true
    ORDER BY {order}, s.part
"""
_SELECT_WITHOUT_PARTS = """
    SELECT notification_id, originator_id, originator_version, topic, state, NULL
    FROM stored_events WHERE {where} ORDER BY {order} LIMIT %s
"""
# OFFSET 0 keeps the parts of each event looked up by themselves; a plain join may read all sealed parts of all clubs.

_NAMED = re.compile(r'constraint "([^"]+)"')
_DIVISION = re.compile(r"_\d+$")

_encoder = msgspec.json.Encoder()

_EARLIEST = datetime.min.replace(tzinfo=UTC)

_Event = tuple[int, UUID, int, str, bytes, tuple[SealedPart, ...]]


class ClubRecorder(PostgresApplicationRecorder):
    """The library's recorder, for one club.

    Saves of a club follow one another under the lock of the club's row, so that the order of positions is the order of
    commits and a reader that follows them misses none. The library locks the table, and numbers all its rows together.
    """

    datastore: SharedDatastore

    def __init__(self, datastore: SharedDatastore, *, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self.channel_name = CHANNEL
        self._turn = Turn(self._record, LOCK_TIMEOUT_SECONDS)
        self._clock_is_behind = False

    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, save: Save | None = None, **_: Any
    ) -> Sequence[int]:
        """Save events with what `save` says beside; the events' positions, in order.

        Raises VersionTaken, also where a part to be erased is not there any more, or CommandExists where both apply:
        when the reply to a commit is lost the save is repeated here, and what it then meets is the command it has
        itself recorded.
        """
        assert save is not None, "events are saved with the command that made them"
        save.events = cast(Sequence[SealedEvent], stored_events)
        try:
            last = self._turn.save(save)
        except VersionTaken as error:
            if _constraint(error) == "commands_pkey":
                raise CommandExists(save.command.key) from error
            raise
        return range(last - len(save.events) + 1, last + 1)

    @until_connected
    def _record(self, saves: Sequence[Save]) -> None:
        """Record these saves in one transaction, and set the position and the time of each. Raises VersionTaken."""
        with self.datastore.get_connection() as connection:
            if any(save.goes_alone for save in saves):
                (save,) = saves
                with connection.transaction():
                    last, at = self._call(connection, saves)
                    self._write_beside(connection, save, at)
            else:
                last, at = self._call(connection, saves)
        self.datastore.announce()
        for save in reversed(saves):
            save.last, save.at = last, at
            last -= len(save.events)

    def _call(self, connection: Connection[Any], saves: Sequence[Save]) -> tuple[int, datetime]:
        """The position of the last event that was recorded, and the time of all."""
        given = max(save.command.recorded_at for save in saves)
        parameters = (self.datastore.club, given, Jsonb(_rows_of(saves), _encoder.encode))
        try:
            row = connection.cursor(row_factory=tuple_row, binary=True).execute(_RECORD, parameters).fetchone()
        except psycopg.errors.InvalidAuthorizationSpecification as error:
            raise ActorRevoked("the token of this command has been revoked") from error
        assert row is not None
        last, at = row
        if last is None:
            raise LookupError(f"there is no club {self.datastore.club}")
        self._note_clock(at - given)
        return last, at

    def _write_beside(self, connection: Connection[Any], save: Save, at: datetime) -> None:
        if save.erasing:
            connection.execute(_ERASE, (self.datastore.club, *_columns(save.erasing)))
        for write in save.beside:
            write(connection, at)

    def _note_clock(self, behind: timedelta) -> None:
        """Log once that the clock has stepped back, until it has caught up."""
        if behind > CLOCK_STEP and not self._clock_is_behind:
            step = {"club": str(self.datastore.club), "seconds": behind.total_seconds()}
            log.warning("the clock is behind the last event: the time of that event is recorded", extra={"said": step})
        self._clock_is_behind = behind > CLOCK_STEP

    @until_connected
    def _head(self) -> tuple[int, datetime]:
        """The position and the time of the club's last event."""
        with self.datastore.get_connection() as connection:
            cursor = connection.cursor(row_factory=tuple_row, binary=True)
            row = cursor.execute(_HEAD, (self.datastore.club,)).fetchone()
        return row or (0, _EARLIEST)

    def last_time(self) -> datetime:
        """When the last event of the club was recorded; the earliest time there is where there is none."""
        position, latest = self._head()
        return latest if position else _EARLIEST

    def max_notification_id(self) -> int:
        """The position of the club's last event; 0 where there is none."""
        return self._head()[0]

    @until_connected
    def find_secret(self) -> bytes | None:
        """The secret under which the club's commands are named; None before the first."""
        with self.datastore.get_connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            row = cursor.execute(_FIND_SECRET, (self.datastore.club,)).fetchone()
        return bytes(row[0]) if row else None

    @until_connected
    def offer_secret(self, secret: bytes) -> None:
        """Take this secret for the club's, unless it has one."""
        with self.datastore.get_connection() as connection:
            connection.execute(_INSERT_SECRET, (self.datastore.club, secret))

    @until_connected
    def is_revoked(self, token: str) -> bool:
        """Whether a token of the club has been revoked."""
        with self.datastore.get_connection() as connection:
            return connection.execute(_IS_REVOKED, (self.datastore.club, token)).fetchone() is not None

    @until_connected
    def find_command(self, names: Sequence[str]) -> CommandRow | None:
        """The command that was carried out under one of these names."""
        with self.datastore.get_connection() as connection:
            cursor = connection.cursor(row_factory=class_row(CommandRow))
            return cursor.execute(_FIND_COMMAND, (self.datastore.club, list(names))).fetchone()

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
        sealed: bool = True,
    ) -> Sequence[SealedNotification]:
        """The club's events, or those of some streams, in the order of their commits.

        Each comes with the sealed parts that it still has, unless `sealed` is False.
        """
        conditions = {
            "notification_id >= %s" if inclusive_of_start else "notification_id > %s": start,
            "notification_id <= %s": stop,
            "topic = ANY(%s)": list(topics) or None,
            "originator_id = ANY(%s)": list(streams) or None,
        }
        return [
            SealedNotification(stream, version, topic, state, position, parts)
            for position, stream, version, topic, state, parts in self._select(
                conditions, "notification_id", limit, sealed=sealed
            )
        ]

    def _select(
        self, conditions: dict[str, Any], order: str, limit: int | None, *, sealed: bool = True
    ) -> Iterator[_Event]:
        given = {condition: value for condition, value in conditions.items() if value is not None}
        filters = {"club = %s": self.datastore.club, **given}
        select, of_parts = (_SELECT_EVENTS, (self.datastore.club,)) if sealed else (_SELECT_WITHOUT_PARTS, ())
        query = select.format(where=" AND ".join(filters), order=order).encode()
        parameters = (*filters.values(), limit, *of_parts)
        with self.datastore.get_connection() as connection:
            rows = connection.cursor(row_factory=tuple_row, binary=True).execute(query, parameters)
            return _joined(rows.fetchall())


def _rows_of(saves: Sequence[Save]) -> dict[str, Any]:
    """The rows of the commands, events and sealed parts of some saves, by column, as the function wants them."""
    events = [event for save in saves for event in save.events]
    rows = {
        "commands": [_command_row(save.command, save.events) for save in saves],
        "tokens": list({save.token for save in saves if save.token}),
        "events": [
            {**_place(event), "topic": event.topic, **_around_the_time(event.state), "place": place}
            for place, event in enumerate(events, 1)
        ],
    }
    parts = [
        {**_place(event), "part": part.part, "salt": _hex(part.salt), "body": part.body.decode()}
        for event in events
        for part in event.parts
    ]
    return {**rows, "parts": parts} if parts else rows


def _place(event: SealedEvent) -> dict[str, Any]:
    return {"stream": event.originator_id, "version": event.originator_version}


def _around_the_time(state: bytes) -> dict[str, str]:
    """What stands in a state before and after the time of recording. Before it is the actor alone, whose fields are
    texts, so that the name of the field cannot stand there earlier."""
    before, name, rest = state.decode().partition('"at":"')
    _, quote, after = rest.partition('"')
    return {"before": before + name, "after": quote + after}


def _hex(bytes_: bytes) -> str:
    """Bytes as PostgreSQL reads them in a text."""
    return f"\\x{bytes_.hex()}"


def _command_row(command: CommandRow, events: Iterable[SealedEvent]) -> dict[str, Any]:
    of_its_stream = (event for event in events if event.originator_id == command.stream)
    return {
        "key": command.key,
        "request_hash": _hex(keyed(command.request_hash, salting(of_its_stream, command))),
        "stream": command.stream,
        "from_version": command.from_version,
        "to_version": command.to_version,
    }


def salting(events: Iterable[SealedEvent], command: CommandRow) -> Iterator[SealedPart]:
    """The sealed parts whose salts go into the stored hash of a command: those of its events in its own stream."""
    for event in events:
        if command.from_version <= event.originator_version <= command.to_version:
            yield from sorted(event.parts)


def _joined(rows: Iterable[tuple[Any, ...]]) -> Iterator[_Event]:
    """The events in rows that stand together where an event has several sealed parts."""
    event: tuple[Any, ...] | None = None
    parts: tuple[SealedPart, ...] = ()
    for row in rows:
        if event and row[0] != event[0]:
            yield *event, parts
            parts = ()
        event = row[:5]
        if row[5] is not None:
            parts += (SealedPart(*row[5:]),)
    if event:
        yield *event, parts


def _columns(rows: Iterable[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _constraint(error: VersionTaken) -> str | None:
    """The constraint that refused a row. Where an engine divides tables, only its message names it, with a number."""
    cause = error.__cause__
    if not isinstance(cause, psycopg.Error):
        return None
    named = cause.diag.constraint_name or next(iter(_NAMED.findall(str(cause))), "")
    return _DIVISION.sub("", named)
