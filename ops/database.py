"""The database that a command works on: the one in the settings, or the service's own PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from api.settings import Settings
from ledger.application.clubs import Clubs
from ops.embedded import EmbeddedPostgres
from ops.migrate import Progress as Progressed
from ops.migrate import migrate, service_role_of


@dataclass(frozen=True, slots=True)
class Database:
    """`url`: where the service reads and writes. `owner_url`: where the owner migrates, restores and imports.

    `own` is the service's own server, None where the settings name another.
    """

    url: str
    owner_url: str
    own: EmbeddedPostgres | None = None


class DatabaseMissing(Exception):
    """No database answers. The message says where and why."""


@contextmanager
def opened(settings: Settings, *, migrated: bool = True) -> Iterator[Database]:
    """The database, answering, and migrated unless `migrated` is False. An embedded one runs during the block.

    Raises DatabaseMissing, or EmbeddedError.
    """
    if settings.database_url:
        database = Database(settings.database_url, settings.owner_database_url or settings.database_url)
        _check(database.owner_url)
        yield _migrated(database) if migrated else database
        return
    server = EmbeddedPostgres(settings.data_dir)
    with server:
        database = Database(server.url, server.url, server)
        yield _migrated(database) if migrated else database


def _check(url: str) -> None:
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.Error as error:
        words = " ".join(str(error).split())
        raise DatabaseMissing(f"no database answers at POOLBOOK_DATABASE_URL: {words}") from error


def _migrated(database: Database) -> Database:
    with _bar() as progress:
        migrate(database.owner_url, service_role_of(database.url, database.owner_url), progress)
    return database


@contextmanager
def _bar() -> Iterator[Progressed]:
    """A progress bar on standard error, which appears when the first club of an older release is carried over.

    Nothing is shown where standard error is no terminal.
    """
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task("clubs carried over")

    def show(done: int, total: int) -> None:
        bar.start()
        bar.update(task, completed=done, total=total)

    try:
        yield show
    finally:
        bar.stop()


@contextmanager
def clubs_in(database: Database) -> Iterator[Clubs]:
    """The clubs, for as long as a command needs them."""
    clubs = Clubs(database.url)
    try:
        yield clubs
    finally:
        clubs.close()
