"""A club's events as a reader may know them, a line each: what streams and webhooks send."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from msgspec import Struct
from msgspec.structs import asdict

from ledger.events.base import Event
from ledger.store import ClubStore, Logged
from ledger.telling.redaction import Reader, known_event, known_events
from ledger.times import timestamp

Line = dict[str, Any]


class EventLines:
    """Makes the lines of one batch of a club's log for one reader."""

    def __init__(self, store: ClubStore, reader: Reader) -> None:
        self._store = store
        self._reader = reader
        self._games: dict[UUID, tuple[Event, ...]] = {}

    def line(self, logged: Logged) -> Line | None:
        """The line of an event; None if the reader may see nothing of it."""
        event, stream = logged.recorded.event, logged.recorded.originator_id
        if not event.topic.startswith("game."):
            seen = known_event(event, self._reader)
            return None if seen is None else event_line(logged, seen, self._reader)
        if stream not in self._games:
            # By the whole record as it is now: a hand that was thrown down since is shown to nobody.
            record = [recorded.event for recorded in self._store.load(stream)]
            self._games[stream] = known_events(record, self._reader)
        return event_line(logged, self._games[stream][logged.recorded.originator_version - 1], self._reader)


def event_line(logged: Logged, seen: Event, reader: Reader) -> Line:
    """One event with its place in the log. `seen` is the event after redaction."""
    recorded = logged.recorded
    actor = {"role": recorded.actor.role, "member": recorded.actor.member}
    if reader.keeps_the_book:
        actor["token"] = recorded.actor.token
    return {
        "position": logged.position,
        "stream": str(recorded.originator_id),
        "version": recorded.originator_version,
        "topic": seen.topic,
        "recorded_at": timestamp(recorded.at),
        "actor": actor,
        "event": _fields(seen),
    }


def _fields(value: Struct) -> dict[str, Any]:
    return {name: _plain(field) for name, field in asdict(value).items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Event):
        return {"type": value.topic, **_fields(value)}
    if isinstance(value, Struct):
        return _fields(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return {key: _plain(item) for key, item in value.items()} if isinstance(value, Mapping) else value
