"""Bring a club back from its log: write the same bytes in the same order, and fold the read tables from them.

Everything is one transaction, also the founding of the club, so a failure or a killed process leaves no trace. The file
is checked to its end before the transaction begins, and again while it is written. At the end the root of the log is
computed once more, from the rows in the database.

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

import msgspec
import psycopg
from psycopg import Connection
from psycopg.rows import TupleRow, dict_row

from ledger.exports.jsonl import ClubLine
from ledger.merkle import Tree, leaf
from ledger.store import Logged, SharedDatastore, SharedPool
from ops.logfile import BadFile, Progress, Reading, opened
from projections import READ_MODELS
from projections.read_model import ClubCursor
from projections.rebuild import digest
from projections.tables import ReadTables

BATCH = 500

UNKNOWN = b""
"""Stored instead of a request's hash; no SHA-256 is equal to it."""

_SESSION = "SET LOCAL search_path = poolbook; SET LOCAL timezone = 'UTC'"
_TAKEN = "SELECT id, name FROM clubs WHERE (id = %s OR name = %s) AND position > 0"
_TAKE_TURN = """
    INSERT INTO clubs (id, name, currency, created_at) VALUES (%(id)s, %(name)s, %(currency)s, %(founded_at)s)
    ON CONFLICT (id) DO UPDATE SET name = %(name)s, currency = %(currency)s, created_at = %(founded_at)s
"""
_GONE_ON = "UPDATE clubs SET position = %s, last_at = %s, gone_on = true WHERE id = %s"
_SECRET = "INSERT INTO command_secret (club, secret) VALUES (%s, %s)"
_EVENTS = "stored_events (club, originator_id, originator_version, topic, state, notification_id)"
_EVENT_TYPES = ("uuid", "uuid", "int8", "text", "bytea", "int8")
_SEALED = "sealed (club, stream, version, part, salt, body)"
_SEALED_TYPES = ("uuid", "uuid", "int8", "text", "bytea", "bytea")
_COMMANDS = "commands (club, key, request_hash, stream, from_version, to_version, recorded_at)"
_COMMAND_TYPES = ("uuid", "text", "bytea", "uuid", "int8", "int8", "timestamptz")
_LOG = """
    SELECT originator_id, originator_version, topic, state FROM stored_events WHERE club = %s ORDER BY notification_id
"""


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
        owner.execute(_SESSION)
        _check_free(owner, club)


def bring_back(owner_url: str, file: Path, progress: Progress = lambda done: None) -> BroughtBack:
    """Write a club's log into the database, all of it or nothing.

    Raises ClubTaken, Unfoldable, BadFile, or psycopg's errors.
    """
    pool = SharedPool(owner_url)
    try:
        with open(file, "rb") as raw:
            reading, events = opened(raw, progress)
            club = reading.header.club
            tables = ReadTables(SharedDatastore(pool, club.id))
            with psycopg.connect(owner_url) as owner:
                owner.execute(_SESSION)
                _take_turn(owner, club)
                if reading.header.command_secret:
                    owner.execute(_SECRET, (club.id, reading.header.command_secret))
                _Writing(owner, tables).write(events)
                totals = _compared(owner, reading)
        return BroughtBack(digest=digest(tables), **totals)
    finally:
        pool.close()


def _check_free(owner: Connection[TupleRow], club: ClubLine) -> None:
    for id, name in owner.execute(_TAKEN, (club.id, club.name)).fetchall():
        raise ClubTaken(f"the club {name} ({id}) has events in this database already")


def _take_turn(owner: Connection[TupleRow], club: ClubLine) -> None:
    """Found the club, or take one without events, and lock its row until this transaction ends. Raises ClubTaken."""
    owner.execute(_TAKE_TURN, msgspec.structs.asdict(club))
    _check_free(owner, club)


class _Writing:
    """Writes the events of one club, with what belongs to them, and folds them into its read tables."""

    def __init__(self, owner: Connection[TupleRow], tables: ReadTables) -> None:
        self._owner = owner
        self._tables = tables
        self._club = tables.club
        self._commands = _Commands()

    def write(self, events: Iterator[Logged]) -> None:
        """Write all events. Raises Unfoldable."""
        last = None
        with self._owner.cursor(row_factory=dict_row) as cursor:
            folding = ClubCursor(cursor, self._club)
            self._tables.lock(folding)
            while batch := list(islice(events, BATCH)):
                with _folding_errors(f"the events from position {batch[0].position} to {batch[-1].position}"):
                    self._copy_in(batch)
                    for model in READ_MODELS:
                        model.apply(folding, batch)
                last = batch[-1]
            self._copy(_COMMANDS, _COMMAND_TYPES, self._commands.last())
            if last:
                self._tables.move_to(folding, last.position)
                self._owner.execute(_GONE_ON, (last.position, last.recorded.at, self._club))

    def _copy_in(self, batch: list[Logged]) -> None:
        stored = [logged.stored for logged in batch]
        rows = [(e.originator_id, e.originator_version, e.topic, e.state, e.id) for e in stored]
        self._copy(_EVENTS, _EVENT_TYPES, rows)
        sealed = [(e.originator_id, e.originator_version, *part) for e in stored for part in e.parts]
        self._copy(_SEALED, _SEALED_TYPES, sealed)
        self._copy(_COMMANDS, _COMMAND_TYPES, self._commands.before(batch))

    def _copy(self, table: str, types: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> None:
        with self._owner.cursor().copy(f"COPY {table} FROM STDIN (FORMAT BINARY)".encode()) as copy:
            copy.set_types(types)
            for row in rows:
                copy.write_row((self._club, *row))


@contextmanager
def _folding_errors(what: str) -> Iterator[None]:
    """Turn any error of the tables and read models into Unfoldable; let psycopg's OperationalError pass."""
    try:
        yield
    except psycopg.OperationalError:
        raise
    except Exception as why:
        raise Unfoldable(f"{what} contradict one another: {type(why).__name__}: {why}") from why


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
    tree, club = Tree(), reading.header.club.id
    with owner.cursor(name="log") as log:
        log.itersize = BATCH
        for stream, version, topic, state in log.execute(_LOG, (club,)):
            tree.add(leaf(stream, version, topic, state))
    counts = {name: _count(owner, name, club) for name in ("sealed", "commands")}
    stored = {"events": tree.size, "root": tree.root(), **counts}
    expected = {
        "events": reading.trailer.events,
        "root": reading.trailer.root,
        "sealed": reading.sealed,
        "commands": reading.commands,
    }
    if stored != expected:
        raise RuntimeError(f"the database holds {stored}, but the file has {expected}")
    return {**stored, "club": club, "name": reading.header.club.name}


def _count(owner: Connection[TupleRow], table: str, club: UUID) -> int:
    row = owner.execute(f"SELECT count(*) FROM {table} WHERE club = %s".encode(), (club,)).fetchone()
    assert row is not None
    count: int = row[0]
    return count
