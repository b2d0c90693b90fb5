"""Streams of a club's events."""

from collections.abc import Callable, Iterator
from functools import partial
from select import POLLIN, poll
from socket import MSG_PEEK
from typing import Any

from flask import Response, request

from api.answers.events import as_ndjson, as_server_sent
from api.metrics import Metrics
from api.noun import Call, Noun
from api.problems import RETRY_AFTER_SECONDS, Problem, invalid
from api.schemas.events import EventsQuery, StreamedEvent, position_in
from api.service import Service, service
from api.stream import SLOWEST_SECONDS, Following, Place, TooManyStreams

NDJSON, SERVER_SENT = "application/x-ndjson", "text/event-stream"

noun = Noun("events", __name__, description="A club's events as they are recorded, with what the reader may see.")


@noun.streams("/v1/clubs/<id:club>/events", StreamedEvent, (NDJSON, SERVER_SENT), query=EventsQuery)
def stream_events(call: Call) -> Response:
    """The club's events in the order of its log, one line of JSON each, or as server-sent events where `Accept` asks
    for `text/event-stream`. Lines end at the present end of the log unless `follow` says otherwise; server-sent events
    are followed. It goes on after `Last-Event-ID`, or after the position `after`."""
    serving = service()
    server_sent = request.accept_mimetypes.best_match((NDJSON, SERVER_SENT)) == SERVER_SENT
    store = call.books.store
    last, after = store.max_position(), _after(call.input["after"])
    if after > last:
        raise invalid({"after": [f"the log is at position {last}, before {after}"]})
    follow = server_sent if call.input["follow"] is None else call.input["follow"]
    answer = Response(
        content_type=SERVER_SENT if server_sent else NDJSON,
        headers={"Poolbook-Position": str(last), "X-Accel-Buffering": "no"},
    )
    if request.method == "HEAD":
        return answer
    place, patient_again = _enter(serving, call), _impatient(request.environ)
    following = Following(
        streams=serving.streams,
        place=place,
        reader=call.reader,
        after=after,
        end=None if follow and serving.streams.may_follow else last,
        still_admitted=partial(_is_admitted, serving, call),
        has_expired=partial(_has_expired, serving, call),
        has_left=partial(_has_left, request.environ.get("gunicorn.socket")),
    )
    serving.metrics.stream_opened()

    def close() -> None:
        """Give the place back, once, at the end of the stream or when it is broken off, even before its first byte."""
        if serving.streams.leave(place):
            serving.metrics.stream_closed()
            patient_again()

    answer.response = _sent(following, serving.metrics, server_sent, close)
    answer.call_on_close(close)
    return answer


def _after(after: int) -> int:
    """The position to resume after. A browser that reconnects names it in a header, and repeats its old query."""
    named = request.headers.get("Last-Event-ID", "").strip()
    if not named:
        return after
    position = position_in(named)
    if position is None:
        raise invalid({"Last-Event-ID": ["is the position of an event, as a stream has given it"]})
    return position


def _enter(serving: Service, call: Call) -> Place:
    assert call.caller.token is not None, "a stream is opened with a token"
    try:
        return serving.streams.enter(call.club, call.caller.token, call.books.store)
    except TooManyStreams as error:
        name = "unavailable" if error.holder == "server" else "too-many"
        raise Problem(name, str(error), headers={"Retry-After": str(RETRY_AFTER_SECONDS)}) from None


def _is_admitted(serving: Service, call: Call) -> bool:
    tokens = serving.clubs.directory.tokens(call.club)
    return any(token.id == call.caller.token and token.revoked_at is None for token in tokens)


def _has_expired(serving: Service, call: Call) -> bool:
    expires_at = call.caller.expires_at
    return expires_at is not None and serving.clubs.clock() >= expires_at


def _sent(following: Following, metrics: Metrics, server_sent: bool, close: Callable[[], None]) -> Iterator[bytes]:
    """The bytes of a stream. The first yield makes the server send the head of the answer at once."""
    yield b"retry: 2000\n\n" if server_sent else b""
    written, heartbeat = (as_server_sent, b":\n\n") if server_sent else (as_ndjson, b"\n")
    for line in following.lines():
        if line is None:
            yield heartbeat
            continue
        metrics.line_sent()
        yield written(line)
    close()


def _has_left(socket: Any) -> bool:
    """Whether the reader has closed the connection, which a write would notice only later."""
    if socket is None:
        return False
    waiting = poll()
    try:
        waiting.register(socket, POLLIN)
        return bool(waiting.poll(0)) and socket.recv(1, MSG_PEEK) == b""
    except ValueError:
        return False  # An encrypted socket cannot be peeked at.
    except OSError:
        return True


def _impatient(environ: dict[str, Any]) -> Callable[[], None]:
    """Set a timeout on writes to this reader, if the socket is accessible; the function that undoes it."""
    socket = environ.get("gunicorn.socket")
    if socket is None:
        return lambda: None
    before = socket.gettimeout()
    socket.settimeout(SLOWEST_SECONDS)
    return partial(socket.settimeout, before)
