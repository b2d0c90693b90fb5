"""The rows as they are stored: events, their sealed parts, and the commands that made them.

An event must decode, be at its place in its stream, encode to the same bytes again, and have the sealed parts whose
hashes it holds, except parts that were erased, or that were not in the file from which a club was imported. A
command's row and the events with its key must agree, and the names of commands must bear the mark of the secret under
which they were made. A command's `request_hash` cannot be checked, because nothing else depends on it: it keeps a key
from being used twice, and is no fact of the book.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, LiteralString
from uuid import UUID

import msgspec

from ledger.events import TOPICS, Event
from ledger.events.club import ClubFounded
from ledger.events.game import GameBegun
from ledger.events.sitting import SittingOpened
from ledger.events.trail import Question, trail_of
from ledger.store import CommandRow, Logged, Recorded
from ledger.store.envelope import SealedNotification
from ledger.store.keys import mark_in, mark_of
from projections.verify.reading import KIND, Read, Reader, differs
from projections.verify.report import Difference, Differs, Findings
from projections.verify.snapshot import Snapshot

ERASURES = "erasures"
"""The table in which nothing stays: what is put in there is erased."""

FIRSTS: dict[str, type[Event]] = {"club": ClubFounded, "sitting": SittingOpened, "game": GameBegun}
"""The first event of a stream, by the kind of stream, which is the first word of its topics. A trail has none: its id
follows from its game."""


@dataclass(slots=True)
class _Saved:
    """One save: its command's key, the first stream it wrote to with its versions, and the missing parts."""

    key: str
    stream: UUID
    first: int
    last: int
    at: datetime
    position: int
    missing: list[tuple[SealedNotification, str]] = field(default_factory=list)


class Rows:
    """Reads the stored rows, and compares events, sealed parts and commands with one another."""

    def __init__(self, snapshot: Snapshot, findings: Findings) -> None:
        self._snapshot = snapshot
        self._reader = Reader(snapshot)
        self._findings = findings
        self._position = 0
        self._versions: dict[UUID, int] = {}
        self._kinds: dict[UUID, str] = {}
        self._open: _Saved | None = None
        self._saved = 0
        self._marks: set[str] = set()
        self._parts = 0

    def read(self, batch: Sequence[SealedNotification]) -> list[Logged]:
        """The events of the next batch. Raises Differs at the first wrong row."""
        logged: list[Logged] = []
        done: list[_Saved] = []
        try:
            for stored in batch:
                event = self._checked(stored)
                done += self._group(event.logged.recorded, stored.id)
                assert self._open is not None
                self._open.missing += ((stored, part) for part in event.missing)
                logged.append(event.logged)
        finally:
            # A difference in an earlier command is reported before an event that cannot be read.
            self._check_commands(done)
        self._findings.count("events", len(logged))
        return logged

    def finish(self) -> None:
        """Raise Differs if a sealed part, an erasure or a command belongs to no event, or the secret is not that of the
        names."""
        self._check_commands([self._open] if self._open else [])
        self._check_secret()
        if self._snapshot.count("sealed") != self._parts:
            self._raise_intruder(_SEALED_INTRUDER, "sealed", "a sealed part that belongs to no event")
        if self._snapshot.count("commands") != self._saved:
            self._raise_intruder(_COMMAND_INTRUDER, "commands", "a command that made no event")
        if self._snapshot.count(ERASURES):
            sentence = f"a place is left in {ERASURES}, in which nothing stays when it is erased"
            raise Differs(Difference(kind=KIND, sentence=sentence, table=ERASURES))

    # One event

    def _checked(self, stored: SealedNotification) -> Read:
        """The event. Raises Differs if it is not at its place, or its bytes or parts are not those of the event."""
        self._position += 1
        if stored.id != self._position:
            sentence = f"it is at position {stored.id}, where position {self._position} is due"
            raise differs(stored, sentence, expected=str(self._position), found=str(stored.id))
        event = self._reader.read(stored)
        recorded, seals = event.logged.recorded, event.seals
        self._check_place(stored, recorded)
        if foreign := {part.part for part in stored.parts} - seals.keys():
            raise differs(stored, f"the event has no sealed part {min(foreign)!r}", table="sealed")
        self._check_bytes(stored, recorded, seals)
        self._parts += len(stored.parts)
        self._findings.count("sealed_parts", len(stored.parts))
        return event

    def _check_place(self, stored: SealedNotification, recorded: Recorded) -> None:
        """Raise Differs if versions have a gap, or a stream has events of two kinds or the wrong first event."""
        stream, version, event = stored.originator_id, stored.originator_version, recorded.event
        assert isinstance(stream, UUID)
        due = self._versions.get(stream, 0) + 1
        if version != due:
            sentence = f"version {version} comes where version {due} of its stream is due"
            raise differs(stored, sentence, expected=str(due), found=str(version))
        self._versions[stream] = version
        kind = stored.topic.partition(".")[0]
        misplaced = kind in FIRSTS and isinstance(event, FIRSTS[kind]) != (version == 1)
        if misplaced or self._kinds.setdefault(stream, kind) != kind:
            raise differs(stored, f"{stored.topic} cannot stand as version {version} of its stream")
        belongs = not isinstance(event, Question) or stream == trail_of(type(event), event.game)
        if not belongs or (kind == "club") != (stream == self._snapshot.club):
            raise differs(stored, f"{stored.topic} is in a stream where nothing of a {kind} belongs")

    def _check_bytes(self, stored: SealedNotification, recorded: Recorded, seals: Mapping[str, str]) -> None:
        again = self._reader.mapper.state_of(recorded, seals)
        if again != stored.state and not _says_the_same(stored.state, again):
            raise differs(stored, "its stored bytes are not those that the service would write")

    # The commands

    def _group(self, recorded: Recorded, position: int) -> Iterable[_Saved]:
        """Add an event to the save that it belongs to; the save before it, if that is now complete."""
        saved, stream, version = self._open, recorded.originator_id, recorded.originator_version
        if saved and saved.key == recorded.command:
            if stream == saved.stream:
                saved.last = version
            return ()
        self._open = _Saved(recorded.command, stream, version, version, recorded.at, position)
        return (saved,) if saved else ()

    def _check_commands(self, saves: Sequence[_Saved]) -> None:
        if not saves:
            return
        selected = self._snapshot.rows(_COMMANDS, {"keys": [saved.key for saved in saves]})
        rows = {
            row.key: row for row in (CommandRow(**dict(zip(_COLUMNS, columns, strict=True))) for columns in selected)
        }
        for saved in saves:
            self._check_command(saved, rows.get(saved.key))
        self._saved += len(saves)
        self._findings.count("commands", len(saves))

    def _check_command(self, saved: _Saved, row: CommandRow | None) -> None:
        if row is None:
            raise self._of_command(saved, f"the command {saved.key!r} made events, and has no row")
        for stored, part in saved.missing:
            self._check_undisclosed(stored, part, row)
        if row.request_hash and (
            mark := mark_in(row.key)
        ):  # without a hash it was imported, perhaps without the secret
            self._marks.add(mark)
        columns = {
            "stream": (saved.stream, row.stream),
            "from_version": (saved.first, row.from_version),
            "to_version": (saved.last, row.to_version),
            "recorded_at": (saved.at, row.recorded_at),
        }
        for column, (expected, actual) in columns.items():
            if expected != actual:
                sentence = f"the command {saved.key!r} has {column} {actual}, where its events say {expected}"
                raise self._of_command(saved, sentence, column=column, expected=str(expected), found=str(actual))

    def _check_secret(self) -> None:
        """Raise Differs unless there is one secret, under which the commands that were carried out here were named."""
        rows = self._snapshot.rows("SELECT secret FROM command_secret WHERE club = %(club)s")
        marks = {mark_of(bytes(secret)) for (secret,) in rows}
        if len(rows) > 1 or not self._marks <= marks:
            sentence = "the secret under which commands are named is not that of their names: no repeat is recognised"
            raise Differs(Difference(kind=KIND, sentence=sentence, table="command_secret"))

    def _check_undisclosed(self, stored: SealedNotification, part: str, row: CommandRow) -> None:
        """Note a missing part of an imported command, which has no request hash. Raises Differs for any other."""
        if row.request_hash:
            sentence = f"its sealed part {part!r} is gone, and no event says that it was erased"
            raise differs(stored, sentence, table="sealed")
        sentence = "a sealed part was not in the file from which this club was imported"
        place = {"stream": stored.originator_id, "version": stored.originator_version, "position": stored.id}
        self._findings.notice("undisclosed", sentence, **place)  # type: ignore[arg-type]

    # Differences

    def _raise_intruder(self, query: LiteralString, table: str, what: str) -> None:
        for (key,) in self._snapshot.rows(query):
            raise Differs(Difference(kind=KIND, sentence=f"{what}: {key}", table=table, key=key))
        raise Differs(Difference(kind=KIND, sentence=f"{what} is in the table {table}", table=table))

    def _of_command(self, saved: _Saved, sentence: str, **more: Any) -> Differs:
        return Differs(
            Difference(
                kind=KIND,
                sentence=sentence,
                stream=saved.stream,
                version=saved.first,
                position=saved.position,
                table="commands",
                key=saved.key,
                **more,
            )
        )


