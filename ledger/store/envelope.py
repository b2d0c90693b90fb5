"""What surrounds an event in the store: where it stands, when and by whose command it came about."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from eventsourcing.persistence import Notification, StoredEvent

from ledger.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who acted: the token used, the member it belongs to, and the role it gives. The operator has no token."""

    token: str | None
    member: str | None
    role: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """An event in its envelope. `originator_id` is its stream, `originator_version` its place there, from 1.

    These two names are the library's. `at` is in UTC, `command` the id of the command that decided the event.
    """

    originator_id: UUID
    originator_version: int
    at: datetime
    command: str
    actor: Actor
    event: Event


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRow:
    """A command that was carried out, and the versions that it made of the stream it is known by, both inclusive."""

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
    """The library's stored event, with the sealed parts that are still there."""

    parts: tuple[SealedPart, ...] = ()


@dataclass(frozen=True)
class SealedNotification(Notification):
    """The library's notification (`id` is the position in the club's log), with the sealed parts."""

    parts: tuple[SealedPart, ...] = ()
