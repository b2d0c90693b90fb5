"""The record cannot be changed by the service's own role, nor by the owner if the service has no other role."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.errors import InsufficientPrivilege
from psycopg.sql import SQL, Identifier

from ledger.events.club import ClubFounded
from ledger.store import DIRECTORY, Club, ClubStore, Directory, SharedDatastore, SharedPool, Token
from ops.migrate import create_club_schema, migrate, service_role_of
from projections.follow import ClubFollower
from projections.tables import ReadTables
from projections.verify import verify
from tests.store.samples import command, list_token, recorded, revoke_listed, staked

PASSWORD = "for the tests only"
TABLES = ("stored_events", "sealed", "commands", "command_secret", "log_checkpoints")
CHANGES = (
    "UPDATE {} SET {} = {}",
    "DELETE FROM {}",
    "TRUNCATE {}",
)
COLUMNS = {
    "stored_events": "topic",
    "sealed": "part",
    "commands": "key",
    "command_secret": "secret",
    "log_checkpoints": "size",
}


def changes(schema: str) -> Iterator[psycopg.sql.Composed]:
    for table in TABLES:
        name, column = Identifier(schema, table), Identifier(COLUMNS[table])
        yield SQL("UPDATE {} SET {} = {}").format(name, column, column)
        yield SQL("DELETE FROM {}").format(name)
        yield SQL("TRUNCATE {}").format(name)
        yield SQL("DROP TABLE {}").format(name)
        yield SQL("ALTER TABLE {} DISABLE TRIGGER ALL").format(name)


def save_one(pool: SharedPool, schema: str) -> tuple[ClubStore, UUID]:
    store, stream = ClubStore(SharedDatastore(pool, schema)), uuid4()
    store.save([recorded(stream, 1, staked(note="sealed"))], command(stream, key=store.command_name("a key")))
    return store, stream


@pytest.fixture(scope="module")
def service(server_url: str, new_database: Callable[[], str]) -> Iterator[tuple[str, str]]:
    """A database in which the service has a role of its own. Gives the owner's conninfo and the service's."""
    role = f"poolbook_service_{uuid4().hex[:8]}"
    owner_url = new_database()
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute(SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(Identifier(role), PASSWORD))
    service_url = make_conninfo(**{**conninfo_to_dict(owner_url), "user": role, "password": PASSWORD})
    assert service_role_of(service_url, owner_url) == role
    migrate(owner_url, role)
    yield owner_url, service_url
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute(SQL("GRANT {0} TO CURRENT_USER; DROP OWNED BY {0}; DROP ROLE {0}").format(Identifier(role)))


@pytest.fixture
def service_club(service: tuple[str, str]) -> str:
    """The schema of a club made for that service."""
    owner_url, service_url = service
    return create_club_schema(
        owner_url,
        club=uuid4(),
        name="The Green Baize",
        currency="GBP",
        created_at=datetime.now(UTC),
        service_role=service_role_of(service_url, owner_url),
    )


def test_the_services_role_can_do_all_that_the_service_does(service: tuple[str, str], service_club: str) -> None:
    pool = SharedPool(service[1])
    store, stream = save_one(pool, service_club)
    assert list(store.load(stream)) == [recorded(stream, 1, staked(note="sealed"))]
    assert len(list(store.notifications(0, 10))) == 1
    directory = Directory(SharedDatastore(pool, DIRECTORY))
    club = directory.clubs()[-1].id
    now = datetime.now(UTC)
    token = Token(id=uuid4(), club=club, role="owner", member=None, label="", created_at=now)
    list_token(pool, token, uuid4().bytes * 2)
    revoke_listed(pool, club, token.id, now)
    assert directory.tokens(club) == [replace(token, revoked_at=now)]
    assert store.command_name("a key") == ClubStore(SharedDatastore(pool, service_club)).command_name("a key")
    pool.close()


def test_the_services_role_may_verify(service: tuple[str, str], service_club: str) -> None:
    """A verification needs only the rights to read, and to make tables of its own session."""
    pool = SharedPool(service[1])
    club = next(
        entry for entry in Directory(SharedDatastore(pool, DIRECTORY)).clubs() if entry.schema_name == service_club
    )
    store = ClubStore(SharedDatastore(pool, service_club))
    founding = recorded(club.id, 1, ClubFounded(currency="GBP"), "the founding")
    store.save([founding], command(club.id, key="the founding"))
    ClubFollower(store, ReadTables(SharedDatastore(pool, service_club))).advance()
    report = verify(service[1], club)
    assert report.ok, report.first_difference
    assert report.checked["events"] == 1
    pool.close()


def test_the_services_role_can_change_and_remove_nothing(service: tuple[str, str], service_club: str) -> None:
    pool = SharedPool(service[1])
    store, stream = save_one(pool, service_club)
    with psycopg.connect(service[1], autocommit=True) as connection:
        for change in changes(service_club):
            with pytest.raises(InsufficientPrivilege):
                connection.execute(change)
        with pytest.raises(InsufficientPrivilege):
            connection.execute("UPDATE poolbook.clubs SET name = ''")
        with pytest.raises(InsufficientPrivilege):
            connection.execute("UPDATE poolbook.tokens SET role = 'owner'")
    assert list(store.load(stream)) == [recorded(stream, 1, staked(note="sealed"))]
    pool.close()


def test_the_services_role_cannot_choose_a_position_in_the_log(service: tuple[str, str], service_club: str) -> None:
    insert = SQL(
        "INSERT INTO {} (originator_id, originator_version, topic, state, notification_id) VALUES (%s, 1, '', '', 1)"
    ).format(Identifier(service_club, "stored_events"))
    with psycopg.connect(service[1]) as connection, pytest.raises(psycopg.errors.GeneratedAlways):
        connection.execute(insert, (uuid4(),))


def test_the_services_role_may_erase_a_sealed_part_by_the_function(service: tuple[str, str], service_club: str) -> None:
    pool = SharedPool(service[1])
    store, stream = save_one(pool, service_club)
    erase = SQL("SELECT {}(%s, 1, 'note')").format(Identifier(service_club, "erase_sealed"))
    with psycopg.connect(service[1], autocommit=True) as connection:
        assert connection.execute(erase, (stream,)).fetchone() == (True,)
        with pytest.raises(InsufficientPrivilege):
            connection.execute(SQL("DELETE FROM {}").format(Identifier(service_club, "sealed")))
    assert list(store.load(stream)) == [recorded(stream, 1)]
    pool.close()


def test_another_role_of_the_server_sees_nothing(service: tuple[str, str], club: Club, database_url: str) -> None:
    stranger = {**conninfo_to_dict(database_url), "user": conninfo_to_dict(service[1])["user"], "password": PASSWORD}
    with psycopg.connect(make_conninfo(**stranger), autocommit=True) as connection:
        for schema, table in ((club.schema_name, "stored_events"), ("poolbook", "tokens")):
            with pytest.raises(InsufficientPrivilege):
                connection.execute(SQL("SELECT * FROM {}").format(Identifier(schema, table)))


def test_the_owners_hand_is_stopped_too(database_url: str, pool: SharedPool, club: Club) -> None:
    store, stream = save_one(pool, club.schema_name)
    with psycopg.connect(database_url, autocommit=True) as owner:
        for table in TABLES:
            name, column = Identifier(club.schema_name, table), Identifier(COLUMNS[table])
            for change in CHANGES:
                with pytest.raises(InsufficientPrivilege, match=f"{table} refused: what is recorded stays"):
                    owner.execute(SQL(change).format(name, column, column))
    assert list(store.load(stream)) == [recorded(stream, 1, staked(note="sealed"))]


def test_the_owner_can_delete_a_sealed_part_only_by_the_function(
    database_url: str, pool: SharedPool, club: Club
) -> None:
    store, stream = save_one(pool, club.schema_name)
    erase = SQL("SELECT {}(%s, 1, 'note')").format(Identifier(club.schema_name, "erase_sealed"))
    delete = SQL("DELETE FROM {}").format(Identifier(club.schema_name, "sealed"))
    with psycopg.connect(database_url) as owner:
        owner.execute(erase, (stream,))
        with pytest.raises(InsufficientPrivilege), owner.transaction():
            owner.execute(delete)
    assert list(store.load(stream)) == [recorded(stream, 1)]
