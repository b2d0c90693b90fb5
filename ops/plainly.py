"""What every command shares: the database and the club it works on, and its errors as one line each."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, NoReturn
from uuid import UUID

import click
import psycopg
from eventsourcing.persistence import InternalError
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

from api.settings import Settings, SettingsError
from ledger.application.club_books import ClubBooks, KeyReused
from ledger.application.clubs import Clubs
from ledger.application.game_files import StandsAlready, UnknownPlayers
from ledger.gamefile import GameFileError
from ledger.gamefile.against import unknown
from ledger.refusals import Invalid
from ledger.roles import READERS
from ledger.store import UNAVAILABLE, Club, SharedDatastore, UnreadableEvent
from ops.alone import PortTaken, RunsAlready
from ops.database import Database, DatabaseMissing, clubs_in, opened
from ops.embedded import EmbeddedError
from ops.gamefiles import NoGameFile
from ops.naming import Naming, NoSuchName, meant_by
from projections.merkle import LogChanged
from projections.tables import ReadTables

DATA, UNAVAILABLE_EXIT, LOST, CONFIG = 65, 69, 74, 78
"""Exit codes after sysexits: wrong data, no database, database lost, wrong settings."""


def fail(code: int, message: str) -> NoReturn:
    """Print the message on standard error, and exit with the code."""
    click.echo(f"poolbook: {message}", err=True)
    sys.exit(code)


def plainly(command: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a command so that each expected error becomes one line on standard error and an exit code."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except SettingsError as error:
            fail(CONFIG, "; ".join(error.errors))
        except (DatabaseMissing, EmbeddedError, PortTaken, RunsAlready) as error:
            fail(UNAVAILABLE_EXIT, str(error))
        except UNAVAILABLE as error:
            fail(LOST, f"the database was lost: {error}; everything recorded so far is safe, run the command again")
        except GameFileError as error:
            for problem in error.errors:
                click.echo(problem.explained, err=True)
            sys.exit(DATA)
        except NoGameFile as error:
            fail(DATA, str(error))
        except EOFError as error:
            fail(LOST, f"{error}, perhaps for want of memory; nothing was changed, run the command again")
        except LogChanged as error:
            fail(DATA, str(error))
        except UnknownPlayers as error:
            fail(DATA, unknown("the club", str(error), "--add-members"))
        except (Invalid, NoSuchName, StandsAlready) as error:
            fail(DATA, str(error))
        except UnreadableEvent as error:
            fail(DATA, f"what is stored cannot be read: {error}")
        except (psycopg.errors.DataCorrupted, psycopg.errors.IndexCorrupted, InternalError) as error:
            reason = str(error).splitlines()[0]
            fail(DATA, f"the database cannot read what it has stored, restore a backup: {reason}")
        except psycopg.errors.InsufficientPrivilege as error:
            reason = str(error).splitlines()[0]
            fail(CONFIG, f"{reason}: run `poolbook migrate`, or this, with POOLBOOK_OWNER_DATABASE_URL set as well")
        except psycopg.ProgrammingError as error:
            fail(DATA, f"the tables are not those that this release made: {str(error).splitlines()[0]}")
        except KeyReused:
            fail(DATA, "this file was recorded before the club was imported from its log; it is not recorded again")

    return run


class Day(click.DateTime):
    """A day as in 1895-11-02, given as its first moment."""

    def __init__(self) -> None:
        super().__init__(["%Y-%m-%d"])

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The first moment of the day. Raises BadParameter."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{value} is no day: write it as 1895-11-02", param, ctx)


@contextmanager
def database() -> Iterator[Database]:
    """The database that the settings name, migrated."""
    with opened(Settings.from_environment()) as named:
        yield named


@contextmanager
def club_books(chosen: str | None) -> Iterator[tuple[Clubs, Club, ClubBooks]]:
    """The club that was chosen by id or name, or the only club. Exits with a list of clubs otherwise."""
    with database() as here, clubs_in(here) as clubs:
        club = chosen_club(clubs.directory.clubs(), chosen)
        yield clubs, club, clubs.books(club.id)


def chosen_club(known: Sequence[Club], chosen: str | None) -> Club:
    """The club with this name or id, or the only one. Exits with a list of them where that is not just one."""
    if not known:
        fail(DATA, "choose a club with --club. There is none: `poolbook club NAME` makes one")
    matching = [club for club in known if chosen in (None, club.name, str(club.id))]
    if len(matching) != 1:
        names = ", ".join(f"{club.name} ({club.id})" for club in known)
        meant = meant_by(chosen, (club.name for club in known)) if chosen else ""
        fail(DATA, f"choose a club with --club, by its name or id{meant}. There are: {names}")
    return matching[0]


def tables_of(clubs: Clubs, club: UUID) -> ReadTables:
    """The read tables of a club."""
    return ReadTables(SharedDatastore(clubs.pool, club))


def naming_of(clubs: Clubs, books: ClubBooks) -> Naming:
    """The names of a club's members, sittings and games."""
    return Naming(books, tables_of(clubs, books.club_id))


club_option = click.option("--club", "chosen", metavar="CLUB", help="Name or id of the club, where there are several.")

ROLE = click.Choice([role.value for role in READERS])
"""A role that a club's token can give. The list holds strings, because click takes the names of an enumeration."""


def bar_in_bytes() -> Progress:
    """A progress bar in bytes on standard error; nothing is shown where that is no terminal."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn()
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
