"""The follower follows every club, by hints or by polling; a club that fails is stopped alone, with an error."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic, sleep
from uuid import uuid4

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.sql import SQL, Identifier

from ledger.events.club import ClubFounded, MemberJoined
from ledger.events.sitting import SittingOpened
from ledger.store import ClubStore, Logged, SharedDatastore, SharedPool
from ops.migrate import create_club_schema, migrate, service_role_of
from projections import READ_MODELS
from projections.daybook import sittings
from projections.follow import Follower, Progress, progress_of
from projections.read_model import Folded, Rows
from projections.rebuild import digest, rebuild
from projections.tables import ReadTables
from tests.play.table import Table
from tests.projections.evenings import Writer, played

PATIENCE = 10.0
NEVER = 3600.0


@dataclass(frozen=True)
class Followed:
    """A club of the follower's own database."""

    schema: str
    store: ClubStore
    tables: ReadTables
    writer: Writer

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
        club = uuid4()
        schema = create_club_schema(own_pool.url, club=club, name="x", currency="GBP", created_at=datetime.now(UTC))
        datastore = SharedDatastore(own_pool, schema)
        store = ClubStore(datastore)
        return Followed(schema, store, ReadTables(datastore), Writer(store, club))

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
        assert until(lambda: progress_of(bad.store, bad.tables).failure)
        good.writer.write(Table("ABCDE"))
        assert good.caught_up()
        bad.writer.write(Table("ABCDE"))
        sleep(0.5)
    stopped = progress_of(bad.store, bad.tables)
    assert stopped.failure is not None
    assert stopped.failure.error == "ZeroDivisionError: no such rows"
    assert stopped.position == stopped.failure.after_position == before + 1, "everything before it is folded"
    assert stopped.lag > 0
    assert len(sittings(bad.tables).items) == 1
    assert (progress_of(good.store, good.tables).failure, progress_of(good.store, good.tables).lag) == (None, 0)
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert bad.schema in record.getMessage()
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
        connection.execute(
            SQL(
                "INSERT INTO {}.stored_events (originator_id, originator_version, topic, state)"
                " SELECT gen_random_uuid(), 1, 'sitting.abandoned', state FROM {}.stored_events LIMIT 1"
            ).format(Identifier(club.schema), Identifier(club.schema))
        )
    with Follower(own_pool):
        assert until(club.tables.failure)
    stopped = progress_of(club.store, club.tables)
    assert stopped.failure is not None
    assert stopped.failure.error.startswith("NewerEvent: ")
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
        cursor.execute("UPDATE accounts SET balance = balance + 1 WHERE owner = 'E'")
        cursor.execute("ALTER TABLE accounts ENABLE TRIGGER USER")
    before = club.store.max_position()
    club.writer.write(Table("ABCD"))
    with Follower(own_pool):
        assert until(club.tables.failure)
    stopped = progress_of(club.store, club.tables)
    assert stopped.failure is not None
    assert "the books do not balance at position" in stopped.failure.error
    assert before <= stopped.position < club.store.max_position()
    rebuild(club.store, club.tables)
    assert progress_of(club.store, club.tables) == Progress(club.store.max_position(), club.store.max_position(), None)


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
    caplog.set_level(logging.INFO, logger="projections.follow")

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
    club, role = uuid4(), service_role_of(url, owner_url)
    schema = create_club_schema(
        owner_url, club=club, name="x", currency="GBP", created_at=datetime.now(UTC), service_role=role
    )
    pool = SharedPool(url)
    datastore = SharedDatastore(pool, schema)
    store, tables = ClubStore(datastore), ReadTables(datastore)
    Writer(store, club).write(played(seed=24, games=2))
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
