"""The club's own format: its whole log as JSON Lines, from which the club can be brought back as it was.

    {"format":"poolbook","version":1,"club":{"id":…,"name":…,"currency":…,"founded_at":…},"complete":false}
    {"position":1,"stream":…,"version":1,"topic":"club.founded","state":"{…}","sealed":[{"part":…,"salt":…,"body":…}]}
    …
    {"events":1,"root":…,"sha256":…}

`state` is a text: the very bytes that are stored, which any reader of JSON gives back, and which the log's tree is
made over. What the reader may not see is left out as sealed parts; its hash stays in the state, so the root is the
same for every reader. The hashes of the commands' requests are in no export: a body with hidden cards could be tried
out on them.
"""

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Annotated
from uuid import UUID

import msgspec

from ledger.application.club_books import ClubBooks
from ledger.events.game import GameBegun
from ledger.exports.told import Told
from ledger.merkle import Tree, leaf
from ledger.refusals import Invalid
from ledger.state import game as games
from ledger.state.game import Game
from ledger.store import ClubStore, Logged, SealedPart
from ledger.telling.redaction import Reader, sees_part

FORMAT, VERSION = "poolbook", 1

_BATCH = 500
_GAMES_AT_HAND = 32

_Positive = Annotated[int, msgspec.Meta(ge=1, le=1 << 53)]

_encode = msgspec.json.Encoder().encode


class ClubLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The club: `founded_at` is the time of its first event."""

    id: UUID
    name: str
    currency: str
    founded_at: datetime


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line. `complete`: with every sealed part that is kept, hidden hands too."""

    format: str
    version: int
    club: ClubLine
    complete: bool


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
    """The last line: how many events there are, the root of the log's tree over them in base64, as a checkpoint has
    it, and the SHA-256 of every byte of the lines before this one in hexadecimal."""

    events: int
    root: bytes
    sha256: str


def write(told: Told) -> Iterator[str]:
    """The whole log, with the sealed parts that the reader may see.

    Raises Invalid where a sitting or a game is asked for: a part of a log has no root, and brings no club back.
    """
    return _lines(told, complete=False)


def write_complete(told: Told) -> Iterator[str]:
    """The whole log with every sealed part that is kept: for whoever holds the database in any case. Raises Invalid."""
    return _lines(told, complete=True)


def _lines(told: Told, *, complete: bool) -> Iterator[str]:
    if told.sitting is not None or told.game is not None:
        part = "game" if told.game is not None else "sitting"
        raise Invalid({part: ["jsonl is the whole log of a club: a part of it could neither be checked nor imported"]})
    store = told.books.store
    last, tree, sight = store.max_position(), Tree(), _Sight(told.books, told.reader)
    head = _line(Header(format=FORMAT, version=VERSION, club=_club(told), complete=complete))
    summed = sha256(head.encode())
    yield head
    for logged in _log(store, last):
        said = _event(logged, logged.stored.parts if complete else sight.parts(logged))
        tree.add(leaf(said.stream, said.version, said.topic, logged.stored.state))
        line = _line(said)
        summed.update(line.encode())
        yield line
    yield _line(Trailer(events=tree.size, root=tree.root(), sha256=summed.hexdigest()))


def _line(said: msgspec.Struct) -> str:
    return _encode(said).decode() + "\n"


def _club(told: Told) -> ClubLine:
    (first,) = told.books.store.load(told.books.club_id, lte=1)
    return ClubLine(id=told.books.club_id, name=told.name, currency=told.club().currency, founded_at=first.at)


def _log(store: ClubStore, last: int) -> Iterator[Logged]:
    """The log up to a position."""
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
    """Which sealed parts a reader may see, looking back from the present state of each game.

    What is sealed elsewhere is for whoever may have this file at all: names, reasons, the labels of tokens.
    """

    def __init__(self, books: ClubBooks, reader: Reader) -> None:
        self._books = books
        self._reader = reader
        # Events of one game stand close together in the log; the states of a few games are enough.
        self._game = lru_cache(maxsize=_GAMES_AT_HAND)(self._folded)

    def parts(self, logged: Logged) -> tuple[SealedPart, ...]:
        """The parts of an event that the reader may see."""
        parts = logged.stored.parts
        if not parts:
            return ()
        event, game = logged.recorded.event, self._game(logged.recorded.originator_id)
        if game is None:
            return parts
        return tuple(part for part in parts if sees_part(event, part.part, game, self._reader))

    def _folded(self, stream: UUID) -> Game | None:
        """The present state of a game; None for a stream that is none."""
        if stream == self._books.club_id:
            return None
        events = [recorded.event for recorded in self._books.store.load(stream)]
        return games.fold(events) if isinstance(events[0], GameBegun) else None
