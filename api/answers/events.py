"""The lines of a stream of events: one JSON object each, with what the reader may see."""

import json
from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from ledger.events.base import Event
from ledger.store import Logged
from ledger.telling.redaction import Reader
from ledger.times import timestamp

Line = dict[str, Any]


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


def as_ndjson(line: Line) -> bytes:
    """A line of newline-delimited JSON."""
    return _json(line) + b"\n"


def as_server_sent(line: Line) -> bytes:
    """A server-sent event: its id is the position, after which a browser resumes."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (line["position"], line["topic"].encode(), _json(line))


def _json(line: Line) -> bytes:
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()


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
