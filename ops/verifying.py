"""`poolbook verify`: recompute the books at the command line, and report the result in words for a treasurer."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from api.schemas.verification import Verification
from api.settings import Settings
from ledger.store import Club
from ops.database import Database, clubs_in
from ops.plainly import DATA, UNAVAILABLE_EXIT, club_option, database, fail, plainly
from projections.signing import KEY_FILE, KeyUnusable, Signer, key_in
from projections.verify import AlreadyVerifying, Checkpoints, Report, first_astray
from projections.verify import verify as verify_books


class _Speed(ProgressColumn):
    """Events a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.0f} events/s" if task.speed else "", style="progress.data.speed")


@click.command(name="verify")
@club_option
@click.option("--all", "every", is_flag=True, help="Every club, one after another.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each club, as the API answers it.")
@plainly
def verify(chosen: str | None, every: bool, as_json: bool) -> None:
    """Recompute everything that is stored for a club, and name the first difference.

    The command reads every stored row again: events, their sealed parts and commands; the log's tree and every
    signed checkpoint, also those in the files of POOLBOOK_CHECKPOINT_DIR. It decides every act and settlement again,
    and recomputes every list and account. It compares the directory with what
    was recorded of the club and its tokens, and constraints, triggers, functions and rights with those that this
    release makes. It changes nothing, and the service may run meanwhile.

    Fewer notes in those files than POOLBOOK_TALLY_DIR counts are a difference, not a notice: the log may have been
    rewritten with them.

    It cannot detect events that were removed from the end of the log after the last checkpoint in
    POOLBOOK_CHECKPOINT_DIR. Keep copies of those files where the database's administrator cannot write.

    The exit code is 0 if everything agrees, 65 if something differs.
    """
    if every and chosen:
        raise click.UsageError("--club names one club, --all takes every one")
    with database() as here:
        if every and (astray := first_astray(here.owner_url)):
            fail(DATA, astray.sentence)
        reports = [(club, _verified(here, club)) for club in _clubs(here, chosen, every=every)]
    for club, report in reports:
        _tell(club, report, as_json=as_json)
    if not all(report.ok for _, report in reports):
        sys.exit(DATA)


def _clubs(here: Database, chosen: str | None, *, every: bool) -> list[Club]:
    with clubs_in(here) as clubs:
        known = clubs.directory.clubs()
    matching = [club for club in known if every or chosen in (None, club.name, str(club.id))]
    if len(matching) != 1 and not every:
        names = ", ".join(f"{club.name} ({club.id})" for club in known) or "none"
        fail(DATA, f"choose a club with --club, by its name or id, or every club with --all. There are: {names}")
    return matching


def _verified(here: Database, club: Club) -> Report:
    # The owner's connection: the service's own role may lack the right to temporary tables.
    with _bar(club) as progress:
        try:
            return verify_books(here.owner_url, club, _checkpoints(Settings.from_environment()), progress=progress)
        except AlreadyVerifying as error:
            fail(UNAVAILABLE_EXIT, str(error))


def _checkpoints(settings: Settings) -> Checkpoints:
    """The directory of the checkpoint files, and the current signing key's vkey if the key is on this machine."""
    directory, path = settings.checkpoint_dir, settings.data_dir / KEY_FILE
    vkey = None
    try:
        vkey = Signer(key_in(path), directory).vkey if path.exists() else None
    except KeyUnusable as error:
        click.echo(f"poolbook: {error}", err=True)
    return Checkpoints(directory, vkey, settings.tally_dir, settings.data_dir)


@contextmanager
def _bar(club: Club) -> Iterator[Any]:
    """A progress bar on standard error, hidden where that is no terminal. Yields a function of (done, total)."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Speed(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(club.name, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


_COUNTS = (
    ("events", "events read again, each as it is stored"),
    ("sealed_parts", "sealed parts, each with the hash that its event holds"),
    ("commands", "commands, each with the events that it made"),
    ("leaves", "leaves of the log"),
    ("checkpoints", "signed checkpoints, kept here or outside"),
    ("settlements", "settlements decided again"),
    ("read_rows", "rows of lists, results, pools and sheets"),
    ("accounts", "accounts"),
    ("postings", "lines in them"),
    ("tokens", "tokens in the directory, each with what was recorded of it"),
    ("definitions", "columns, constraints, triggers, functions and rights, each as this release makes it"),
)


def _tell(club: Club, report: Report, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"club": str(club.id), "name": club.name, **Verification().dump(report)}))
        return
    click.echo(f"{club.name} ({club.id})")
    for name, words in _COUNTS:
        click.echo(f"{report.checked[name]:>12,}  {words}")
    for notice in report.notices:
        times = f" ({notice.times} times)" if notice.times > 1 else ""
        click.echo(f"Notice: {notice.sentence}{times}.")
    difference = report.first_difference
    if difference is None:
        click.echo("Everything agrees: all that is stored follows from the events, to the last unit of money.")
        return
    click.echo(f"The first difference, in the {difference.kind}: {difference.sentence}.")
    click.echo("The counts above are of what was checked before that. Nothing after it was checked.")
