"""Saves of a club that come at the same time go into one transaction, and each is answered for itself."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from time import monotonic, sleep
from uuid import UUID, uuid4

import psycopg
import pytest

from ledger.store import ClubStore, CommandExists, SharedDatastore, SharedPool, StoreUnavailable, VersionTaken
from ledger.store.saving import Save, Turn
from tests.store.samples import command, recorded

TRANSACTIONS = "SELECT count(DISTINCT xmin::text) FROM poolbook.stored_events WHERE club = %s"
TURN_OF = "SELECT FROM poolbook.clubs WHERE id = %s FOR UPDATE"


class Waiting:
    """Saves that lie there together: the club's turn is held until all of them wait for it."""

    def __init__(self, url: str, store: ClubStore) -> None:
        self.url = url
        self.store = store

    def save(self, saves: Sequence[Callable[[], int]]) -> list[int | Exception]:
        """What is answered to each. The first of them holds the process's turn; the others follow together."""

        def answered(save: Callable[[], int]) -> int | Exception:
            try:
                return save()
            except (VersionTaken, CommandExists) as error:
                return error

        with psycopg.connect(self.url) as other, ThreadPoolExecutor(len(saves)) as threads:
            other.execute(TURN_OF, (self.store.club,))
            futures = []
            for n, save in enumerate(saves):
                futures.append(threads.submit(answered, save))
                self._wait_for(n)
            other.rollback()
            return [future.result() for future in futures]

    def _wait_for(self, waiting: int) -> None:
        """Wait until one thread has the turn, and so many others lie behind it."""
        turn = self.store.recorder._turn
        deadline = monotonic() + 5
        while not (turn._turn.locked() and len(turn._waiting) == waiting) and monotonic() < deadline:
            sleep(0.001)
        assert len(turn._waiting) == waiting


@pytest.fixture
def waiting(database_url: str, store: ClubStore) -> Waiting:
    return Waiting(database_url, store)


def one(store: ClubStore, stream: UUID, key: str = "") -> Callable[[], int]:
    return lambda: store.save([recorded(stream, 1)], command(stream, key=key or str(stream)))[0]


def transactions(url: str, store: ClubStore) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute(TRANSACTIONS, (store.club,)).fetchone()
    assert row is not None
    return int(row[0])


def test_saves_that_wait_together_are_one_transaction(database_url: str, store: ClubStore, waiting: Waiting) -> None:
    streams = [uuid4() for _ in range(6)]
    positions = waiting.save([one(store, stream) for stream in streams])
    assert positions == [1, 2, 3, 4, 5, 6]
    assert [logged.recorded.originator_id for logged in store.notifications(0, 10)] == streams
    assert transactions(database_url, store) == 2


def test_a_save_that_has_lost_its_race_keeps_none_of_the_others_back(store: ClubStore, waiting: Waiting) -> None:
    streams = [uuid4() for _ in range(5)]
    store.save([recorded(streams[2], 1)], command(streams[2]))
    answers = waiting.save([one(store, stream, f"key of {n}") for n, stream in enumerate(streams)])
    assert [type(answer) for answer in answers] == [int, int, VersionTaken, int, int]
    assert store.max_position() == 5
    assert [store.version(stream) for stream in streams] == [1] * 5


def test_the_same_command_twice_in_one_batch_is_carried_out_once(store: ClubStore, waiting: Waiting) -> None:
    first, stream, other = uuid4(), uuid4(), uuid4()
    answers = waiting.save([one(store, first), one(store, stream, "twice"), one(store, other, "twice")])
    assert [type(answer) for answer in answers] == [int, int, CommandExists]
    assert store.version(other) == 0


def test_a_save_that_writes_something_beside_it_has_a_transaction_of_its_own(
    database_url: str, store: ClubStore, waiting: Waiting
) -> None:
    streams = [uuid4() for _ in range(5)]
    told: list[object] = []
    saves = [one(store, stream) for stream in streams]
    saves[2] = lambda: store.save(
        [recorded(streams[2], 1)], command(streams[2]), [lambda connection, at: told.append(at)]
    )[0]
    assert waiting.save(saves) == [1, 2, 3, 4, 5]
    assert len(told) == 1
    assert transactions(database_url, store) == 4


def test_whoever_waits_too_long_for_the_turn_records_nothing() -> None:
    begun, go_on = Event(), Event()

    def record(saves: Sequence[Save]) -> None:
        begun.set()
        go_on.wait(5)
        for save in saves:
            save.last = 1

    turn = Turn(record, patience_seconds=0.05)
    stream = uuid4()
    saves = [Save([], command(stream)) for _ in range(2)]
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(turn.save, saves[0])
        begun.wait(5)
        with pytest.raises(StoreUnavailable, match="nothing of this is recorded"):
            turn.save(saves[1])
        go_on.set()
        assert first.result() == 1
    assert saves[1].last is None


def test_what_is_answered_under_load_is_what_is_recorded(pool: SharedPool, store: ClubStore) -> None:
    """Eight threads with two stores, as in two processes: every answer is the position of its own event."""
    stores = [store, ClubStore(SharedDatastore(pool, store.club))]
    together = Barrier(8)

    def write(n: int) -> list[tuple[int, UUID]]:
        together.wait(5)
        streams = [uuid4() for _ in range(25)]
        return [(one(stores[n % 2], stream)(), stream) for stream in streams]

    with ThreadPoolExecutor(8) as threads:
        answers = [answer for future in threads.map(write, range(8)) for answer in future]
    logged = {entry.position: entry.recorded.originator_id for entry in store.notifications(0, 1000)}
    assert dict(answers) == logged
    assert sorted(logged) == list(range(1, 201))
