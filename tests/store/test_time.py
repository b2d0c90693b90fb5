"""Time on the record never runs backwards, whatever the clocks of those who write it say."""

import json
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID, uuid4

import pytest
from msgspec import structs

from ledger.store import Club, ClubStore, SharedDatastore, SharedPool
from tests.store.samples import AT, command, recorded, staked


def save(store: ClubStore, at: datetime, stream: UUID | None = None, version: int = 1) -> None:
    """A command of two events, decided at this time by the writer's clock."""
    stream = stream or uuid4()
    name = str(uuid4())
    events = [structs.replace(recorded(stream, n, staked(note=f"{n}"), name), at=at) for n in (version, version + 1)]
    row = replace(command(stream, version, version + 1, key=name), recorded_at=at)
    store.save(events, row)


def times(store: ClubStore) -> Sequence[datetime]:
    return [logged.recorded.at for logged in store.notifications(0, 10_000)]


def test_an_event_takes_the_time_of_the_last_event_of_the_club_where_the_clock_is_behind_it(store: ClubStore) -> None:
    hour = timedelta(hours=1)
    for at in (AT, AT - hour, AT + hour, AT, AT + 2 * hour):
        save(store, at)
    assert times(store)[::2] == [AT, AT, AT + hour, AT + hour, AT + 2 * hour]
    assert times(store)[::2] == times(store)[1::2]


def test_what_is_stored_of_a_command_is_of_the_same_time_as_its_events_and_its_seals_hold(store: ClubStore) -> None:
    save(store, AT)
    stream = uuid4()
    save(store, AT - timedelta(days=1), stream)
    first, _ = store.load(stream)
    row = store.find_command(first.command)
    assert row is not None
    assert row.recorded_at == first.at == AT
    # The sealed parts are those whose hashes the events hold: to read them is to check it.
    assert [envelope.event.note for envelope in store.load(stream)] == ["1", "2"]  # type: ignore[attr-defined]
    assert all(json.loads(stored.state)["at"] for _, stored in store.as_stored(stream))


def test_writers_with_clocks_of_their_own_leave_a_record_in_the_order_of_time(pool: SharedPool, club: Club) -> None:
    def write(seed: int) -> None:
        chance, store = Random(seed), ClubStore(SharedDatastore(pool, club.id))
        for _ in range(15):
            save(store, AT + timedelta(seconds=chance.randint(-100, 100)))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(write, range(4)))
    recorded_times = times(ClubStore(SharedDatastore(pool, club.id)))
    assert len(recorded_times) == 120
    assert list(recorded_times) == sorted(recorded_times)


def test_a_step_of_the_clock_is_logged_once_until_it_has_caught_up(
    store: ClubStore, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "ledger.store.recorder")
    minute = timedelta(minutes=1)
    save(store, AT)
    save(store, AT - timedelta(milliseconds=900))  # of two who wait for one another, the later
    assert caplog.records == []
    for at in (AT - minute, AT - minute, AT, AT - minute):
        save(store, at)
    assert [record.__dict__["said"]["seconds"] for record in caplog.records] == [60.0, 60.0]


def test_a_last_event_that_cannot_be_read_keeps_nobody_from_recording(pool: SharedPool, club: Club) -> None:
    store = ClubStore(SharedDatastore(pool, club.id))
    save(store, AT)
    with pool.current().connection() as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute(b"UPDATE poolbook.stored_events SET state = 'broken'")
        connection.execute("SET session_replication_role = origin")
    stream = uuid4()
    save(store, AT - timedelta(days=1), stream)
    assert [envelope.at for envelope in store.load(stream)] == [AT] * 2


def test_writers_whose_clocks_go_on_while_they_wait_for_one_another_all_record(pool: SharedPool, club: Club) -> None:
    """Each is a process of its own to the others: whoever has waited is behind whoever decides only now."""

    def write(_: int) -> None:
        store = ClubStore(SharedDatastore(pool, club.id))
        for _ in range(60):
            save(store, datetime.now(UTC))

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(write, range(8)))
    recorded_times = times(ClubStore(SharedDatastore(pool, club.id)))
    assert len(recorded_times) == 8 * 60 * 2
    assert list(recorded_times) == sorted(recorded_times)
