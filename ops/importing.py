"""Bring a club back from its log: write the same bytes in the same order, and fold the read tables from them.

Everything is one transaction, also the creation of the club's schema, so a failure or a killed process leaves no
trace. The file is checked to its end before the transaction begins, and again while it is written. At the end the
root of the log is computed once more, from the rows in the database.

No export holds the hashes of requests. So each command is stored with its key and a hash that no request has: a later
request under that key is refused, even a true repeat, because nobody can tell any more whether it is one. Without the
secret under which commands are named, which only a complete export holds, no key of an earlier request is known at all.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
from psycopg import Connection, Cursor
from psycopg.rows import TupleRow, dict_row
from psycopg.sql import SQL, Identifier

from ledger.exports.jsonl import ClubLine
from ledger.merkle import Tree, leaf
from ledger.store import Logged, SharedDatastore, SharedPool
from ops.loading import continue_numbering
from ops.logfile import BadFile, Progress, Reading, opened
from ops.migrate import add_club
from projections import READ_MODELS
from projections.rebuild import digest
from projections.tables import ReadTables

BATCH = 500

UNKNOWN = b""
"""Stored instead of a request's hash; no SHA-256 is equal to it."""

_TAKEN = "SELECT id, name, schema_name FROM poolbook.clubs WHERE id = %s OR name = %s"
_NAMED = "UPDATE poolbook.clubs SET name = %s, currency = %s, created_at = %s WHERE id = %s"
_TAKE_TURN = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"
_SECRET = "INSERT INTO command_secret (secret) VALUES (%s)"
_EVENTS = "stored_events (originator_id, originator_version, topic, state, notification_id)"
_EVENT_TYPES = ("uuid", "int8", "text", "bytea", "int8")
_SEALED = "sealed (stream, version, part, salt, body)"
_SEALED_TYPES = ("uuid", "int8", "text", "bytea", "bytea")
_COMMANDS = "commands (key, request_hash, stream, from_version, to_version, recorded_at)"
_COMMAND_TYPES = ("text", "bytea", "uuid", "int8", "int8", "timestamptz")
_LOG = "SELECT originator_id, originator_version, topic, state FROM stored_events ORDER BY notification_id"


class ClubTaken(Exception):
    """A club with this id or name has events in this database already. The message names it."""


class Unfoldable(Exception):
    """Each event is sound by itself, but together they cannot be folded: they contradict one another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BroughtBack:
    """A club that was brought back: its counts, the root of its log, and the digest of its read tables."""

    club: UUID
    name: str
    events: int
    sealed: int
    commands: int
    root: bytes
    digest: str


def check_free(owner_url: str, club: ClubLine) -> None:
    """Raise ClubTaken if a club with this id or name has events already."""
    with psycopg.connect(owner_url) as owner:
        _check_free(owner, club)


def bring_back(
    owner_url: str, file: Path, service_role: str | None = None, progress: Progress = lambda done: None
) -> BroughtBack:
    """Write a club's log into the database, all of it or nothing. Meanwhile no other club can be made.

    Raises ClubTaken, Unfoldable, BadFile, or psycopg's errors.
    """
    with open(file, "rb") as raw:
        reading, events = opened(raw, progress)
        with psycopg.connect(owner_url) as owner:
            schema = _made(owner, reading.header.club, service_role)
            if reading.header.command_secret:
                owner.execute(_SECRET, (reading.header.command_secret,))
            datastore = SharedDatastore(SharedPool(owner_url), schema)
            _write(owner, ReadTables(datastore), events)
            continue_numbering(owner, schema)
            totals = _compared(owner, reading)
    return BroughtBack(digest=_digest(owner_url, schema), **totals)


def _digest(owner_url: str, schema: str) -> str:
    pool = SharedPool(owner_url)
    try:
        return digest(ReadTables(SharedDatastore(pool, schema)))
    finally:
        pool.close()


def _check_free(owner: Connection[TupleRow], club: ClubLine) -> None:
    for id, name, schema in owner.execute(_TAKEN, (club.id, club.name)).fetchall():
        events = SQL("SELECT 1 FROM {} LIMIT 1").format(Identifier(schema, "stored_events"))
        if owner.execute(events).fetchone():
            raise ClubTaken(f"the club {name} ({id}) has events in this database already")


def _made(owner: Connection[TupleRow], club: ClubLine, service_role: str | None) -> str:
    """Create the club's schema, or take its empty one, and lock it until this transaction ends; the schema's name."""
    of_header: dict[str, Any] = {"name": club.name, "currency": club.currency, "created_at": club.founded_at}
    schema = add_club(owner, club=club.id, **of_header, service_role=service_role)
    owner.execute(_TAKE_TURN, (f"{schema}.stored_events",))
    _check_free(owner, club)
    owner.execute(_NAMED, (*of_header.values(), club.id))
    owner.execute(SQL("SET LOCAL search_path TO {}").format(Identifier(schema)))
    return schema


def _write(owner: Connection[TupleRow], tables: ReadTables, events: Iterator[Logged]) -> None:
    commands, position = _Commands(), 0
    with owner.cursor() as cursor, owner.cursor(row_factory=dict_row) as folding:
        tables.lock(folding)
        while batch := list(islice(events, BATCH)):
            with _folding_errors(f"the events from position {batch[0].position} to {batch[-1].position}"):
                _copy_in(cursor, batch, commands)
                for model in READ_MODELS:
                    model.apply(folding, batch)
            position = batch[-1].position
        _copy(cursor, _COMMANDS, _COMMAND_TYPES, commands.last())
        if position:
            tables.move_to(folding, position)
        with _folding_errors("the events"):
            owner.execute("SET CONSTRAINTS ALL IMMEDIATE")


@contextmanager
def _folding_errors(what: str) -> Iterator[None]:
    """Turn any error of the tables and read models into Unfoldable; let psycopg's OperationalError pass."""
    try:
        yield
    except psycopg.OperationalError:
        raise
    except Exception as why:
        raise Unfoldable(f"{what} contradict one another: {type(why).__name__}: {why}") from why


