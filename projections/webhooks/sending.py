"""The messages of one webhook, one after the other in the order of the club's log.

A message is made from the record when it is sent, as the least of all readers may know it: no hidden card leaves, nor
words that were erased since. What is remembered of it is its position alone.

A message that the receiver does not take is tried again, later and later, for about a day; those after it wait. Then it
is given up and kept among the dead, and the next is sent. A message may come twice, with the same id: where the process
ends after it was sent and before that was noted.
"""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from random import uniform
from uuid import UUID, uuid4

from ledger.events.webhook import WebhookAdded
from ledger.exports.event_lines import EventLines, Line
from ledger.roles import Role
from ledger.state import club as clubs
from ledger.store import ClubStore, SharedDatastore
from ledger.store.webhooks import DeadMessage, Deliveries, Delivery
from ledger.telling.redaction import Reader
from ledger.times import timestamp
from projections.webhooks.posting import GONE, Outcome, Postman

READER = Reader(Role.PLAYER)
"""As whom a receiver reads: a player who is no member, and knows what everybody at the table knows."""

BATCH = 100
ATTEMPTS = 11
FIRST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(hours=8)
"""The pauses between eleven attempts are 5 s, 15 s, 45 s … and eight hours at last: about 21 hours in all."""
LONGEST_WISH = timedelta(days=1)
"""How long a receiver may ask to wait."""


def pause_after(attempts: int, wish_seconds: float | None = None) -> timedelta:
    """How long to wait after so many attempts; the receiver may wish for longer. It varies by a fifth, so that those
    who failed together do not come back together."""
    pause: timedelta = min(FIRST_PAUSE * 3 ** (attempts - 1), LONGEST_PAUSE) * uniform(0.8, 1.2)
    wish = min(timedelta(seconds=wish_seconds or 0), LONGEST_WISH)
    return max(pause, wish)


def message_id(club: UUID, position: int) -> str:
    """The id of the message about the event at a position of a club's log."""
    return f"msg_{club.hex}_{position}"


def ping(postman: Postman, club: UUID, url: str, deliveries: Deliveries, delivery: Delivery, at: datetime) -> Outcome:
    """Send a message that is about no event; what came of it. Once it is taken, what waits is tried again at once."""
    body = {"topic": "ping", "club": str(club), "recorded_at": timestamp(at)}
    outcome = postman.post(url, delivery.secrets_at(at), f"ping_{uuid4().hex}", at, _text(body))
    if outcome.error is None:
        deliveries.hasten(delivery.id)
    return outcome


class Sending:
    """Sends what is due of one webhook."""

    def __init__(
        self, datastore: SharedDatastore, webhook: UUID, postman: Postman, clock: Callable[[], datetime]
    ) -> None:
        self._club = datastore.club
        self._webhook = webhook
        self._postman = postman
        self._clock = clock
        self._store = ClubStore(datastore)
        self._deliveries = Deliveries(datastore)

    def send(self, may_go_on: Callable[[], bool] = lambda: True) -> None:
        """Send until nothing is due, a message fails, or it `may_go_on` no longer.

        Raises what reading the record raises, and one of UNAVAILABLE.
        """
        added = self._added()
        if added is None:
            return
        self._try_dead(added, may_go_on)
        while may_go_on() and (delivery := self._due()) is not None:
            if not self._send_batch(added, delivery, may_go_on):
                return

    def postpone(self, error: str, pause: timedelta) -> None:
        """Send nothing for a while, by an error of this service: no attempt is counted."""
        delivery = self._deliveries.find(self._webhook)
        if delivery is not None:
            now = self._clock()
            given = {"attempts": delivery.attempts, "next_at": now + pause, "error": error, "at": now}
            self._deliveries.fail(self._webhook, delivery.position, **given)  # type: ignore[arg-type]

    def _added(self) -> WebhookAdded | None:
        """The webhook as the record has it; None once it has been removed."""
        club = clubs.fold(recorded.event for recorded in self._store.load(self._club))
        return club.webhooks.get(str(self._webhook))

    def _due(self) -> Delivery | None:
        delivery = self._deliveries.find(self._webhook)
        if delivery is None or delivery.ended_at is not None:
            return None
        return None if delivery.next_at is not None and self._clock() < delivery.next_at else delivery

    # The next messages

    def _send_batch(self, added: WebhookAdded, delivery: Delivery, may_go_on: Callable[[], bool]) -> bool:
        """Send the next messages; whether there may be more to send at once."""
        position = passed = delivery.position
        batch = list(self._store.notifications(position, BATCH))
        lines = EventLines(self._store, READER)
        for logged in batch:
            line = self._wanted(added, lines.line(logged))
            if line is not None:
                if not may_go_on():
                    break
                if not self._deliver(added, delivery, position, line):
                    return False
                position = logged.position
            passed = logged.position
        if passed > position:
            self._deliveries.move_on(self._webhook, position, passed)
        return len(batch) == BATCH

    def _deliver(self, added: WebhookAdded, delivery: Delivery, position: int, line: Line) -> bool:
        """Send the message of a line; whether the next may be sent. `position` is that of the last one."""
        at = self._clock()
        outcome = self._post(added, delivery, line, at)
        webhook, onward, now = self._webhook, line["position"], self._clock()
        if outcome.error is None:
            return self._deliveries.move_on(webhook, position, onward, taken_at=now)
        if outcome.status == GONE:
            self._deliveries.end(webhook, position, outcome.error, now)
            return False
        attempts = 1 + (delivery.attempts if position == delivery.position else 0)
        if attempts >= ATTEMPTS:
            self._deliveries.bury(webhook, position, onward, attempts=attempts, error=outcome.error, at=now)
            return False
        next_at = now + pause_after(attempts, outcome.retry_after)
        self._deliveries.fail(webhook, position, attempts=attempts, next_at=next_at, error=outcome.error, at=now)
        return False

    # The dead

    def _try_dead(self, added: WebhookAdded, may_go_on: Callable[[], bool]) -> None:
        """Send once more the dead messages for which somebody has asked."""
        delivery = self._deliveries.find(self._webhook)
        if delivery is None:
            return
        for message in self._deliveries.asked_again(self._webhook, BATCH):
            if not may_go_on():
                return
            self._try_one(added, delivery, message)

    def _try_one(self, added: WebhookAdded, delivery: Delivery, message: DeadMessage) -> None:
        line = self._line_at(message.position)
        if line is not None:
            outcome = self._post(added, delivery, line, self._clock())
            if outcome.error is not None:
                self._deliveries.dead_still(self._webhook, message.position, outcome.error, self._clock())
                return
        self._deliveries.risen(self._webhook, message.position)

    def _line_at(self, position: int) -> Line | None:
        """The line of the event at a position; None if a receiver may see nothing of it any more."""
        (logged,) = self._store.notifications(position - 1, 1)
        return EventLines(self._store, READER).line(logged)

    def _post(self, added: WebhookAdded, delivery: Delivery, line: Line, at: datetime) -> Outcome:
        message = message_id(self._club, line["position"])
        return self._postman.post(added.url, delivery.secrets_at(at), message, at, _text(line))

    @staticmethod
    def _wanted(added: WebhookAdded, line: Line | None) -> Line | None:
        """The line, if its topic is one of those that the webhook sends."""
        return None if line is None or (added.topics and line["topic"] not in added.topics) else line


def _text(body: Line) -> str:
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False)
