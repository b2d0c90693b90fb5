"""A club's read tables, and a writer that fills its books."""

import pytest

from ledger.store import Club, ClubStore, SharedDatastore, SharedPool
from projections.follow import ClubFollower
from projections.tables import ReadTables
from tests.projections.evenings import Writer


@pytest.fixture
def tables(pool: SharedPool, club: Club) -> ReadTables:
    """The read tables of the fresh club."""
    return ReadTables(SharedDatastore(pool, club.id))


@pytest.fixture
def writer(store: ClubStore, club: Club) -> Writer:
    """Writes into the books of the fresh club."""
    return Writer(store, club.id)


@pytest.fixture
def follower(store: ClubStore, tables: ReadTables) -> ClubFollower:
    """Follows the fresh club when it is told to."""
    return ClubFollower(store, tables)
