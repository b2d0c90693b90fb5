"""Commands for the operator: clubs, tokens, erasure, migration, backup, the service's own PostgreSQL, settings."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from uuid import UUID, uuid4

import click

from api.settings import SETTINGS, Settings
from ledger.application.club_books import NotFound, Request, Saved
from ledger.application.erasures import Erasures
from ledger.application.renaming import Renaming
from ledger.application.tokens import Tokens
from ledger.books.currencies import CURRENCIES
from ledger.refusals import Refused
from ledger.roles import Role
from ledger.store import Actor, Token
from ops.backup import BackupError, backup, restore
from ops.database import clubs_in
from ops.distribute import NoCitus, distribute
from ops.embedded import EmbeddedPostgres
from ops.expiry import EXPIRY, Expiry
from ops.migrate import service_role_of
from ops.naming import member_called
from ops.plainly import (
    CONFIG,
    DATA,
    ROLE,
    UNAVAILABLE_EXIT,
    club_books,
    club_option,
    database,
    fail,
    plainly,
)
from ops.serving import signer_of
from projections.signing import KEY_FILE

OPERATOR = Actor(token=None, member=None, role=Role.OPERATOR)


@click.command()
@click.option("--distribute", "over_machines", is_flag=True, help="Lay out the tables over the machines of Citus.")
@plainly
def migrate(over_machines: bool) -> None:
    """Create the tables, or bring them up to date. `serve` does this by itself, but for laying them out."""
    with database() as here:
        if over_machines:
            try:
                click.echo(f"{len(distribute(here.owner_url))} tables are newly laid out, by their clubs")
            except NoCitus as error:
                fail(CONFIG, str(error))
        click.echo("every table is up to date")


@click.command(name="backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@plainly
def backup_books(file: Path) -> None:
    """Write the books of every club to a new FILE, while clubs go on recording. The file holds every hidden card."""
    with database() as here:
        try:
            click.echo(f"{backup(here.owner_url, file)} clubs in {file}")
        except (OSError, BackupError) as error:
            fail(DATA, str(error))


@click.command(name="restore")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@plainly
def restore_books(file: Path) -> None:
    """Bring the books in FILE back into a database without clubs, and make the lists and results again."""
    with database() as here:
        try:
            clubs = restore(here.owner_url, file, service_role_of(here.url, here.owner_url))
        except BackupError as error:
            fail(DATA, str(error))
    for restored in clubs:
        click.echo(f"{restored.name} ({restored.club}): {restored.events} events, digest {restored.digest}")


def _existing_currency(_context: click.Context, _option: click.Parameter, code: str) -> str:
    """The code, if a club can keep its books in it. Raises BadParameter otherwise."""
    if code not in CURRENCIES:
        raise click.BadParameter(f"{code} is no currency of ISO 4217 (in capitals, as GBP, EUR, JPY), nor LSD")
    return code


@click.command()
@click.argument("name")
@click.option(
    "--currency",
    default="GBP",
    show_default=True,
    metavar="CODE",
    callback=_existing_currency,
    help="An ISO 4217 code, or LSD (240 pence to the pound).",
)
@plainly
def club(name: str, currency: str) -> None:
    """Open a club called NAME, and print its owner's token."""
    with database() as here, clubs_in(here) as clubs:
        founded, issued = clubs.found_club(as_operator(f"club {name}"), name, currency)
    click.echo(f"{founded.name}: {founded.id}\nowner's token: {issued.secret}")


@click.group()
def token() -> None:
    """Issue, list and revoke tokens."""


@token.command(name="issue")
@click.argument("role", type=ROLE)
@club_option
@click.option("--member", help="The member's name or id. A player's token needs one.")
@click.option(
    "--label",
    default="made at the command line",
    show_default=True,
    help="A label by which you will recognise the token.",
)
@click.option(
    "--expires", type=EXPIRY, help="When it expires: after so long (12h, 30d, 6w), or at a date or time (2027-01-31)."
)
@plainly
def issue_token(role: str, chosen: str | None, member: str | None, label: str, expires: Expiry | None) -> None:
    """Issue a token for a ROLE, and print it. It cannot be shown again."""
    with club_books(chosen) as (_, _, books):
        named = member_called(books, member) if member else None
        until = expires(books.clock()) if expires else None
        click.echo(Tokens(books).issue(as_operator("token"), role, named, label, until).secret)


@token.command(name="list")
@club_option
@plainly
def list_tokens(chosen: str | None) -> None:
    """List a club's tokens by their ids and labels. Their secrets are not stored."""
    with club_books(chosen) as (clubs, club, books):
        for token in clubs.directory.tokens(club.id):
            state = _state(token, books.clock())
            click.echo(f"{token.id}  {token.role:<11}  {state}  {token.label or '(label erased)'}")


def _state(token: Token, now: datetime) -> str:
    """Whether a token is in force, until when, or since when it is not, in UTC."""
    if token.revoked_at:
        return f"revoked {token.revoked_at:%Y-%m-%d %H:%M}"
    if token.expires_at is None:
        return "in force"
    return f"{'expired' if token.has_expired(now) else 'in force until'} {token.expires_at:%Y-%m-%d %H:%M}"


