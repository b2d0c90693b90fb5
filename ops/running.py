"""Commands: `serve` and `follow` run the service, or its follower alone."""

import os
from datetime import timedelta

import click

from api.pages import links
from api.settings import Settings
from ledger.store import SharedPool
from ops.alone import address_of, alone, check_alone
from ops.database import Database, clubs_in, opened
from ops.demo import demo_club
from ops.logs import configure
from ops.plainly import database, plainly
from ops.serving import Server, end_at_signals, leaders_of, signer_of, when_told_to_end


@click.command()
@click.option("--host", help="Address to listen on, instead of POOLBOOK_HOST.")
@click.option("--port", type=click.IntRange(1, 65535), help="Port to listen on, instead of POOLBOOK_PORT.")
@click.option(
    "--demo/--no-demo", default=None, help="Make a demonstration club. Default: only on the service's own PostgreSQL."
)
@plainly
def serve(host: str | None, port: int | None, demo: bool | None) -> None:
    """Run the API, and the follower that keeps the lists and results up to date.

    Ctrl-C, SIGTERM, or closing the terminal stops it all; a PostgreSQL that `db start` has started stays.
    """
    options = {"POOLBOOK_HOST": host, "POOLBOOK_PORT": port and str(port)}
    settings = Settings.from_environment({**os.environ, **{name: text for name, text in options.items() if text}})
    check_alone(settings)
    signer = signer_of(settings)
    end_at_signals()
    with opened(settings) as database, alone(settings):
        address = address_of(settings)
        if database.own is not None if demo is None else demo:
            _introduce(settings, database, address)
        click.echo(f"poolbook is at {address}/, its API at {address}/docs  (Ctrl-C stops it)")
        Server(settings, database, signer).run()


def _introduce(settings: Settings, database: Database, address: str) -> None:
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    with clubs_in(database) as clubs:
        club, token = demo_club(clubs, settings.data_dir)
        link = links.issue(settings.data_dir, token, clubs.clock()) if token else None
    click.echo(f"{club.name}: {club.id}")
    click.echo(f"owner's token: {token or 'its file is gone; `poolbook token issue owner` makes another'}")
    if link:
        minutes = links.GOOD_FOR // timedelta(minutes=1)
        click.echo(f"sign in as its owner: {address}{link}  (good once, for {minutes} minutes)")


@click.command()
@plainly
def follow() -> None:
    """Run the follower alone, for a service whose API runs in other processes.

    The follower keeps the lists, results and books up to date and signs the logs. It needs the signing key, which is in
    its POOLBOOK_DATA_DIR; at the first start it makes one. Beside it runs the sender of webhooks.
    """
    settings = Settings.from_environment()
    signer = signer_of(settings)
    with database() as here:
        configure(settings.log_format)
        follower, sender = leaders_of(SharedPool(here.url), settings, signer)
        when_told_to_end(lambda *_: follower.stop())
        with sender:
            follower.run()
