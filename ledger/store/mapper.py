"""Envelope to stored bytes and back.

The state of a stored event is one JSON object with sorted keys. So equal events make equal bytes, whatever the order
of fields in the code or of keys in a mapping. The audit log hashes exactly these bytes.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent, Transcoder
from msgspec import Raw

from ledger.events import TOPICS, Event, sealed_fields
from ledger.events.base import nested_fields
from ledger.store.envelope import Actor, Recorded, SealedEvent, SealedNotification, SealedPart
from ledger.store.errors import NewerEvent, UnreadableEvent
from ledger.store.seals import hash_of, random_salt, seal, unseal, within
from ledger.store.upcasts import UPCASTS, Upcast, bring_up_to_date


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is stored of an event besides its stream, its version there, and its topic.

    `version` is the version of the event's fields, `public` holds the fields that are not sealed, and `seals` the
    hashes of the sealed parts by name.
    """

    version: int
    at: datetime
    command: str
    actor: Actor
    public: Raw
    seals: dict[str, str]


_encode = msgspec.json.Encoder(order="sorted").encode


class _Time(msgspec.Struct, frozen=True):
    """The one field of a state that says when it was recorded."""

    at: datetime


_time = msgspec.json.Decoder(_Time)


def recorded_at(state: bytes) -> datetime | None:
    """When the event with this state was recorded; None where the state cannot be read."""
    try:
        return _time.decode(state).at
    except msgspec.MsgspecError:
        return None


class StateTranscoder(Transcoder):
    """A `State` as JSON with sorted keys."""

    _decoder = msgspec.json.Decoder(State)

    def encode(self, obj: Any) -> bytes:
        """The bytes of a state."""
        return _encode(obj)

    def decode(self, data: bytes) -> State:
        """The state in these bytes. Raises msgspec.DecodeError if they hold none."""
        return self._decoder.decode(data)


class EnvelopeMapper(Mapper[UUID]):
    """The library's mapper, for `Recorded`. It neither compresses nor encrypts: what is stored can be read by eye."""

    def __init__(
        self, salt: Callable[[], bytes] = random_salt, upcasts: Mapping[tuple[str, int], Upcast] = UPCASTS
    ) -> None:
        super().__init__(transcoder=StateTranscoder())
        self._salt = salt
        self._upcasts = upcasts

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> SealedEvent:
        """The event as it is stored, with its sealed parts. Raises ValueError if `at` is not in UTC."""
        assert isinstance(domain_event, Recorded)
        if domain_event.at.utcoffset() != timedelta(0):
            raise ValueError(f"an event's time must be in UTC, but is {domain_event.at}")
        parts = seal(domain_event.event, self._salt)
        return SealedEvent(
            originator_id=domain_event.originator_id,
            originator_version=domain_event.originator_version,
            topic=domain_event.event.topic,
            state=self.state_of(domain_event, {part.part: hash_of(part) for part in parts}),
            parts=parts,
        )

    def state_of(self, recorded: Recorded, seals: Mapping[str, str]) -> bytes:
        """The bytes of an event's state in its present version. `seals` are the hashes of its sealed parts by name."""
        event = recorded.event
        state = State(
            version=event.version,
            at=recorded.at,
            command=recorded.command,
            actor=recorded.actor,
            public=_public(event),
            seals=dict(seals),
        )
        return self.transcoder.encode(state)

    def to_domain_event(self, stored_event: StoredEvent) -> Recorded:
        """The event as it was recorded, without what was erased of it.

        Raises UnreadableEvent, NewerEvent or BrokenSeal, naming the event's stream and version.
        """
        return self.read(stored_event)[0]

    def read(self, stored_event: StoredEvent) -> tuple[Recorded, Mapping[str, str]]:
        """The same as `to_domain_event`, with the hashes of all sealed parts by name, of erased ones too."""
        assert isinstance(stored_event, SealedEvent | SealedNotification)
        assert isinstance(stored_event.originator_id, UUID)
        try:
            state: State = self.transcoder.decode(stored_event.state)
            event = self._event(stored_event, state)
        except UnreadableEvent as error:
            raise type(error)(f"{_place(stored_event)}: {error}") from error
        except msgspec.MsgspecError as error:
            raise UnreadableEvent(f"{_place(stored_event)}: {error}") from error
        recorded = Recorded(
            originator_id=stored_event.originator_id,
            originator_version=stored_event.originator_version,
            at=state.at,
            command=state.command,
            actor=state.actor,
            event=event,
        )
        return recorded, state.seals

    def _event(self, stored: SealedEvent | SealedNotification, state: State) -> Event:
        return self._read(_PublicPart(stored.topic, state.version, state.public), stored.parts, state.seals)

    def _read(
        self, stored: "_PublicPart", parts: Iterable[SealedPart], seals: Mapping[str, str], place: str = ""
    ) -> Event:
        """One event; events within it are read in the same way, from the parts at their places."""
        event_class = TOPICS.get(stored.topic)
        if event_class is None:
            raise NewerEvent(f"this release knows no event {stored.topic!r}")
        parts, nested = tuple(parts), nested_fields(event_class)
        if not (parts or nested) and stored.version == event_class.version:
            return msgspec.json.decode(stored.public, type=event_class)
        raw = msgspec.json.decode(stored.public, type=dict[str, Raw])
        whole: dict[str, tuple[Event, ...]] = {}
        for name in nested:
            inner = tuple(part for part in parts if part.part.startswith(f"{place}{name}/"))
            parts = tuple(part for part in parts if part not in inner)
            whole[name] = tuple(
                self._read(event, within(inner, f"{place}{name}/{at}/"), seals, f"{place}{name}/{at}/")
                for at, event in enumerate(msgspec.json.decode(raw.pop(name, b"[]"), type=tuple[_PublicPart, ...]))
            )
        values = {name: msgspec.json.decode(value) for name, value in raw.items()} | unseal(parts, seals, place)
        if stored.version != event_class.version:
            values = bring_up_to_date(stored.topic, stored.version, event_class.version, values, self._upcasts)
        return msgspec.structs.replace(msgspec.convert(values, event_class), **whole)


class _PublicPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The public fields of an event, with its topic and version: of a stored event, or of one within it."""

    topic: str
    version: int
    public: Raw


def _public(event: Event) -> Raw:
    sealed = sealed_fields(type(event))
    public = {name: getattr(event, name) for name in event.__struct_fields__ if name not in sealed}
    for name in nested_fields(type(event)):
        public[name] = [_PublicPart(whole.topic, whole.version, _public(whole)) for whole in public[name]]
    return Raw(_encode(public))


def _place(stored: StoredEvent) -> str:
    return f"event {stored.originator_version} of stream {stored.originator_id}"
