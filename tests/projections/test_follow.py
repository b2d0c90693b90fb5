"""The follower follows every club, by hints or by polling; a club that fails is stopped alone, with an error."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic, sleep
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.sql import SQL, Identifier

from ledger.events.club import ClubFounded, MemberJoined
from ledger.events.sitting import SittingOpened
from ledger.store import Club, ClubStore, Directory, Logged, SharedDatastore, SharedPool
from ops.migrate import migrate, service_role_of
from projections import READ_MODELS
from projections.daybook import sittings
from projections.follow import Away, Follower
from projections.read_model import Folded, Rows
from projections.rebuild import digest, rebuild
from projections.standing import Standing, standing_of_all
from projections.tables import ReadTables
from tests.play.table import Table
from tests.projections.evenings import Writer, played

PATIENCE = 10.0
NEVER = 3600.0

NEWER_EVENT = """
    WITH head AS (UPDATE poolbook.clubs SET position = position + 1, gone_on = true WHERE id = %(club)s RETURNING *)
    INSERT INTO poolbook.stored_events
    SELECT id, gen_random_uuid(), 1, head.position, 'sitting.abandoned', state
    FROM head, (SELECT state FROM poolbook.stored_events WHERE club = %(club)s LIMIT 1) AS earlier
"""


@dataclass(frozen=True)
class Followed:
    """A club of the follower's own database."""

    id: UUID
    store: ClubStore
    tables: ReadTables
    writer: Writer

    @property
    def lag(self) -> int:
        return self.store.max_position() - self.tables.position()

    def caught_up(self) -> bool:
        return self.tables.wait_for(self.store.max_position(), PATIENCE)


@pytest.fixture
def own_pool(new_database: Callable[[], str]) -> Iterator[SharedPool]:
    """A database that nothing else writes to or follows."""
    url = new_database()
    migrate(url)
    pool = SharedPool(url)
    yield pool
    pool.close()


@pytest.fixture
def make_club(own_pool: SharedPool) -> Callable[[], Followed]:
    """A function that makes a club in that database."""

    def make() -> Followed:
        club = Club(id=uuid4(), name="x", currency="GBP", created_at=datetime.now(UTC))
        assert Directory(SharedDatastore(own_pool)).add_club(club)
        datastore = SharedDatastore(own_pool, club.id)
        store = ClubStore(datastore)
        return Followed(club.id, store, ReadTables(datastore), Writer(store, club.id))

    return make


def until(happened: Callable[[], object]) -> bool:
    """Whether a condition comes true in time."""
    deadline = monotonic() + PATIENCE
    while not happened():
        if monotonic() > deadline:
            return False
        sleep(0.02)
    return True


def failing(on: type, while_: Callable[[], bool] = lambda: True) -> Folded:
    """A read model that cannot fold a kind of event."""

    def fold(rows: Rows, logged: Logged) -> None:
        if isinstance(logged.recorded.event, on) and while_():
            raise ZeroDivisionError("no such rows")

    return Folded("faulty", (), fold)


def test_every_club_is_followed(own_pool: SharedPool, make_club: Callable[[], Followed]) -> None:
    clubs = [make_club() for _ in range(3)]
    for seed, club in enumerate(clubs, 21):
        club.writer.write(played(seed, games=2))
    with Follower(own_pool, batch=10, poll_seconds=NEVER):
        assert all(club.caught_up() for club in clubs)
    for club in clubs:
        live = digest(club.tables)
        rebuild(club.store, club.tables)
        assert digest(club.tables) == live


def test_a_hint_is_enough_where_the_poll_would_come_too_late(
    own_pool: SharedPool, make_club: Callable[[], Followed]
) -> None:
    club = make_club()
    club.writer.write(Table("ABCDE"))
    with Follower(own_pool, poll_seconds=NEVER):
        assert club.caught_up()
        club.writer.write(Table("ABCDE"))
        assert club.caught_up()


def test_the_poll_is_enough_where_the_hint_is_lost(
    own_pool: SharedPool, make_club: Callable[[], Followed], monkeypatch: pytest.MonkeyPatch
) -> None:
    club = make_club()
    monkeypatch.setattr("projections.follow.CHANNEL", "nobody_speaks_here")
    with Follower(own_pool, poll_seconds=0.2):
        club.writer.write(Table("ABCDE"))
        assert club.caught_up()


