"""A database of the release before, with a schema for each club, keeps all that is recorded when it is migrated."""

import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ledger.application.club_books import KeyReused, Request
from ledger.application.clubs import Clubs
from ledger.store import Actor, ClubStore, SharedDatastore
from ops import migrate as migrations
from ops.migrate import migrate
from projections import merkle
from projections.follow import ClubFollower
from projections.merkle import LogChanged
from projections.rebuild import digest, rebuild
from projections.statements import books_of_club
from projections.tables import ReadTables
from projections.verify import verify

DATABASE = Path(__file__).parent.parent / "golden" / "a_schema_for_each_club.sql"
GREEN_BAIZE = UUID("767a7936-7374-5e70-aa55-1fb56817d200")
SECOND_TABLE = UUID("9cb7e604-ff4a-55dd-b015-73078baf0aa4")
CLUBS = (GREEN_BAIZE, SECOND_TABLE)
KEY, REQUEST = "the-key-of-an-old-request", sha256(b"the request").digest()
"""With these a member was added at the Green Baize."""

KEPT = {
    "stored_events": "originator_id, originator_version, topic, state",
    "sealed": "stream, version, part, salt, body",
    "commands": "key, request_hash, stream, from_version, to_version, recorded_at",
    "command_secret": "secret",
    "log_checkpoints": "size, root, note, vkey, signed_at",
}
TOKENS = "SELECT id, digest, club, role, member, label, created_at, revoked_at FROM poolbook.tokens ORDER BY id"

Rows = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def older(new_database: Callable[[], str]) -> str:
    """A database of the release before."""
    url = new_database()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(DATABASE.read_bytes())
    return url


def rows_before(url: str, club: UUID) -> Rows:
    """What is recorded of a club in its own schema; the events in the order of their positions."""
    with psycopg.connect(url) as connection:
        return {
            table: connection.execute(
                f"SELECT {columns} FROM club_{club.hex}.{table} ORDER BY {_order(table)}".encode()
            ).fetchall()
            for table, columns in KEPT.items()
        }


def rows_now(url: str, club: UUID) -> Rows:
    """What is recorded of a club in the tables of all clubs, in the same order."""
    with psycopg.connect(url) as connection:
        return {
            table: connection.execute(
                f"SELECT {columns} FROM poolbook.{table} WHERE club = %s ORDER BY {_order(table)}".encode(), (club,)
            ).fetchall()
            for table, columns in KEPT.items()
        }


def _order(table: str) -> str:
    return "notification_id" if table == "stored_events" else "1, 2, 3" if table in ("sealed", "commands") else "1"


