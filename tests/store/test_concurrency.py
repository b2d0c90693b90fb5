"""With many writers at once, a follower of the log misses no event, and every version has one winner."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest

from ledger.store import Club, ClubStore, SharedDatastore, SharedPool, VersionTaken
from tests.store.samples import command, recorded

WRITERS = 4


def follow(store: ClubStore, until: threading.Event) -> list[tuple[int, UUID, int]]:
    """The events that a reader sees who repeatedly asks for those after the last position he has seen."""
    seen: list[tuple[int, UUID, int]] = []
    position = 0
    while True:
        finished = until.is_set()
        batch = store.recorder.select_notifications(position, 100, inclusive_of_start=False)
        seen += [(entry.id, entry.originator_id, entry.originator_version) for entry in batch]
        if batch:
            position = batch[-1].id
        elif finished:
            return seen


def write_own_streams(store: ClubStore, events: int) -> list[tuple[UUID, int]]:
    """Write streams of forty events, one to four in a save. Gives the stream and version of every event."""
    saved: list[tuple[UUID, int]] = []
    while len(saved) < events:
        stream, version = uuid4(), 0
        while version < 40 and len(saved) < events:
            size = min(1 + len(saved) % 4, 40 - version, events - len(saved))
            versions = range(version + 1, version + size + 1)
            store.save([recorded(stream, v) for v in versions], command(stream, versions[0], versions[-1]))
            saved += [(stream, v) for v in versions]
            version += size
    return saved


def fight_for(store: ClubStore, stream: UUID, versions: int) -> Iterator[tuple[UUID, int]]:
    """Compete for the versions of one stream. Yields those that this writer won."""
    for version in range(1, versions + 1):
        try:
            store.save([recorded(stream, version)], command(stream, version, version))
        except VersionTaken:
            continue
        yield stream, version


@pytest.mark.parametrize("events", [4_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_a_follower_misses_none_of_the_events_that_four_writers_save(
    database_url: str, club: Club, events: int
) -> None:
    pool = SharedPool(database_url)
    store = ClubStore(SharedDatastore(pool, club.id))
    contested, done = uuid4(), threading.Event()
    with ThreadPoolExecutor(WRITERS + 1) as threads:
        reader = threads.submit(follow, store, done)
        shares = [threads.submit(write_own_streams, store, events // WRITERS - 50) for _ in range(WRITERS)]
        fights = [threads.submit(lambda: list(fight_for(store, contested, 200))) for _ in range(WRITERS)]
        saved = [event for share in (*shares, *fights) for event in share.result()]
        done.set()
        seen = reader.result()
    pool.close()
    assert len(saved) == events
    assert [position for position, _, _ in seen] == sorted({position for position, _, _ in seen})
    assert sorted((stream, version) for _, stream, version in seen) == sorted(saved)


def test_every_version_of_a_stream_that_all_want_has_one_winner(store: ClubStore) -> None:
    stream, start = uuid4(), threading.Barrier(WRITERS)

    def fight() -> list[tuple[UUID, int]]:
        start.wait()
        return list(fight_for(store, stream, 50))

    with ThreadPoolExecutor(WRITERS) as threads:
        wins = [win for share in [threads.submit(fight) for _ in range(WRITERS)] for win in share.result()]
    assert sorted(wins) == [(stream, version) for version in range(1, 51)]
    assert [event.originator_version for event in store.load(stream)] == list(range(1, 51))


def test_of_one_command_sent_by_all_at_once_one_is_carried_out(store: ClubStore) -> None:
    start = threading.Barrier(WRITERS)

    def send() -> str:
        stream = uuid4()  # a new stream each time, so that no version is contested
        start.wait()
        try:
            store.save([recorded(stream, 1)], command(stream, key="sent by all"))
        except Exception as error:
            return type(error).__name__
        return "saved"

    with ThreadPoolExecutor(WRITERS) as threads:
        outcomes = [future.result() for future in [threads.submit(send) for _ in range(WRITERS)]]
    assert sorted(outcomes) == ["CommandExists"] * (WRITERS - 1) + ["saved"]
    assert len(list(store.notifications(0, 10))) == 1


def test_many_clubs_cost_no_more_connections(database_url: str, new_club: Callable[[], Club]) -> None:
    pool = SharedPool(database_url, max_size=3)
    stores = [ClubStore(SharedDatastore(pool, new_club().id)) for _ in range(8)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda store: write_own_streams(store, 40), stores))
    assert pool.current().get_stats()["pool_size"] <= 3
    assert [store.max_position() for store in stores] == [40] * 8
    pool.close()
