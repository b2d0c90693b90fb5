"""Sends what is due of the webhooks of all clubs, beside the follower in its process.

One sender works in a database at a time. Each webhook is served in a thread of its own for as long as something is due,
so that a receiver that takes its time holds up no other, nor the read tables. There are at most `MOST` at once; a
webhook that has had its turn goes behind the others. A stop waits for no receiver: what was sent and not noted is sent
again, under the same id.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock, Thread
from time import monotonic
from typing import Any
from uuid import UUID

from psycopg import Connection

from ledger.application.club_books import utc_now
from ledger.store import AWAY, CHANNEL, SharedDatastore, SharedPool
from projections.leading import POLL_SECONDS, Leader
from projections.webhooks.posting import Postman
from projections.webhooks.sending import Sending

MOST = 8
TURN_SECONDS = 5.0
"""How long one webhook is served before it goes behind the others, apart from the last message."""
SHORTEST_PAUSE = 0.05
"""Between two looks for what is due, however many hints come."""
PAUSE_AFTER_ERROR = timedelta(minutes=1)

_DUE = """
    SELECT webhooks.club, webhooks.id FROM poolbook.webhooks JOIN poolbook.clubs ON clubs.id = webhooks.club
    WHERE (webhooks.ended_at IS NULL AND webhooks.position < clubs.position
            AND (webhooks.next_at IS NULL OR webhooks.next_at <= %(now)s))
        OR EXISTS (
            SELECT FROM poolbook.webhook_dead AS dead
            WHERE dead.club = webhooks.club AND dead.webhook = webhooks.id AND dead.retry
        )
"""

log = logging.getLogger(__name__)

Place = tuple[UUID, UUID]
"""A webhook: its club, and its id."""


class Sender(Leader):
    """Serves the webhooks of every club of a database."""

    NAME = "sender"

    def __init__(
        self,
        pool: SharedPool,
        postman: Postman,
        *,
        clock: Callable[[], datetime] = utc_now,
        poll_seconds: float = POLL_SECONDS,
    ) -> None:
        super().__init__(pool, poll_seconds)
        self._postman = postman
        self._clock = clock
        self._lock = Lock()
        self._served: set[Place] = set()
        self._last_turn: dict[Place, float] = {}

    def _lead(self, connection: Connection[Any]) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        while not self._ended.is_set():
            for place in self._due(connection):
                self._begin(place)
            self._hints(connection, monotonic() + self._poll_seconds)
            self._ended.wait(SHORTEST_PAUSE)

    def _due(self, connection: Connection[Any]) -> list[Place]:
        """The webhooks of which something is due, those first that have waited longest."""
        due = [(club, webhook) for club, webhook in connection.execute(_DUE, {"now": self._clock()})]
        self._last_turn = {place: at for place, at in self._last_turn.items() if place in due}
        return sorted(due, key=lambda place: self._last_turn.get(place, 0.0))

    def _begin(self, place: Place) -> None:
        """Serve a webhook in a thread of its own, unless it is being served or too many are."""
        with self._lock:
            if place in self._served or len(self._served) >= MOST:
                return
            self._served.add(place)
        Thread(target=self._serve, args=(place,), name="poolbook-webhook", daemon=True).start()

    def _serve(self, place: Place) -> None:
        club, webhook = place
        sending = Sending(SharedDatastore(self._pool, club), webhook, self._postman, self._clock)
        until = monotonic() + TURN_SECONDS
        try:
            sending.send(lambda: not self._ended.is_set() and monotonic() < until)
        except AWAY as error:
            log.warning("a webhook of the club %s waits for the database: %s", club, error)
        except Exception as error:
            log.exception("a webhook of the club %s met an unexpected error, and waits a minute", club)
            self._postpone(sending, error)
        finally:
            self._last_turn[place] = monotonic()
            with self._lock:
                self._served.discard(place)

    def _postpone(self, sending: Sending, error: Exception) -> None:
        try:
            sending.postpone(f"an error of this service: {type(error).__name__}", PAUSE_AFTER_ERROR)
        except Exception:
            log.exception("that could not be noted")
