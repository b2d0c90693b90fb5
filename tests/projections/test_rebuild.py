"""A rebuild gives the same rows as following did, however the club was followed."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import sleep
from uuid import uuid4

import pytest

from ledger.events import Event
from ledger.store import Club, ClubStore, Directory, Logged, SharedDatastore, SharedPool
from ops.migrate import migrate
from projections import READ_MODELS
from projections.follow import ClubFollower
from projections.read_model import Folded, MissingRow, Rows, Table
from projections.rebuild import digest, rebuild
from projections.tables import ReadTables
from tests.play.table import Table as CardTable
from tests.projections import tally
from tests.projections.evenings import Writer, played


@pytest.fixture(scope="module")
def pool(new_database: Callable[[], str]) -> Iterator[SharedPool]:
    """The connections to a database of these tests alone: some of them make tables of their own in it."""
    url = new_database()
    migrate(url)
    shared = SharedPool(url)
    yield shared
    shared.close()


@pytest.fixture
def club(pool: SharedPool) -> Club:
    """A fresh club in that database."""
    fresh = Club(id=uuid4(), name="The Green Baize", currency="GBP", created_at=datetime.now(UTC))
    assert Directory(SharedDatastore(pool)).add_club(fresh)
    return fresh


def everything(follower: ClubFollower, limit: int) -> None:
    """Follow to the end, however long a follower that was killed still holds the lock."""
    while follower.tables.position() < follower.store.max_position():
        if not follower.advance(limit):
            sleep(0.01)


@pytest.mark.parametrize("batch", [1, 7, 500])
def test_following_live_is_the_same_as_rebuilding_from_nothing(
    batch: int, writer: Writer, store: ClubStore, tables: ReadTables
) -> None:
    follower = ClubFollower(store, tables)
    for seed in (11, 12):
        for _ in range(2):
            writer.write(played(seed, games=3))
        everything(follower, batch)
    writer.write(CardTable("ABCDE").start("A").play("deal; C stakes 6; D passes"))
    everything(follower, batch)
    live = digest(tables)
    folded = rebuild(store, tables)
    assert digest(tables) == live
    assert folded == sum(1 for _ in store.notifications(0, 10_000))
    assert tables.position() == store.max_position()


def test_the_digest_changes_with_any_column_of_any_row(
    writer: Writer, follower: ClubFollower, tables: ReadTables
) -> None:
    writer.write(CardTable("ABCDE").start("A").play("deal; C stakes 6; D passes; E passes; A passes; B passes"))
    follower.advance()
    before = digest(tables)
    assert digest(tables) == before
    for change in (
        "UPDATE sittings SET held_on = '1896-11-06' WHERE club = %(club)s",
        "UPDATE games SET pool = pool + 1 WHERE club = %(club)s",
        "UPDATE results SET played = true WHERE club = %(club)s AND member = 'D'",
        "UPDATE results SET member = 'F' WHERE club = %(club)s AND member = 'E'",
        "UPDATE pools SET corrected = true WHERE club = %(club)s",
        "UPDATE pool_shares SET stake = stake + 1 WHERE club = %(club)s AND member = 'C'",
        "UPDATE settlements SET paid = '{}' WHERE club = %(club)s",
        "UPDATE reckonings SET kitty = 1 WHERE club = %(club)s",
        "UPDATE reckoned_colours SET sold = sold - 1 WHERE club = %(club)s AND colour = 'red'",
        "UPDATE reckoned_players SET cash_due = 1 WHERE club = %(club)s AND member = 'D'",
    ):
        with tables.transaction() as cursor:
            assert cursor.execute(change.encode()).rowcount == 1
        assert digest(tables) != before
        before = digest(tables)


def test_a_rebuild_mends_rows_that_were_tampered_with(
    writer: Writer, store: ClubStore, follower: ClubFollower, tables: ReadTables
) -> None:
    writer.write(played(13, games=2))
    follower.advance()
    good = digest(tables)
    with tables.transaction() as cursor:
        cursor.execute("UPDATE results SET net = net + 1 WHERE club = %(club)s")
        cursor.execute("DELETE FROM games WHERE club = %(club)s")
    rebuild(store, tables)
    assert digest(tables) == good


def test_a_rebuild_says_how_far_it_is(writer: Writer, store: ClubStore, tables: ReadTables) -> None:
    last = writer.write(played(14, games=1))
    steps: list[tuple[int, int]] = []
    rebuild(store, tables, progress=lambda done, total: steps.append((done, total)))
    assert steps == [(last, last)]


def test_a_rebuild_of_a_club_without_events_leaves_it_at_nought(store: ClubStore, tables: ReadTables) -> None:
    assert rebuild(store, tables) == 0
    assert tables.position() == 0


def test_a_rebuild_that_fails_leaves_the_tables_as_they_were(
    writer: Writer, store: ClubStore, follower: ClubFollower, tables: ReadTables
) -> None:
    writer.write(played(15, games=1))
    follower.advance()
    good, position = digest(tables), tables.position()

    def fail(rows: Rows, logged: object) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        rebuild(store, tables, (*READ_MODELS, Folded("faulty", (), fail)))
    assert (digest(tables), tables.position()) == (good, position)


def test_the_follower_passes_by_a_club_that_is_being_rebuilt(
    writer: Writer, store: ClubStore, follower: ClubFollower, tables: ReadTables
) -> None:
    writer.write(played(16, games=1))
    advanced: list[int] = []

    def progress(done: int, total: int) -> None:
        advanced.append(follower.advance())

    folded = rebuild(store, tables, progress=progress)
    assert advanced == [0]
    assert folded > 0
    assert follower.advance() == 0


def test_two_who_both_believe_they_lead_fold_no_event_twice(
    writer: Writer, store: ClubStore, tables: ReadTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer.write(played(17, games=2))
    with tables.transaction() as cursor:
        tally.create(cursor)
    first, other = (ClubFollower(store, tables, tally.MODELS) for _ in range(2))
    read = store.notifications

    def read_as_the_other_folds(gt: int, limit: int) -> Iterator[Logged]:
        batch = list(read(gt, limit))
        with monkeypatch.context() as undisturbed:
            undisturbed.setattr(store, "notifications", read)
            assert other.advance(10) == 10
        return iter(batch)

    monkeypatch.setattr(store, "notifications", read_as_the_other_folds)
    assert first.advance(10) == 0, "the other has folded these events since they were read"
    monkeypatch.undo()
    everything(first, 10)
    live = digest(tables, tally.MODELS)
    rebuild(store, tables, tally.MODELS)
    assert digest(tables, tally.MODELS) == live


def test_a_follower_killed_again_and_again_folds_every_event_exactly_once(
    pool: SharedPool, club: Club, writer: Writer, store: ClubStore, tables: ReadTables
) -> None:
    for seed in (18, 19):
        writer.write(played(seed, games=4), together=20)
    with tables.transaction() as cursor:
        tally.create(cursor)
    reached = [0]
    for _ in range(4):
        command = [sys.executable, "-m", "tests.projections.tally", pool.url, str(club.id)]
        process = subprocess.Popen(command, cwd=Path(__file__).parents[2])
        assert tables.wait_for(reached[-1] + 10, timeout=20)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL, "it was still following"
        reached.append(tables.position())
    assert reached == sorted(set(reached))
    assert reached[-1] < store.max_position()
    everything(ClubFollower(store, tables, tally.MODELS), 500)
    live = digest(tables, tally.MODELS)
    assert rebuild(store, tables, tally.MODELS) == sum(1 for _ in store.notifications(0, 10_000))
    assert digest(tables, tally.MODELS) == live


def test_an_event_that_changes_a_row_nobody_made_is_not_passed_over(
    writer: Writer, follower: ClubFollower, tables: ReadTables
) -> None:
    writer.write(CardTable("ABCDE").start("A"))
    follower.advance()
    with tables.transaction() as cursor:
        cursor.execute("DELETE FROM games WHERE club = %(club)s")
    writer.save([("sitting 1, game 1", _deal())])
    with pytest.raises(MissingRow, match="0 of 1 rows of games"):
        follower.advance()
    assert tables.position() < follower.store.max_position()


def _deal() -> Event:
    return CardTable("ABCDE").start("A").play("deal").game_events[-1][-1]


@dataclass(frozen=True)
class Pair:
    a: int
    b: int | None


PAIR = Table("pair", Pair, key=("k",))


@pytest.fixture
def pair(tables: ReadTables) -> ReadTables:
    with tables.transaction() as cursor:
        cursor.execute(
            "CREATE TABLE IF NOT EXISTS pair (club uuid, k text, a bigint NOT NULL, b bigint, PRIMARY KEY (club, k))"
        )
    return tables


def written(tables: ReadTables, *steps: Callable[[Rows], None], together: bool) -> dict[str, object]:
    """The row that these steps make, in one batch or one batch each."""
    with tables.transaction() as cursor:
        cursor.execute("DELETE FROM pair WHERE club = %(club)s")
        rows = Rows()
        for step in steps:
            step(rows)
            if not together:
                rows.write(cursor)
                rows = Rows()
        rows.write(cursor)
        row = cursor.execute("SELECT a, b FROM pair WHERE club = %(club)s").fetchone()
    assert row is not None
    return row


@pytest.mark.parametrize("together", [True, False])
def test_changes_come_to_the_same_whether_in_one_batch_or_in_many(together: bool, pair: ReadTables) -> None:
    key = ("x",)
    row = written(
        pair,
        lambda rows: rows.insert(PAIR, Pair(1, None), k="x"),
        lambda rows: rows.add(PAIR, key, a=5),
        lambda rows: rows.put(PAIR, key, b=2),
        lambda rows: rows.add(PAIR, key, a=1, b=10),
        lambda rows: rows.put(PAIR, key, a=40),
        lambda rows: rows.add(PAIR, key, a=2),
        together=together,
    )
    assert row == {"a": 42, "b": 12}


def test_amounts_added_to_a_row_of_an_earlier_batch_are_added_not_put(pair: ReadTables) -> None:
    def twice(rows: Rows) -> None:
        rows.add(PAIR, ("x",), a=2)
        rows.add(PAIR, ("x",), a=3)

    assert written(pair, lambda rows: rows.insert(PAIR, Pair(1, 0), k="x"), twice, together=False)["a"] == 6


def test_a_row_is_made_once() -> None:
    rows = Rows()
    rows.insert(PAIR, Pair(1, 2), k="x")
    with pytest.raises(ValueError, match="inserted twice"):
        rows.insert(PAIR, Pair(1, 2), k="x")


def test_what_stands_beside_the_dataclass_of_a_row_wins_over_its_field(pair: ReadTables) -> None:
    assert written(pair, lambda rows: rows.insert(PAIR, Pair(1, 2), k="x", b=3), together=True) == {"a": 1, "b": 3}


def test_a_row_without_its_key_is_not_made() -> None:
    with pytest.raises(AttributeError, match="k"):
        Rows().insert(PAIR, Pair(1, 2))


def test_a_row_with_a_column_that_its_table_has_not_is_not_written(pair: ReadTables) -> None:
    rows = Rows()
    rows.insert(PAIR, Pair(1, 2), k="x")
    rows.put(PAIR, ("x",), c=3)
    with pytest.raises(ValueError, match="has the columns"), pair.transaction() as cursor:
        rows.write(cursor)
