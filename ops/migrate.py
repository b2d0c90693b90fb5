"""Schemas and tables, made before any worker starts.

Migrations are the numbered files of `ops/migrations`. Each is applied once to its schema, in one transaction with the
row that records it. A file whose name ends in `_grants.sql` is applied once for each role under which the service has
run, and not at all where the service is the owner.
"""

from datetime import datetime
from typing import cast
from uuid import UUID

import psycopg
from psycopg import Connection
from psycopg.rows import DictRow, TupleRow, dict_row
from psycopg.sql import SQL, Identifier

from ledger.application.clubs import Fill
from ledger.store import DIRECTORY, PinnedDatastore
from ledger.store.migrations import OF_CLUB, OF_DIRECTORY, TABLE, files_of, grants

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('poolbook.migrations', 0))"
_SCHEMA = "CREATE SCHEMA IF NOT EXISTS poolbook"
_APPLIED = "SELECT schema_name, name, service_role FROM poolbook.migrations WHERE schema_name = ANY(%s)"


def migrate(owner_url: str, service_role: str | None = None) -> list[str]:
    """Bring every schema up to date; the applied files, each as 'schema: file'.

    `service_role` is the role that the service connects as, None where it is the owner. Processes that migrate at the
    same time wait for one another, and all but the first have nothing to do. Each file is a transaction of its own;
    after a failure, raised as psycopg's error, the files before it stay applied. Where nothing is to be done, no right
    of the owner is needed.
    """
    with psycopg.connect(owner_url, autocommit=True) as owner:
        if _is_up_to_date(owner, service_role):
            return []
        with owner.transaction():
            owner.execute(_LOCK)
            owner.execute(_SCHEMA)
            owner.execute(SQL(TABLE).format(schema=Identifier(DIRECTORY)))
        applied = _bring_up(owner, [DIRECTORY], OF_DIRECTORY, service_role)
        return applied + _bring_up(owner, _club_schemas(owner), OF_CLUB, service_role)


def create_club_schema(
    owner_url: str,
    *,
    club: UUID,
    name: str,
    currency: str,
    created_at: datetime,
    service_role: str | None = None,
    fill: Fill | None = None,
) -> str:
    """Add a club to the list, create its schema, and let `fill` write in it, all or nothing; the schema's name.

    A club that exists already stays as it is, so the call may be repeated; `fill` is called all the same. Calls at the
    same time wait for one another. Call `migrate` before them.
    """
    with psycopg.connect(owner_url, autocommit=True) as owner, owner.transaction():
        schema = add_club(
            owner, club=club, name=name, currency=currency, created_at=created_at, service_role=service_role
        )
        if fill:
            owner.execute("SET LOCAL timezone TO 'UTC'")
            filling = cast(Connection[DictRow], owner)
            filling.row_factory = dict_row
            fill(PinnedDatastore(filling, schema))
        return schema


def add_club(
    owner: Connection[TupleRow],
    *,
    club: UUID,
    name: str,
    currency: str,
    created_at: datetime,
    service_role: str | None = None,
) -> str:
    """As `create_club_schema`, in the caller's transaction. Until it ends, nobody else creates or migrates a schema."""
    schema = f"club_{club.hex}"
    owner.execute(_LOCK)
    added = owner.execute(
        "INSERT INTO poolbook.clubs (id, name, currency, schema_name, created_at) VALUES (%s, %s, %s, %s, %s)"
        " ON CONFLICT (id) DO NOTHING",
        (club, name, currency, schema, created_at),
    )
    if added.rowcount:
        owner.execute(SQL("CREATE SCHEMA {}").format(Identifier(schema)))
        _bring_up(owner, [schema], OF_CLUB, service_role)
    return schema


def service_role_of(database_url: str, owner_url: str) -> str | None:
    """The role that the service connects as, None where it is the owner. Asks the server, if the URLs differ."""
    if database_url == owner_url:
        return None
    with psycopg.connect(database_url) as service, psycopg.connect(owner_url) as owner:
        return service.info.user if service.info.user != owner.info.user else None


def _is_up_to_date(connection: Connection[TupleRow], service_role: str | None) -> bool:
    """Whether every file has been applied. Reads only."""
    made = connection.execute("SELECT to_regclass('poolbook.migrations') IS NOT NULL").fetchone()
    if made != (True,) or _missing(connection, [DIRECTORY], OF_DIRECTORY, service_role):
        return False
    return not _missing(connection, _club_schemas(connection), OF_CLUB, service_role)


def _club_schemas(connection: Connection[TupleRow]) -> list[str]:
    """The schemas of the clubs, the oldest first."""
    rows = connection.execute("SELECT schema_name FROM poolbook.clubs ORDER BY created_at, id").fetchall()
    return [schema for (schema,) in rows]


def _bring_up(owner: Connection[TupleRow], schemas: list[str], kind: str, service_role: str | None) -> list[str]:
    """Apply the missing files of this kind to these schemas; the applied files, each as 'schema: file'."""
    return [
        f"{schema}: {name}"
        for schema, name, text, role in _missing(owner, schemas, kind, service_role)
        if _apply(owner, schema, name, text, role)
    ]


def _missing(
    connection: Connection[TupleRow], schemas: list[str], kind: str, service_role: str | None
) -> list[tuple[str, str, str, str]]:
    """The files of this kind that have not been applied to these schemas: schema, name, text, and role."""
    applied = set(connection.execute(_APPLIED, (schemas,)).fetchall())
    return [
        (schema, name, text, role)
        for schema in schemas
        for name, text in files_of(kind)
        for role in _roles(name, service_role)
        if (schema, name, role) not in applied
    ]


def _apply(owner: Connection[TupleRow], schema: str, name: str, text: str, role: str) -> bool:
    """Apply one file, unless another process has just done so; whether this call applied it."""
    with owner.transaction():
        owner.execute(_LOCK)
        marked = owner.execute(
            "INSERT INTO poolbook.migrations (schema_name, name, service_role) VALUES (%s, %s, %s)"
            " ON CONFLICT DO NOTHING",
            (schema, name, role),
        )
        if marked.rowcount:
            statements = SQL(text)
            owner.execute(statements.format(schema=Identifier(schema), service=Identifier(role)))
        return bool(marked.rowcount)


def _roles(name: str, service_role: str | None) -> list[str]:
    """The roles for which a file is applied: the service's role, if any, for grants; otherwise one empty name."""
    if not grants(name):
        return [""]
    return [service_role] if service_role else []