def selected(url: str, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute(query.encode()).fetchall()


def positions(url: str, club: UUID) -> list[int]:
    query = f"SELECT notification_id FROM poolbook.stored_events WHERE club = '{club}' ORDER BY 1"
    return [position for (position,) in selected(url, query)]


def schemas(url: str) -> set[str]:
    return {name for (name,) in selected(url, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'club%'")}


def check_carried_over(url: str, before: dict[UUID, Rows], tokens: list[tuple[Any, ...]]) -> None:
    for club in CLUBS:
        assert rows_now(url, club) == before[club]
        events = len(before[club]["stored_events"])
        assert positions(url, club) == list(range(1, events + 1))
        (row,) = selected(url, f"SELECT position, gone_on FROM poolbook.clubs WHERE id = '{club}'")
        assert row == (events, True)
        (times,) = selected(
            url,
            "SELECT last_at, (SELECT (convert_from(state, 'UTF8')::jsonb ->> 'at')::timestamptz"
            f" FROM poolbook.stored_events WHERE club = id AND notification_id = position) FROM poolbook.clubs"
            f" WHERE id = '{club}'",
        )
        assert times[0] == times[1]
    assert selected(url, TOKENS) == tokens
    assert schemas(url) == set()
    assert selected(url, "SELECT DISTINCT schema_name FROM poolbook.migrations") == [("poolbook",)]


def test_it_has_what_a_release_can_have(older: str) -> None:
    """What the other tests look for is there to be lost."""
    for club in CLUBS:
        before = rows_before(older, club)
        assert all(before.values())
        last = selected(older, f"SELECT max(notification_id) FROM club_{club.hex}.stored_events")
        assert last > [(len(before["stored_events"]),)], "positions had gaps"
    topics = {topic for _, _, topic, _ in rows_before(older, GREEN_BAIZE)["stored_events"]}
    assert {"game.settled", "game.corrected", "club.part_erased", "club.token_revoked"} <= topics
    tokens = selected(older, TOKENS)
    assert any(label is None for *_, label, _, _ in tokens)
    assert any(revoked_at for *_, revoked_at in tokens)


def test_all_that_is_recorded_goes_over_at_positions_without_gaps(older: str) -> None:
    before, tokens = {club: rows_before(older, club) for club in CLUBS}, selected(older, TOKENS)
    told: list[tuple[int, int]] = []
    applied = migrate(older, progress=lambda *at: told.append(at))
    assert [name for name in applied if name.endswith("_each_club.sql")] == ["poolbook_0110_carry_over_each_club.sql"]
    assert told == [(1, 2), (2, 2)]
    check_carried_over(older, before, tokens)
    assert migrate(older) == []
    check_carried_over(older, before, tokens)


def test_an_interrupted_migration_goes_on_at_the_next_club(older: str) -> None:
    before, tokens = {club: rows_before(older, club) for club in CLUBS}, selected(older, TOKENS)

    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        migrate(older, progress=interrupt)
    assert rows_now(older, GREEN_BAIZE) == before[GREEN_BAIZE]
    assert rows_before(older, SECOND_TABLE) == before[SECOND_TABLE]
    assert schemas(older) == {f"club_{SECOND_TABLE.hex}"}
    told: list[tuple[int, int]] = []
    migrate(older, progress=lambda *at: told.append(at))
    assert told == [(1, 1)]
    check_carried_over(older, before, tokens)


KILLED = """
import os, sys
from ops.migrate import migrate
migrate(sys.argv[1], progress=lambda done, total: os.kill(os.getpid(), 9))
"""


def test_a_migration_that_was_killed_goes_on_at_the_next_club(older: str) -> None:
    before, tokens = {club: rows_before(older, club) for club in CLUBS}, selected(older, TOKENS)
    killed = subprocess.run([sys.executable, "-c", KILLED, older], check=False, timeout=60)
    assert killed.returncode == -9
    assert schemas(older) == {f"club_{SECOND_TABLE.hex}"}
    migrate(older)
    check_carried_over(older, before, tokens)


def test_a_club_that_cannot_be_carried_over_stays_whole_and_is_carried_over_later(
    older: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, tokens = {club: rows_before(older, club) for club in CLUBS}, selected(older, TOKENS)
    refused = [
        (name, text.replace("DROP SCHEMA", "PERFORM 1 / 0; DROP SCHEMA") if "_0110_" in name else text)
        for name, text in migrations.all_files()
    ]
    with monkeypatch.context() as broken:
        broken.setattr(migrations, "all_files", lambda: refused)
        for _ in range(2):
            with pytest.raises(psycopg.errors.DivisionByZero):
                migrate(older)
    assert rows_before(older, GREEN_BAIZE) == before[GREEN_BAIZE]
    assert not any(rows_now(older, GREEN_BAIZE).values())
    migrate(older)
    check_carried_over(older, before, tokens)


def test_processes_that_migrate_at_once_carry_each_club_over_once(older: str) -> None:
    before, tokens = {club: rows_before(older, club) for club in CLUBS}, selected(older, TOKENS)
    command = [sys.executable, "-W", "error", "-c", "import sys; from ops.migrate import migrate; migrate(sys.argv[1])"]
    processes = [subprocess.Popen([*command, older]) for _ in range(3)]
    assert [process.wait(timeout=60) for process in processes] == [0] * 3
    check_carried_over(older, before, tokens)


def test_a_club_of_the_first_release_and_one_without_events_go_over(older: str) -> None:
    """The first had neither secrets nor checkpoints; the second was not founded to the end."""
    unfounded = uuid4()
    with psycopg.connect(older) as owner:
        for table in ("command_secret", "log_checkpoints"):
            owner.execute(f"DROP TABLE club_{SECOND_TABLE.hex}.{table}")
        tables = "stored_events", "sealed", "commands"
        owner.execute(f"CREATE SCHEMA club_{unfounded.hex}")
        for table in tables:
            owner.execute(f"CREATE TABLE club_{unfounded.hex}.{table} (LIKE club_{GREEN_BAIZE.hex}.{table})")
        owner.execute(
            "INSERT INTO poolbook.clubs (id, name, currency, schema_name, created_at)"
            " VALUES (%s, 'Unfounded', 'GBP', %s, now())",
            (unfounded, f"club_{unfounded.hex}"),
        )
    migrate(older)
    now = rows_now(older, SECOND_TABLE)
    assert [table for table, rows in now.items() if not rows] == ["command_secret", "log_checkpoints"]
    assert positions(older, SECOND_TABLE) == list(range(1, len(now["stored_events"]) + 1))
    assert selected(older, f"SELECT position FROM poolbook.clubs WHERE id = '{unfounded}'") == [(0,)]
    assert schemas(older) == set()


def test_the_follower_folds_it_the_signed_roots_are_found_again_and_verification_agrees(older: str) -> None:
    migrate(older)
    clubs = Clubs(older)
    for entry in clubs.directory.clubs():
        datastore = SharedDatastore(clubs.pool, entry.id)
        store, tables = ClubStore(datastore), ReadTables(datastore)
        follower = ClubFollower(store, tables)
        while follower.advance():
            pass
        assert tables.position() == store.max_position()
        books = books_of_club(tables)
        assert (books.total, books.counters) == (0, books.in_issue)
        with tables.transaction() as cursor:
            merkle.check_whole(cursor)
            for checkpoint in merkle.checkpoints(tables):
                assert merkle.root_in(cursor, checkpoint.size) == checkpoint.root
        followed = digest(tables)
        rebuild(store, tables)
        assert digest(tables) == followed
        report = verify(older, entry)
        assert report.ok, report.first_difference
        assert report.checked["checkpoints"] == len(merkle.checkpoints(tables)) > 0
    clubs.close()


def test_a_log_that_was_changed_before_contradicts_its_checkpoints_afterwards(older: str) -> None:
    with psycopg.connect(older) as superuser:
        superuser.execute("SET session_replication_role = replica")
        superuser.execute(
            f"UPDATE club_{GREEN_BAIZE.hex}.stored_events SET state ="
            " convert_to(replace(convert_from(state, 'UTF8'), '\"amount\":6', '\"amount\":9'), 'UTF8')"
        )
    migrate(older)
    clubs = Clubs(older)
    datastore = SharedDatastore(clubs.pool, GREEN_BAIZE)
    with pytest.raises(LogChanged):
        rebuild(ClubStore(datastore), ReadTables(datastore))
    clubs.close()


def test_a_repeat_of_an_earlier_request_is_known_as_one_and_the_club_goes_on(older: str) -> None:
    migrate(older)
    clubs = Clubs(older)
    books, nobody = clubs.books(GREEN_BAIZE), Actor(token=None, member=None, role="operator")
    last = books.store.max_position()
    again = books.add_member(Request(nobody, KEY, REQUEST), "Frank")
    assert (again.replayed, books.store.max_position()) == (True, last)
    with pytest.raises(KeyReused):
        books.add_member(Request(nobody, KEY, sha256(b"another request").digest()), "Frank")
    added = books.add_member(Request(nobody, "a-new-key", REQUEST), "George")
    assert (added.replayed, added.position) == (False, last + 1)
    clubs.close()


def test_a_service_with_a_role_of_its_own_has_its_rights_in_it(older: str) -> None:
    role = f"poolbook_service_{uuid4().hex[:8]}"
    with psycopg.connect(older, autocommit=True) as owner:
        owner.execute(f"CREATE ROLE {role} LOGIN PASSWORD '{role}'")
        try:
            migrate(older, role)
            clubs = Clubs(make_conninfo(**{**conninfo_to_dict(older), "user": role, "password": role}))
            nobody = Actor(token=None, member=None, role="operator")
            assert clubs.books(SECOND_TABLE).add_member(Request(nobody, "a-key", REQUEST), "George").position == 19
            founded, _ = clubs.found_club(Request(nobody, "another-key", REQUEST), "The Third Table", "GBP")
            assert clubs.books(founded.id).store.max_position() > 0
            datastore = SharedDatastore(clubs.pool, SECOND_TABLE)
            assert ClubFollower(ClubStore(datastore), ReadTables(datastore)).advance() == 19
            clubs.close()
        finally:
            owner.execute(f"GRANT {role} TO CURRENT_USER; DROP OWNED BY {role}; DROP ROLE {role}")
