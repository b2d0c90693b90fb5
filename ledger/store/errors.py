"""How the store says no.

VersionTaken        another command took this version of the stream first: run the command again
CommandExists       a command with this key was carried out, perhaps by oneself: look it up
StoreUnavailable    the database is away or too busy: try later
UnreadableEvent     what is stored cannot be read by this code
  NewerEvent        a newer version of the service wrote it
  BrokenSeal        a sealed part is not what the event says it was
"""

import psycopg
from eventsourcing.persistence import IntegrityError, InterfaceError, OperationalError, PersistenceError

VersionTaken = IntegrityError
"""The library's own exception for a lost race. It is also raised for one's own save whose reply was lost."""


class CommandExists(PersistenceError):
    """A command with this key stands in the book; nothing was saved now."""

    def __init__(self, key: str) -> None:
        super().__init__(f"the command {key!r} was carried out before")
        self.key = key


class StoreUnavailable(PersistenceError):
    """No connection in time, a lock not had in time, or a server that takes no writes."""


UNAVAILABLE = (StoreUnavailable, OperationalError, InterfaceError)
"""What a caller answers with 'try later'. The library repeats the latter two itself before it gives up."""

AWAY = (*UNAVAILABLE, psycopg.OperationalError, psycopg.InterfaceError)
"""The same for who also holds a connection of his own: the database does not answer at present, and waiting may
mend it."""


class UnreadableEvent(Exception):
    """A stored event that this code cannot read."""


class NewerEvent(UnreadableEvent):
    """The event, or its version, is unknown here: a newer release of the service wrote it."""


class BrokenSeal(UnreadableEvent):
    """A sealed part does not have the hash that its event holds, or the event knows of no such part."""