@token.command(name="revoke")
@click.argument("token_id", metavar="TOKEN", type=click.UUID)
@club_option
@plainly
def revoke_token(token_id: UUID, chosen: str | None) -> None:
    """Revoke a token by its id, which `token list` shows. From then on it is refused."""
    with club_books(chosen) as (_, _, books):
        try:
            Tokens(books).revoke(as_operator("revoke"), token_id)
        except NotFound:
            fail(DATA, f"this club has no token {token_id} in force")


@click.group()
def rename() -> None:
    """Give a member or the club another name. The audit keeps the old one."""


@rename.command(name="member")
@click.argument("member")
@click.argument("name")
@click.option("--same-name", is_flag=True, help="Allow a name that another member has.")
@club_option
@plainly
def rename_member(member: str, name: str, same_name: bool, chosen: str | None) -> None:
    """Give a MEMBER (name or id) another NAME."""
    with club_books(chosen) as (_, _, books):
        member_id = member_called(books, member)
        _done(lambda: Renaming(books).rename_member(as_operator("rename"), member_id, name, same_name=same_name))
        click.echo(f"{member_id} is called {name}")


@rename.command(name="club")
@click.argument("name")
@club_option
@plainly
def rename_club(name: str, chosen: str | None) -> None:
    """Give the club another NAME."""
    with club_books(chosen) as (_, _, books):
        _done(lambda: Renaming(books).rename_club(as_operator("rename"), name))
        click.echo(f"{books.club_id} is called {name}")


@click.group()
def erase() -> None:
    """Erase a member's name, or other words, for good. Games, results and totals stay as they are."""


_why = click.option("--reason", required=True, help="Why. The reason is recorded; it can itself be erased later.")
_sure = click.confirmation_option("--yes", prompt="Erased words cannot be brought back. Erase them?")


@erase.command(name="member")
@click.argument("member")
@club_option
@_why
@_sure
@plainly
def erase_member(member: str, chosen: str | None, reason: str) -> None:
    """Erase the name of a MEMBER (name or id) and the labels of his tokens. His id is shown instead from then on."""
    with club_books(chosen) as (_, _, books):
        member_id = member_called(books, member)
        saved = _done(lambda: Erasures(books).erase_name(as_operator("erase"), member_id, reason))
        click.echo(f"the name of {member_id} is erased ({saved.last - saved.first + 1} parts)")


@erase.command(name="words")
@click.argument("stream", type=click.UUID)
@click.argument("version", type=click.IntRange(1))
@click.argument("part")
@club_option
@_why
@_sure
@plainly
def erase_words(stream: UUID, version: int, part: str, chosen: str | None, reason: str) -> None:
    """Erase one PART (note, reason …) of an event: STREAM is the id of a game, sitting or club, VERSION its number."""
    with club_books(chosen) as (_, _, books):
        erasures = Erasures(books)
        saved = _done(lambda: erasures.erase_words(as_operator("erase"), stream, version, part, reason))
        click.echo(f"{saved.last - saved.first + 1} parts are erased")


def _done(command: Callable[[], Saved]) -> Saved:
    try:
        return command()
    except Refused as refused:
        fail(DATA, refused.detail)


@click.command()
@club_option
@plainly
def vkey(chosen: str | None) -> None:
    """Print the key that verifies a club's log, and nothing else: VKEY=$(poolbook vkey).

    Publish it where the service's operator cannot change it unnoticed. Where there are several clubs, name one with
    --club: each has a key of its own. Run this on the follower's machine with the follower's POOLBOOK_DATA_DIR, which
    holds the key.
    """
    settings = Settings.from_environment()
    if not (path := settings.data_dir / KEY_FILE).exists():
        fail(CONFIG, f"there is no key at {path}: the follower makes it when it first starts")
    signer = signer_of(settings)
    with club_books(chosen) as (_, club, _books):
        click.echo(signer.vkey(club.id))


def as_operator(what: str) -> Request:
    """A request of the operator, at the command line; `what` says which."""
    return Request(OPERATOR, str(uuid4()), what.encode())


@click.group()
def db() -> None:
    """Start, stop or look at the service's own PostgreSQL."""


@db.command()
@plainly
def start() -> None:
    """Start the service's own PostgreSQL, leave it running, and print its address."""
    click.echo(EmbeddedPostgres(Settings.from_environment().data_dir).stay())


@db.command()
@plainly
def stop() -> None:
    """Stop the service's own PostgreSQL; if a service uses it, it stops when that service ends."""
    if not EmbeddedPostgres(Settings.from_environment().data_dir).shut_down():
        fail(UNAVAILABLE_EXIT, "it is in use, and stops when the last service that uses it ends")


@db.command()
@plainly
def status() -> None:
    """Say whether the service's own PostgreSQL runs, and in which directory its data are."""
    server = EmbeddedPostgres(Settings.from_environment().data_dir).status
    click.echo(f"{'running' if server.ready else 'not running'}: {server.data}")


@click.command()
def settings() -> None:
    """List the environment variables that the service reads, with their defaults."""
    for setting in SETTINGS:
        click.echo(f"{setting.name}\n    {setting.meaning}\n    default: {setting.default}")