def test_a_club_founded_meanwhile_is_followed_too(own_pool: SharedPool, make_club: Callable[[], Followed]) -> None:
    first = make_club()
    with Follower(own_pool, poll_seconds=NEVER):
        first.writer.write(Table("ABCDE"))
        assert first.caught_up()
        second = make_club()
        second.writer.write(Table("ABCDE"))
        assert second.caught_up()


def test_a_failing_projection_stops_its_club_alone_and_loudly(
    own_pool: SharedPool, make_club: Callable[[], Followed], caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = make_club(), make_club()
    for club in (bad, good):
        club.writer.write(Table("ABCDE").start("A").play("deal; C stakes 6"))
    before = bad.store.max_position()
    bad.writer.save([("club", ClubFounded(currency="GBP")), ("club", MemberJoined(member="F"))])
    with Follower(own_pool, (*READ_MODELS, failing(MemberJoined)), poll_seconds=0.1):
        assert until(bad.tables.failure)
        good.writer.write(Table("ABCDE"))
        assert good.caught_up()
        bad.writer.write(Table("ABCDE"))
        sleep(0.5)
    failure = bad.tables.failure()
    assert failure is not None
    assert failure.error == "ZeroDivisionError: no such rows"
    assert bad.tables.position() == failure.after_position == before + 1, "everything before it is folded"
    assert bad.lag > 0
    assert len(sittings(bad.tables).items) == 1
    assert (good.tables.failure(), good.lag) == (None, 0)
    assert standing_of_all(own_pool) == Standing(lag=bad.lag, stopped=1, unsigned=0)
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert str(bad.id) in record.getMessage()
    assert f"after position {before + 1}" in record.getMessage()
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError


def test_a_stopped_club_is_followed_again_by_the_next_leader(
    own_pool: SharedPool, make_club: Callable[[], Followed]
) -> None:
    club = make_club()
    club.writer.write(Table("ABCDE"))
    with Follower(own_pool, (*READ_MODELS, failing(SittingOpened))):
        assert until(club.tables.failure)
    with Follower(own_pool):
        assert club.caught_up()
        assert club.tables.failure() is None


def test_a_stopped_club_is_followed_again_once_it_has_been_rebuilt(
    own_pool: SharedPool, make_club: Callable[[], Followed]
) -> None:
    club = make_club()
    club.writer.write(Table("ABCDE"))
    mended: list[bool] = []
    models = (*READ_MODELS, failing(SittingOpened, while_=lambda: not mended))
    with Follower(own_pool, models, poll_seconds=0.1):
        assert until(club.tables.failure)
        mended.append(True)
        rebuild(club.store, club.tables, models)
        club.writer.write(Table("ABCDE"))
        assert club.caught_up()


def test_an_event_of_a_newer_release_stops_the_club(own_pool: SharedPool, make_club: Callable[[], Followed]) -> None:
    club = make_club()
    club.writer.write(Table("ABCDE"))
    with psycopg.connect(own_pool.url) as connection:
        connection.execute(NEWER_EVENT, {"club": club.id})
    with Follower(own_pool):
        assert until(club.tables.failure)
    failure = club.tables.failure()
    assert failure is not None
    assert failure.error.startswith("NewerEvent: ")
    assert len(sittings(club.tables).items) == 1


def test_books_that_do_not_balance_any_more_stop_the_club_until_they_are_made_again(
    own_pool: SharedPool, make_club: Callable[[], Followed]
) -> None:
    club = make_club()
    club.writer.write(Table("ABCDE"))
    with Follower(own_pool):
        assert club.caught_up()
    with club.tables.transaction() as cursor:
        cursor.execute("ALTER TABLE accounts DISABLE TRIGGER USER")
        cursor.execute("UPDATE accounts SET balance = balance + 1 WHERE club = %(club)s AND owner = 'E'")
        cursor.execute("ALTER TABLE accounts ENABLE TRIGGER USER")
    before = club.store.max_position()
    club.writer.write(Table("ABCD"))
    with Follower(own_pool):
        assert until(club.tables.failure)
    failure = club.tables.failure()
    assert failure is not None
    assert "the books do not balance at position" in failure.error
    assert before <= club.tables.position() < club.store.max_position()
    rebuild(club.store, club.tables)
    assert (club.tables.failure(), club.lag) == (None, 0)


def test_a_batch_that_failed_in_passing_is_folded_after_all(
    own_pool: SharedPool, make_club: Callable[[], Followed]
) -> None:
    club = make_club()
    club.writer.write(Table("ABCDE"))
    once = iter([True])
    models = (*READ_MODELS, failing(SittingOpened, while_=lambda: next(once, False)))
    with Follower(own_pool, models, poll_seconds=NEVER):
        assert club.caught_up()
    assert club.tables.failure() is None


def test_one_follower_leads_and_another_takes_over_when_it_ends(
    own_pool: SharedPool, make_club: Callable[[], Followed], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="projections.leading")

    def leaders() -> int:
        return sum("leads" in record.getMessage() for record in caplog.records)

    club = make_club()
    first = Follower(own_pool, poll_seconds=0.1).start()
    assert until(lambda: leaders() == 1)
    with Follower(own_pool, poll_seconds=0.1):
        club.writer.write(Table("ABCDE"))
        assert club.caught_up()
        assert leaders() == 1
        first.stop()
        assert until(lambda: leaders() == 2)
        club.writer.write(Table("ABCDE"))
        assert club.caught_up()


def test_a_follower_that_loses_its_connections_comes_back(
    own_pool: SharedPool, make_club: Callable[[], Followed]
) -> None:
    club = make_club()
    with Follower(own_pool, poll_seconds=0.1):
        club.writer.write(Table("ABCDE"))
        assert club.caught_up()
        with psycopg.connect(own_pool.url, autocommit=True) as connection:
            ended = connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
            ).fetchall()
        assert len(ended) >= 2
        club.writer.write(Table("ABCDE"))
        assert club.caught_up()
        assert club.tables.failure() is None


