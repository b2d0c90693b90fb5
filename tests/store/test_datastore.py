"""The connection pool of a process opens late, is not shared with a fork, and recovers from lost connections."""

import os
import re
import threading
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import InternalError

from ledger.store import UNAVAILABLE, Club, ClubStore, SharedDatastore, SharedPool, StoreUnavailable, VersionTaken
from ledger.store.datastore import until_connected
from ledger.store.errors import PartUnavailable
from tests.store.samples import command, recorded

NOWHERE = UUID(int=0)


def test_nothing_is_connected_before_the_first_use() -> None:
    store = ClubStore(SharedDatastore(SharedPool("postgresql://nobody@127.0.0.1:1/nowhere"), NOWHERE))
    assert store.club == NOWHERE


def test_a_server_that_is_away_is_reported_as_unavailable_and_not_waited_for_long() -> None:
    pool = SharedPool("postgresql://nobody@127.0.0.1:1/nowhere", borrow_timeout=0.2)
    store = ClubStore(SharedDatastore(pool, NOWHERE))
    stream = uuid4()
    with pytest.raises(StoreUnavailable):
        store.save([recorded(stream, 1)], command(stream))
    with pytest.raises(UNAVAILABLE):
        list(store.load(stream))
    pool.close()


def test_a_pool_with_nothing_left_to_lend_is_reported_as_unavailable(database_url: str) -> None:
    pool = SharedPool(database_url, max_size=1, borrow_timeout=0.2)
    datastore = SharedDatastore(pool)
    with datastore.get_connection(), pytest.raises(StoreUnavailable), datastore.get_connection():
        pass
    pool.close()


def test_a_server_that_takes_no_writes_is_reported_as_unavailable(database_url: str, club: Club) -> None:
    pool = SharedPool(f"{database_url} options='-c default_transaction_read_only=on'")
    store = ClubStore(SharedDatastore(pool, club.id))
    stream = uuid4()
    with pytest.raises(StoreUnavailable, match="read-only"):
        store.save([recorded(stream, 1)], command(stream))
    assert list(store.load(stream)) == []
    pool.close()


def test_saving_goes_on_when_every_connection_was_cut(database_url: str, club: Club) -> None:
    pool = SharedPool(f"{database_url} application_name=to_be_cut", max_size=4)
    store = ClubStore(SharedDatastore(pool, club.id))
    stream = uuid4()
    fill(pool, 4)
    with psycopg.connect(database_url, autocommit=True) as owner:
        cut = owner.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'to_be_cut'"
        ).fetchall()
    assert len(cut) == 4
    store.save([recorded(stream, 1)], command(stream))
    assert list(store.load(stream)) == [recorded(stream, 1)]
    pool.close()


SAYS = "DO $$ BEGIN RAISE EXCEPTION '{}' USING ERRCODE = '{}'; END $$"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("08006", "connection to the remote node postgres@10.0.0.2:5432 failed with the following error: refused"),
        ("08003", "connection to the remote node postgres@10.0.0.2:5432 was lost"),
        ("XX000", "failure on connection marked as essential: server closed the connection unexpectedly"),
        ("XX000", "SSL SYSCALL error: EOF detected"),
        ("XX000", "could not commit transaction for shard 102008 on at least one active node"),
    ],
)
def test_a_machine_that_the_server_cannot_reach_is_reported_as_unavailable_at_once(
    pool: SharedPool, code: str, message: str
) -> None:
    tries = []

    @until_connected
    def ask() -> None:
        tries.append(code)
        with SharedDatastore(pool).get_connection() as connection:
            connection.execute(SAYS.format(message, code).encode())

    with pytest.raises(PartUnavailable, match=re.escape(message)):
        ask()
    assert len(tries) == 1


def test_a_duplicate_that_the_server_calls_an_internal_error_is_a_lost_race(pool: SharedPool) -> None:
    says = 'duplicate key value violates unique constraint "commands_pkey_102054"'
    with pytest.raises(VersionTaken, match="commands_pkey"), SharedDatastore(pool).get_connection() as connection:
        connection.execute(SAYS.format(says, "XX000").encode())


def test_another_internal_error_of_the_server_is_not_taken_for_a_machine_away(pool: SharedPool) -> None:
    with pytest.raises(InternalError), SharedDatastore(pool).get_connection() as connection:
        connection.execute(SAYS.format("cache lookup failed for type 0", "XX000").encode())


def fill(pool: SharedPool, connections: int) -> None:
    """Hold this many connections at once, so that the pool opens them all."""
    everybody = threading.Barrier(connections)

    def hold() -> None:
        with pool.current().connection():
            everybody.wait()

    threads = [threading.Thread(target=hold) for _ in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_times_come_back_in_utc(pool: SharedPool) -> None:
    with SharedDatastore(pool).get_connection() as connection:
        row = connection.execute("SELECT current_setting('TimeZone') AS zone").fetchone()
    assert row == {"zone": "UTC"}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_opens_connections_of_its_own_and_leaves_its_parents_alone(database_url: str, club: Club) -> None:
    pool = SharedPool(database_url, max_size=1)
    store = ClubStore(SharedDatastore(pool, club.id))
    mine, its = uuid4(), uuid4()
    store.save([recorded(mine, 1)], command(mine))
    backend = backend_of(pool)
    child = os.fork()
    if child == 0:
        failed = 1
        try:
            store.save([recorded(its, 1)], command(its))
            failed = int(backend_of(pool) == backend)
            pool.close()
        finally:
            os._exit(failed)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert backend_of(pool) == backend
    assert [len(list(store.load(stream))) for stream in (mine, its)] == [1, 1]
    pool.close()


def backend_of(pool: SharedPool) -> int:
    with pool.current().connection() as connection:
        return connection.info.backend_pid
