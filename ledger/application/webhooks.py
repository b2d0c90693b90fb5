"""Webhooks added and removed, their secrets renewed: the club's record and the deliveries change in one transaction.

The caller decides who may do so.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from ledger.application.addresses import check_url
from ledger.application.club_books import ClubBooks, NotFound, Request, Saved, Write
from ledger.events.base import TOPICS
from ledger.events.webhook import WebhookAdded, WebhookRemoved, WebhookSecretRenewed
from ledger.names import check_name
from ledger.refusals import Invalid, Refused
from ledger.store import SharedDatastore
from ledger.store.tokens import digest_of
from ledger.store.webhooks import Deliveries, Delivery, add_webhook, new_signing_secret, remove_webhook

MOST = 20
"""How many webhooks a club may have at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook:
    """A webhook of a club.

    url            the address to which it sends
    events         the topics of the events that it sends; none for all
    description    for people; None once it has been erased
    """

    id: UUID
    url: str
    events: tuple[str, ...]
    description: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """How the sending to a webhook stands.

    state          sending; failing: the next message is tried again; gone: the receiver has answered 410; asleep: it
                   has no secret in this database, and sends once it is given a new one
    position       of the last event that was delivered, passed over, or given up
    pending        how many positions the log is ahead
    failing_since  of the first failure after the last success
    next_at        when the next message is tried again
    error          why the last attempt failed
    delivered_at   when the receiver last took a message
    dead           how many messages were given up
    """

    state: str
    position: int | None
    pending: int | None
    failing_since: datetime | None
    next_at: datetime | None
    error: str | None
    delivered_at: datetime | None
    dead: int


@dataclass(frozen=True, slots=True)
class WithSecret:
    """A webhook that was given a secret. `secret` is None for a repeat of the request: it is shown once only."""

    saved: Saved
    webhook: Webhook
    secret: str | None


class Webhooks:
    """The webhooks of one club."""

    def __init__(self, books: ClubBooks, datastore: SharedDatastore) -> None:
        self.books = books
        self.deliveries = Deliveries(datastore)

    def add(
        self,
        request: Request,
        url: str,
        topics: Sequence[str] = (),
        description: str | None = None,
        *,
        after: int | None = None,
        private: bool = False,
    ) -> WithSecret:
        """Add a webhook, which sends what is recorded after the position `after`, or from now on.

        `private`: the operator permits private addresses. Raises Invalid for an address to which nothing may be sent,
        a topic that no event has, a description that holds what nobody can see, or a position beyond the log's end;
        Refused for one webhook too many.
        """
        secret = new_signing_secret()

        def decision() -> list[Write]:
            club = self.books.club()
            request.decided_on(club.version)
            check_url(url, private=private)
            check_topics(topics)
            if description is not None:
                check_name("description", description)
            if after is not None and after > (last := self.books.store.max_position()):
                raise Invalid({"after": [f"the log is at position {last}, before {after}"]})
            if len(club.webhooks) >= MOST:
                raise Refused(None, "too_many_webhooks", f"a club has at most {MOST} webhooks: remove one first")
            webhook = self.books.new_id()
            added = WebhookAdded(
                webhook=str(webhook),
                url=url,
                topics=tuple(dict.fromkeys(topics)),
                digest=digest_of(secret).hex(),
                description=description,
            )
            begun = partial(add_webhook, self.books.club_id, webhook, secret, after)
            return [Write(self.books.club_id, club.version, [added], [begun])]

        return self._with_secret(self.books.carry_out(request, decision), secret)

    def renew_secret(self, request: Request, webhook: UUID) -> WithSecret:
        """Give a webhook another secret; the former signs for a day beside it. One that is gone or asleep sends again:
        the first where it stopped, the other from now on. Raises NotFound."""
        secret = new_signing_secret()

        def decision() -> list[Write]:
            club = self.books.club()
            request.decided_on(club.version)
            if str(webhook) not in club.webhooks:
                raise NotFound
            renewed = WebhookSecretRenewed(webhook=str(webhook), digest=digest_of(secret).hex())
            begun = partial(add_webhook, self.books.club_id, webhook, secret, None)
            return [Write(self.books.club_id, club.version, [renewed], [begun])]

        return self._with_secret(self.books.carry_out(request, decision), secret)

    def remove(self, request: Request, webhook: UUID) -> tuple[Saved, Webhook]:
        """Remove a webhook: nothing more is sent to it. Raises NotFound."""

        def decision() -> list[Write]:
            club = self.books.club()
            request.decided_on(club.version)
            if str(webhook) not in club.webhooks:
                raise NotFound
            forgotten = partial(remove_webhook, self.books.club_id, webhook)
            return [Write(self.books.club_id, club.version, [WebhookRemoved(webhook=str(webhook))], [forgotten])]

        saved = self.books.carry_out(request, decision)
        return saved, self._after(saved)

    def find(self, webhook: UUID) -> Webhook:
        """A webhook. Raises NotFound."""
        added = self.books.club().webhooks.get(str(webhook))
        if added is None:
            raise NotFound
        return webhook_of(added)

    def all(self) -> list[tuple[Webhook, Health]]:
        """Every webhook with how it stands, in the order in which they were added."""
        deliveries, dead = self.deliveries.all(), self.deliveries.count_dead()
        last = self.books.store.max_position()
        listed = [webhook_of(added) for added in self.books.club().webhooks.values()]
        return [(webhook, _health(deliveries.get(webhook.id), last, dead.get(webhook.id, 0))) for webhook in listed]

    def standing(self, webhook: UUID) -> tuple[Webhook, Health]:
        """A webhook with how it stands. Raises NotFound."""
        named, delivery = self.find(webhook), self.deliveries.find(webhook)
        dead = self.deliveries.count_dead().get(webhook, 0)
        return named, _health(delivery, self.books.store.max_position(), dead)

    def _with_secret(self, saved: Saved, secret: str) -> WithSecret:
        return WithSecret(saved, self._after(saved), None if saved.replayed else secret)

    def _after(self, saved: Saved) -> Webhook:
        """The webhook of a command, as the record has it after that command."""
        record = [recorded.event for recorded in self.books.recorded(self.books.club_id)[: saved.last]]
        last = record[-1]
        assert isinstance(last, WebhookAdded | WebhookSecretRenewed | WebhookRemoved)
        events = (event for event in record if isinstance(event, WebhookAdded))
        return next(webhook_of(event) for event in events if event.webhook == last.webhook)


def check_topics(topics: Sequence[str]) -> None:
    """Raise Invalid where no event has one of the topics."""
    unknown = [topic for topic in topics if topic not in TOPICS]
    if unknown:
        raise Invalid({"events": [f"no event has the topic {', '.join(unknown)}; one is game.settled"]})


def webhook_of(added: WebhookAdded) -> Webhook:
    """The webhook that was added by this event."""
    return Webhook(id=UUID(added.webhook), url=added.url, events=added.topics, description=added.description)


def _health(delivery: Delivery | None, last: int, dead: int) -> Health:
    if delivery is None:
        nothing = {"failing_since": None, "next_at": None, "error": None, "delivered_at": None}
        return Health(state="asleep", position=None, pending=None, dead=dead, **nothing)
    failing = "failing" if delivery.failing_since else "sending"
    return Health(
        state="gone" if delivery.ended_at else failing,
        position=delivery.position,
        pending=last - delivery.position,
        failing_since=delivery.failing_since,
        next_at=delivery.next_at,
        error=delivery.error,
        delivered_at=delivery.delivered_at,
        dead=dead,
    )
