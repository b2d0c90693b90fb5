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
from ledger.store import Club, ClubStore, Directory, SharedDatastore, SharedPool, Token
from ledger.store.directory import rename_club
from ops.migrate import migrate, service_role_of
from projections.follow import ClubFollower
from projections.tables import ReadTables
from projections.verify import verify
from tests.conftest import lay_out
from tests.store.samples import command, list_token, recorded, revoke_listed, staked

PASSWORD = "for the tests only"
TABLES = ("stored_events", "sealed", "commands", "command_secret", "log_checkpoints")
CHANGES = (
    "UPDATE {} SET {} = {}",
    "DELETE FROM {}",
    "TRUNCATE {}",
)
ERASE = "INSERT INTO poolbook.erasures (club, stream, version, part) VALUES (%s, %s, 1, 'note')"
COLUMNS = {
    "stored_events": "topic",
    "sealed": "part",
    "commands": "key",
    "command_secret": "secret",
    "log_checkpoints": "size",
}


def changes() -> Iterator[psycopg.sql.Composed]:
    for table in TABLES:
        name, column = Identifier("poolbook", table), Identifier(COLUMNS[table])
        yield SQL("UPDATE {} SET {} = {}").format(name, column, column)
        yield SQL("DELETE FROM {}").format(name)
        yield SQL("TRUNCATE {}").format(name)
        yield SQL("DROP TABLE {}").format(name)
        yield SQL("ALTER TABLE {} DISABLE TRIGGER ALL").format(name)


def save_one(pool: SharedPool, club: UUID) -> tuple[ClubStore, UUID]:
    store, stream = ClubStore(SharedDatastore(pool, club)), uuid4()
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
    lay_out(owner_url)
    yield owner_url, service_url
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute(SQL("GRANT {0} TO CURRENT_USER; DROP OWNED BY {0}; DROP ROLE {0}").format(Identifier(role)))


@pytest.fixture
def service_club(service: tuple[str, str]) -> Club:
    """A club that the service has made with its own rights."""
    pool = SharedPool(service[1])
    given = Club(id=uuid4(), name="The Green Baize", currency="GBP", created_at=datetime.now(UTC))
    assert Directory(SharedDatastore(pool)).add_club(given)
    pool.close()
    return given


def test_the_services_role_can_do_all_that_the_service_does(service: tuple[str, str], service_club: Club) -> None:
    pool = SharedPool(service[1])
    store, stream = save_one(pool, service_club.id)
    assert list(store.load(stream)) == [recorded(stream, 1, staked(note="sealed"))]
    assert len(list(store.notifications(0, 10))) == 1
    directory = Directory(SharedDatastore(pool))
    club = directory.clubs()[-1].id
    now = datetime.now(UTC)
    token = Token(id=uuid4(), club=club, role="owner", member=None, label="", created_at=now)
    list_token(pool, token, uuid4().bytes * 2)
    revoke_listed(pool, club, token.id, now)
    assert directory.tokens(club) == [replace(token, revoked_at=now)]
    assert store.command_name("a key") == ClubStore(SharedDatastore(pool, service_club.id)).command_name("a key")
    pool.close()


def test_the_services_role_may_verify(service: tuple[str, str], service_club: Club) -> None:
    """A verification needs only the rights to read, and to make tables of its own session."""
    pool = SharedPool(service[1])
    club = service_club
    store = ClubStore(SharedDatastore(pool, club.id))
    founding = recorded(club.id, 1, ClubFounded(currency="GBP"), "the founding")
    store.save([founding], command(club.id, key="the founding"))
    ClubFollower(store, ReadTables(SharedDatastore(pool, club.id))).advance()
    report = verify(service[1], club)
    assert report.ok, report.first_difference
    assert report.checked["events"] == 1
    pool.close()


def test_the_services_role_can_change_and_remove_nothing(service: tuple[str, str], service_club: Club) -> None:
    pool = SharedPool(service[1])
    store, stream = save_one(pool, service_club.id)
    with psycopg.connect(service[1], autocommit=True) as connection:
        for change in changes():
            with pytest.raises(InsufficientPrivilege):
                connection.execute(change)
        with pytest.raises(InsufficientPrivilege):
            connection.execute("UPDATE poolbook.clubs SET name = ''")
        with pytest.raises(InsufficientPrivilege):
            connection.execute("UPDATE poolbook.tokens SET role = 'owner'")
    assert list(store.load(stream)) == [recorded(stream, 1, staked(note="sealed"))]
    pool.close()