def _says_the_same(stored: bytes, again: bytes) -> bool:
    """Whether different bytes mean the same: an older shape, or one without a field that was added later."""
    was, now = msgspec.json.decode(stored), msgspec.json.decode(again)
    return was["version"] != now["version"] or (_canonical(was) == stored and _within(was, now))


_canonical: Callable[[Any], bytes] = msgspec.json.Encoder(order="sorted").encode


def _within(was: Any, now: Any) -> bool:
    """Whether `now` has every value of `was`."""
    if isinstance(was, dict) and isinstance(now, dict):
        if was.get("topic") in TOPICS and was.get("version") != now.get("version"):
            return True
        return all(name in now and _within(value, now[name]) for name, value in was.items())
    if isinstance(was, list) and isinstance(now, list):
        return len(was) == len(now) and all(map(_within, was, now))
    return bool(was == now)


_COLUMNS = tuple(f.name for f in fields(CommandRow))
_COMMANDS = f"SELECT {', '.join(_COLUMNS)} FROM commands WHERE club = %(club)s AND key = ANY(%(keys)s)"
_SEALED_INTRUDER: LiteralString = """
    SELECT s.part || ' of event ' || s.version || ' of stream ' || s.stream
    FROM sealed AS s LEFT JOIN stored_events AS e
        ON e.club = s.club AND e.originator_id = s.stream AND e.originator_version = s.version
    WHERE s.club = %(club)s AND e.topic IS NULL ORDER BY s.stream, s.version, s.part LIMIT 1
"""
_COMMAND_INTRUDER: LiteralString = """
    SELECT c.key
    FROM commands AS c
    LEFT JOIN stored_events AS e
        ON e.club = c.club AND e.originator_id = c.stream AND e.originator_version = c.from_version
    WHERE c.club = %(club)s AND c.key IS DISTINCT FROM convert_from(e.state, 'UTF8')::jsonb ->> 'command'
    ORDER BY c.recorded_at, c.key LIMIT 1
"""
