"""The schema, compared thing by thing with what this release's migrations make.

A trigger that was switched off, a constraint that is gone, a function with another body, a right that somebody was
given: none of them changes a row, and each lets rows be changed later. So do a setting that switches triggers off, and
a role of the service that has the owner's rights.
"""

from collections.abc import Iterator, Sequence
from typing import Any, LiteralString

import psycopg
from psycopg import Connection
from psycopg.sql import SQL, Identifier

from ledger.store import StoreUnavailable
from ledger.store.datastore import SCHEMA
from ledger.store.migrations import all_files, grants
from projections.verify.catalogue import RIGHT, Thing, as_it_is, as_made
from projections.verify.report import Difference, Findings, short

KIND = "schema"


def first_in_schema(url: str, findings: Findings) -> Difference | None:
    """The first difference in the schema. Raises StoreUnavailable."""
    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=5, application_name="poolbook verify") as connection:
            # Whatever the role or the database is set to, the names below are those of PostgreSQL's catalogue.
            connection.execute("SET search_path TO ''")
            return next(differences(connection, findings), None)
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        raise StoreUnavailable(str(error)) from error


def first_astray(url: str) -> Difference | None:
    """The first thing that belongs to no club in the list: rows of a table, or a schema of an older release."""
    with psycopg.connect(url, autocommit=True, connect_timeout=5) as connection:
        return next(_rows_astray(connection), None) or next(_astray(connection), None)


def differences(connection: Connection[Any], findings: Findings) -> Iterator[Difference]:
    """Every difference in the schema. `findings` counts what was compared."""
    yield from _astray(connection)
    roles = [role for (role,) in connection.execute(_ROLES).fetchall()]
    yield from _passed_by(connection, roles)
    yield from _recorded(connection, roles)
    made, now = as_made(connection, roles), as_it_is(connection, SCHEMA)
    for thing in sorted(made.keys() | now.keys()):
        if made.get(thing) != now.get(thing):
            yield _unlike(thing, made.get(thing), now.get(thing))
    findings.count("definitions", len(made))


def _astray(connection: Connection[Any]) -> Iterator[Difference]:
    for table, schema in connection.execute(_ASTRAY).fetchall():
        yield _of(table, f"{_ASTRAY_IN[table]} {schema}")


def _rows_astray(connection: Connection[Any]) -> Iterator[Difference]:
    """A club that is not in the list and has rows in a table, for each table that has such rows."""
    for (table,) in connection.execute(_OF_CLUBS).fetchall():
        for (club,) in connection.execute(SQL(_NOT_LISTED).format(table=Identifier(SCHEMA, table))).fetchall():
            sentence = f"the table {table} has rows of a club that is not in the list of clubs: {club}"
            yield _of(table, sentence)


def _passed_by(connection: Connection[Any], roles: Sequence[str]) -> Iterator[Difference]:
    """What lets somebody pass by the triggers and rights, though they are as they should be."""
    for where, setting in connection.execute(_SETTINGS).fetchall():
        yield _of("", f"the setting {setting} ({where}) lets what is recorded be changed")
    for role in connection.execute(_ALMIGHTY, {"roles": list(roles)}).fetchall():
        sentence = f"the role {role[0]}, as which the service runs, is a superuser, or a member of the owner's role"
        yield _of("", f"{sentence} or of one that writes everywhere")


def _recorded(connection: Connection[Any], roles: Sequence[str]) -> Iterator[Difference]:
    """What the table of migrations lacks, or has too much."""
    files = [name for name, _ in all_files()]
    must = {(name, role) for name in files for role in (roles if grants(name) else [""])}
    stored = set(connection.execute(_MIGRATIONS).fetchall())
    for name, _role in sorted(must - stored):
        yield _migration(name, "is not recorded as applied: run `poolbook migrate`, if this release is newer")
    for name, role in sorted(stored - must):
        # A role that was dropped has lost its rights; that it had them stays recorded.
        if name not in files or bool(role) != grants(name):
            yield _migration(name, f"is recorded for {role or 'the owner'}, and this release has none such")


