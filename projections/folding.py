"""Fold the log in batches, each by itself, into writes that one transaction carries out in their order.

What a batch writes depends on the events alone, never on what stands in the read tables. So batches are folded in as
many processes as there are cores, and the rows come from there in the form in which they are copied in. A small log is
folded in this process, which is done before another one has started.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain, cycle, islice
from uuid import UUID

from ledger.store import ClubStore, Logged, SharedDatastore, SharedPool
from projections.beside import beside
from projections.read_model import ClubCursor, ReadModel, Write
from projections.tables import ReadTables

BATCH = 2000
"""Events in a batch: enough that a write costs little for each, few enough that memory stays small."""

MANY = 20_000
"""From this many events on, processes that fold are worth what it takes to start them."""

Batch = tuple[int, int]
"""The events after the first position and up to the second."""

Folded = tuple[int, Sequence[Write]]
"""The last position in a batch, 0 if it has no events, and what the batch writes, in order."""


def cores() -> int:
    """How many processes can work at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def batches(events: int) -> Sequence[Batch]:
    """The batches of a log of so many events."""
    return [(first, min(first + BATCH, events)) for first in range(0, events, BATCH)]


@contextmanager
def folding(
    store: ClubStore, tables: ReadTables, models: Sequence[ReadModel], events: int, processes: int
) -> Iterator[Iterator[Folded]]:
    """Fold a log that has so many events, and what is recorded meanwhile; yields the batches in turn.

    More than one process are made here, and end with the block. Raises what a read model raises, or EOFError if a
    process was ended.
    """
    rest = _rest(store, tables, models, events)
    if processes < 2 or events < MANY:
        yield chain(_folded(store, tables, models, batches(events)), rest)
        return
    with ExitStack() as block:
        workers = [
            block.enter_context(beside(_share(tables, models, events, first, processes), "poolbook rebuild"))
            for first in range(processes)
        ]
        in_turn = islice(cycle([worker.messages() for worker in workers]), len(batches(events)))
        yield chain(map(next, in_turn), rest)


def _share(
    tables: ReadTables, models: Sequence[ReadModel], events: int, first: int, processes: int
) -> Callable[[Callable[[Folded], None]], None]:
    """The work of one of several processes: every so manieth batch, from the one counted `first`."""
    return partial(_fold_share, tables.url, tables.club, tuple(models), batches(events)[first::processes])


def _fold_share(
    url: str, club: UUID, models: Sequence[ReadModel], share: Sequence[Batch], send: Callable[[Folded], None]
) -> None:
    pool = SharedPool(url)
    try:
        datastore = SharedDatastore(pool, club)
        for folded in _folded(ClubStore(datastore), ReadTables(datastore), models, share):
            send(folded)
    finally:
        pool.close()


def _folded(
    store: ClubStore, tables: ReadTables, models: Sequence[ReadModel], share: Sequence[Batch]
) -> Iterator[Folded]:
    with tables.reading() as log:
        for first, last in share:
            events = list(store.without_parts(first, last))
            yield events[-1].position if events else 0, _writes(log, models, events)


def _rest(store: ClubStore, tables: ReadTables, models: Sequence[ReadModel], position: int) -> Iterator[Folded]:
    """The batches after a position, until the log has no more."""
    with tables.reading() as log:
        while events := list(store.notifications(position, BATCH)):
            position = events[-1].position
            yield position, _writes(log, models, events)


def _writes(log: ClubCursor, models: Sequence[ReadModel], events: Sequence[Logged]) -> Sequence[Write]:
    writes: list[Write] = []
    for model in models:
        model.apply(replace(log, later=writes.append), events)
    return writes
