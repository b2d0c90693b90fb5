"""Commands for whoever runs the service: clubs, tokens, the schemas, the database of its own, the settings."""

from collections.abc import Callable
from pathlib import Path
from uuid import UUID, uuid4

import click

from api.settings import SETTINGS, Settings
from ledger.application.club_books import NotFound, Request, Saved
from ledger.application.erasures import Erasures
from ledger.refusals import Refused
from ledger.roles import Role
from ledger.store import Actor
from ops.backup import BackupError, backup, restore
from ops.embedded import EmbeddedPostgres
from ops.migrate import service_role_of
from ops.plainly import (
    CONFIG,
    DATA,
    ROLE,
    UNAVAILABLE_EXIT,
    club_books,
    club_option,
    database,
    fail,
    member_called,
    plainly,
)
from ops.serving import clubs_in, signer_of
from projections.signing import KEY_FILE

OPERATOR = Actor(token=None, member=None, role=Role.OPERATOR)


@click.command()
@plainly
def migrate() -> None:
    """Make and bring up to date every schema and table; the service does so itself on its own PostgreSQL."""
    with database():
        click.echo("every schema is up to date")


@click.command(name="backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@plainly
def backup_books(file: Path) -> None:
    """Write the books of every club to a new FILE; clubs may record on meanwhile. It holds every hidden card."""
    with database() as found:
        try:
            click.echo(f"{backup(found.owner_url, file)} clubs in {file}")
        except OSError as error:
            fail(DATA, str(error))


@click.command(name="restore")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@plainly
def restore_books(file: Path) -> None:
    """Bring the books in FILE back into a database without clubs, and make the lists and results anew."""
    with database() as found:
        try:
            clubs = restore(found.owner_url, file, service_role_of(found.url, found.owner_url))
        except BackupError as error:
            fail(DATA, str(error))
    for each in clubs:
        click.echo(f"{each.name} ({each.club}): {each.events} events, digest {each.digest}")


@click.command()
@click.argument("name")
@click.option("--currency", default="GBP", show_default=True, help="ISO 4217, or LSD: 240 pence to the pound.")
@plainly
def club(name: str, currency: str) -> None:
    """Open a club called NAME, and print its owner's token."""
    with database() as found, clubs_in(found) as clubs:
        made, issued = clubs.found(_request(f"club {name}"), name, currency)
    click.echo(f"{made.name}: {made.id}\nowner's token: {issued.secret}")


@click.group()
def token() -> None:
    """Issue, list and revoke tokens."""


@token.command(name="issue")
@click.argument("role", type=ROLE)
@club_option
@click.option("--member", help="The member's name or id; a player's token takes one.")
@click.option("--label", default="made at the command line", show_default=True, help="To know the token by.")
@plainly
def issue_token(role: str, chosen: str | None, member: str | None, label: str) -> None:
    """Issue a token for a ROLE, and print it. It is shown this once."""
    with club_books(chosen) as (clubs, _, books):
        named = member_called(books, member) if member else None
        click.echo(clubs.issue_token(books, _request("token"), role, named, label).secret)


@token.command(name="list")
@club_option
@plainly
def list_tokens(chosen: str | None) -> None:
    """List a club's tokens; their secrets are kept nowhere."""
    with club_books(chosen) as (clubs, found, _):
        for each in clubs.directory.tokens(found.id):
            state = f"revoked {each.revoked_at:%Y-%m-%d %H:%M}" if each.revoked_at else "in force"
            click.echo(f"{each.id}  {each.role:<11}  {state}  {each.label or '(label erased)'}")


@token.command(name="revoke")
@click.argument("token_id", metavar="TOKEN", type=click.UUID)
@club_option
@plainly
def revoke_token(token_id: UUID, chosen: str | None) -> None:
    """Revoke a token by its id: it opens nothing any more."""
    with club_books(chosen) as (clubs, _, books):
        try:
            clubs.revoke_token(books, _request("revoke"), token_id)
        except NotFound:
            fail(DATA, f"this club has no token {token_id} in force")


@click.group()
def erase() -> None:
    """Erase a member's name, or other words. What was recorded stands; the words are gone for good."""


_why = click.option("--reason", required=True, help="Why. It is recorded, and can be erased in its turn.")
_sure = click.confirmation_option("--yes", prompt="What is erased cannot be brought back. Erase it?")


@erase.command(name="member")
@click.argument("member")
@club_option
@_why
@_sure
@plainly
def erase_member(member: str, chosen: str | None, reason: str) -> None:
    """Erase the name of a MEMBER (name or id) and the labels of his tokens: from then on his id stands everywhere."""
    with club_books(chosen) as (clubs, _, books):
        who = member_called(books, member)
        saved = _erased(lambda: Erasures(books, clubs.directory).erase_name(_request("erase"), who, reason))
        click.echo(f"the name of {who} is erased ({saved.last - saved.first + 1} parts)")


@erase.command(name="words")
@click.argument("stream", type=click.UUID)
@click.argument("version", type=click.IntRange(1))
@click.argument("part")
@club_option
@_why
@_sure
@plainly
def erase_words(stream: UUID, version: int, part: str, chosen: str | None, reason: str) -> None:
    """Erase one PART (note, reason …) of the event of this VERSION in the STREAM of a game, a sitting or the club."""
    with club_books(chosen) as (clubs, _, books):
        erasures = Erasures(books, clubs.directory)
        saved = _erased(lambda: erasures.erase_words(_request("erase"), stream, version, part, reason))
        click.echo(f"{saved.last - saved.first + 1} parts are erased")


def _erased(erasure: Callable[[], Saved]) -> Saved:
    try:
        return erasure()
    except Refused as refused:
        fail(DATA, refused.detail)


@click.command()
@plainly
def vkey() -> None:
    """Print the key that verifies each club's log, to publish where others can vouch for it.

    Run it where the follower runs, with its POOLBOOK_DATA_DIR: the key is there.
    """
    found = Settings.from_environment()
    if not (path := found.data_dir / KEY_FILE).exists():
        fail(CONFIG, f"there is no key at {path}: the follower makes it when it first starts")
    signer = signer_of(found)
    with database() as opened, clubs_in(opened) as clubs:
        for each in clubs.directory.clubs():
            click.echo(f"{signer.vkey(each.id)}  {each.name}")


def _request(what: str) -> Request:
    return Request(OPERATOR, str(uuid4()), what.encode())


@click.group()
def db() -> None:
    """The service's own PostgreSQL, by itself."""


@db.command()
@plainly
def start() -> None:
    """Start it, leave it running, and print its address."""
    click.echo(EmbeddedPostgres(Settings.from_environment().data_dir).stay())


@db.command()
@plainly
def stop() -> None:
    """Stop it, unless a service uses it: then it stops when that ends."""
    if not EmbeddedPostgres(Settings.from_environment().data_dir).shut_down():
        fail(UNAVAILABLE_EXIT, "it is in use, and will stop with its last user")


@db.command()
@plainly
def status() -> None:
    """Say whether it runs, and where its data lie."""
    found = EmbeddedPostgres(Settings.from_environment().data_dir).status
    click.echo(f"{'running' if found.ready else 'not running'}: {found.data}")


@click.command()
def settings() -> None:
    """List the environment variables that the service reads, with their defaults."""
    for each in SETTINGS:
        click.echo(f"{each.name}\n    {each.meaning}\n    default: {each.default}")
