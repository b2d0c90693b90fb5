"""A rebuild whose batches are folded in several processes: the same rows, and all of them or none."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pytest

from ledger.store import ClubStore, Logged, SharedPool
from projections import READ_MODELS, folding, merkle
from projections.follow import ClubFollower
from projections.read_model import ClubCursor, Folded, Rows
from projections.rebuild import digest, rebuild
from projections.tables import ReadTables
from tests.projections.evenings import Writer, played


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches that cut games and sittings in pieces, and processes for every log."""
    monkeypatch.setattr(folding, "BATCH", 23)
    monkeypatch.setattr(folding, "MANY", 1)


@pytest.fixture
def live(writer: Writer, follower: ClubFollower, tables: ReadTables) -> str:
    """The digest of the tables of two evenings, as the follower has made them."""
    for seed in (31, 32):
        writer.write(played(seed, games=4))
    while follower.advance(500):
        pass
    return digest(tables)


def spoil(tables: ReadTables) -> str:
    """Change rows that a rebuild mends; the digest afterwards."""
    with tables.transaction() as cursor:
        cursor.execute("UPDATE results SET net = net + 1 WHERE club = %(club)s")
        cursor.execute("DELETE FROM log_leaves WHERE club = %(club)s")
    return digest(tables)


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_any_number_of_processes_makes_the_rows_that_the_follower_made(
    processes: int, live: str, store: ClubStore, tables: ReadTables
) -> None:
    assert spoil(tables) != live
    assert rebuild(store, tables, processes=processes) == store.max_position()
    assert digest(tables) == live
    assert tables.position() == store.max_position()


def test_progress_is_told_as_the_database_takes_the_rows_in(live: str, store: ClubStore, tables: ReadTables) -> None:
    steps: list[tuple[int, int]] = []
    rebuild(store, tables, progress=lambda done, total: steps.append((done, total)), processes=2)
    last = store.max_position()
    assert steps == [(min(done, last), last) for done in range(23, last + 23, 23)]


def fails_late(rows: Rows, logged: Logged) -> None:
    if logged.position == 200:
        raise ZeroDivisionError("no such rows")


def ends_its_process(rows: Rows, logged: Logged) -> None:
    if logged.position == 200:
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize(("fold", "error"), [(fails_late, ZeroDivisionError), (ends_its_process, EOFError)])
def test_a_process_that_fails_or_dies_in_the_middle_leaves_the_tables_as_they_were(
    fold: Callable[[Rows, Logged], None], error: type[Exception], live: str, store: ClubStore, tables: ReadTables
) -> None:
    spoilt = spoil(tables)
    steps: list[int] = []
    with pytest.raises(error):
        rebuild(
            store,
            tables,
            (*READ_MODELS, Folded("faulty", (), fold)),
            progress=lambda done, total: steps.append(done),
            processes=2,
        )
    assert (digest(tables), tables.position()) == (spoilt, store.max_position())
    rebuild(store, tables, processes=2)
    assert digest(tables) == live, "it can be repeated"


def test_a_log_that_contradicts_a_checkpoint_is_not_rebuilt(live: str, store: ClubStore, tables: ReadTables) -> None:
    checkpoint = merkle.Checkpoint(size=100, root=bytes(32), note="", vkey="", signed_at=store.last_time())
    with tables.transaction() as cursor:
        merkle.keep(cursor, checkpoint)
    with pytest.raises(merkle.LogChanged, match="the checkpoint of size 100"):
        rebuild(store, tables, processes=2)
    assert digest(tables) == live


class Slow:
    """A read model without tables that takes its time, and writes whose processes fold in a file."""

    name: str = "slow"
    tables: tuple[()] = ()

    def __init__(self, place: str) -> None:
        self.place = place

    def apply(self, cursor: ClubCursor, batch: Sequence[Logged]) -> None:
        (Path(self.place) / str(os.getpid())).touch()
        sleep(0.2)

    def forget(self, cursor: ClubCursor) -> None:
        """Nothing is kept."""


_REBUILDING = """
import signal
import sys
from uuid import UUID
from ledger.store import ClubStore, SharedDatastore, SharedPool
from projections import READ_MODELS, folding
from projections.rebuild import rebuild
from projections.tables import ReadTables
from tests.projections.test_folding import Slow

if __name__ == "__main__":
    # Whoever runs the tests in the background of a shell has SIGINT ignored, and so would this process.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    folding.BATCH, folding.MANY = 23, 1
    url, club, place = sys.argv[1:]
    datastore = SharedDatastore(SharedPool(url), UUID(club))
    rebuild(ClubStore(datastore), ReadTables(datastore), (*READ_MODELS, Slow(place)), processes=2)
"""


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def until(condition: Callable[[], bool], seconds: float = 30) -> bool:
    deadline = monotonic() + seconds
    while not (met := condition()) and monotonic() < deadline:
        sleep(0.02)
    return met


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGKILL])
def test_a_rebuild_that_is_broken_off_leaves_neither_processes_nor_half_a_table(
    by: signal.Signals, live: str, store: ClubStore, tables: ReadTables, pool: SharedPool, tmp_path: Path
) -> None:
    spoilt = spoil(tables)
    places = tmp_path / "processes"
    places.mkdir()
    script = tmp_path / "rebuilding.py"
    script.write_text(_REBUILDING)
    root = Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, str(script), pool.url, str(tables.club), str(places)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert until(lambda: len(list(places.iterdir())) == 2)
    # At the keyboard, Ctrl-C goes to the whole group.
    (os.killpg if by == signal.SIGINT else os.kill)(process.pid, by)
    _, words = process.communicate(timeout=30)
    assert process.returncode != 0
    assert words.count(b"Traceback") == (by == signal.SIGINT), words.decode()
    assert until(lambda: not any(is_running(int(place.name)) for place in places.iterdir()))
    assert digest(tables) == spoilt
    rebuild(store, tables, processes=2)
    assert digest(tables) == live


def test_readers_see_the_old_rows_until_all_new_ones_are_there(live: str, store: ClubStore, tables: ReadTables) -> None:
    spoilt = spoil(tables)
    seen: set[str] = set()
    rebuilding = Thread(target=lambda: rebuild(store, tables, processes=2))
    rebuilding.start()
    while rebuilding.is_alive():
        seen.add(digest(tables))
    rebuilding.join()
    assert seen <= {spoilt, live}
    assert spoilt in seen
    assert digest(tables) == live
