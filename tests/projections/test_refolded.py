"""The records from which rows are made again: the same for every division into batches, and without sealed parts."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from ledger.events.base import Event, sealed_fields
from ledger.events.game import GameBegun, Passed
from ledger.store import ClubStore, Logged
from projections.read_model import Rows
from projections.refolded import Record, Refolded
from projections.tables import ReadTables
from tests.play.table import Table as CardTable
from tests.projections.evenings import Writer, played


def records(
    tables: ReadTables, batch: Sequence[Logged], after: tuple[type[Event], ...] = (Event,)
) -> dict[UUID, Record[Any]]:
    """The records from which a model would make its rows, after a batch."""
    by_stream: dict[UUID, Record[Any]] = {}

    def make(rows: Rows, stream: UUID, record: Record[Any]) -> None:
        by_stream[stream] = record

    with tables.transaction() as cursor:
        Refolded("probe", (), after, list, (make,)).apply(cursor, batch)
    return by_stream


def test_a_record_is_the_same_whether_the_batch_holds_it_or_the_database(
    writer: Writer, store: ClubStore, tables: ReadTables
) -> None:
    writer.write(played(21, games=2))
    log = list(store.notifications(0, 10_000))
    whole = records(tables, log)
    assert len(whole) == len({logged.recorded.originator_id for logged in log}) > 3
    for at in range(1, len(log)):
        for stream, record in records(tables, log[at:]).items():
            assert record == whole[stream]


def test_a_record_has_nothing_in_it_that_is_sealed(writer: Writer, store: ClubStore, tables: ReadTables) -> None:
    writer.write(played(22, games=2))
    log = list(store.notifications(0, 10_000))
    assert any(logged.stored.parts for logged in log)
    for batch in (log, log[-1:]):
        for record in records(tables, batch).values():
            assert not [e for e in record.events for name in sealed_fields(type(e)) if getattr(e, name)]


def test_a_record_ends_with_what_matters_and_not_where_the_batch_does(
    writer: Writer, store: ClubStore, tables: ReadTables
) -> None:
    writer.write(CardTable("ABCDE").start("A").play("deal; C stakes 6; D passes; E stakes 6"))
    log = list(store.notifications(0, 10_000))
    (record,) = records(tables, log, (GameBegun, Passed)).values()
    assert isinstance(record.events[0], GameBegun)
    assert isinstance(record.events[-1], Passed)
    assert record.state == record.events
