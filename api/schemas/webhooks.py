"""Webhooks, and the messages that were given up."""

from marshmallow import Schema, fields, validate

from api.schemas.described import described_by
from api.schemas.fields import MOST, Whole, Words, optional
from ledger.application import webhooks
from ledger.application.addresses import LONGEST
from ledger.store.webhooks import DeadMessage as Dead

STATES = ("sending", "failing", "gone", "asleep")


class NewWebhook(Schema):
    """An address to which the club's events are to be sent: by https, and not in a private network unless the operator
    permits it. It stands on the record for ever, so put no secret in it."""

    url = fields.String(
        required=True, validate=validate.Length(1, LONGEST), metadata={"format": "uri", "example": "https://c.example/"}
    )
    events = fields.List(
        fields.String(validate=validate.Length(1, 100)),
        load_default=(),
        validate=validate.Length(max=200),
        metadata={"description": "topics, such as game.settled; none for all", "example": ["game.settled"]},
    )
    description = optional(Words, longest=200)
    after = optional(
        Whole,
        most=MOST,
        metadata={
            "description": "send what was recorded after this position; without it, what is recorded from now on"
        },
    )


@described_by(webhooks.Webhook, says={"description": "null once erased", "events": "topics; none for all"})
class Webhook(Schema):
    """A webhook: each event of the club is sent to its address, signed by a secret, as the stream of events shows it
    to a player who is no member. Messages come in the order of the log, at least once, with the headers of Standard
    Webhooks (webhook-id, webhook-timestamp, webhook-signature)."""


@described_by(
    webhooks.Health,
    says={
        "position": "of the last event that was delivered, passed over, or given up",
        "pending": "how many positions the log is ahead",
        "failing_since": "of the first failure after the last success",
        "next_at": "when the next message is tried again",
        "error": "why the last attempt failed",
        "delivered_at": "when the receiver last took a message",
        "dead": "how many messages were given up",
    },
)
class ListedWebhook(Webhook):
    """A webhook, and how the sending stands: `sending`; `failing`, the next message is tried again later; `gone`, the
    receiver has answered 410; `asleep`, its secret is not in this database (it was restored from a backup, or
    imported), and a new one wakes it."""

    state = fields.String(required=True, validate=validate.OneOf(STATES))


class WebhookWithSecret(Webhook):
    """A webhook with the secret that signs what is sent to it, which cannot be shown again: a repeat of the request is
    answered with null."""

    secret = fields.String(required=True, allow_none=True)
    position = fields.Integer(required=True)


class RemovedWebhook(Webhook):
    """A webhook just removed."""

    position = fields.Integer(required=True)


class Pinged(Schema):
    """What came of a message that was sent to try the webhook: the status that the receiver answered, null without an
    answer, and what went wrong, null if he took it."""

    delivered = fields.Boolean(required=True)
    status = fields.Integer(required=True, allow_none=True)
    error = fields.String(required=True, allow_none=True)
    seconds = fields.Float(required=True)


@described_by(Dead, says={"position": "of the event", "retry": "it will be tried once more"})
class DeadMessage(Schema):
    """A message that was given up after the last attempt."""


class AskedAgain(Schema):
    """How many dead messages will be tried once more."""

    messages = fields.Integer(required=True)
