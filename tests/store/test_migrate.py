"""Migrations run once each and in order, even if several processes start them."""

import subprocess
import sys
from collections.abc import Callable
from uuid import uuid4

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ledger.store.migrations import all_files, grants, statements
from ops import migrate as migrations
from ops.distribute import NoCitus, distribute
from ops.migrate import migrate, service_role_of


def names(*, of_grants: bool) -> list[str]:
    return [name for name, _ in all_files() if grants(name) == of_grants]


def tables(url: str) -> set[tuple[str, str]]:
    with psycopg.connect(url) as connection:
        query = (
            "SELECT schemaname, tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
        )
        return set(connection.execute(query).fetchall())


def test_migrating_twice_does_nothing_the_second_time(new_database: Callable[[], str]) -> None:
    url = new_database()
    assert migrate(url) == names(of_grants=False)
    before = tables(url)
    assert migrate(url) == []
    assert tables(url) == before
    assert {("poolbook", "clubs"), ("poolbook", "tokens"), ("poolbook", "stored_events")} < before
    assert {schema for schema, _ in before} == {"poolbook"}


def test_a_new_file_is_applied_once_and_a_failing_one_leaves_nothing_of_itself(
    new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = new_database()
    migrate(url)
    known = all_files()
    good = ("poolbook_9001_good.sql", "CREATE TABLE {schema}.good ()")
    bad = ("poolbook_9002_bad.sql", "CREATE TABLE {schema}.bad (); CREATE NONSENSE")
    monkeypatch.setattr(migrations, "all_files", lambda: (*known, good))
    assert migrate(url) == [good[0]]
    monkeypatch.setattr(migrations, "all_files", lambda: (*known, good, bad))
    for _ in range(2):
        with pytest.raises(psycopg.errors.SyntaxError):
            migrate(url)
    assert ("poolbook", "good") in tables(url)
    assert ("poolbook", "bad") not in tables(url)


def test_a_file_is_applied_statement_by_statement_whatever_semicolons_it_has_elsewhere() -> None:
    given = [
        "-- A comment; with a semicolon, and the owner's.\nCREATE TABLE a (b text DEFAULT 'x; y')",
        "\nCREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; PERFORM 'it is'; END $$",
        "\nGRANT SELECT ON a TO {service}",
    ]
    assert list(statements("".join(f"{statement};" for statement in given) + "\n")) == given


def test_laying_out_the_tables_without_the_extension_says_what_to_install(server_url: str) -> None:
    with pytest.raises(NoCitus, match="install Citus on every machine, then run CREATE EXTENSION citus"):
        distribute(make_conninfo(**{**conninfo_to_dict(server_url), "dbname": "template1"}))


def test_a_service_given_a_role_later_is_granted_what_it_needs(new_database: Callable[[], str]) -> None:
    url = new_database()
    migrate(url)
    role = f"poolbook_later_{uuid4().hex[:8]}"
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute(f"CREATE ROLE {role}")
        assert migrate(url, role) == names(of_grants=True)
        assert migrate(url, role) == []
        has = owner.execute(
            "SELECT has_table_privilege(%(r)s, %(t)s, 'SELECT'), has_table_privilege(%(r)s, %(t)s, 'UPDATE')",
            {"r": role, "t": "poolbook.stored_events"},
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
    assert sum(map(int, answers)) == len(names(of_grants=False))


def test_an_owner_who_is_the_service_is_no_role_of_its_own(database_url: str) -> None:
    assert service_role_of(database_url, database_url) is None
    assert service_role_of(f"{database_url} application_name=service", database_url) is None