def test_a_follower_without_a_database_waits_for_one_and_can_be_stopped(caplog: pytest.LogCaptureFixture) -> None:
    nowhere = SharedPool("postgresql://nobody@/nothing?host=/nonexistent")
    with Follower(nowhere, poll_seconds=0.05):
        assert until(lambda: sum("no database" in r.getMessage() for r in caplog.records) >= 2)
    nowhere.close()


@pytest.mark.parametrize("leading", [True, False])
def test_a_follower_ends_promptly_when_it_has_nothing_to_do(leading: bool, own_pool: SharedPool) -> None:
    with psycopg.connect(own_pool.url, autocommit=True) as other:
        if not leading:
            other.execute("SELECT pg_advisory_lock(hashtextextended('poolbook.follower', 0))")
        follower = Follower(own_pool, poll_seconds=NEVER).start()
        sleep(0.5)
        begun = monotonic()
        follower.stop()
        assert monotonic() - begun < 0.5


@pytest.fixture
def service_url(new_database: Callable[[], str]) -> Iterator[tuple[str, str]]:
    """A database whose service has a role of its own: the owner's conninfo and the service's."""
    owner_url, role = new_database(), f"poolbook_follower_{uuid4().hex[:8]}"
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute(SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(Identifier(role), role))
    migrate(owner_url, role)
    yield owner_url, make_conninfo(**{**conninfo_to_dict(owner_url), "user": role, "password": role})
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute(SQL("GRANT {0} TO CURRENT_USER; DROP OWNED BY {0}; DROP ROLE {0}").format(Identifier(role)))


