"""`poolbook verify`: the books recomputed at the command line, and what was found in words for a treasurer."""

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
from ops.database import Database
from ops.plainly import DATA, UNAVAILABLE_EXIT, club_option, database, fail, plainly
from ops.serving import clubs_in
from projections.signing import KEY_FILE, KeyUnusable, Signer, key_in
from projections.verify import AlreadyVerifying, Checkpoints, Report
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
    """Recompute everything that is kept of a club, and name the first difference.

    Every stored row is read again: events, what is sealed of them, and the commands that made them; the log's tree
    and each signed checkpoint, those in the files of POOLBOOK_CHECKPOINT_DIR among them; every act and settlement,
    decided anew; every list; every account. Nothing is changed, and the service may go on beside it.

    What cannot be detected: events taken from the end of the log after the last note that was written to
    POOLBOOK_CHECKPOINT_DIR. Keep copies of those files where the database's administrator has no hand.

    Leaves with 0 when all agrees, with 65 when something differs.
    """
    if every and chosen:
        raise click.UsageError("--club names one club, --all takes every one")
    with database() as found:
        reports = [(club, _verified(found, club)) for club in _clubs(found, chosen, every=every)]
    for club, report in reports:
        _tell(club, report, as_json=as_json)
    if not all(report.ok for _, report in reports):
        sys.exit(DATA)


def _clubs(found: Database, chosen: str | None, *, every: bool) -> list[Club]:
    with clubs_in(found) as clubs:
        known = clubs.directory.clubs()
    matching = [club for club in known if every or chosen in (None, club.name, str(club.id))]
    if len(matching) != 1 and not every:
        names = ", ".join(f"{club.name} ({club.id})" for club in known) or "none"
        fail(DATA, f"which club? --club takes a name or an id, --all takes every one; there are: {names}")
    return matching


def _verified(found: Database, club: Club) -> Report:
    # The owner's connection: the service's own role may lack the right to temporary tables.
    with _bar(club) as progress:
        try:
            return verify_books(found.owner_url, club, _checkpoints(Settings.from_environment()), progress=progress)
        except AlreadyVerifying as error:
            fail(UNAVAILABLE_EXIT, str(error))


def _checkpoints(settings: Settings) -> Checkpoints:
    """Where the notes are; and the key that signs at present, if it is on this machine."""
    path = settings.data_dir / KEY_FILE
    if not path.exists():
        return Checkpoints(settings.checkpoint_dir)
    try:
        return Checkpoints(settings.checkpoint_dir, Signer(key_in(path), settings.checkpoint_dir).vkey)
    except KeyUnusable as error:
        click.echo(f"poolbook: {error}", err=True)
        return Checkpoints(settings.checkpoint_dir)


@contextmanager
def _bar(club: Club) -> Iterator[Any]:
    """A bar on standard error, where that is a terminal; what tells it how far the work is."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Speed(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(club.name, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


_COUNTS = (
    ("events", "events read again, each as it is stored"),
    ("sealed_parts", "sealed parts, each the one whose hash its event holds"),
    ("commands", "commands, each with the events that it made"),
    ("leaves", "leaves of the log"),
    ("checkpoints", "signed checkpoints, kept here or outside"),
    ("settlements", "settlements decided again"),
    ("read_rows", "rows of lists, results, pools and sheets"),
    ("accounts", "accounts"),
    ("postings", "lines in them"),
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
        click.echo("Everything agrees: what is kept follows from what was recorded, to the last unit of money.")
        return
    click.echo(f"The first difference, in the {difference.kind}: {difference.sentence}.")
    click.echo("What was counted above was looked at before it was found; what follows it was not.")
