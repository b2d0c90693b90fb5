"""Streams of a club's events: how many there may be, what wakes them, and what they send.

A stream holds a thread of its server for as long as it lasts, so their number is capped: in the process, for a club
and for a token. It holds no connection of the database: it reads a batch, gives the connection back, and sends. What
wakes a stream is one LISTEN for all streams of the process; because a hint can be lost, every second the clubs that
somebody follows are asked how far they have come.

A stream ends when the server that runs it stops, which the server says by `Streams.end_when`. Where no server has
said how it ends, nothing is followed: a stream then ends at the present end of the log.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from threading import Event as Flag
from threading import Lock, Thread
from time import monotonic
from typing import Any
from uuid import UUID

from psycopg import Connection

from api.answers.events import Line, event_line
from ledger.events.club import TokenRevoked
from ledger.state import game as games
from ledger.state.game import Game
from ledger.store import AWAY, CHANNEL, ClubStore, Logged, SharedPool
from ledger.telling.redaction import Reader, told

AT_ONCE = 16
"""Streams of one process. A server needs twice as many threads, so that as many are left for everything else."""
OF_A_CLUB = 12
"""Streams of one club in a process, so that one club leaves some to the others."""
OF_A_TOKEN = 4
"""Streams of one token in a process: a browser has several pages open, and a dead connection takes time to notice."""

BATCH = 200
POLL_SECONDS = 1.0
HEARTBEAT_SECONDS = 15.0
SLOWEST_SECONDS = 4.0
"""How long a reader may take over one write before his stream is given up: less than the grace that a server has to
stop in, so that who has ceased to read holds up nobody."""

_STEP_SECONDS = 0.2
"""How soon the end of the server, and the going of a reader, are noticed."""


log = logging.getLogger(__name__)


class TooManyStreams(Exception):
    """No stream more. `whose`: the process's, the club's, or the token's number is reached."""

    def __init__(self, whose: str) -> None:
        super().__init__(f"this {whose} has as many streams open as it may have: end one, or wait")
        self.whose = whose


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A stream's place among those of the process: whose it is, and what wakes it."""

    club: UUID
    token: UUID
    store: ClubStore
    schema: str
    woken: Flag = field(default_factory=Flag)


class Streams:
    """The streams of one process. Threads share it; its own thread lives while there are streams to be woken."""

    def __init__(self, pool: SharedPool) -> None:
        self._pool = pool
        self._lock = Lock()
        self._places: set[Place] = set()
        self._thread: Thread | None = None
        self._ending: Callable[[], bool] | None = None

    def end_when(self, ending: Callable[[], bool]) -> None:
        """Say how the server tells that it stops. From then on streams may be followed."""
        self._ending = ending

    @property
    def may_follow(self) -> bool:
        """Whether it is known when the server stops, so that a stream may last until then."""
        return self._ending is not None

    @property
    def stopping(self) -> bool:
        """Whether the server stops."""
        return self._ending is not None and self._ending()

    def __len__(self) -> int:
        return len(self._places)

    def enter(self, club: UUID, token: UUID, store: ClubStore, schema: str) -> Place:
        """A place for one stream more. Raises TooManyStreams."""
        place = Place(club, token, store, schema)
        with self._lock:
            clubs = Counter(each.club for each in self._places)
            tokens = Counter(each.token for each in self._places)
            for whose, taken, most in (
                ("token", tokens[token], OF_A_TOKEN),
                ("club", clubs[club], OF_A_CLUB),
                ("server", len(self._places), AT_ONCE),
            ):
                if taken >= most:
                    raise TooManyStreams(whose)
            self._places.add(place)
        return place

    def listen(self) -> None:
        """Let the streams that follow the log be woken from now on."""
        with self._lock:
            if self._thread is None and not self.stopping:
                self._thread = Thread(target=self._run, name="poolbook-streams", daemon=True)
                self._thread.start()

    def leave(self, place: Place) -> bool:
        """Give the place back. False where it was given back already."""
        with self._lock:
            held = place in self._places
            self._places.discard(place)
            return held

    # What wakes them

    def _run(self) -> None:
        """Wake streams until there are none, whatever befalls the database meanwhile."""
        while self._wanted():
            try:
                with self._pool.connection_apart("poolbook streams") as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._listen(connection)
            except AWAY as error:
                log.warning("the streams of events have no database and try again: %s", error)
                self._wait(POLL_SECONDS)
            except Exception:
                log.exception("the streams of events met what they did not expect, and go on")
                self._wait(POLL_SECONDS)

    def _wanted(self) -> bool:
        with self._lock:
            if self._places and not self.stopping:
                return True
            self._thread = None
            self._wake(self._places)
            return False

    def _listen(self, connection: Connection[Any]) -> None:
        self._wake(self._present())  # what came while nobody listened
        reached: dict[str, int] = {}
        due = monotonic()
        while self._present() and not self.stopping:
            hinted = {hint.payload for hint in connection.notifies(timeout=_STEP_SECONDS, stop_after=1)}
            if monotonic() >= due:
                due = monotonic() + POLL_SECONDS
                hinted |= self._moved(reached)
            self._wake(place for place in self._present() if place.schema in hinted)

    def _moved(self, reached: dict[str, int]) -> set[str]:
        """The schemas of the followed clubs that have come further than when they were last asked."""
        stores = {place.schema: place.store for place in self._present()}
        before = dict(reached)
        reached.update({schema: store.max_position() for schema, store in stores.items()})
        return {schema for schema in stores if before.get(schema) != reached[schema]}

    def _present(self) -> list[Place]:
        with self._lock:
            return list(self._places)

    def _wake(self, places: Iterable[Place]) -> None:
        for place in places:
            place.woken.set()

    def _wait(self, seconds: float) -> None:
        until = monotonic() + seconds
        pause = Flag()
        while monotonic() < until and not self.stopping:
            pause.wait(_STEP_SECONDS)


