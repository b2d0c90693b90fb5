"""Rebuild the read tables of several clubs at once."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from uuid import UUID

from psycopg.rows import tuple_row

from ledger.store import UNAVAILABLE, ClubStore, SharedDatastore, SharedPool
from ledger.store.errors import PartUnavailable
from projections.beside import as_they_come, beside
from projections.folding import MANY, cores
from projections.rebuild import rebuild
from projections.tables import ReadTables

_SIZES = "SELECT id, position FROM poolbook.clubs WHERE id = ANY(%s)"

Progress = Callable[[int, int], None]
"""Takes how many events of all clubs are written, and how many there are."""

_Message = tuple[UUID, int | Exception]
"""A club, and the position that is written of it or why it stays as it was."""


def rebuild_each(
    url: str,
    clubs: Sequence[UUID],
    progress: Progress = lambda done, total: None,
    processes: int | None = None,
) -> Mapping[UUID, Exception]:
    """Rebuild these clubs, each in a transaction of its own; those that failed, and stay as they were, with their
    errors.

    A club of many events is rebuilt by itself, on every core. The others are rebuilt side by side, in as many
    processes as there are cores if `processes` does not say otherwise. Raises what UNAVAILABLE names, or EOFError if a
    process was ended; the clubs that are done by then stay done.
    """
    pool, many_at_once = SharedPool(url), processes or cores()
    try:
        sizes = _sizes(pool, clubs)
        tally = _Tally(sum(sizes.values()), progress)
        for club in (club for club in clubs if sizes[club] >= MANY):
            _rebuild(pool, club, many_at_once, tally.take)
    finally:
        pool.close()
    shares = _divided({club: size for club, size in sizes.items() if size < MANY}, many_at_once)
    with ExitStack() as block:
        works = [block.enter_context(beside(partial(_rebuild_share, url, share), _NAME)) for share in shares]
        for message in as_they_come(works):
            tally.take(message)
    return tally.failures


_NAME = "poolbook rebuild"


class _Tally:
    """How far all clubs together are, and which failed."""

    def __init__(self, total: int, progress: Progress) -> None:
        self.failures: dict[UUID, Exception] = {}
        self._total = total
        self._progress = progress
        self._of_club: dict[UUID, int] = {}
        self._done = 0

    def take(self, message: _Message) -> None:
        """Take in how far a club is, or that it failed."""
        club, outcome = message
        if isinstance(outcome, Exception):
            self.failures[club] = outcome
            return
        self._done += outcome - self._of_club.get(club, 0)
        self._of_club[club] = outcome
        self._progress(self._done, self._total)


def _sizes(pool: SharedPool, clubs: Sequence[UUID]) -> dict[UUID, int]:
    """How many events each of these clubs has."""
    with SharedDatastore(pool).get_connection() as connection:
        rows = connection.cursor(row_factory=tuple_row).execute(_SIZES, (list(clubs),)).fetchall()
    return dict(rows)


def _divided(sizes: Mapping[UUID, int], parts: int) -> list[list[UUID]]:
    """The clubs in at most so many parts of about as many events: the largest first, each to the smallest part."""
    shares: list[list[UUID]] = [[] for _ in range(parts)]
    events = [0] * parts
    for club in sorted(sizes, key=lambda club: -sizes[club]):
        smallest = events.index(min(events))
        shares[smallest].append(club)
        events[smallest] += sizes[club] + 1
    return [share for share in shares if share]


def _rebuild_share(url: str, clubs: Sequence[UUID], send: Callable[[_Message], None]) -> None:
    pool = SharedPool(url)
    try:
        for club in clubs:
            _rebuild(pool, club, 1, send)
    finally:
        pool.close()


def _rebuild(pool: SharedPool, club: UUID, processes: int, send: Callable[[_Message], None]) -> None:
    """Rebuild a club, and send how far it is or why it failed. Raises what UNAVAILABLE names, or EOFError.

    Where an engine divides the tables, the part of this club may be away while those of others answer.
    """
    datastore = SharedDatastore(pool, club)
    try:
        rebuild(
            ClubStore(datastore),
            ReadTables(datastore),
            progress=lambda done, total: send((club, done)),
            processes=processes,
        )
    except Exception as error:
        if isinstance(error, (*UNAVAILABLE, EOFError, BrokenPipeError)) and not isinstance(error, PartUnavailable):
            raise
        send((club, error))
