"""The schemas of the club and of the directory, compared thing by thing with what this release's migrations make.

A trigger that was switched off, a constraint that is gone, a function with another body, a right that somebody was
given: none of them changes a row, and each lets rows be changed later. So do a setting that switches triggers off, and
a role of the service that has the owner's rights.
"""

from collections.abc import Iterator, Sequence
from typing import Any, LiteralString

import psycopg
from psycopg import Connection

from ledger.store import DIRECTORY, Club, StoreUnavailable
from ledger.store.migrations import OF_CLUB, OF_DIRECTORY, files_of, grants
from projections.verify.catalogue import RIGHT, Thing, as_it_is, as_made
from projections.verify.report import Difference, Findings, short

KIND = "schema"


def first_in_schemas(url: str, club: Club, findings: Findings) -> Difference | None:
    """The first difference in the schemas of the club and of the directory. Raises StoreUnavailable."""
    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=5, application_name="poolbook verify") as connection:
            # Whatever the role or the database is set to, the names below are those of PostgreSQL's catalogue.
            connection.execute("SET search_path TO ''")
            return next(differences(connection, club, findings), None)
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        raise StoreUnavailable(str(error)) from error


def first_astray(url: str) -> Difference | None:
    """The first schema without a club in the directory, or club without a schema; None if there is none."""
    with psycopg.connect(url, autocommit=True, connect_timeout=5) as connection:
        return next(_astray(connection), None)


def differences(connection: Connection[Any], club: Club, findings: Findings) -> Iterator[Difference]:
    """Every difference in the schemas of the club and of the directory. `findings` counts what was compared."""
    yield from _astray(connection)
    roles = [role for (role,) in connection.execute(_ROLES).fetchall()]
    yield from _passed_by(connection, club, roles)
    for kind, schema in ((OF_DIRECTORY, DIRECTORY), (OF_CLUB, club.schema_name)):
        yield from _recorded(connection, kind, schema, roles)
        made, now = as_made(connection, kind, roles), as_it_is(connection, schema)
        for thing in sorted(made.keys() | now.keys()):
            if made.get(thing) != now.get(thing):
                yield _unlike(schema, thing, made.get(thing), now.get(thing))
        findings.count("definitions", len(made))


def _astray(connection: Connection[Any]) -> Iterator[Difference]:
    for table, schema in connection.execute(_ASTRAY).fetchall():
        yield _of(table, f"{_ASTRAY_IN[table]} {schema}")


def _passed_by(connection: Connection[Any], club: Club, roles: Sequence[str]) -> Iterator[Difference]:
    """What lets somebody pass by the triggers and rights, though they are as they should be."""
    for where, setting in connection.execute(_SETTINGS).fetchall():
        yield _of("", f"the setting {setting} ({where}) lets what is recorded be changed")
    of = {"directory": DIRECTORY, "schema": club.schema_name, "roles": list(roles)}
    for role in connection.execute(_ALMIGHTY, of).fetchall():
        sentence = f"the role {role[0]}, as which the service runs, is a superuser, or a member of the owner's role"
        yield _of("", f"{sentence} or of one that writes everywhere")
    for owner, other in connection.execute(_OWNERS, of).fetchall():
        yield _of(club.schema_name, f"the schema {club.schema_name} is owned by {other}, and the directory by {owner}")


def _recorded(connection: Connection[Any], kind: str, schema: str, roles: Sequence[str]) -> Iterator[Difference]:
    """What the table of migrations lacks of this schema, or has too much."""
    files = [name for name, _ in files_of(kind)]
    must = {(name, role) for name in files for role in (roles if grants(name) else [""])}
    stored = set(connection.execute(_MIGRATIONS, {"schema": schema}).fetchall())
    for name, _role in sorted(must - stored):
        yield _migration(schema, name, "is not recorded as applied: run `poolbook migrate`, if this release is newer")
    for name, role in sorted(stored - must):
        # A role that was dropped has lost its rights; that it had them stays recorded.
        if name not in files or bool(role) != grants(name):
            yield _migration(schema, name, f"is recorded for {role or 'the owner'}, and this release has none such")


def _migration(schema: str, name: str, sentence: str) -> Difference:
    key = f"schema_name {schema}, name {name}"
    return Difference(kind=KIND, sentence=f"the migration {name} of {schema} {sentence}", table="migrations", key=key)


def _unlike(schema: str, thing: Thing, expected: str | None, actual: str | None) -> Difference:
    kind, table, name = thing
    what = f"the {kind} {name}".rstrip() if name else f"the {kind} {table}"
    place = f"{what} of {table} in {schema}" if name and table else f"{what} in {schema}"
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
    "": "no club in the directory has the schema",
    "clubs": "a club in the directory has a schema that does not exist:",
    "migrations": "the table of migrations has a schema that no club in the directory has:",
}
_ASTRAY: LiteralString = """
    SELECT '', nspname FROM pg_namespace
    WHERE nspname ~ '^club_[0-9a-f]{32}$' AND nspname NOT IN (SELECT schema_name FROM poolbook.clubs)
    UNION ALL
    SELECT 'clubs', schema_name FROM poolbook.clubs WHERE schema_name NOT IN (SELECT nspname FROM pg_namespace)
    UNION ALL
    SELECT 'migrations', schema_name FROM poolbook.migrations
    WHERE schema_name <> 'poolbook' AND schema_name NOT IN (SELECT schema_name FROM poolbook.clubs)
    ORDER BY 1, 2
"""
_SETTINGS: LiteralString = """
    SELECT coalesce('of the role ' || r.rolname, 'of the database'), setting
    FROM pg_db_role_setting AS s LEFT JOIN pg_roles AS r ON r.oid = s.setrole, unnest(s.setconfig) AS setting
    WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
        AND (setting LIKE 'session_replication_role=%' OR setting LIKE 'poolbook.%'
            -- Named in the path, the catalogue can come after a schema whose functions stand in for PostgreSQL's.
            OR setting LIKE 'search_path=%pg_catalog%')
    UNION ALL SELECT 'of the server', 'session_replication_role=' || setting FROM pg_settings
    WHERE name = 'session_replication_role' AND setting = 'replica'
"""
_ALMIGHTY: LiteralString = """
    SELECT r.rolname FROM pg_roles AS r
    WHERE r.rolname = ANY(%(roles)s) AND (r.rolsuper OR pg_has_role(r.oid, 'pg_write_all_data', 'MEMBER') OR EXISTS (
        SELECT FROM pg_namespace AS n
        WHERE n.nspname IN (%(directory)s, %(schema)s) AND pg_has_role(r.oid, n.nspowner, 'MEMBER')))
    ORDER BY r.rolname
"""
_OWNERS: LiteralString = """
    SELECT pg_get_userbyid(d.nspowner), pg_get_userbyid(n.nspowner) FROM pg_namespace AS d, pg_namespace AS n
    WHERE d.nspname = %(directory)s AND n.nspname = %(schema)s AND d.nspowner <> n.nspowner
"""
_MIGRATIONS: LiteralString = "SELECT name, service_role FROM poolbook.migrations WHERE schema_name = %(schema)s"
