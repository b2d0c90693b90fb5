"""What every command shares: the database and the club it works on, and what went wrong said in one line."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, NoReturn

import click
import psycopg

from api.settings import Settings, SettingsError
from ledger.application.club_books import ClubBooks, KeyReused
from ledger.application.clubs import Clubs
from ledger.gamefile import GameFileError
from ledger.refusals import Invalid
from ledger.roles import READERS
from ledger.store import UNAVAILABLE, Club, UnreadableEvent
from ops.database import Database, DatabaseMissing, opened
from ops.embedded import EmbeddedError
from ops.recording import UnknownPlayers
from ops.serving import PortTaken, clubs_in
from projections.merkle import LogChanged

DATA, UNAVAILABLE_EXIT, LOST, CONFIG = 65, 69, 74, 78
"""Exit codes after sysexits: bad data, nothing there, lost on the way, bad settings."""


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
        except LogChanged as error:
            fail(DATA, str(error))
        except UnknownPlayers as error:
            fail(DATA, f"not members of the club: {error}; run it with --add-members to enter them")
        except Invalid as error:
            fail(DATA, str(error))
        except UnreadableEvent as error:
            fail(DATA, f"what is stored cannot be read: {error}")
        except psycopg.errors.InsufficientPrivilege as error:
            reason = str(error).splitlines()[0]
            fail(CONFIG, f"{reason}: run `poolbook migrate`, or this, with POOLBOOK_OWNER_DATABASE_URL set as well")
        except psycopg.ProgrammingError as error:
            fail(DATA, f"the tables are not those that this release made: {str(error).splitlines()[0]}")
        except KeyReused:
            fail(DATA, "this was recorded before the club was brought back from its log, and is not recorded again")

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


def member_called(books: ClubBooks, said: str) -> str:
    """The member of this id or name; leaves with an exit code where not just one is meant."""
    club = books.club()
    found = [m for m in club.members if said in (m, club.name_of(m))]
    return found[0] if len(found) == 1 else fail(DATA, f"no one member is called {said}")


club_option = click.option("--club", "chosen", metavar="CLUB", help="Name or id of the club, where there are several.")

ROLE = click.Choice([role.value for role in READERS])
"""A role that a club's token can give. Of an enumeration click would take the names, not the words."""