def test_the_services_role_renames_a_club_by_its_door(service: tuple[str, str], service_club: Club) -> None:
    with psycopg.connect(service[1], autocommit=True) as connection:
        rename_club(service_club.id, "The Portland", connection, datetime.now(UTC))
        named = connection.execute("SELECT name FROM poolbook.clubs WHERE id = %s", (service_club.id,)).fetchone()
        assert named == ("The Portland",)
        rename_club(service_club.id, service_club.name, connection, datetime.now(UTC))


PAST_THE_DOOR = {
    "an event": "INSERT INTO poolbook.stored_events VALUES (%(club)s, %(stream)s, 1, 9, '', '')",
    "a sealed part": "INSERT INTO poolbook.sealed VALUES (%(club)s, %(stream)s, 1, 'note', '', '')",
    "a command": "INSERT INTO poolbook.commands VALUES (%(club)s, 'key', '', %(stream)s, 1, 1, now())",
    "a position": "UPDATE poolbook.clubs SET position = 9 WHERE id = %(club)s",
    "a time": "UPDATE poolbook.clubs SET last_at = now() WHERE id = %(club)s",
    "a club at a position": "INSERT INTO poolbook.clubs VALUES (%(stream)s, '', 'GBP', now(), 9)",
    "an entry of the books": "INSERT INTO poolbook.journal (club, position) VALUES (%(club)s, 1)",
    "a line of the books": "INSERT INTO poolbook.postings (club, position) VALUES (%(club)s, 1)",
    "an account": "UPDATE poolbook.accounts SET balance = 0 WHERE club = %(club)s",
}
"""What can be recorded only by the functions of the database, which give positions and work out balances."""


@pytest.mark.parametrize("what", PAST_THE_DOOR)
def test_the_services_role_records_by_the_functions_only(
    service: tuple[str, str], service_club: Club, what: str
) -> None:
    names = {"club": service_club.id, "stream": uuid4()}
    with psycopg.connect(service[1]) as connection, pytest.raises(InsufficientPrivilege):
        connection.execute(PAST_THE_DOOR[what].encode(), names)


def test_the_services_role_may_erase_a_sealed_part_by_its_door(service: tuple[str, str], service_club: Club) -> None:
    pool = SharedPool(service[1])
    store, stream = save_one(pool, service_club.id)
    with psycopg.connect(service[1], autocommit=True) as connection:
        connection.execute(ERASE, (service_club.id, stream))
        with pytest.raises(InsufficientPrivilege):
            connection.execute("DELETE FROM poolbook.sealed")
    assert list(store.load(stream)) == [recorded(stream, 1)]
    pool.close()


def test_another_role_of_the_server_sees_nothing(service: tuple[str, str], club: Club, database_url: str) -> None:
    stranger = {**conninfo_to_dict(database_url), "user": conninfo_to_dict(service[1])["user"], "password": PASSWORD}
    with psycopg.connect(make_conninfo(**stranger), autocommit=True) as connection:
        for table in ("stored_events", "tokens"):
            with pytest.raises(InsufficientPrivilege):
                connection.execute(SQL("SELECT * FROM {}").format(Identifier("poolbook", table)))


def test_the_owners_hand_is_stopped_too(database_url: str, pool: SharedPool, club: Club) -> None:
    store, stream = save_one(pool, club.id)
    with psycopg.connect(database_url, autocommit=True) as owner:
        for table in TABLES:
            name, column = Identifier("poolbook", table), Identifier(COLUMNS[table])
            for change in CHANGES:
                with pytest.raises(InsufficientPrivilege, match=f"{table} refused: what is recorded stays"):
                    owner.execute(SQL(change).format(name, column, column))
    assert list(store.load(stream)) == [recorded(stream, 1, staked(note="sealed"))]


def test_the_owner_can_delete_a_sealed_part_only_by_the_door(database_url: str, pool: SharedPool, club: Club) -> None:
    store, stream = save_one(pool, club.id)
    with psycopg.connect(database_url) as owner:
        owner.execute(ERASE, (club.id, stream))
        with pytest.raises(InsufficientPrivilege), owner.transaction():
            owner.execute("DELETE FROM poolbook.sealed")
    assert list(store.load(stream)) == [recorded(stream, 1)]