@dataclass(slots=True)
class Following:
    """One reader's way through a club's log: what he may know of the events after a position, in their order.

    `end` is the position at which it ends; None where it follows the log for as long as it can.
    """

    streams: Streams
    place: Place
    reader: Reader
    after: int
    end: int | None
    still_admitted: Callable[[], bool]
    has_left: Callable[[], bool]

    def lines(self) -> Iterator[Line | None]:
        """The lines, and None as often as a reader must hear that somebody is still there."""
        heard = monotonic()
        if self.end is None:
            self.streams.listen()
        while not self.streams.stopping:
            self.place.woken.clear()
            batch = self._batch()
            for position, line in batch or ():
                self.after = position
                if line is _REVOKED:
                    return
                if line is not None:
                    heard = monotonic()
                    yield line
            if batch:
                continue
            if batch is not None and self.end is not None:
                return
            if monotonic() - heard >= HEARTBEAT_SECONDS:
                if not self._admitted():
                    return
                heard = monotonic()
                yield None
            if not self._sleep(heard + HEARTBEAT_SECONDS if batch is not None else monotonic() + POLL_SECONDS):
                return

    def _batch(self) -> list[tuple[int, Line | None]] | None:
        """The next positions, each with what the reader may know of it, if anything; None while the database is
        away. It is read whole before any of it is sent: who reads slowly holds up nobody else."""
        try:
            found = list(self.place.store.notifications(self.after, BATCH))
            seen: dict[UUID, Game] = {}
            return [
                (logged.position, self._line(logged, seen))
                for logged in found
                if self.end is None or logged.position <= self.end
            ]
        except AWAY as error:
            log.warning("a stream of events waits for the database: %s", error)
            return None

    def _line(self, logged: Logged, seen: dict[UUID, Game]) -> Line | None:
        event, stream = logged.recorded.event, logged.recorded.originator_id
        if isinstance(event, TokenRevoked) and event.token == str(self.place.token):
            return _REVOKED
        if event.topic.startswith("game.") and stream not in seen:
            # As it stands now, not as it stood then: who has retired since is shown to nobody.
            seen[stream] = games.fold(each.event for each in self.place.store.load(stream))
        left = told(event, self.reader, seen.get(stream))
        return None if left is None else event_line(logged, left, self.reader)

    def _admitted(self) -> bool:
        """Whether the token still opens anything. A database that is away shuts nobody out."""
        try:
            return self.still_admitted()
        except AWAY:
            return True

    def _sleep(self, until: float) -> bool:
        """Until something came, or until then; False where the server stops or the reader has left meanwhile."""
        while (left := until - monotonic()) > 0:
            if self.streams.stopping or self.has_left():
                return False
            if self.place.woken.wait(min(left, _STEP_SECONDS)):
                break
        return True


_REVOKED: Line = {}
"""In the place of a line: here the reader's own token was revoked, and his stream ends."""
