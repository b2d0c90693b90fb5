"""The command line: `poolbook COMMAND --help` says what each does. Exit codes follow sysexits.

0 done · 2 the command line is wrong · 65 a file or a record is wrong · 69 no database, or a port taken ·
74 the database was lost · 78 a setting is wrong
"""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn
from uuid import UUID, uuid4

import click
from rich.console import Console
from rich.progress import Progress

from api.settings import SETTINGS, Settings, SettingsError
from ledger.application import ClubBooks, NotFound, Request
from ledger.clubs import Clubs
from ledger.gamefile import GameFileError, parse, play
from ledger.redaction import ROLES, Reader
from ledger.refusals import Invalid
from ledger.store import UNAVAILABLE, Actor, Club
from ops.database import Database, DatabaseMissing, opened
from ops.demo import demo_club
from ops.embedded import EmbeddedError, EmbeddedPostgres
from ops.recording import UnknownPlayers, acts_in, record, summary
from ops.serving import PortTaken, Server, check_port, clubs_in
from ops.showing import name_of, show_game
from projections.follow import Follower
from projections.rebuild import rebuild

DATA, UNAVAILABLE_EXIT, LOST, CONFIG = 65, 69, 74, 78
OPERATOR = Actor(token=None, member=None, role="operator")

console = Console()


def fail(code: int, message: str) -> NoReturn:
    """Say why on standard error, and leave with the code."""
    click.echo(f"poolbook: {message}", err=True)
    sys.exit(code)


def plainly(command: Callable[..., Any]) -> Callable[..., Any]:
    """Turn what may go wrong into one clear line and an exit code."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except SettingsError as error:
            fail(CONFIG, "; ".join(error.errors))
        except (DatabaseMissing, EmbeddedError, PortTaken) as error:
            fail(UNAVAILABLE_EXIT, str(error))
        except UNAVAILABLE as error:
            fail(LOST, f"the database was lost: {error}; what was recorded so far stands, run the command again")
        except GameFileError as error:
            for each in error.errors:
                click.echo(each.sentence, err=True)
            sys.exit(DATA)
        except UnknownPlayers as error:
            fail(DATA, f"not members of the club: {error}; run it with --add-members to enter them")
        except Invalid as error:
            fail(DATA, str(error))

    return run


@contextmanager
def database() -> Iterator[Database]:
    """The database that the settings name, migrated."""
    with opened(Settings.from_environment()) as found:
        yield found


@contextmanager
def club_books(chosen: str | None) -> Iterator[tuple[Clubs, Club, ClubBooks]]:
    """The club that was chosen by id or name, or the only one there is."""
    with database() as found, clubs_in(found) as clubs:
        known = clubs.directory.clubs()
        matching = [club for club in known if chosen in (None, club.name, str(club.id))]
        if len(matching) != 1:
            names = ", ".join(f"{club.name} ({club.id})" for club in known) or "none: `poolbook club NAME` makes one"
            fail(DATA, f"which club? --club takes a name or an id; there are: {names}")
        yield clubs, matching[0], clubs.books(matching[0].id)


club_option = click.option("--club", "chosen", metavar="CLUB", help="Name or id of the club, where there are several.")


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="poolbook")
def main() -> None:
    """Keep the book of draw poker by the eighty-one laws.

    Begin with `poolbook serve`: without settings it starts a PostgreSQL of its own and a demonstration club. The
    other commands work beside it, or without it, on the same database.
    """


@main.command()
@click.option("--host", help="Address to listen on, instead of POOLBOOK_HOST.")
@click.option("--port", type=click.IntRange(1, 65535), help="Port to listen on, instead of POOLBOOK_PORT.")
@click.option("--demo/--no-demo", default=None, help="Make a demonstration club. Default: on an own database only.")
@plainly
def serve(host: str | None, port: int | None, demo: bool | None) -> None:
    """Run the API, and the follower that keeps the lists and results up to date."""
    settings = Settings.from_environment(host=host, port=port)
    check_port(settings)
    with opened(settings) as found:
        if found.embedded if demo is None else demo:
            _introduce(settings, found)
        click.echo(f"poolbook is at http://{settings.host}:{settings.port}/docs  (Ctrl-C stops it)")
        Server(settings, found).run()


def _introduce(settings: Settings, found: Database) -> None:
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    with clubs_in(found) as clubs:
        club, token = demo_club(clubs, settings.data_dir)
    click.echo(f"{club.name}: {club.id}")
    click.echo(f"owner's token: {token or 'no longer kept; `poolbook token issue owner` makes another'}")


@main.command(name="record")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@club_option
@click.option("--add-members", is_flag=True, help="Enter players whom the club does not know as new members.")
@click.option("--dry-run", is_flag=True, help="Play the file in memory and check it; record nothing.")
@plainly
def record_file(file: Path, chosen: str | None, add_members: bool, dry_run: bool) -> None:
    """Record a game FILE: a sitting and its games as a club secretary writes them.

    The file is played in memory first, so that a slip in it is found, by its line and its law, before anything
    is written. Recording a file again adds nothing: what stands already is recognised.
    """
    try:
        gamefile = parse(file.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        fail(DATA, f"{file} is not text in UTF-8")
    play(gamefile)
    if dry_run:
        click.echo(f"{file}: lawful from end to end; nothing was recorded")
        return
    with club_books(chosen) as (_, _club, books), Progress(console=console, transient=True) as bar:
        task = bar.add_task("recording", total=acts_in(gamefile))
        done = record(books, gamefile, add_members=add_members, progress=lambda n: bar.update(task, completed=n))
        names = books.club().members
        results = summary(books, done, names)
    for game in done.games:
        click.echo(f"game {game}")
    click.echo("  ".join(f"{name} {won:+d}" if won else f"{name} 0" for name, won in results))
    if done.replayed:
        click.echo(f"{done.replayed} of {acts_in(gamefile)} lines stood in the book already")


@main.command()
@click.argument("game", metavar="GAME")
@club_option
@click.option("--step", type=click.IntRange(0), help="Only the table after this step.")
@click.option("--as", "role", type=click.Choice(ROLES), default="owner", help="Whose eyes to see it with.")
@click.option("--member", help="The member's name or id, with --as player.")
@plainly
def replay(game: str, chosen: str | None, step: int | None, role: str, member: str | None) -> None:
    """Show a GAME (its id, or `latest`) step by step, with the law by each line."""
    with club_books(chosen) as (_, _club, books):
        reader = Reader(role, _member(books, member) if member else None)
        try:
            show_game(console, books, _game(books, game), reader, step)
        except NotFound:
            fail(DATA, f"this club has no game {game}")
        except IndexError:
            fail(DATA, f"the game has no step {step}")


def _member(books: ClubBooks, said: str) -> str:
    members = books.club().members
    found = [m for m in members if said in (m, name_of(members, m))]
    return found[0] if len(found) == 1 else fail(DATA, f"no one member is called {said}")


def _game(books: ClubBooks, said: str) -> UUID:
    if said == "latest":
        return books.latest_game()
    try:
        return UUID(said)
    except ValueError:
        raise NotFound from None


@main.command(name="rebuild")
@club_option
@plainly
def rebuild_tables(chosen: str | None) -> None:
    """Make the lists and results anew from the events, and nothing else."""
    with club_books(chosen) as (clubs, club, _), Progress(console=console) as bar:
        task = bar.add_task(club.name, total=None)
        rebuild(clubs, club.id, lambda done, total: bar.update(task, completed=done, total=total))


@main.command()
@plainly
def follow() -> None:
    """Run the follower alone, where the API's processes are kept apart from it."""
    with database() as found:
        follower = Follower(found.url)
        signal.signal(signal.SIGTERM, lambda *_: follower.stop())
        follower.run()