def _copy_in(cursor: Cursor[TupleRow], batch: list[Logged], commands: "_Commands") -> None:
    stored = [logged.stored for logged in batch]
    rows = [(e.originator_id, e.originator_version, e.topic, e.state, e.id) for e in stored]
    _copy(cursor, _EVENTS, _EVENT_TYPES, rows)
    sealed = [(e.originator_id, e.originator_version, *part) for e in stored for part in e.parts]
    _copy(cursor, _SEALED, _SEALED_TYPES, sealed)
    _copy(cursor, _COMMANDS, _COMMAND_TYPES, commands.before(batch))


def _copy(cursor: Cursor[TupleRow], table: str, types: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> None:
    with cursor.copy(f"COPY {table} FROM STDIN (FORMAT BINARY)".encode()) as copy:
        copy.set_types(types)
        for row in rows:
            copy.write_row(row)


class _Commands:
    """Makes the rows of the commands from the events that they recorded. A row is ready after its last event."""

    def __init__(self) -> None:
        self._row: tuple[str, bytes, UUID, int, int, datetime] | None = None

    def before(self, batch: list[Logged]) -> Iterator[tuple[Any, ...]]:
        """The rows of the commands that another command follows in this batch."""
        for logged in batch:
            event = logged.recorded
            stream, version = event.originator_id, event.originator_version
            if self._row is None or self._row[0] != event.command:
                yield from self.last()
                self._row = (event.command, UNKNOWN, stream, version, version, event.at)
            elif self._row[2] == stream:
                # The row names the stream to which the command wrote first.
                self._row = (*self._row[:4], version, self._row[5])

    def last(self) -> Iterator[tuple[Any, ...]]:
        """The row of the command that no other has followed so far."""
        if self._row is not None:
            yield self._row


def _compared(owner: Connection[TupleRow], reading: Reading) -> dict[str, Any]:
    """Compare the tables with the file's counts and root; the counts and the root.

    Raises BadFile for faults in the file, RuntimeError if the tables differ.
    """
    if reading.faults:
        raise BadFile(reading.faults)
    assert reading.trailer is not None, "a file without its last line has a fault"
    tree = Tree()
    with owner.cursor(name="log") as log:
        log.itersize = BATCH
        for stream, version, topic, state in log.execute(_LOG):
            tree.add(leaf(stream, version, topic, state))
    counts = {name: _count(owner, name) for name in ("sealed", "commands")}
    stored = {"events": tree.size, "root": tree.root(), **counts}
    expected = {
        "events": reading.trailer.events,
        "root": reading.trailer.root,
        "sealed": reading.sealed,
        "commands": reading.commands,
    }
    if stored != expected:
        raise RuntimeError(f"the database holds {stored}, but the file has {expected}")
    return {**stored, "club": reading.header.club.id, "name": reading.header.club.name}


def _count(owner: Connection[TupleRow], table: str) -> int:
    row = owner.execute(f"SELECT count(*) FROM {table}".encode()).fetchone()
    assert row is not None
    count: int = row[0]
    return count
