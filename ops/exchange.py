"""Commands: `import` and `record` read clubs' logs and game files."""

import sys
from base64 import b64encode
from collections.abc import Callable, Iterable
from pathlib import Path
from uuid import UUID

import click
from rich.console import Console
from rich.progress import Progress

from ledger.application.club_books import ClubBooks
from ledger.application.game_files import acts_in, check_new, club_at_hand, record, summary
from ledger.gamefile import GameFile
from ops.checking import check, judged, members_option, several_game_files
from ops.database import Database
from ops.importing import ClubTaken, Unfoldable, bring_back, check_free
from ops.logfile import BadFile, Reading, checked
from ops.plainly import DATA, bar_in_bytes, club_books, club_option, database, fail, naming_of, plainly

_START, _GZIP, _ZIP = 512, b"\x1f\x8b", b"PK\x03\x04"


several_files = click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
anyway_option = click.option(
    "--anyway", is_flag=True, help="Game files: record a sitting of the same day, players and first dealer as another."
)


@click.command(name="record")
@several_game_files
@club_option
@members_option
@anyway_option
@click.option("--dry-run", is_flag=True, help="Judge each FILE as `check` does; record nothing.")
@click.option("--ids", is_flag=True, help="Print the ids of the games in place of their names.")
@plainly
def record_sittings(
    files: tuple[Path, ...], chosen: str | None, add_members: bool, anyway: bool, dry_run: bool, ids: bool
) -> None:
    """Record game FILEs. A game file is a sitting and its games as a club secretary writes them.

    The command first judges every file as `check` does; if there is a slip in one, it names every slip with its line
    and its law, and writes nothing. Recording a file again adds nothing: lines that are recorded already are
    recognised. A file whose sitting stands already from another file is refused, so that an amended file is not
    recorded a second time.
    """
    _record(files, chosen, add_members, anyway, dry_run, ids)


@click.command(name="import")
@several_files
@club_option
@members_option
@anyway_option
@click.option("--dry-run", is_flag=True, help="Check every FILE to its end; write nothing.")
@plainly
def import_files(files: tuple[Path, ...], chosen: str | None, add_members: bool, anyway: bool, dry_run: bool) -> None:
    """Bring clubs back from the logs that `export jsonl` wrote. A game FILE is recorded as `record` does.

    The command checks every file to its end before it writes, and names every line that is wrong. A club comes back
    with the same ids, times and bytes, all of it or nothing, if no club with its id or name has events here.
    """
    logs = [file for file in files if _is_log(file)]
    games = [file for file in files if file not in logs]
    readings, log_is_wrong = _checked(logs, several=len(files) > 1)
    # The club of the games may come back from one of the logs.
    _, game_is_wrong = judged(games, None, several=len(files) > 1)
    if log_is_wrong or game_is_wrong:
        sys.exit(DATA)
    if readings:
        with database() as here:
            for file, reading in readings.items():
                _bring_back(here, file, reading, dry_run)
    if games:
        _record(games, chosen, add_members, anyway, dry_run)


def _checked(logs: Iterable[Path], *, several: bool) -> tuple[dict[Path, Reading], bool]:
    """The logs without a fault, and whether others have one. Every fault of these is printed on standard error."""
    readings, wrong = dict[Path, Reading](), False
    for file in logs:
        try:
            readings[file] = _read(file)
        except BadFile as error:
            wrong = True
            for sentence in error.sentences:
                click.echo(f"{file}: {sentence}" if several else sentence, err=True)
    return readings, wrong


def _is_log(file: Path) -> bool:
    """Whether a file is a club's log, which begins with `{`; a game file begins with a word. Exits if it is neither."""
    with open(file, "rb") as raw:
        start = raw.read(_START)
    if not start:
        fail(DATA, f"{file} is empty")
    if start.startswith(_GZIP):
        fail(DATA, f"{file} is compressed: gunzip it first")
    if start.startswith(_ZIP):
        fail(DATA, f"{file} is a zip archive; if it is a backup, use `poolbook restore`")
    return start.lstrip().startswith(b"{")


def _read(file: Path) -> Reading:
    with bar_in_bytes() as bar:
        task = bar.add_task(f"reading {file.name}", total=file.stat().st_size)
        return checked(file, lambda done: bar.update(task, completed=done))


def _bring_back(here: Database, file: Path, reading: Reading, dry_run: bool) -> None:
    club = reading.header.club
    try:
        check_free(here.owner_url, club)
        if dry_run:
            click.echo(f"{file}: {club.name} ({club.id}), {reading.tree.size} events without a fault; nothing written")
            return
        with bar_in_bytes() as bar:
            task = bar.add_task(f"writing {club.name}", total=file.stat().st_size)
            imported = bring_back(here.owner_url, file, lambda done: bar.update(task, completed=done))
    except (ClubTaken, Unfoldable) as error:
        fail(DATA, f"{file}: {error}; nothing of it was written")
    except BadFile as error:
        fail(DATA, f"{file} was changed after it was checked: {error}; nothing of it was written")
    counts = f"{imported.events} events, {imported.sealed} sealed parts, {imported.commands} commands"
    click.echo(f"{imported.name} ({imported.club}): {counts}")
    click.echo(f"root {b64encode(imported.root).decode()}, as the file says; digest of the lists {imported.digest}")
    if not reading.header.complete:
        click.echo(
            "the export was not complete: what its reader may not see is missing here, and only its hashes are kept"
        )
        click.echo("no key of an earlier request is known here: a repeat of such a request would be recorded again")
    click.echo(f"tokens are not in the file: `poolbook token issue owner --club {imported.club}` makes one")


def _record(
    files: Iterable[Path], chosen: str | None, add_members: bool, anyway: bool, dry_run: bool, ids: bool = False
) -> None:
    """Record game files in the order in which they were given; or only judge them. Exits with 65 where one has a slip,
    and nothing is recorded. A refusal ends it; what was recorded before remains."""
    if dry_run:
        check(files, chosen, add_members=add_members)
        return
    with club_books(chosen) as (clubs, club, books):
        gamefiles, wrong = judged(files, club_at_hand(books, club.name, add_members=add_members))
        if wrong:
            sys.exit(DATA)
        for gamefile in gamefiles.values() if not anyway else ():
            check_new(books, gamefile)
        for gamefile in gamefiles.values():
            _record_one(books, gamefile, add_members, anyway, str if ids else naming_of(clubs, books).of_game)


def _record_one(
    books: ClubBooks, gamefile: GameFile, add_members: bool, anyway: bool, called: Callable[[UUID], str]
) -> None:
    """Record a game file, and print what each of its games is called, and what each player won or lost in it."""
    console = Console()
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("recording", total=acts_in(gamefile))

        def progress(recorded: int) -> None:
            bar.update(task, completed=recorded)

        recording = record(books, gamefile, add_members=add_members, anyway=anyway, progress=progress)
    for game in recording.games:
        click.echo(f"game {called(game)}")
    click.echo("  ".join(f"{name} {won:+d}" if won else f"{name} 0" for name, won in summary(books, recording)))
    if recording.replayed:
        click.echo(f"{recording.replayed} of {acts_in(gamefile)} lines were recorded already")
