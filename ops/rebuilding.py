"""Command: `rebuild` makes the read models again."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.progress import Progress, TimeElapsedColumn

from ledger.store import ClubStore, SharedDatastore
from ops.database import clubs_in
from ops.plainly import DATA, club_books, club_option, database, plainly
from projections.rebuild import rebuild
from projections.several import rebuild_each
from projections.tables import ReadTables

console = Console()


@click.command(name="rebuild")
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
