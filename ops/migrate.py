"""The tables, made before any worker starts.

Migrations are the numbered files of `ops/migrations`. Each is applied once, in one transaction with the row that
records it. A file whose name ends in `_grants.sql` is applied once for each role under which the service has run, and
not at all where the service is the owner. One whose name ends in `_each_club.sql` carries over what an older release
has recorded in a schema for each club: each club in a transaction of its own, so that a migration that was interrupted
goes on where it stopped.
"""

from collections.abc import Callable

import psycopg
from psycopg import Connection
from psycopg.rows import TupleRow
from psycopg.sql import SQL, Identifier, Literal

from ledger.store.datastore import SCHEMA
from ledger.store.migrations import TABLE, all_files, carries_over, grants, statements

Progress = Callable[[int, int], None]
"""Is told how many clubs of an older release are carried over, and how many there are."""

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('poolbook.migrations', 0))"
_SCHEMA = "CREATE SCHEMA IF NOT EXISTS poolbook"
_MADE = "SELECT to_regclass('poolbook.migrations') IS NOT NULL"
_APPLIED = "SELECT name, service_role FROM poolbook.migrations WHERE schema_name = 'poolbook'"
_MARK = """
    INSERT INTO poolbook.migrations (schema_name, name, service_role) VALUES ('poolbook', %s, %s) ON CONFLICT DO NOTHING
"""
_IS_APPLIED = "SELECT 1 FROM poolbook.migrations WHERE schema_name = 'poolbook' AND name = %s"
_OLDER_CLUB = """
    SELECT id, schema_name, count(*) OVER () FROM poolbook.clubs WHERE schema_name IS NOT NULL
    ORDER BY created_at, id LIMIT 1
"""


def migrate(
    owner_url: str, service_role: str | None = None, progress: Progress = lambda done, total: None
) -> list[str]:
    """Bring the tables up to date; the names of the applied files.

    `service_role` is the role that the service connects as, None where it is the owner. Processes that migrate at the
    same time wait for one another, and all but the first have nothing to do. Each file is a transaction of its own;
    after a failure, raised as psycopg's error, the files before it stay applied. Where nothing is to be done, no right
    of the owner is needed.
    """
    with psycopg.connect(owner_url, autocommit=True) as owner:
        if owner.execute(_MADE).fetchone() == (True,) and not _missing(owner, service_role):
            return []
        with owner.transaction():
            owner.execute(_LOCK)
            owner.execute(_SCHEMA)
            owner.execute(SQL(TABLE).format(schema=Identifier(SCHEMA)))
        return [
            name
            for name, text, role in _missing(owner, service_role)
            if (_carry_over(owner, name, text, progress) if carries_over(name) else _apply(owner, name, text, role))
        ]


def service_role_of(database_url: str, owner_url: str) -> str | None:
    """The role that the service connects as, None where it is the owner. Asks the server, if the URLs differ."""
    if database_url == owner_url:
        return None
    with psycopg.connect(database_url) as service, psycopg.connect(owner_url) as owner:
        return service.info.user if service.info.user != owner.info.user else None


def _missing(connection: Connection[TupleRow], service_role: str | None) -> list[tuple[str, str, str]]:
    """The files that have not been applied: name, text, and role."""
    applied = set(connection.execute(_APPLIED).fetchall())
    return [
        (name, text, role)
        for name, text in all_files()
        for role in _roles(name, service_role)
        if (name, role) not in applied
    ]


def _apply(owner: Connection[TupleRow], name: str, text: str, role: str) -> bool:
    """Apply one file, unless another process has just done so; whether this call applied it."""
    with owner.transaction():
        owner.execute(_LOCK)
        marked = owner.execute(_MARK, (name, role)).rowcount > 0
        if marked:
            for statement in statements(text):
                owner.execute(SQL(statement).format(schema=Identifier(SCHEMA), service=Identifier(role)))
        return marked


def _carry_over(owner: Connection[TupleRow], name: str, text: str, progress: Progress) -> bool:
    """Apply a file to each club of an older release that is left; whether this call was the one to finish it."""
    done = 0
    while True:
        with owner.transaction():
            owner.execute(_LOCK)
            if owner.execute(_IS_APPLIED, (name,)).fetchone():
                return False
            older = owner.execute(_OLDER_CLUB).fetchone()
            if older is None:
                owner.execute(_MARK, (name, ""))
                return True
            club, schema, left = older
            names = {"club": Literal(club), "club_schema": Identifier(schema), "club_schema_name": Literal(schema)}
            owner.execute(SQL(text).format(schema=Identifier(SCHEMA), **names))
        done += 1
        progress(done, done + left - 1)


def _roles(name: str, service_role: str | None) -> list[str]:
    """The roles for which a file is applied: the service's role, if any, for grants; otherwise one empty name."""
    if not grants(name):
        return [""]
    return [service_role] if service_role else []