@main.command()
@plainly
def migrate() -> None:
    """Make and bring up to date every schema and table; the service does so itself on its own PostgreSQL."""
    with database():
        click.echo("every schema is up to date")


@main.command()
@click.argument("name")
@click.option("--currency", default="GBP", show_default=True, help="ISO 4217, or LSD: 240 pence to the pound.")
@plainly
def club(name: str, currency: str) -> None:
    """Open a club called NAME, and print its owner's token."""
    with database() as found, clubs_in(found) as clubs:
        made, issued = clubs.found(_request(f"club {name}"), name, currency)
    click.echo(f"{made.name}: {made.id}\nowner's token: {issued.secret}")


@main.group()
def token() -> None:
    """Issue, list and revoke tokens."""


@token.command(name="issue")
@click.argument("role", type=click.Choice(ROLES))
@club_option
@click.option("--member", help="The member's name or id; a player's token takes one.")
@click.option("--label", default="made at the command line", show_default=True, help="To know the token by.")
@plainly
def issue_token(role: str, chosen: str | None, member: str | None, label: str) -> None:
    """Issue a token for a ROLE, and print it. It is shown this once."""
    with club_books(chosen) as (clubs, _, books):
        named = _member(books, member) if member else None
        click.echo(clubs.issue_token(books, _request("token"), role, named, label).secret)


@token.command(name="list")
@club_option
@plainly
def list_tokens(chosen: str | None) -> None:
    """List a club's tokens; their secrets are kept nowhere."""
    with club_books(chosen) as (clubs, found, _):
        for each in clubs.directory.tokens(found.id):
            state = f"revoked {each.revoked_at:%Y-%m-%d %H:%M}" if each.revoked_at else "in force"
            click.echo(f"{each.id}  {each.role:<11}  {state}  {each.label}")


@token.command(name="revoke")
@click.argument("token_id", type=click.UUID)
@club_option
@plainly
def revoke_token(token_id: UUID, chosen: str | None) -> None:
    """Revoke a token by its id: it opens nothing any more."""
    with club_books(chosen) as (clubs, _, books):
        try:
            clubs.revoke_token(books, _request("revoke"), token_id)
        except NotFound:
            fail(DATA, f"this club has no token {token_id} in force")


def _request(what: str) -> Request:
    return Request(OPERATOR, str(uuid4()), what.encode())


@main.group()
def db() -> None:
    """The service's own PostgreSQL, by itself."""


@db.command()
@plainly
def start() -> None:
    """Start it, print its address, and keep it running until Ctrl-C or `poolbook db stop`."""
    with EmbeddedPostgres(Settings.from_environment().data_dir) as server:
        click.echo(server.url)
        signal.signal(signal.SIGTERM, _interrupt)
        signal.sigwait({signal.SIGINT, signal.SIGTERM})


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


@main.command()
def settings() -> None:
    """List the environment variables that the service reads, with their defaults."""
    for each in SETTINGS:
        click.echo(f"{each.name}\n    {each.meaning}\n    default: {each.default}")


if __name__ == "__main__":
    main()
