"""Streams of a club's events: how many there may be, what wakes them, and what they send.

A stream holds a thread of its server as long as it lasts, so the number of streams is limited: for the process, for a
club and for a token. It does not hold a database connection: it reads a batch, gives the connection back, and sends.
One LISTEN wakes all streams of the process. Because a hint can be lost, the positions of the followed clubs are also
read every second.

A stream ends when its server stops. The server passes a function that says so to `Streams.end_when`. Without such a
function nothing can be followed, and a stream ends at the present end of the log.
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

from ledger.events.club import TokenRevoked
from ledger.exports.event_lines import EventLines, Line
from ledger.store import AWAY, CHANNEL, ClubStore, Logged, SharedPool
from ledger.telling.redaction import Reader

AT_ONCE = 16
"""The most streams in one process. A server needs twice as many threads, so that half are left for other requests."""
OF_A_CLUB = 12
"""The most streams of one club in a process, so that some are left for other clubs."""
OF_A_TOKEN = 4
"""The most streams of one token: a browser has several pages, and a dead connection is noticed late."""

BATCH = 200
POLL_SECONDS = 1.0
HEARTBEAT_SECONDS = 15.0
SLOWEST_SECONDS = 4.0
"""How long one write to a reader may take before his stream is ended. It is less than the time that a server has to
stop, so that a reader who no longer reads does not delay the stop."""

_STEP_SECONDS = 0.2
"""How soon a stream notices that the server stops or its reader has gone."""


log = logging.getLogger(__name__)


class TooManyStreams(Exception):
    """There are too many streams already. `holder` has them: the token, the club, or the server."""

    def __init__(self, holder: str) -> None:
        super().__init__(f"this {holder} has no more streams to give: close a stream, or try again later")
        self.holder = holder


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """One of the streams of the process: its club and token, and the flag that wakes it."""

    club: UUID
    token: UUID
    store: ClubStore
    woken: Flag = field(default_factory=Flag)


class Streams:
    """The streams of one process, shared by its threads. A thread of its own runs while a stream follows a log."""

    def __init__(self, pool: SharedPool) -> None:
        self._pool = pool
        self._lock = Lock()
        self._places: set[Place] = set()
        self._thread: Thread | None = None
        self._ending: Callable[[], bool] | None = None

    def end_when(self, ending: Callable[[], bool]) -> None:
        """Set the function that says whether the server is stopping. From then on streams may be followed."""
        self._ending = ending

    @property
    def may_follow(self) -> bool:
        """Whether streams may be followed, because the end of the server will be noticed."""
        return self._ending is not None

    @property
    def stopping(self) -> bool:
        """Whether the server is stopping."""
        return self._ending is not None and self._ending()

    def __len__(self) -> int:
        return len(self._places)

    def enter(self, club: UUID, token: UUID, store: ClubStore) -> Place:
        """A place for one more stream. Raises TooManyStreams."""
        place = Place(club, token, store)
        with self._lock:
            clubs = Counter(entered.club for entered in self._places)
            tokens = Counter(entered.token for entered in self._places)
            for holder, taken, most in (
                ("token", tokens[token], OF_A_TOKEN),
                ("club", clubs[club], OF_A_CLUB),
                ("server", len(self._places), AT_ONCE),
            ):
                if taken >= most:
                    raise TooManyStreams(holder)
            self._places.add(place)
        return place

    def listen(self) -> None:
        """Start the thread that wakes streams, unless it runs already."""
        with self._lock:
            if self._thread is None and not self.stopping:
                self._thread = Thread(target=self._run, name="poolbook-streams", daemon=True)
                self._thread.start()

    def leave(self, place: Place) -> bool:
        """Give a place back; False if it was given back before."""
        with self._lock:
            held = place in self._places
            self._places.discard(place)
            return held

    # What wakes them

    def _run(self) -> None:
        """Wake streams until there are none; after an error, begin again."""
        while self._wanted():
            try:
                with self._pool.connection_apart("poolbook streams") as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._listen(connection)
            except AWAY as error:
                log.warning("the streams of events have no database and try again: %s", error)
                self._wait(POLL_SECONDS)
            except Exception:
                log.exception("the streams of events met an unexpected error, and begin again")
                self._wait(POLL_SECONDS)

    def _wanted(self) -> bool:
        with self._lock:
            if self._places and not self.stopping:
                return True
            self._thread = None
            self._wake(self._places)
            return False

    def _listen(self, connection: Connection[Any]) -> None:
        self._wake(self._present())  # for events that came before LISTEN
        reached: dict[UUID, int] = {}
        due = monotonic()
        while self._present() and not self.stopping:
            hinted = {UUID(hint.payload) for hint in connection.notifies(timeout=_STEP_SECONDS, stop_after=1)}
            if monotonic() >= due:
                due = monotonic() + POLL_SECONDS
                hinted |= self._moved(reached)
            self._wake(place for place in self._present() if place.club in hinted)

    def _moved(self, reached: dict[UUID, int]) -> set[UUID]:
        """The followed clubs whose position has changed since `reached`, which is updated."""
        stores = {place.club: place.store for place in self._present()}
        before = dict(reached)
        reached.update({club: store.max_position() for club, store in stores.items()})
        return {club for club in stores if before.get(club) != reached[club]}

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
    """One reader's stream: what he may see of the events after the position `after`, in their order.

    `end` is the position at which it ends; None if it follows the log.
    """

    streams: Streams
    place: Place
    reader: Reader
    after: int
    end: int | None
    still_admitted: Callable[[], bool]
    has_expired: Callable[[], bool]
    has_left: Callable[[], bool]

    def lines(self) -> Iterator[Line | None]:
        """Yield the lines, and None when a heartbeat is due."""
        heard = monotonic()
        if self.end is None:
            self.streams.listen()
        while not self.streams.stopping:
            self.place.woken.clear()
            batch = self._batch()
            for position, line in batch or ():
                self.after = position
                if line is _REVOKED or self.has_expired():
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
        """The next positions, each with its line, or None if the reader may see nothing of it; None while the database
        is away. The whole batch is read before any of it is sent, so that a slow reader holds no connection."""
        try:
            batch = list(self.place.store.notifications(self.after, BATCH))
            lines = EventLines(self.place.store, self.reader)
            return [
                (logged.position, _REVOKED if self._revokes(logged) else lines.line(logged))
                for logged in batch
                if self.end is None or logged.position <= self.end
            ]
        except AWAY as error:
            log.warning("a stream of events waits for the database: %s", error)
            return None

    def _revokes(self, logged: Logged) -> bool:
        """Whether an event revokes the reader's own token."""
        event = logged.recorded.event
        return isinstance(event, TokenRevoked) and event.token == str(self.place.token)

    def _admitted(self) -> bool:
        """Whether the token is still valid. While the database is away, it counts as valid."""
        try:
            return self.still_admitted()
        except AWAY:
            return True

    def _sleep(self, until: float) -> bool:
        """Wait until woken, or until the time `until`; False if meanwhile the server stops, the token expires or the
        reader leaves."""
        while (left := until - monotonic()) > 0:
            if self.streams.stopping or self.has_left() or self.has_expired():
                return False
            if self.place.woken.wait(min(left, _STEP_SECONDS)):
                break
        return True


_REVOKED: Line = {}
"""Stands for the line at which the reader's own token was revoked; his stream ends there."""
