"""What is stored around an event: its place, its time, and the command and actor that made it."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from eventsourcing.persistence import Notification, StoredEvent
from msgspec import Struct

from ledger.events import Event


class Actor(Struct, frozen=True, kw_only=True):
    """The author of a command: the id of the token used, the member it belongs to, and the role it gives.

    An operator's command has no token.
    """

    token: str | None
    member: str | None
    role: str


class Recorded(Struct, frozen=True, kw_only=True):
    """An event in its envelope. `originator_id` is its stream, `originator_version` its place there, from 1.

    The library gives these two their names. `at` is the time of recording, in UTC; `command` is the key of the
    command that decided the event.
    """

    originator_id: UUID
    originator_version: int
    at: datetime
    command: str
    actor: Actor
    event: Event


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRow:
    """A command that was carried out. `stream` is its main stream, in which it made the versions `from_version` to
    `to_version`, both included."""

    key: str
    request_hash: bytes
    stream: UUID
    from_version: int
    to_version: int
    recorded_at: datetime


class SealedPart(NamedTuple):
    """A sealed part as it is stored: its name within the event, its salt, and its JSON text."""

    part: str
    salt: bytes
    body: bytes


@dataclass(frozen=True)
class SealedEvent(StoredEvent):
    """The library's stored event, with the sealed parts that have not been erased."""

    parts: tuple[SealedPart, ...] = ()


@dataclass(frozen=True)
class SealedNotification(Notification):
    """The library's notification (its `id` is the position in the club's log), with the sealed parts that have not
    been erased."""

    parts: tuple[SealedPart, ...] = ()
