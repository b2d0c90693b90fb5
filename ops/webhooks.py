"""Commands for a club's webhooks: the addresses to which its events are sent."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import click

from api.settings import Settings
from ledger.application.club_books import NotFound
from ledger.application.webhooks import Health, Webhooks
from ledger.refusals import Refused
from ledger.store import SharedDatastore
from ops.administration import as_operator
from ops.plainly import DATA, club_books, club_option, fail, plainly
from projections.webhooks import Postman, ping

MOST_DEAD = 1_000
"""How many dead messages are listed at once."""


@click.group()
def webhook() -> None:
    """Send a club's events to addresses that you name."""


_which = click.argument("webhook_id", metavar="WEBHOOK", type=click.UUID)


@contextmanager
def _webhooks(chosen: str | None) -> Iterator[Webhooks]:
    """The webhooks of the chosen club. Exits where a webhook is unknown or a command refused."""
    with club_books(chosen) as (clubs, club, books):
        try:
            yield Webhooks(books, SharedDatastore(clubs.pool, club.id))
        except NotFound:
            fail(DATA, "this club has no such webhook or message: `poolbook webhook list` shows the webhooks")
        except Refused as refused:
            fail(DATA, refused.detail)


@webhook.command(name="add")
@click.argument("url")
@click.option("--event", "topics", multiple=True, metavar="TOPIC", help="Send these events only, such as game.settled.")
@click.option("--description", help="What it is for.")
@click.option("--after", type=click.IntRange(0), help="Send what was recorded after this position. Default: the end.")
@club_option
@plainly
def add_webhook(
    url: str, topics: tuple[str, ...], description: str | None, after: int | None, chosen: str | None
) -> None:
    """Add a webhook that sends to URL, and print the secret that signs. It cannot be shown again.

    `/docs` of the service says, where a webhook is added, what a receiver is sent and how it verifies the signature.
    """
    private = Settings.from_environment().webhook_private
    with _webhooks(chosen) as webhooks:
        request = as_operator("webhook")
        added = webhooks.add(request, url, topics, description, after=after, private=private)
        click.echo(f"webhook: {added.webhook.id}\nsecret: {added.secret}")


@webhook.command(name="list")
@club_option
@plainly
def list_webhooks(chosen: str | None) -> None:
    """List a club's webhooks, and how the sending stands."""
    with _webhooks(chosen) as webhooks:
        every = list(webhooks.all())
        if not every:
            click.echo("This club has no webhooks; `poolbook webhook add URL` adds one.", err=True)
        for listed, health in every:
            topics = f"  {' '.join(listed.events)}" if listed.events else ""
            description = f"  {listed.description}" if listed.description else ""
            click.echo(f"{listed.id}  {_standing(health)}  {listed.url}{topics}{description}")


def _standing(health: Health) -> str:
    """How the sending stands, in a few words."""
    dead = f", {health.dead} dead" if health.dead else ""
    if health.state == "asleep":
        return f"asleep: `poolbook webhook secret` wakes it{dead}"
    why = f" ({health.error})" if health.error else ""
    positions = "position" if health.pending == 1 else "positions"
    return f"{health.state}{why}, {health.pending} {positions} behind{dead}"


@webhook.command(name="remove")
@_which
@club_option
@plainly
def remove_webhook(webhook_id: UUID, chosen: str | None) -> None:
    """Remove a webhook by its id: nothing more is sent to it."""
    with _webhooks(chosen) as webhooks:
        webhooks.remove(as_operator("webhook"), webhook_id)


@webhook.command(name="secret")
@_which
@club_option
@plainly
def renew_secret(webhook_id: UUID, chosen: str | None) -> None:
    """Give a webhook another secret, and print it. For a day the former one signs too."""
    with _webhooks(chosen) as webhooks:
        click.echo(webhooks.renew_secret(as_operator("webhook"), webhook_id).secret)


@webhook.command(name="ping")
@_which
@club_option
@plainly
def ping_webhook(webhook_id: UUID, chosen: str | None) -> None:
    """Send a message now, to try a webhook. Once it is taken, the messages that wait are tried again at once."""
    private = Settings.from_environment().webhook_private
    with _webhooks(chosen) as webhooks:
        named, delivery = webhooks.find(webhook_id), webhooks.deliveries.find(webhook_id)
        if delivery is None:
            fail(DATA, "this webhook has no secret in this database: `poolbook webhook secret` gives it one")
        books = webhooks.books
        postman = Postman(private=private)
        outcome = ping(postman, books.club_id, named.url, webhooks.deliveries, delivery, books.clock())
        if outcome.error is not None:
            fail(DATA, outcome.error)
        click.echo(f"the receiver answered {outcome.status}")


@webhook.command(name="dead")
@_which
@club_option
@plainly
def list_dead(webhook_id: UUID, chosen: str | None) -> None:
    """List the messages of a webhook that were given up, by the positions of their events."""
    with _webhooks(chosen) as webhooks:
        webhooks.find(webhook_id)
        for message in webhooks.deliveries.dead(webhook_id, 0, MOST_DEAD):
            again = ", to be tried again" if message.retry else ""
            click.echo(f"{message.position}  {message.failed_at:%Y-%m-%d %H:%M}  {message.error}{again}")


@webhook.command(name="retry")
@_which
@click.argument("position", type=click.IntRange(1), required=False)
@club_option
@plainly
def retry_dead(webhook_id: UUID, position: int | None, chosen: str | None) -> None:
    """Send a dead message of a webhook once more, or all of them."""
    with _webhooks(chosen) as webhooks:
        webhooks.find(webhook_id)
        messages = webhooks.deliveries.ask_again(webhook_id, position)
        if position is not None and messages == 0:
            raise NotFound
        click.echo(f"{messages} to be sent once more")
