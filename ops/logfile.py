"""Read and check a club's log in JSON Lines, line by line; a damaged file is reported line by line.

The checks trust nothing in the file. The first line must have a known version. Every event must follow the one before
it in its stream and in the log. Every sealed part must have the hash that its event holds, and no event may erase it.
The root of all events must be the one in the last line. Every wrong line is reported, not only the first. One line at
a time is in memory, and its length is bounded.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, TypeVar
from uuid import UUID

import msgspec

from ledger.afterwards.erasure import WORDS
from ledger.events.base import Event
from ledger.events.club import ClubFounded, PartErased
from ledger.events.game import GameBegun
from ledger.events.sitting import SittingOpened
from ledger.events.trail import Question, trail_of
from ledger.exports.jsonl import FORMAT, VERSION, EventLine, Header, Trailer
from ledger.merkle import Tree, leaf
from ledger.store import Logged, NewerEvent, Recorded, SealedPart, UnreadableEvent
from ledger.store.envelope import SealedNotification
from ledger.store.mapper import EnvelopeMapper

LONGEST_LINE = 16 << 20
"""Bytes. No event comes near it: a request has at most a sixteenth of that."""

MOST_REPORTED = 20
"""How many faults of one file are reported; of the rest only their number is."""

_MOST_KEPT = 10_000
_UTC = timedelta(0)

Progress = Callable[[int], None]
"""Takes the number of bytes of the file that have been read."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a line; with the file as a whole where `line` is None."""

    line: int | None
    says: str

    @property
    def sentence(self) -> str:
        """The fault with its line."""
        return self.says if self.line is None else f"line {self.line}: {self.says}"


