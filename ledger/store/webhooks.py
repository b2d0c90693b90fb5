"""How far each webhook of a club has come, with the secrets that sign what is sent to it.

Which webhooks there are stands on the club's record. These rows are beside it: they are in no log, export or backup.
`add_webhook`, `renew_secret` and `remove_webhook` write within the transaction that saves the events.
"""

import secrets
from base64 import b64encode
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, LiteralString, TypeVar
from uuid import UUID

from psycopg import Connection
from psycopg.rows import class_row

from ledger.store.datastore import SharedDatastore, until_connected

PREFIX = "whsec_"
BOTH_GOOD_FOR = timedelta(days=1)
"""How long the former secret signs beside a new one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """How the sending to one webhook stands.

    position       of the last event that was delivered, passed over, or given up
    attempts       how often the next message has failed
    next_at        when it is tried again
    failing_since  of the first failure after the last success
    error          why the last attempt failed
    delivered_at   when a message was last taken
    ended_at       when the receiver answered that it is gone
    old_secret     signs beside `secret` until `old_until`
    """

    id: UUID
    secret: str
    old_secret: str | None
    old_until: datetime | None
    position: int
    attempts: int
    next_at: datetime | None
    failing_since: datetime | None
    error: str | None
    delivered_at: datetime | None
    ended_at: datetime | None

    def secrets_at(self, at: datetime) -> tuple[str, ...]:
        """The secrets with which a message of this time is signed, the newest first."""
        is_good = self.old_secret is not None and self.old_until is not None and at < self.old_until
        return (self.secret, self.old_secret) if is_good and self.old_secret else (self.secret,)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadMessage:
    """A message that was given up: that of the event at `position`. `retry`: it is to be tried once more."""

    position: int
    attempts: int
    failed_at: datetime
    error: str
    retry: bool


Row = TypeVar("Row", Delivery, DeadMessage)

_COLUMNS: LiteralString = (
    "id, secret, old_secret, old_until, position, attempts, next_at, failing_since, error, delivered_at, ended_at"
)
_ALL: LiteralString = f"SELECT {_COLUMNS} FROM poolbook.webhooks WHERE club = %(club)s"
_ONE: LiteralString = f"{_ALL} AND id = %(webhook)s"
# The position is compared, so that of two who have sent the same message one alone moves on.
_HERE: LiteralString = "club = %(club)s AND id = %(webhook)s AND position = %(position)s"
_MOVE_ON: LiteralString = f"""
    UPDATE poolbook.webhooks SET position = %(onward)s, attempts = 0, next_at = NULL,
        failing_since = CASE WHEN %(taken_at)s::timestamptz IS NULL THEN failing_since END,
        error = CASE WHEN %(taken_at)s::timestamptz IS NULL THEN error END,
        delivered_at = coalesce(%(taken_at)s::timestamptz, delivered_at)
    WHERE {_HERE}
"""
_FAIL: LiteralString = f"""
    UPDATE poolbook.webhooks SET attempts = %(attempts)s, next_at = %(next_at)s, error = %(error)s,
        failing_since = coalesce(failing_since, %(at)s)
    WHERE {_HERE}
"""
_HASTEN: LiteralString = """
    UPDATE poolbook.webhooks SET next_at = NULL WHERE club = %(club)s AND id = %(webhook)s AND ended_at IS NULL
"""
_END: LiteralString = f"UPDATE poolbook.webhooks SET ended_at = %(at)s, error = %(error)s WHERE {_HERE}"
_BURY: LiteralString = """
    INSERT INTO poolbook.webhook_dead (club, webhook, position, attempts, failed_at, error)
    VALUES (%(club)s, %(webhook)s, %(onward)s, %(attempts)s, %(at)s, %(error)s) ON CONFLICT DO NOTHING
"""
_DEAD: LiteralString = """
    SELECT position, attempts, failed_at, error, retry FROM poolbook.webhook_dead
    WHERE club = %(club)s AND webhook = %(webhook)s
"""
_DEAD_PAGE: LiteralString = f"{_DEAD} AND position > %(after)s ORDER BY position LIMIT %(limit)s"
_ASKED_AGAIN: LiteralString = f"{_DEAD} AND retry ORDER BY position LIMIT %(limit)s"
_ASK_AGAIN: LiteralString = """
    UPDATE poolbook.webhook_dead SET retry = true WHERE club = %(club)s AND webhook = %(webhook)s
        AND (%(position)s::bigint IS NULL OR position = %(position)s::bigint)
"""
_THIS_DEAD: LiteralString = "club = %(club)s AND webhook = %(webhook)s AND position = %(position)s"
_RISEN: LiteralString = f"DELETE FROM poolbook.webhook_dead WHERE {_THIS_DEAD}"
_DEAD_STILL: LiteralString = f"""
    UPDATE poolbook.webhook_dead SET retry = false, attempts = attempts + 1, failed_at = %(at)s, error = %(error)s
    WHERE {_THIS_DEAD}
"""
_COUNTS: LiteralString = """
    SELECT webhook, count(*) AS dead FROM poolbook.webhook_dead WHERE club = %(club)s GROUP BY webhook
"""
_ADD = """
    INSERT INTO poolbook.webhooks (club, id, secret, position)
    SELECT clubs.id, %(webhook)s, %(secret)s, coalesce(%(after)s::bigint, clubs.position)
    FROM poolbook.clubs WHERE clubs.id = %(club)s
    ON CONFLICT (club, id) DO UPDATE SET secret = EXCLUDED.secret, old_secret = webhooks.secret,
        old_until = %(old_until)s, ended_at = NULL, next_at = NULL
