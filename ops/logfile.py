"""A club's log in JSON Lines, read line by line and checked, whatever has become of the file.

Nothing of it is believed: the first line must be of a version that is known here, every event follow the one before
it in its stream and in the log, every sealed part have the hash that its event holds and be erased by no event, and
the root of all of them be the one that the last line names. Every line that is wrong is told, not the first alone. A
line is held in memory one at a time, and is never longer than it may be.
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
from ledger.exports.jsonl import FORMAT, VERSION, EventLine, Header, Trailer
from ledger.merkle import Tree, leaf
from ledger.store import Logged, NewerEvent, Recorded, SealedPart, UnreadableEvent
from ledger.store.envelope import SealedNotification
from ledger.store.mapper import EnvelopeMapper

LONGEST_LINE = 16 << 20
"""Bytes. No event comes near it: what one request may say is a sixteenth of that."""

MOST_TOLD = 20
"""How many faults are told of one file; of the others, how many they are."""

_MOST_KEPT = 10_000
_UTC = timedelta(0)

Progress = Callable[[int], None]
"""Is told how many bytes of the file have been read."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a line; of the file as a whole where there is no line."""

    line: int | None
    says: str

    @property
    def sentence(self) -> str:
        """The fault with its line."""
        return self.says if self.line is None else f"line {self.line}: {self.says}"


