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
from itertools import cycle, islice
from uuid import UUID

from ledger.store import ClubStore, SharedDatastore, SharedPool
from projections.beside import beside
from projections.read_model import ReadModel, Write
from projections.tables import ReadTables

BATCH = 2000
"""Events in a batch: enough that a write costs little for each, few enough that memory stays small."""

MANY = 20_000
"""From this many events on, processes that fold are worth what it takes to start them."""

Batch = tuple[int, int]
"""The events after the first position and up to the second."""

Folded = Sequence[Write]
"""What a batch writes, in order."""


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
    """Fold the first `events` events of a log; yields the writes of each batch in turn.

    With more than one process, these are of this function's making, and end with the block. Raises what a read model
    raises, or EOFError if a process was ended.
    """
    if processes < 2 or events < MANY:
        yield _folded(store, tables, models, batches(events))
        return
    with ExitStack() as block:
        workers = [
            block.enter_context(beside(_share(tables, models, events, first, processes), "poolbook rebuild"))
            for first in range(processes)
        ]
        yield map(next, islice(cycle([worker.messages() for worker in workers]), len(batches(events))))


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
        for writes in _folded(ClubStore(datastore), ReadTables(datastore), models, share):
            send(writes)
    finally:
        pool.close()


def _folded(
    store: ClubStore, tables: ReadTables, models: Sequence[ReadModel], share: Sequence[Batch]
) -> Iterator[Folded]:
    with tables.reading() as log:
        for first, last in share:
            writes: list[Write] = []
            events = list(store.without_parts(first, last))
            for model in models:
                model.apply(replace(log, later=writes.append), events)
            yield writes
