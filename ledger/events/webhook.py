"""The events of a club's webhooks: addresses to which its events are sent."""

from ledger.events.base import Event, Sealed, fact


@fact("club.webhook_added")
class WebhookAdded(Event, frozen=True, kw_only=True):
    """The club's events are sent to `url` from now on, those of these `topics` only, or all if none is named.

    What is sent is signed. The secret for that is stored apart; `digest` is its SHA-256 in hexadecimal.
    """

    webhook: str
    url: str
    topics: tuple[str, ...] = ()
    digest: str
    description: Sealed[str | None] = None


@fact("club.webhook_secret_renewed")
class WebhookSecretRenewed(Event, frozen=True, kw_only=True):
    """What is sent to a webhook is signed with another secret, whose SHA-256 in hexadecimal is `digest`."""

    webhook: str
    digest: str


@fact("club.webhook_removed")
class WebhookRemoved(Event, frozen=True, kw_only=True):
    """Nothing is sent to a webhook any more."""

    webhook: str