def test_the_services_role_may_do_all_that_the_follower_does(service_url: tuple[str, str]) -> None:
    owner_url, url = service_url
    assert service_role_of(url, owner_url)
    club = Club(id=uuid4(), name="x", currency="GBP", created_at=datetime.now(UTC))
    pool = SharedPool(url)
    assert Directory(SharedDatastore(pool)).add_club(club)
    datastore = SharedDatastore(pool, club.id)
    store, tables = ClubStore(datastore), ReadTables(datastore)
    Writer(store, club.id).write(played(seed=24, games=2))
    with Follower(pool, (*READ_MODELS, failing(SittingOpened))):
        assert until(tables.failure)
    with Follower(pool):
        assert tables.wait_for(store.max_position(), PATIENCE)
    assert tables.failure() is None
    live = digest(tables)
    rebuild(store, tables)
    assert digest(tables) == live
    pool.close()


def test_a_reader_waits_for_what_he_wrote_and_no_longer_than_he_said(
    own_pool: SharedPool, make_club: Callable[[], Followed]
) -> None:
    club = make_club()
    position = club.writer.write(Table("ABCDE"))
    begun = monotonic()
    assert not club.tables.wait_for(position, 0.1)
    assert 0.1 <= monotonic() - begun < 0.5
    with Follower(own_pool):
        assert club.tables.wait_for(position, PATIENCE)
        assert not club.tables.wait_for(position + 1, 0)


def gone_on(pool: SharedPool) -> set[UUID]:
    with psycopg.connect(pool.url) as connection:
        return {club for (club,) in connection.execute("SELECT id FROM poolbook.clubs WHERE gone_on")}


def test_a_club_that_is_folded_is_at_rest_until_it_goes_on(
    own_pool: SharedPool, make_club: Callable[[], Followed]
) -> None:
    club, other = make_club(), make_club()
    club.writer.write(Table("ABCDE"))
    assert gone_on(own_pool) == {club.id}
    with Follower(own_pool, poll_seconds=0.1):
        assert until(lambda: not gone_on(own_pool))
        other.writer.write(Table("ABCDE"))
        assert other.caught_up()
        assert until(lambda: not gone_on(own_pool))
    club.writer.write(Table("ABCDE"))
    assert gone_on(own_pool) == {club.id}


def test_a_club_does_not_come_to_rest_before_what_was_recorded_while_it_was_folded(
    own_pool: SharedPool, make_club: Callable[[], Followed]
) -> None:
    club = make_club()
    club.writer.write(Table("ABCDE"))
    folded = club.store.max_position()
    club.writer.write(Table("ABCDE"))
    club.tables.rest_at(folded)
    assert gone_on(own_pool) == {club.id}


def test_what_is_asked_does_not_grow_with_the_number_of_clubs_at_rest(
    own_pool: SharedPool, make_club: Callable[[], Followed]
) -> None:
    """Of many clubs the follower holds, and looks at, those alone that have gone on."""
    clubs = [make_club() for _ in range(20)]
    clubs[7].writer.write(Table("ABCDE"))
    follower = Follower(own_pool, poll_seconds=0.1)
    with follower:
        assert clubs[7].caught_up()
        assert until(lambda: not gone_on(own_pool))
        assert until(lambda: not follower._clubs)


def test_while_not_all_clubs_can_be_asked_those_that_hints_name_are_followed(
    own_pool: SharedPool,
    make_club: Callable[[], Followed],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    club = make_club()
    question = "DO $$ BEGIN RAISE EXCEPTION 'connection to the remote node failed' USING ERRCODE = '08006'; END $$"
    monkeypatch.setattr("projections.follow._GONE_ON", question)
    with caplog.at_level(logging.WARNING), Follower(own_pool, poll_seconds=0.05):
        assert until(lambda: "a part of the database is away" in caplog.text)
        club.writer.write(Table("ABCDE"))
        assert club.caught_up()
        club.writer.write(Table("ABCDE"))
        assert club.caught_up()
    assert caplog.text.count("a part of the database is away") == 1


def test_a_club_whose_part_of_the_database_is_away_is_left_out_longer_each_time_and_not_when_it_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr("projections.follow.monotonic", lambda: now[0])
    away, club, other = Away(), uuid4(), uuid4()
    waits = []
    for _ in range(8):
        waits.append(away.leave_out(club))
        assert away.is_left_out(club)
        assert not away.is_left_out(other)
        now[0] += waits[-1]
        assert not away.is_left_out(club)
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60]
    away.is_back(club)
    assert away.leave_out(club) == 1
