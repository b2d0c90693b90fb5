"""The webhooks of a club."""

from typing import Any

from api.joined import Joined
from api.lists import Answer as Listed
from api.lists import answered, current, page_of
from api.noun import Answer, Call, Noun, written
from api.problems import Problem
from api.schemas.lists import FreshListQuery, ListQuery, listed
from api.schemas.nothing import Nothing
from api.schemas.webhooks import (
    AskedAgain,
    DeadMessage,
    ListedWebhook,
    NewWebhook,
    Pinged,
    RemovedWebhook,
    WebhookWithSecret,
)
from api.service import service
from ledger.application.club_books import NotFound
from ledger.application.webhooks import Webhooks, WithSecret
from ledger.roles import INSPECTORS, MANAGERS
from ledger.store import SharedDatastore
from projections.pages import number, page
from projections.webhooks import Postman, ping

noun = Noun("webhooks", __name__, description="Webhooks: a club's events, sent to the addresses that it names.")

_ONE = "/v1/clubs/<id:club>/webhooks/<id:webhook>"


@noun.writes(
    "/v1/clubs/<id:club>/webhooks",
    NewWebhook,
    WebhookWithSecret,
    roles=MANAGERS,
    creates="/v1/clubs/{club}/webhooks/{id}",
)
def add_webhook(call: Call) -> Answer:
    """Add a webhook. The secret that signs what is sent is shown this once.

    Each event is a POST of JSON to `url`, in the order of the log: a line of `GET /v1/clubs/{club}/events`, as a player
    who is no member would see it. It is signed as Standard Webhooks has it, with the headers `webhook-id`,
    `webhook-timestamp` and `webhook-signature`; https://www.standardwebhooks.com has libraries that verify it. In
    Python, after `pip install standardwebhooks`:

        from standardwebhooks.webhooks import Webhook

        event = Webhook(secret).verify(body, headers)  # the bytes that came; raises WebhookVerificationError
        print(event["position"], event["topic"])

    The receiver answers 2xx within 10 seconds. After any other answer the message is sent again, at eleven times in all
    over about 21 hours, and those behind it wait; then it is dead, and the next is sent. A message may come twice,
    under the same `webhook-id`. After 410 nothing more is sent.
    """
    body = call.input
    added = _webhooks(call).add(
        call.request, body["url"], body["events"], body["description"], after=body["after"], private=_private()
    )
    return _with_secret(added)


@noun.reads("/v1/clubs/<id:club>/webhooks", listed(ListedWebhook), roles=INSPECTORS, query=FreshListQuery)
def list_webhooks(call: Call) -> Listed:
    """The webhooks, and how the sending to each stands."""
    position = current(call.books, call.input)
    return page_of(_webhooks(call).all(), call.input, position, shown=lambda pair: Joined(*pair))


@noun.reads(_ONE, ListedWebhook, roles=INSPECTORS)
def read_webhook(call: Call) -> Joined:
    """A webhook, and how the sending to it stands."""
    return Joined(*_webhooks(call).standing(call.ids["webhook"]))


@noun.writes(f"{_ONE}/secret", Nothing, WebhookWithSecret, roles=MANAGERS)
def renew_webhook_secret(call: Call) -> Answer:
    """Give a webhook another secret, shown this once. For a day the former one signs too, beside it."""
    return _with_secret(_webhooks(call).renew_secret(call.request, call.ids["webhook"]))


@noun.writes(f"{_ONE}/remove", Nothing, RemovedWebhook, roles=MANAGERS)
def remove_webhook(call: Call) -> Answer:
    """Remove a webhook, with the messages that wait and those that were given up."""
    saved, webhook = _webhooks(call).remove(call.request, call.ids["webhook"])
    return written(saved, webhook)


@noun.asks(f"{_ONE}/ping", Nothing, Pinged, roles=MANAGERS)
def ping_webhook(call: Call) -> Any:
    """Send a message with the topic `ping` now, and say what came of it. It is about no event, and is not repeated.
    Once the receiver takes it, the messages that wait after a failure are tried again at once.
    """
    webhooks, id = _webhooks(call), call.ids["webhook"]
    webhook, delivery = webhooks.find(id), webhooks.deliveries.find(id)
    if delivery is None:
        raise Problem("refused", _ASLEEP, extra={"law": None, "code": "asleep"})
    postman, now = Postman(private=_private()), service().clubs.clock()
    outcome = ping(postman, call.club, webhook.url, webhooks.deliveries, delivery, now)
    return {
        "delivered": outcome.error is None,
        "status": outcome.status,
        "error": outcome.error,
        "seconds": round(outcome.seconds, 3),
    }


@noun.reads(f"{_ONE}/dead", listed(DeadMessage), roles=INSPECTORS, query=ListQuery)
def list_dead_messages(call: Call) -> Listed:
    """The messages that were given up, in the order of the log."""
    webhooks, id = _webhooks(call), call.ids["webhook"]
    webhooks.find(id)
    limit, after = call.input["limit"], number(call.input["cursor"]) or 0
    rows = webhooks.deliveries.dead(id, after, limit + 1)
    return answered(page(rows, limit, lambda dead: str(dead.position)), call.input)


@noun.asks(f"{_ONE}/dead/retry", Nothing, AskedAgain, roles=MANAGERS)
def retry_dead_messages(call: Call) -> dict[str, int]:
    """Try every message once more that was given up. They come after others that were recorded later."""
    webhooks, id = _webhooks(call), call.ids["webhook"]
    webhooks.find(id)
    return {"messages": webhooks.deliveries.ask_again(id, None)}


@noun.asks(f"{_ONE}/dead/<number:n>/retry", Nothing, AskedAgain, roles=MANAGERS)
def retry_dead_message(call: Call) -> dict[str, int]:
    """Try the message about the event at this position once more, which was given up."""
    webhooks, id = _webhooks(call), call.ids["webhook"]
    webhooks.find(id)
    messages = webhooks.deliveries.ask_again(id, call.numbers["n"])
    if messages == 0:
        raise NotFound
    return {"messages": messages}


_ASLEEP = "this webhook has no secret in this database: give it a new one first"


def _webhooks(call: Call) -> Webhooks:
    return Webhooks(call.books, SharedDatastore(service().clubs.pool, call.club))


def _private() -> bool:
    return service().settings.webhook_private


def _with_secret(given: WithSecret) -> Answer:
    return written(given.saved, Joined({"secret": given.secret}, given.webhook))
