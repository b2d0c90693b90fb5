"""The command line: `poolbook COMMAND --help` explains each command. Exit codes follow sysexits."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress, TimeElapsedColumn

from api.pages import links
from api.settings import Settings
from ledger.refusals import Invalid
from ledger.roles import Role
from ledger.store import ClubStore, SharedDatastore, SharedPool
from ledger.telling.redaction import Reader
from ops import verify_receipt
from ops.administration import backup_books, club, db, erase, migrate, rename, restore_books, settings, token, vkey
from ops.alone import address_of, alone, check_alone
from ops.checking import check_files
from ops.collecting import collect_seldom
from ops.correcting import correct_record
from ops.database import Database, clubs_in, opened
from ops.demo import demo_club
from ops.exchange import import_files, record_sittings
from ops.exporting import export_record
from ops.foreseeing import choice_of_readings, what_if
from ops.helping import help_on
from ops.logs import configure
from ops.newfile import begin_file
from ops.plainly import DATA, ROLE, club_books, club_option, database, fail, naming_of, plainly
from ops.printing import console as printer
from ops.printing import write_what_the_terminal_can
from ops.reading.club import account, clubs, members
from ops.reading.evenings import disputes, sheet, sittings
from ops.reading.results import results
from ops.score.command import score_evening
from ops.sections import Sections
from ops.serving import Server, end_at_signals, leaders_of, signer_of, when_told_to_end
from ops.showing import WRITTEN, Layout, show_game
from ops.verifying import verify
from ops.watching import watch
from ops.webhooks import webhook
from projections.rebuild import rebuild
from projections.several import rebuild_each
from projections.tables import ReadTables

console = Console()


EXIT_CODES = """\b
Exit codes:
  0   done
  1   a question was answered with no
  2   the command line is wrong
  64  what was given as a key is not a key
  65  a file, a name or a record is wrong
  69  no database, a port taken, or a service that runs already
  74  the connection to the database was lost
  78  a setting is wrong
"""


@click.group(
    cls=Sections, epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(package_name="poolbook")
def main() -> None:
    """Keep the book of draw poker by the eighty-one laws.

    Begin with `poolbook serve`: without settings it starts a PostgreSQL of its own and a demonstration club. The
    other commands work beside it, or without it, on the same database.
    """
    collect_seldom()
    write_what_the_terminal_can()


@main.command()
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


@main.command()
@click.argument("game", metavar="GAME")
@club_option
@click.option("--step", type=click.IntRange(0), help="Show only this step, and the table after it.")
@click.option("--as", "role", type=ROLE, default=Role.OWNER.value, help="Show what this role may see.")
@click.option("--member", help="The member's name or id, with --as player.")
@click.option("--as-written", is_flag=True, help="Then show the game as it was before its corrections.")
@click.option("--under", metavar="READING=VALUE", help="Show how the same acts differ under another reading.")
@click.option("--whole", is_flag=True, help="With --under: show every step, also those that do not differ.")
@click.option("--beside", is_flag=True, help="With --under or --as-written: show the two records in columns.")
@plainly
def replay(
    game: str,
    chosen: str | None,
    step: int | None,
    role: str,
    member: str | None,
    as_written: bool,
    under: str | None,
    whole: bool,
    beside: bool,
) -> None:
    """Show a GAME step by step, with the law of each line.

    GAME is `latest`, its sitting and number (1895-11-02/7, 3/7, latest/7), or its id. Amounts are minor units, as in a
    game file. Lines that a correction struck are shown with the step before them. --as-written or --under shows a
    second record.
    """
    if as_written and under:
        raise click.UsageError("give --as-written or --under, not both")
    if (whole or beside) and not (as_written or under):
        raise click.UsageError("--whole and --beside compare two records: give --as-written or --under with them")
    with club_books(chosen) as (clubs, _club, books):
        naming = naming_of(clubs, books)
        reader = Reader(Role(role), naming.member(member) if member else None)
        try:
            other = WRITTEN if as_written else under
            show_game(printer(), books, naming.game(game), reader, step, other, Layout(whole or as_written, beside))
        except IndexError:
            fail(DATA, f"the game has no step {step}")
        except Invalid:
            fail(DATA, f"there is no reading {under}; {choice_of_readings(under or '')}")


@main.command(name="rebuild")
@club_option
@click.option("--all", "every", is_flag=True, help="Every club, as many at once as there are cores.")
@plainly
def rebuild_tables(chosen: str | None, every: bool) -> None:
    """Make the lists, results and books again from the events. Nothing else is changed.

    The lists stay as they were until all is made, and also if the command is broken off; then run it again. With --all
    a club that fails stays as it was, and is named, while the others are rebuilt.
    """
    if every and chosen:
        raise click.UsageError("give --club or --all, not both")
    if every:
        _rebuild_all()
        return
    with club_books(chosen) as (clubs, club, _), _bar_of(club.name) as progress:
        datastore = SharedDatastore(clubs.pool, club.id)
        rebuild(ClubStore(datastore), ReadTables(datastore), progress=progress)


def _rebuild_all() -> None:
    with database() as here, clubs_in(here) as clubs:
        names = {club.id: club.name for club in clubs.directory.clubs()}
        with _bar_of(f"{len(names)} clubs") as progress:
            failures = rebuild_each(here.url, list(names), progress)
    for id, error in failures.items():
        words = f"{names[id]} ({id}) stays as it was: {type(error).__name__}: {error}"
        click.echo(f"poolbook: {words}", err=True)
    if failures:
        sys.exit(DATA)


@contextmanager
def _bar_of(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar with the time that has passed; yields the function that moves it."""
    with Progress(*Progress.get_default_columns(), TimeElapsedColumn(), console=console) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@main.command()
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


@main.command(name="verify-receipt")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--key", "keys", multiple=True, required=True, metavar="VKEY", help="The club's key; may be repeated.")
@click.option(
    "--checkpoint", type=click.Path(path_type=Path), help="A file of checkpoints kept elsewhere, to compare with."
)
@click.option(
    "--consistency",
    type=click.Path(path_type=Path),
    help="A consistency proof between one of those checkpoints and the receipt's.",
)
def verify_receipt_of_game(
    file: Path, keys: tuple[str, ...], checkpoint: Path | None, consistency: Path | None
) -> None:
    """Verify the receipt of a game in FILE. It needs no database, and shares no code with what wrote the receipt.

    The key is the one that `poolbook vkey` prints and the club publishes: take it from anywhere but the service. The
    command prints in plain sentences what the receipt proves, or names the first thing that is wrong. The file
    ops/verify_receipt.py does the same check; you can copy it to a machine that you trust.
    """
    sys.exit(verify_receipt.run(file, keys, checkpoint, consistency))


for command in (
    begin_file,
    check_files,
    help_on,
    record_sittings,
    score_evening,
    correct_record,
    what_if,
    members,
    clubs,
    sittings,
    results,
    sheet,
    account,
    disputes,
    export_record,
    import_files,
    migrate,
    club,
    token,
    webhook,
    rename,
    erase,
    vkey,
    backup_books,
    restore_books,
    verify,
    watch,
    db,
    settings,
):
    main.add_command(command)


if __name__ == "__main__":
    main()