def _migration(name: str, sentence: str) -> Difference:
    return Difference(kind=KIND, sentence=f"the migration {name} {sentence}", table="migrations", key=f"name {name}")


def _unlike(thing: Thing, expected: str | None, actual: str | None) -> Difference:
    kind, table, name = thing
    what = f"the {kind} {name}".rstrip() if name else f"the {kind} {table}"
    place = f"{what} of {table}" if name and table else what
    if actual is None:
        sentence = f"{place} is missing"
    elif expected is None:
        sentence = f"{place} was {'given' if kind == RIGHT else 'made'} by somebody, and by no migration"
    else:
        sentence = f"{place} is not as the migrations make it"
    # Definitions are compared whole and shown in part; for a long one, from where the two begin to differ.
    at = _first_unlike(expected or "", actual or "")
    shown = [None if text is None else short(text[at:]) for text in (expected, actual)]
    return Difference(
        kind=KIND,
        sentence=sentence,
        table=table or None,
        key=f"{kind} {name}".rstrip(),
        expected=shown[0],
        found=shown[1],
    )


def _first_unlike(first: str, second: str) -> int:
    """Where two texts begin to differ, if that is far from their beginning; otherwise 0."""
    at = next((n for n, (one, other) in enumerate(zip(first, second, strict=False)) if one != other), 0)
    return at if at > _FAR else 0


def _of(table: str, sentence: str) -> Difference:
    return Difference(kind=KIND, sentence=sentence, table=table or None)


_FAR = 100

_ROLES: LiteralString = """
    SELECT DISTINCT r.rolname FROM poolbook.migrations AS m JOIN pg_roles AS r ON r.rolname = m.service_role
    JOIN pg_namespace AS n ON n.nspname = 'poolbook' AND n.nspowner <> r.oid ORDER BY r.rolname
"""
_ASTRAY_IN = {
    "": "a schema of an older release is left, which is no club's any more:",
    "migrations": "the table of migrations has a schema that is no club's any more:",
}
_ASTRAY: LiteralString = """
    SELECT '', nspname FROM pg_namespace WHERE nspname ~ '^club_[0-9a-f]{32}$'
    UNION ALL SELECT 'migrations', schema_name FROM poolbook.migrations WHERE schema_name <> 'poolbook'
    ORDER BY 1, 2
"""
_OF_CLUBS: LiteralString = """
    SELECT c.relname FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'club'
    WHERE c.relnamespace = 'poolbook'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY c.relname
"""
_NOT_LISTED: LiteralString = """
    SELECT club FROM {table} AS present
    WHERE NOT EXISTS (SELECT FROM poolbook.clubs AS listed WHERE listed.id = present.club) LIMIT 1
"""
_SETTINGS: LiteralString = """
    SELECT coalesce('of the role ' || r.rolname, 'of the database'), setting
    FROM pg_db_role_setting AS s LEFT JOIN pg_roles AS r ON r.oid = s.setrole, unnest(s.setconfig) AS setting
    WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
        AND (setting LIKE 'session_replication_role=%'
            -- Named in the path, the catalogue can come after a schema whose functions stand in for PostgreSQL's.
            OR setting LIKE 'search_path=%pg_catalog%')
    UNION ALL SELECT 'of the server', 'session_replication_role=' || setting FROM pg_settings
    WHERE name = 'session_replication_role' AND setting = 'replica'
"""
_ALMIGHTY: LiteralString = """
    SELECT r.rolname FROM pg_roles AS r
    WHERE r.rolname = ANY(%(roles)s) AND (r.rolsuper OR pg_has_role(r.oid, 'pg_write_all_data', 'MEMBER') OR EXISTS (
        SELECT FROM pg_namespace AS n WHERE n.nspname = 'poolbook' AND pg_has_role(r.oid, n.nspowner, 'MEMBER')))
    ORDER BY r.rolname
"""
_MIGRATIONS: LiteralString = "SELECT name, service_role FROM poolbook.migrations WHERE schema_name = 'poolbook'"