"""
_REMOVE_DEAD = "DELETE FROM poolbook.webhook_dead WHERE club = %s AND webhook = %s"
_REMOVE = "DELETE FROM poolbook.webhooks WHERE club = %s AND id = %s"


def new_signing_secret() -> str:
    """A secret of 256 random bits in the form of Standard Webhooks."""
    return PREFIX + b64encode(secrets.token_bytes(32)).decode()


class Deliveries:
    """Typed statements on the deliveries of one club. All raise what UNAVAILABLE names."""

    def __init__(self, datastore: SharedDatastore) -> None:
        self._datastore = datastore

    def all(self) -> dict[UUID, Delivery]:
        """Every webhook that has a secret here."""
        return {delivery.id: delivery for delivery in self._select(Delivery, _ALL)}

    def find(self, webhook: UUID) -> Delivery | None:
        """How one webhook stands; None where it has no secret here."""
        return next(iter(self._select(Delivery, _ONE, webhook=webhook)), None)

    def move_on(self, webhook: UUID, position: int, onward: int, taken_at: datetime | None = None) -> bool:
        """Go on from a position to another; whether it still stood there. `taken_at`: when the receiver took the last
        message up to there, None if there was none."""
        return self._write(_MOVE_ON, webhook=webhook, position=position, onward=onward, taken_at=taken_at)

    def fail(self, webhook: UUID, position: int, *, attempts: int, next_at: datetime, error: str, at: datetime) -> bool:
        """Note that the message after a position failed, and is to be tried again."""
        given = {"attempts": attempts, "next_at": next_at, "error": error, "at": at}
        return self._write(_FAIL, webhook=webhook, position=position, **given)

    def end(self, webhook: UUID, position: int, error: str, at: datetime) -> bool:
        """Send nothing more."""
        return self._write(_END, webhook=webhook, position=position, error=error, at=at)

    def hasten(self, webhook: UUID) -> bool:
        """Let the next message be tried at once; whether the webhook sends."""
        return self._write(_HASTEN, webhook=webhook)

    def bury(self, webhook: UUID, position: int, onward: int, *, attempts: int, error: str, at: datetime) -> bool:
        """Give up the message of the event at `onward`, and go on from there. It is kept among the dead."""
        given = {"club": self._datastore.club, "webhook": webhook, "position": position, "onward": onward}
        with self._datastore.get_connection() as connection, connection.transaction():
            moved = connection.execute(_MOVE_ON, {**given, "taken_at": None}).rowcount > 0
            if moved:
                connection.execute(_BURY, {**given, "attempts": attempts, "error": error, "at": at})
        return moved

    def dead(self, webhook: UUID, after: int, limit: int) -> list[DeadMessage]:
        """The messages that were given up after a position, in their order, at most `limit`."""
        return self._select(DeadMessage, _DEAD_PAGE, webhook=webhook, after=after, limit=limit)

    def count_dead(self) -> dict[UUID, int]:
        """How many messages were given up, of each webhook that has some."""
        with self._datastore.get_connection() as connection:
            rows = connection.execute(_COUNTS, {"club": self._datastore.club}).fetchall()
        return {row["webhook"]: row["dead"] for row in rows}

    def ask_again(self, webhook: UUID, position: int | None) -> int:
        """Have one dead message tried once more, or all; how many there are."""
        with self._datastore.get_connection() as connection:
            given = {"club": self._datastore.club, "webhook": webhook, "position": position}
            return connection.execute(_ASK_AGAIN, given).rowcount

    def asked_again(self, webhook: UUID, limit: int) -> list[DeadMessage]:
        """The dead messages that are to be tried once more, in their order."""
        return self._select(DeadMessage, _ASKED_AGAIN, webhook=webhook, limit=limit)

    def risen(self, webhook: UUID, position: int) -> bool:
        """Note that the receiver took a dead message."""
        return self._write(_RISEN, webhook=webhook, position=position)

    def dead_still(self, webhook: UUID, position: int, error: str, at: datetime) -> bool:
        """Note that a dead message failed once more."""
        return self._write(_DEAD_STILL, webhook=webhook, position=position, error=error, at=at)

    @until_connected
    def _select(self, row: type[Row], query: LiteralString, **given: object) -> list[Row]:
        with self._datastore.get_connection() as connection:
            cursor = connection.cursor(row_factory=class_row(row))
            return cursor.execute(query, {"club": self._datastore.club, **given}).fetchall()

    def _write(self, query: LiteralString, **given: object) -> bool:
        with self._datastore.get_connection() as connection:
            return connection.execute(query, {"club": self._datastore.club, **given}).rowcount > 0


def add_webhook(
    club: UUID, webhook: UUID, secret: str, after: int | None, connection: Connection[Any], at: datetime
) -> None:
    """Begin the delivery after a position of the log, or after its present end; or renew the secret of one that has
    begun, where the former signs for a while beside it."""
    given = {"club": club, "webhook": webhook, "secret": secret, "after": after, "old_until": at + BOTH_GOOD_FOR}
    connection.execute(_ADD, given)


def remove_webhook(club: UUID, webhook: UUID, connection: Connection[Any], at: datetime) -> None:
    """Forget a delivery, with its secrets and its dead messages."""
    connection.execute(_REMOVE_DEAD, (club, webhook))
    connection.execute(_REMOVE, (club, webhook))