class BadFile(Exception):
    """A file that cannot be brought back, with its faults in the order of the lines."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(each.sentence for each in faults))
        self.faults = faults

    @property
    def sentences(self) -> Iterator[str]:
        """What to tell of it, the number of lines being bounded."""
        for each in islice(self.faults, MOST_TOLD):
            yield each.sentence
        if len(self.faults) > MOST_TOLD:
            yield f"and {len(self.faults) - MOST_TOLD} more"


class _Kind(msgspec.Struct, frozen=True):
    """What tells a first line, of whatever version."""

    format: str
    version: int


_kind = msgspec.json.Decoder(_Kind)
_LAST = b'{"events":'
"""What the last line begins with, and no other."""

Said = TypeVar("Said")

_header = msgspec.json.Decoder(Header)
_event = msgspec.json.Decoder(EventLine)
_trailer = msgspec.json.Decoder(Trailer)


@dataclass
class Reading:
    """A file as far as it has been read: its first line and its last, and what was wrong in between."""

    header: Header
    trailer: Trailer | None = None
    faults: list[Fault] = field(default_factory=list)
    tree: Tree = field(default_factory=Tree)
    summed: Any = field(default_factory=sha256)
    sealed: int = 0
    commands: int = 0

    def fault(self, line: int | None, says: str) -> None:
        """Note what is wrong, within bounds."""
        if len(self.faults) < _MOST_KEPT:
            self.faults.append(Fault(line, says))


def checked(file: Path, progress: Progress = lambda done: None) -> Reading:
    """Read a file to its end. Raises BadFile with all that is wrong with it."""
    with open(file, "rb") as raw:
        reading, events = opened(raw, progress)
        for _ in events:
            pass
    if reading.faults:
        raise BadFile(reading.faults)
    return reading


def opened(raw: BinaryIO, progress: Progress = lambda done: None) -> tuple[Reading, Iterator[Logged]]:
    """The reading of a file, and its events one by one; the reading is done when these are.

    Raises BadFile where the first line is of another format or of a newer version.
    """
    lines = _lines(raw, progress)
    _, first = next(lines, (1, b""))
    reading = Reading(_first(first))
    reading.summed.update(first or b"")
    return reading, _Checks(reading).events(lines)


def _lines(raw: BinaryIO, progress: Progress) -> Iterator[tuple[int, bytes | None]]:
    """The lines by their numbers from 1, None in the place of one that is too long."""
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
            says = f"the export is of version {kind.version}, and this release reads up to {VERSION}: upgrade it first"
            raise BadFile([Fault(1, says)])
        header = _header.decode(line or b"")
    except (msgspec.DecodeError, UnicodeDecodeError) as why:
        raise BadFile([Fault(1, f"this is not the first line of a club's log: {why}")]) from why
    if (header.format, header.version) != (FORMAT, VERSION):
        raise BadFile([Fault(1, f"this is no club's log: it is {header.format!r}, version {header.version}")])
    return header


class _Fault(Exception):
    """What is wrong with the line in hand, so that nothing more can be made of it."""


class _Unread(_Fault):
    """A line of which nobody can tell what it said."""


class _Checks:
    """What has to be remembered of the lines before, in order to judge the next."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._mapper = EnvelopeMapper()
        self._position = 0
        self._unread = 0
        self._versions: dict[UUID, int] = {}
        self._sittings: set[str] = set()
        self._keys: set[str] = set()
        self._key = ""
        # Words alone can be erased; of what else is sealed nothing need be remembered.
        self._words: dict[tuple[UUID, int, str], int] = {}
        self._erased: dict[tuple[UUID, int, str], int] = {}

    def events(self, lines: Iterator[tuple[int, bytes | None]]) -> Iterator[Logged]:
        """The events that can be read; what is wrong goes into the reading."""
        for number, line in lines:
            try:
                said = self._said(line)
                if said is not None:
                    yield self._logged(number, said)
            except _Fault as why:
                self._unread += isinstance(why, _Unread)
                self._reading.fault(number, str(why))
        self._end()

    def _said(self, line: bytes | None) -> EventLine | None:
        if self._reading.trailer is not None:
            raise _Fault("comes after the last line")
        if line is None:
            raise _Unread(f"is longer than {LONGEST_LINE} bytes")
        if line.startswith(_LAST):
            self._reading.trailer = _decoded(_trailer, line)
            return None
        said = _decoded(_event, line)
        self._reading.summed.update(line)
        return said

    def _logged(self, number: int, said: EventLine) -> Logged:
        self._check_place(number, said)
        state = said.state.encode()
        self._reading.tree.add(leaf(said.stream, said.version, said.topic, state))
        parts = tuple(SealedPart(each.part, each.salt, each.body.encode()) for each in said.sealed)
        stored = SealedNotification(said.stream, said.version, said.topic, state, said.position, parts)
        try:
            recorded = self._mapper.to_domain_event(stored)
        except NewerEvent as why:
            raise _Fault(f"{why}: upgrade this release first") from None
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
        return Logged(said.position, recorded, stored)

    def _check_place(self, number: int, said: EventLine) -> None:
        """A line out of its place is told, and the next one judged by it, so that one fault is not told often."""
        before, known = self._position, self._versions.get(said.stream, 0)
        self._position, self._versions[said.stream] = said.position, said.version
        if said.position <= before:
            self._reading.fault(number, f"position {said.position} comes after {before}")
        missing = said.version - known - 1
        if 0 < missing <= self._unread:
            self._unread -= missing  # They have been told of as lines that cannot be read.
        elif missing:
            after = f"after {known}" if known else "first"
            self._reading.fault(number, f"version {said.version} of stream {said.stream} comes {after}")

    def _check_beginning(self, recorded: Recorded) -> None:
        """A stream begins as a stream of this club does, and no other way."""
        event, club = recorded.event, self._reading.header.club
        first = recorded.originator_version == 1
        if first != isinstance(event, ClubFounded | SittingOpened | GameBegun):
            raise _Fault(
                f"{event.topic} is {'no beginning of a stream' if first else 'the beginning of a stream only'}"
            )
        if not first:
            return
        if not self._belongs(recorded.originator_id, event):
            raise _Fault(f"{event.topic} is not of the club {club.id}")
        if isinstance(event, ClubFounded) and (event.currency, recorded.at) != (club.currency, club.founded_at):
            raise _Fault("the club was founded at another time or in another currency than the first line says")

    def _belongs(self, stream: UUID, event: Event) -> bool:
        club = self._reading.header.club.id
        match event:
            case SittingOpened():
                self._sittings.add(str(stream))
                return event.club == str(club) and club in self._versions
            case GameBegun():
                return event.sitting in self._sittings
            case _:
                return stream == club

    def _check_command(self, key: str) -> None:
        """What a command recorded stands together, and no key was carried out twice."""
        if key == self._key:
            return
        if key in self._keys:
            raise _Fault(f"the command {key} was carried out before, and not together with this")
        self._key = key
        self._keys.add(key)
        self._reading.commands += 1

    def _check_erased(self, number: int, recorded: Recorded, parts: tuple[SealedPart, ...]) -> None:
        """What an event of this log erases is nowhere in it: no export holds words that were erased."""
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
                    f"erases the sealed part {event.part!r} of line {self._words[place]}, which holds it still"
                )

    def _end(self) -> None:
        reading = self._reading
        trailer = reading.trailer
        if trailer is None:
            reading.fault(None, "the last line is missing: the file has been cut off")
        elif reading.faults:
            return  # What the last line says of the whole would be a consequence of these.
        elif trailer.events != reading.tree.size:
            reading.fault(None, f"there are {reading.tree.size} events, and the last line says {trailer.events}")
        elif trailer.root != reading.tree.root():
            reading.fault(None, "these are not the events that were exported: their root is not that of the last line")
        elif trailer.sha256 != reading.summed.hexdigest():
            reading.fault(None, "a byte of it has been changed: its SHA-256 is not that of the last line")
        elif not reading.tree.size:
            reading.fault(None, "there is no event in it")


def _decoded(decoder: msgspec.json.Decoder[Said], line: bytes) -> Said:
    try:
        return decoder.decode(line)
    except msgspec.ValidationError as why:
        raise _Unread(f"is not as it was written: {why}") from None
    except UnicodeDecodeError:
        raise _Unread("is not text in UTF-8") from None
    except msgspec.DecodeError as why:
        cut = "" if line.endswith(b"\n") else "; the file ends in the middle of it"
        raise _Unread(f"is no JSON: {why}{cut}") from None
