"""The club's own format: its whole log as JSON Lines, from which `poolbook import` restores the club.

    {"format":"poolbook","version":1,"club":{"id":…,"name":…,"currency":…,"founded_at":…},"complete":false}
    {"position":1,"stream":…,"version":1,"topic":"club.founded","state":"{…}","sealed":[{"part":…,"salt":…,"body":…}]}
    …
    {"events":1,"root":…,"sha256":…}

`state` is a string that holds exactly the stored bytes, over which the log's Merkle tree is built. Sealed parts that
the reader may not see are left out. Their hashes stay in the state, so the root is the same for every reader. No
export holds the hashes of requests, because somebody could try out bodies with hidden cards on them. With the secret
under which commands are named, keys could be tried out too: only the first line of a complete export holds it, as
`command_secret`, so that the club still knows elsewhere which keys were used.
"""

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Annotated
from uuid import UUID

import msgspec

from ledger.application.club_books import ClubBooks
from ledger.events.base import Event
from ledger.events.game import GameBegun
from ledger.exports.views import ClubView
from ledger.merkle import Tree, leaf
from ledger.refusals import Invalid
from ledger.store import ClubStore, Logged, SealedPart
from ledger.store.keys import SECRET_BYTES
from ledger.telling.redaction import Reader, known_events, sees_part

FORMAT, VERSION = "poolbook", 1

_BATCH = 500
_GAMES_AT_HAND = 32

_Positive = Annotated[int, msgspec.Meta(ge=1, le=1 << 53)]

_Secret = Annotated[bytes, msgspec.Meta(min_length=SECRET_BYTES, max_length=SECRET_BYTES)]

_encode = msgspec.json.Encoder().encode


class ClubLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The club: `founded_at` is the time of its first event."""

    id: UUID
    name: str
    currency: str
    founded_at: datetime


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The first line. `complete` says whether the file holds every sealed part, hidden hands among them, and the
    `command_secret`."""

    format: str
    version: int
    club: ClubLine
    complete: bool
    command_secret: _Secret | None = None


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A sealed part: its name within the event, its salt (base64), and its JSON text."""

    part: str
    salt: bytes
    body: str


class EventLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One event, in the order of the log. Positions rise, not always by one."""

    position: _Positive
    stream: UUID
    version: _Positive
    topic: str
    state: str
    sealed: tuple[Part, ...] = ()


class Trailer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The last line: the number of events, the root of the log's tree over them (base64, as in a checkpoint), and the
    SHA-256 of all lines before this one, in hexadecimal."""

    events: int
    root: bytes
    sha256: str


def write(view: ClubView) -> Iterator[str]:
    """Yield the whole log, with the sealed parts that the reader may see.

    Raises Invalid for a view of a part of the club: a part of a log has no root, and no club can be restored from it.
    """
    return _lines(view, complete=False)


def write_complete(view: ClubView) -> Iterator[str]:
    """Yield the whole log with every sealed part. Only for callers who have the database anyway. Raises Invalid."""
    return _lines(view, complete=True)


def _lines(view: ClubView, *, complete: bool) -> Iterator[str]:
    if not view.whole:
        parts = {"game": view.game, "sitting": view.sitting, "from": view.first, "to": view.last}
        part = next(name for name, value in parts.items() if value is not None)
        raise Invalid({part: [f"jsonl is the whole log of a club; export the club, without {part}"]})
    store = view.books.store
    last, tree, sight = store.max_position(), Tree(), _Sight(view.books, view.reader)
    secret = store.secret() if complete else None
    head = _line(Header(format=FORMAT, version=VERSION, club=_club(view), complete=complete, command_secret=secret))
    summed = sha256(head.encode())
    yield head
    for logged in _log(store, last):
        line_of_event = _event(logged, logged.stored.parts if complete else sight.parts(logged))
        tree.add(leaf(line_of_event.stream, line_of_event.version, line_of_event.topic, logged.stored.state))
        line = _line(line_of_event)
        summed.update(line.encode())
        yield line
    yield _line(Trailer(events=tree.size, root=tree.root(), sha256=summed.hexdigest()))


def _line(line_of_event: msgspec.Struct) -> str:
    return _encode(line_of_event).decode() + "\n"


def _club(view: ClubView) -> ClubLine:
    (first,) = view.books.store.load(view.books.club_id, lte=1)
    return ClubLine(id=view.books.club_id, name=view.name, currency=view.club().currency, founded_at=first.at)


def _log(store: ClubStore, last: int) -> Iterator[Logged]:
    """The log up to position `last`."""
    position = 0
    while position < last:
        for logged in store.notifications(position, _BATCH):
            if logged.position > last:
                return
            yield logged
            position = logged.position


def _event(logged: Logged, parts: tuple[SealedPart, ...]) -> EventLine:
    stored = logged.stored
    assert isinstance(stored.originator_id, UUID)
    return EventLine(
        position=logged.position,
        stream=stored.originator_id,
        version=stored.originator_version,
        topic=stored.topic,
        state=stored.state.decode(),
        sealed=tuple(Part(part=part, salt=salt, body=body.decode()) for part, salt, body in parts),
    )


class _Sight:
    """Chooses the sealed parts of a game's events that a reader may see, by the whole record of the game.

    Sealed parts of other events (names, reasons, labels of tokens) may be seen by every reader of this format.
    """

    def __init__(self, books: ClubBooks, reader: Reader) -> None:
        self._books = books
        self._reader = reader
        # Events of one game lie close together in the log, so it is enough to keep a few games.
        self._known = lru_cache(maxsize=_GAMES_AT_HAND)(self._known_of_game)

    def parts(self, logged: Logged) -> tuple[SealedPart, ...]:
        """The parts of an event that the reader may see."""
        parts = logged.stored.parts
        if not parts:
            return ()
        known = self._known(logged.recorded.originator_id)
        if known is None:
            return parts
        event = known[logged.recorded.originator_version - 1]
        return tuple(part for part in parts if sees_part(event, part.part))

    def _known_of_game(self, stream: UUID) -> tuple[Event, ...] | None:
        """The events of a game as the reader may know them; None if the stream is not a game's."""
        if stream == self._books.club_id:
            return None
        events = [recorded.event for recorded in self._books.store.load(stream)]
        return known_events(events, self._reader) if isinstance(events[0], GameBegun) else None