class BadFile(Exception):
    """A file that cannot be imported, with its faults in the order of the lines."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(fault.sentence for fault in faults))
        self.faults = faults

    @property
    def sentences(self) -> Iterator[str]:
        """The first MOST_REPORTED faults as sentences, and how many more there are."""
        for fault in islice(self.faults, MOST_REPORTED):
            yield fault.sentence
        if len(self.faults) > MOST_REPORTED:
            yield f"and {len(self.faults) - MOST_REPORTED} more"


class _Kind(msgspec.Struct, frozen=True):
    """The fields by which the first line of a log is recognised, in every version."""

    format: str
    version: int


_kind = msgspec.json.Decoder(_Kind)
_LAST = b'{"events":'
"""How the last line begins, and no other line."""

Parsed = TypeVar("Parsed")

_header = msgspec.json.Decoder(Header)
_event = msgspec.json.Decoder(EventLine)
_trailer = msgspec.json.Decoder(Trailer)


@dataclass
class Reading:
    """What has been read of a file so far: its first and last line, its faults, its tree and its counts."""

    header: Header
    trailer: Trailer | None = None
    faults: list[Fault] = field(default_factory=list)
    tree: Tree = field(default_factory=Tree)
    summed: Any = field(default_factory=sha256)
    sealed: int = 0
    commands: int = 0

    def fault(self, line: int | None, says: str) -> None:
        """Note a fault, unless there are too many already."""
        if len(self.faults) < _MOST_KEPT:
            self.faults.append(Fault(line, says))


def checked(file: Path, progress: Progress = lambda done: None) -> Reading:
    """Read a file to its end. Raises BadFile with all its faults."""
    with open(file, "rb") as raw:
        reading, events = opened(raw, progress)
        for _ in events:
            pass
    if reading.faults:
        raise BadFile(reading.faults)
    return reading


def opened(raw: BinaryIO, progress: Progress = lambda done: None) -> tuple[Reading, Iterator[Logged]]:
    """The reading of a file, and an iterator over its events. The reading is complete when the iterator is exhausted.

    Raises BadFile if the first line has another format or a newer version.
    """
    lines = _lines(raw, progress)
    _, first = next(lines, (1, b""))
    reading = Reading(_first(first))
    reading.summed.update(first or b"")
    return reading, _Checks(reading).events(lines)


def _lines(raw: BinaryIO, progress: Progress) -> Iterator[tuple[int, bytes | None]]:
    """The lines with their numbers from 1; None instead of a line that is too long."""
    number = 0
    while line := raw.readline(LONGEST_LINE):
        number += 1
        whole = len(line) < LONGEST_LINE or line.endswith(b"\n")
        while not whole:
            rest = raw.readline(LONGEST_LINE)
            whole = not rest or rest.endswith(b"\n")
            line = b""
        progress(raw.tell())
        yield number, line or None


def _first(line: bytes | None) -> Header:
    try:
        kind = _kind.decode(line or b"")
        if kind.format == FORMAT and kind.version > VERSION:
            says = f"the export has version {kind.version}, and this release reads up to {VERSION}: upgrade it first"
            raise BadFile([Fault(1, says)])
        header = _header.decode(line or b"")
    except (msgspec.DecodeError, UnicodeDecodeError) as why:
        raise BadFile([Fault(1, f"this is not the first line of a club's log: {why}")]) from why
    if (header.format, header.version) != (FORMAT, VERSION):
        raise BadFile([Fault(1, f"this is not a club's log: it is {header.format!r}, version {header.version}")])
    return header


class _Fault(Exception):
    """A fault because of which the current line gives no event."""


class _Unread(_Fault):
    """A fault because of which the current line cannot be read at all."""


class _Checks:
    """Checks each line against what it remembers of the lines before."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._mapper = EnvelopeMapper()
        self._position = 0
        self._unread = 0
        self._versions: dict[UUID, int] = {}
        self._sittings: set[str] = set()
        self._games: set[str] = set()
        self._keys: set[str] = set()
        self._key = ""
        # Words alone can be erased; of what else is sealed nothing need be remembered.
        self._words: dict[tuple[UUID, int, str], int] = {}
        self._erased: dict[tuple[UUID, int, str], int] = {}

    def events(self, lines: Iterator[tuple[int, bytes | None]]) -> Iterator[Logged]:
        """Yield the events that can be read, numbered from 1 without gaps; note faults in the reading.

        The positions in a file may have gaps: those of earlier releases had.
        """
        for number, line in lines:
            try:
                event = self._read(line)
                if event is not None:
                    yield self._logged(number, event)
            except _Fault as why:
                self._unread += isinstance(why, _Unread)
                self._reading.fault(number, str(why))
        self._end()

    def _read(self, line: bytes | None) -> EventLine | None:
        if self._reading.trailer is not None:
            raise _Fault("comes after the last line")
        if line is None:
            raise _Unread(f"is longer than {LONGEST_LINE} bytes")
        if line.startswith(_LAST):
            self._reading.trailer = _decoded(_trailer, line)
            return None
        event = _decoded(_event, line)
        self._reading.summed.update(line)
        return event

    def _logged(self, number: int, line: EventLine) -> Logged:
        self._check_place(number, line)
        state = line.state.encode()
        self._reading.tree.add(leaf(line.stream, line.version, line.topic, state))
        position = self._reading.tree.size
        parts = tuple(SealedPart(part.part, part.salt, part.body.encode()) for part in line.sealed)
        stored = SealedNotification(line.stream, line.version, line.topic, state, position, parts)
        try:
            recorded = self._mapper.to_domain_event(stored)
        except NewerEvent as why:
            raise _Fault(f"{why}: upgrade the service first") from None
        except UnreadableEvent as why:
            raise _Fault(str(why)) from None
        if len({part.part for part in parts}) < len(parts):
            raise _Fault("holds a sealed part twice")
        if recorded.at.utcoffset() != _UTC:
            raise _Fault(f"is recorded at {recorded.at}, which is not in UTC")
        self._check_beginning(recorded)
        self._check_command(recorded.command)
        self._check_erased(number, recorded, parts)
        self._reading.sealed += len(parts)
        return Logged(position, recorded, stored)

    def _check_place(self, number: int, line: EventLine) -> None:
        """Note a line out of its place. The next line is compared with this one, so that one fault is reported once."""
        before, known = self._position, self._versions.get(line.stream, 0)
        self._position, self._versions[line.stream] = line.position, line.version
        if line.position <= before:
            self._reading.fault(number, f"position {line.position} comes after {before}")
        missing = line.version - known - 1
        if 0 < missing <= self._unread:
            self._unread -= missing  # They are reported already, as lines that cannot be read.
        elif missing:
            after = f"after {known}" if known else "first"
            self._reading.fault(number, f"version {line.version} of stream {line.stream} comes {after}")

    def _check_beginning(self, recorded: Recorded) -> None:
        """Raise _Fault unless a stream begins with the right event, and with one of this club."""
        event, club = recorded.event, self._reading.header.club
        first = recorded.originator_version == 1
        if isinstance(event, Question):
            place = trail_of(type(event), event.game)
            if event.game not in self._games or recorded.originator_id != place:
                raise _Fault(f"{event.topic} is not in the trail of a game of this club")
            return
        if first != isinstance(event, ClubFounded | SittingOpened | GameBegun):
            raise _Fault(
                f"{event.topic} {'cannot begin a stream' if first else 'can only be the first event of a stream'}"
            )
        if not first:
            return
        if not self._belongs(recorded.originator_id, event):
            raise _Fault(f"{event.topic} does not belong to the club {club.id}")
        if isinstance(event, ClubFounded) and (event.currency, recorded.at) != (club.currency, club.founded_at):
            raise _Fault("the club was founded at another time or in another currency than the first line says")

    def _belongs(self, stream: UUID, event: Event) -> bool:
        club = self._reading.header.club.id
        match event:
            case SittingOpened():
                self._sittings.add(str(stream))
                return event.club == str(club) and club in self._versions
            case GameBegun():
                self._games.add(str(stream))
                return event.sitting in self._sittings
            case _:
                return stream == club

    def _check_command(self, key: str) -> None:
        """Raise _Fault unless the events of a command follow one another."""
        if key == self._key:
            return
        if key in self._keys:
            raise _Fault(f"the command {key} has recorded earlier lines, and other commands stand between")
        self._key = key
        self._keys.add(key)
        self._reading.commands += 1

    def _check_erased(self, number: int, recorded: Recorded, parts: tuple[SealedPart, ...]) -> None:
        """Raise _Fault if the log holds words that one of its events erases."""
        stream, version = recorded.originator_id, recorded.originator_version
        for name in (part.part for part in parts if part.part.rpartition("/")[2] in WORDS):
            place = stream, version, name
            self._words[place] = number
            if place in self._erased:
                raise _Fault(f"holds the sealed part {name!r}, which line {self._erased[place]} erases")
        if isinstance(event := recorded.event, PartErased):
            place = UUID(event.of_stream), event.of_version, event.part
            self._erased[place] = number
            if place in self._words:
                raise _Fault(
                    f"erases the sealed part {event.part!r} of line {self._words[place]}, which still holds it"
                )

    def _end(self) -> None:
        reading = self._reading
        trailer = reading.trailer
        if trailer is None:
            reading.fault(None, "the last line is missing: the file has been cut off")
        elif reading.faults:
            return  # With these faults the last line's totals cannot agree.
        elif trailer.events != reading.tree.size:
            reading.fault(None, f"there are {reading.tree.size} events, and the last line says {trailer.events}")
        elif trailer.root != reading.tree.root():
            reading.fault(
                None, "these are not the events that were exported: their root differs from that in the last line"
            )
        elif trailer.sha256 != reading.summed.hexdigest():
            reading.fault(None, "a byte of the file was changed: its SHA-256 differs from that in the last line")
        elif not reading.tree.size:
            reading.fault(None, "the file has no events")


def _decoded(decoder: msgspec.json.Decoder[Parsed], line: bytes) -> Parsed:
    try:
        return decoder.decode(line)
    except msgspec.ValidationError as why:
        raise _Unread(f"has another shape than an export writes: {why}") from None
    except UnicodeDecodeError:
        raise _Unread("is not text in UTF-8") from None
    except msgspec.DecodeError as why:
        cut = "" if line.endswith(b"\n") else "; the file ends in the middle of it"
        raise _Unread(f"is not JSON: {why}{cut}") from None
