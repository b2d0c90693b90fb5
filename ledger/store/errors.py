"""The errors that the store raises.

VersionTaken        another command took this version of the stream first: run the command again
CommandExists       a command with this key was carried out, perhaps by an earlier try: look it up
StoreUnavailable    the database is away or too busy: try later
UnreadableEvent     this code cannot read a stored event
  NewerEvent        a newer release of the service wrote it: upgrade
  BrokenSeal        a sealed part was changed after it was recorded
"""

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


class StoreUnavailable(PersistenceError):
    """No connection or no lock could be had in time, or the server takes no writes."""


UNAVAILABLE = (StoreUnavailable, OperationalError, InterfaceError)
"""The errors to answer with 'try later'. The library itself tries again after the latter two, and then gives up."""

AWAY = (*UNAVAILABLE, psycopg.OperationalError, psycopg.InterfaceError)
"""The same with psycopg's own errors, for code that also uses a connection outside the library: the database does not
answer at present, and may answer later."""


class UnreadableEvent(Exception):
    """A stored event that this code cannot read."""


class NewerEvent(UnreadableEvent):
    """This release does not know the event, or its version: a newer release of the service wrote it."""


class BrokenSeal(UnreadableEvent):
    """A sealed part does not have the hash that its event holds, or its event holds no hash for it."""
