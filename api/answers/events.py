"""The bytes of a line in a stream of events."""

import json

from ledger.exports.event_lines import Line


def as_ndjson(line: Line) -> bytes:
    """A line of newline-delimited JSON."""
    return _json(line) + b"\n"


def as_server_sent(line: Line) -> bytes:
    """A server-sent event: its id is the position, after which a browser resumes."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (line["position"], line["topic"].encode(), _json(line))


def _json(line: Line) -> bytes:
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()
