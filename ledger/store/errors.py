"""The errors that the store raises.

VersionTaken        another command took this version of the stream first: run the command again
CommandExists       a command with this key was carried out, perhaps by an earlier try: look it up
ActorRevoked        the token of the command's actor was revoked: nothing is recorded under it any more
StoreUnavailable    the database is away or too busy: try later
  PartUnavailable   the machine of the engine on which these rows are is away; other clubs may be served
UnreadableEvent     this code cannot read a stored event
  NewerEvent        a newer release of the service wrote it: upgrade
  BrokenSeal        a sealed part was changed after it was recorded
"""

import re

import psycopg
from eventsourcing.persistence import IntegrityError, InterfaceError, OperationalError, PersistenceError

VersionTaken = IntegrityError
"""The library's exception for a lost race. A repeated save also raises it, if the first succeeded but its reply was
lost."""


class CommandExists(PersistenceError):
    """A command with this key was saved before; nothing was saved now."""

    def __init__(self, key: str) -> None:
        super().__init__(f"the command {key!r} was carried out before")
        self.key = key


class ActorRevoked(PersistenceError):
    """The token under which a command was sent has been revoked; nothing was saved."""


class StoreUnavailable(PersistenceError):
    """No connection or no lock could be had in time, or the server takes no writes."""


class PartUnavailable(StoreUnavailable):
    """The server answers, and says that it cannot reach the machine on which the rows are."""


UNAVAILABLE = (StoreUnavailable, OperationalError, InterfaceError)
"""The errors to answer with 'try later'. The library itself tries again after the latter two, and then gives up."""

AWAY = (*UNAVAILABLE, psycopg.OperationalError, psycopg.InterfaceError)
"""The same with psycopg's own errors, for code that also uses a connection outside the library: the database does not
answer at present, and may answer later."""


_CONNECTION_EXCEPTION, _INTERNAL = "08", "XX000"
_DUPLICATE = "duplicate key value violates unique constraint"
_LOST_MACHINE = re.compile(
    "EOF detected|connection to the remote node|could not connect|server closed the connection|"
    "could not commit transaction for shard"
)


def part_is_away(error: BaseException | None) -> bool:
    """Whether the server answers, and says that it cannot reach the machine on which the rows are.

    Only where an engine divides the tables. A connection that is itself lost has an error without a SQLSTATE.
    """
    if not isinstance(error, psycopg.Error) or error.sqlstate is None:
        return False
    lost = error.sqlstate == _INTERNAL and _LOST_MACHINE.search(str(error)) is not None
    return lost or error.sqlstate.startswith(_CONNECTION_EXCEPTION)


def is_duplicate(error: BaseException | None) -> bool:
    """Whether a row was refused because there is one with its key, and an engine that divides the tables calls that an
    internal error."""
    return isinstance(error, psycopg.errors.InternalError_) and _DUPLICATE in str(error)


class UnreadableEvent(Exception):
    """A stored event that this code cannot read."""


class NewerEvent(UnreadableEvent):
    """This release does not know the event, or its version: a newer release of the service wrote it."""


class BrokenSeal(UnreadableEvent):
    """A sealed part does not have the hash that its event holds, or its event holds no hash for it."""
