"""The store: it saves each event once, with the command that made it, and reads it back as it was written.

In reading order:

errors      the errors that the store raises
envelope    what is stored around an event
seals       sealed fields: kept apart, salted and hashed
keys        idempotency keys, stored as keyed hashes
upcasts     older versions of events brought up to date
mapper      envelope to stored bytes and back
datastore   one connection pool for every club
announcing  every save announced to who follows
saving      saves that come at the same time, in one transaction
recorder    one statement: events, sealed parts, commands
club_store  a club's streams, as the application uses them
tokens      random tokens, of which only the hash is kept
directory   the list of clubs and tokens
webhooks    how far each webhook has come, and its secrets
migrations  the files that make the tables
"""

from ledger.store.announcing import CHANNEL
from ledger.store.club_store import ClubStore, Logged
from ledger.store.datastore import PinnedDatastore, SharedDatastore, SharedPool
from ledger.store.directory import Club, Directory, Token
from ledger.store.envelope import Actor, CommandRow, Recorded, SealedPart
from ledger.store.errors import (
    AWAY,
    UNAVAILABLE,
    ActorRevoked,
    BrokenSeal,
    CommandExists,
    NewerEvent,
    StoreUnavailable,
    UnreadableEvent,
    VersionTaken,
)
from ledger.store.saving import Beside

__all__ = [
    "AWAY",
    "CHANNEL",
    "UNAVAILABLE",
    "Actor",
    "ActorRevoked",
    "Beside",
    "BrokenSeal",
    "Club",
    "ClubStore",
    "CommandExists",
    "CommandRow",
    "Directory",
    "Logged",
    "NewerEvent",
    "PinnedDatastore",
    "Recorded",
    "SealedPart",
    "SharedDatastore",
    "SharedPool",
    "StoreUnavailable",
    "Token",
    "UnreadableEvent",
    "VersionTaken",
]
