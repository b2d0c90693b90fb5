"""Migrations run once each and in order, even if several processes start them, for old and new clubs."""

import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID, uuid4

import psycopg
import pytest

from ops import migrate as migrations
from ops.migrate import create_club_schema, migrate, service_role_of

CLUB = UUID("18961120-0000-4000-8000-000000000081")
SCHEMA = f"club_{CLUB.hex}"


def create(url: str, **other: object) -> str:
    given = {"club": CLUB, "name": "The Green Baize", "currency": "GBP", "created_at": datetime.now(UTC), **other}
    return create_club_schema(url, **given)


def names(kind: str, *, grants: bool) -> list[str]:
    return [name for name, _ in migrations.files_of(kind) if name.endswith("_grants.sql") == grants]


def tables(url: str) -> set[tuple[str, str]]:
    with psycopg.connect(url) as connection:
        query = "SELECT schemaname, tablename FROM pg_tables WHERE schemaname = 'poolbook' OR schemaname LIKE 'club%'"
        return set(connection.execute(query).fetchall())


def test_migrating_twice_does_nothing_the_second_time(new_database: Callable[[], str]) -> None:
    url = new_database()
    assert migrate(url) == [f"poolbook: {name}" for name in names("poolbook_", grants=False)]
    create(url)
    before = tables(url)
    assert migrate(url) == []
    assert tables(url) == before
    assert {("poolbook", "clubs"), ("poolbook", "tokens"), (SCHEMA, "stored_events"), (SCHEMA, "sealed")} < before


def test_a_club_is_made_whole_or_not_at_all(new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    url = new_database()
    migrate(url)
    broken = [("club_0001_events.sql", "CREATE TABLE {schema}.one ()"), ("club_0002_broken.sql", "CREATE NONSENSE")]
    with monkeypatch.context() as patched:
        patched.setattr(migrations, "files_of", lambda kind: broken)
        with pytest.raises(psycopg.errors.SyntaxError):
            create(url)
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT count(*) FROM poolbook.clubs").fetchone() == (0,)
    assert not any(schema == SCHEMA for schema, _ in tables(url))
    assert create(url) == SCHEMA


def test_making_a_club_that_is_there_leaves_it_as_it_is(new_database: Callable[[], str]) -> None:
    url = new_database()
    migrate(url)
    assert create(url) == create(url, name="Another") == SCHEMA
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT name FROM poolbook.clubs").fetchall() == [("The Green Baize",)]


def test_a_new_file_is_applied_to_every_club_once_and_a_failing_one_leaves_nothing_of_itself(
    new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = new_database()
    migrate(url)
    other = create(url, club=uuid4())
    create(url)
    known = migrations.files_of("club_")
    good = ("club_9001_good.sql", "CREATE TABLE {schema}.good ()")
    bad = ("club_9002_bad.sql", "CREATE TABLE {schema}.bad (); CREATE NONSENSE")
    monkeypatch.setattr(migrations, "files_of", lambda kind: [*known, good] if kind == "club_" else [])
    assert migrate(url) == [f"{other}: {good[0]}", f"{SCHEMA}: {good[0]}"]
    monkeypatch.setattr(migrations, "files_of", lambda kind: [*known, good, bad] if kind == "club_" else [])
    for _ in range(2):
        with pytest.raises(psycopg.errors.SyntaxError):
            migrate(url)
    assert {name for schema, name in tables(url) if schema == other} >= {"good", "stored_events"}
    assert not any(name == "bad" for _, name in tables(url))


def test_a_service_given_a_role_later_is_granted_what_it_needs_everywhere(new_database: Callable[[], str]) -> None:
    url = new_database()
    migrate(url)
    create(url)
    role = f"poolbook_later_{uuid4().hex[:8]}"
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute(f"CREATE ROLE {role}")
        assert migrate(url, role) == [
            *(f"poolbook: {name}" for name in names("poolbook_", grants=True)),
            *(f"{SCHEMA}: {name}" for name in names("club_", grants=True)),
        ]
        assert migrate(url, role) == []
        has = owner.execute(
            "SELECT has_table_privilege(%(r)s, %(t)s, 'INSERT'), has_table_privilege(%(r)s, %(t)s, 'UPDATE')",
            {"r": role, "t": f"{SCHEMA}.stored_events"},
        ).fetchone()
        owner.execute(f"GRANT {role} TO CURRENT_USER; DROP OWNED BY {role}; DROP ROLE {role}")
    assert has == (True, False)


MIGRATE = "import sys; from ops.migrate import migrate; print(len(migrate(sys.argv[1])))"


def test_processes_that_migrate_at_once_apply_everything_once(new_database: Callable[[], str]) -> None:
    url = new_database()
    processes = [
        subprocess.Popen([sys.executable, "-W", "error", "-c", MIGRATE, url], stdout=subprocess.PIPE) for _ in range(4)
    ]
    answers = [process.communicate(timeout=60)[0].strip() for process in processes]
    assert [process.returncode for process in processes] == [0] * 4
    assert sum(map(int, answers)) == len(names("poolbook_", grants=False))


def test_an_owner_who_is_the_service_is_no_role_of_its_own(database_url: str) -> None:
    assert service_role_of(database_url, database_url) is None
    assert service_role_of(f"{database_url} application_name=service", database_url) is None
