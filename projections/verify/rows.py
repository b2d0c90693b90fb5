"""The rows as they are stored: events, their sealed parts, and the commands that made them.

An event must decode, be at its place in its stream, encode to the same bytes again, and have the sealed parts whose
hashes it holds, except parts that were erased, or that were not in the file from which a club was imported. A
command's row and the events with its key must agree, and the names of commands must bear the mark of the secret under
which they were made. A command's `request_hash` cannot be checked, because nothing else depends on it: it keeps a key
from being used twice, and is no fact of the book.
"""

from collections.abc import Callable, Iterable, Sequence, Set
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
from ledger.store import CommandRow, Logged, Recorded, UnreadableEvent
from ledger.store.envelope import SealedNotification
from ledger.store.keys import mark_in, mark_of
from projections.verify.report import Difference, Differs, Findings
from projections.verify.snapshot import Snapshot

KIND = "rows"

FIRSTS: dict[str, type[Event]] = {"club": ClubFounded, "sitting": SittingOpened, "game": GameBegun}
"""The first event of a stream, by the kind of stream, which is the first word of its topics. A trail has none: its id
follows from its game."""

Erased = Set[tuple[UUID, int, str]]
"""The sealed parts that events name as erased: stream, version, part."""


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

    def __init__(self, snapshot: Snapshot, club: UUID, erased: Erased, findings: Findings) -> None:
        self._snapshot = snapshot
        self._mapper = snapshot.store.mapper
        self._club = club
        self._erased = erased
        self._findings = findings
        self._versions: dict[UUID, int] = {}
        self._kinds: dict[UUID, str] = {}
        self._open: _Saved | None = None
        self._saved = 0
        self._marks: set[str] = set()
        self._parts = 0
        self.undisclosed: set[UUID] = set()
        """The streams that were imported from a file without some of their sealed parts."""

    def read(self, batch: Sequence[SealedNotification]) -> list[Logged]:
        """The events of the next batch. Raises Differs at the first wrong row."""
        logged: list[Logged] = []
        done: list[_Saved] = []
        try:
            for stored in batch:
                recorded, missing = self._recorded(stored)
                done += self._group(recorded, stored.id)
                assert self._open is not None
                self._open.missing += ((stored, part) for part in missing)
                logged.append(Logged(stored.id, recorded, stored))
        finally:
            # A difference in an earlier command is reported before an event that cannot be read.
            self._check_commands(done)
        self._findings.count("events", len(logged))
        return logged

    def finish(self) -> None:
        """Raise Differs if a sealed part or a command belongs to no event, or the secret is not that of the names."""
        self._check_commands([self._open] if self._open else [])
        self._check_secret()
        if self._snapshot.count("sealed") != self._parts:
            self._raise_intruder(_SEALED_INTRUDER, "sealed", "a sealed part that belongs to no event")
        if self._snapshot.count("commands") != self._saved:
            self._raise_intruder(_COMMAND_INTRUDER, "commands", "a command that made no event")

    # One event

    def _recorded(self, stored: SealedNotification) -> tuple[Recorded, Sequence[str]]:
        """The event, and the names of its sealed parts that are missing although no event records their erasure."""
        try:
            recorded, seals = self._mapper.read(stored)
        except UnreadableEvent as error:
            raise self._differs(stored, f"{error}") from error
        self._check_place(stored, recorded)
        present = {part.part for part in stored.parts}
        if foreign := present - seals.keys():
            raise self._differs(stored, f"the event has no sealed part {min(foreign)!r}", table="sealed")
        self._check_bytes(stored, recorded, seals)
        self._parts += len(present)
        self._findings.count("sealed_parts", len(present))
        place = recorded.originator_id, recorded.originator_version
        return recorded, [part for part in sorted(seals.keys() - present) if (*place, part) not in self._erased]

    def _check_place(self, stored: SealedNotification, recorded: Recorded) -> None:
        """Raise Differs if versions have a gap, or a stream has events of two kinds or the wrong first event."""
        stream, version, event = stored.originator_id, stored.originator_version, recorded.event
        assert isinstance(stream, UUID)
        due = self._versions.get(stream, 0) + 1
        if version != due:
            sentence = f"version {version} comes where version {due} of its stream is due"
            raise self._differs(stored, sentence, expected=str(due), found=str(version))
        self._versions[stream] = version
        kind = stored.topic.partition(".")[0]
        misplaced = kind in FIRSTS and isinstance(event, FIRSTS[kind]) != (version == 1)
        if misplaced or self._kinds.setdefault(stream, kind) != kind:
            raise self._differs(stored, f"{stored.topic} cannot stand as version {version} of its stream")
        belongs = not isinstance(event, Question) or stream == trail_of(type(event), event.game)
        if not belongs or (kind == "club") != (stream == self._club):
            raise self._differs(stored, f"{stored.topic} is in a stream where nothing of a {kind} belongs")

    def _check_bytes(self, stored: SealedNotification, recorded: Recorded, seals: Any) -> None:
        again = self._mapper.state_of(recorded, seals)
        if again != stored.state and not _says_the_same(stored.state, again):
            raise self._differs(stored, "its stored bytes are not those that the service would write")

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
        rows = self._snapshot.rows("SELECT only_one, secret FROM command_secret")
        marks = {mark_of(bytes(secret)) for only_one, secret in rows if only_one}
        if len(rows) > 1 or len(marks) < len(rows) or not self._marks <= marks:
            sentence = "the secret under which commands are named is not that of their names: no repeat is recognised"
            raise Differs(Difference(kind=KIND, sentence=sentence, table="command_secret"))

    def _check_undisclosed(self, stored: SealedNotification, part: str, row: CommandRow) -> None:
        """Note a missing part of an imported command, which has no request hash. Raises Differs for any other."""
        stream = stored.originator_id
        assert isinstance(stream, UUID)
        if row.request_hash:
            sentence = f"its sealed part {part!r} is gone, and no event says that it was erased"
            raise self._differs(stored, sentence, table="sealed")
        self.undisclosed.add(stream)
        sentence = "a sealed part was not in the file from which this club was imported"
        place = {"stream": stream, "version": stored.originator_version, "position": stored.id}
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

    def _differs(self, stored: SealedNotification, sentence: str, **more: Any) -> Differs:
        stream, version = stored.originator_id, stored.originator_version
        assert isinstance(stream, UUID)
        where = f"event {version} of stream {stream}"
        sentence = sentence if sentence.startswith(where) else f"{where}: {sentence}"
        named = {"table": "stored_events", **more}
        return Differs(
            Difference(kind=KIND, sentence=sentence, stream=stream, version=version, position=stored.id, **named)
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
_COMMANDS = f"SELECT {', '.join(_COLUMNS)} FROM commands WHERE key = ANY(%(keys)s)"
_SEALED_INTRUDER: LiteralString = """
    SELECT s.part || ' of event ' || s.version || ' of stream ' || s.stream
    FROM sealed AS s LEFT JOIN stored_events AS e ON e.originator_id = s.stream AND e.originator_version = s.version
    WHERE e.topic IS NULL ORDER BY s.stream, s.version, s.part LIMIT 1
"""
_COMMAND_INTRUDER: LiteralString = """
    SELECT c.key
    FROM commands AS c
    LEFT JOIN stored_events AS e ON e.originator_id = c.stream AND e.originator_version = c.from_version
    WHERE c.key IS DISTINCT FROM convert_from(e.state, 'UTF8')::jsonb ->> 'command'
    ORDER BY c.recorded_at, c.key LIMIT 1
"""
