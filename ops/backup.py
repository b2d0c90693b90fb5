"""Back up the books of every club in one file, as of one moment, and restore them.

A backup is a zip archive: the output of COPY for each table, and a manifest with the applied migrations and the
SHA-256 of every text. The read tables are left out; a restore makes them again from the events. A backup holds hidden
cards and the hashes of tokens, so only its owner may read the file. The release that wrote it restores it, into a
database without clubs; a newer release then migrates that database like any other.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import psycopg
from psycopg import Connection
from psycopg.sql import SQL, Identifier

from ledger.store import DIRECTORY, ClubStore, SharedDatastore, SharedPool
from ops.files import whole_file
from ops.loading import continue_numbering
from ops.migrate import create_club_schema, migrate
from projections import READ_MODELS
from projections.rebuild import digest, rebuild
from projections.tables import ReadTables

FORMAT = 1
MANIFEST = "manifest.json"
_CHUNK = 1 << 20

_LEFT_OUT = {
    "notification_tracking",
    "projection_failure",
    "log_unsigned",
    *(t.name for m in READ_MODELS for t in m.tables),
}
_TABLES = """
    SELECT c.relname, array_agg(a.attname::text ORDER BY a.attnum)
    FROM pg_class AS c
    JOIN pg_namespace AS n ON n.oid = c.relnamespace
    JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE n.nspname = %s AND c.relkind = 'r' GROUP BY c.relname ORDER BY c.relname
"""
_MIGRATIONS = "SELECT DISTINCT name FROM poolbook.migrations WHERE service_role = '' ORDER BY name"


class BackupError(Exception):
    """The file is not a backup, or cannot be restored here. The message says why."""


@dataclass(frozen=True, slots=True)
class Restored:
    """A club that was restored: its number of events, and the digest of its read tables after they were made again."""

    club: UUID
    name: str
    events: int
    digest: str


def backup(owner_url: str, file: Path) -> int:
    """Write the books of every club to a new file, while clubs go on recording; the number of clubs.

    Raises FileExistsError if the file exists.
    """
    with (
        whole_file(file) as raw,
        ZipFile(raw, "w", ZIP_DEFLATED) as archive,
        psycopg.connect(owner_url) as connection,
    ):
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        manifest = _write(archive, connection)
        archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
    return len(manifest["clubs"])


def _write(archive: ZipFile, connection: Connection[Any]) -> dict[str, Any]:
    clubs = connection.execute("SELECT id, name, currency, created_at, schema_name FROM poolbook.clubs").fetchall()
    tables = [_copy_out(archive, connection, DIRECTORY, "tokens", _columns(connection, DIRECTORY)["tokens"])]
    for *_, schema in clubs:
        for table, columns in _columns(connection, schema).items():
            if table not in _LEFT_OUT:
                tables.append(_copy_out(archive, connection, schema, table, columns))
    return {
        "format": FORMAT,
        "migrations": [name for (name,) in connection.execute(_MIGRATIONS)],
        "clubs": [
            {"id": str(id), "name": name, "currency": currency, "created_at": at.isoformat()}
            for id, name, currency, at, _ in clubs
        ],
        "tables": tables,
    }


def _columns(connection: Connection[Any], schema: str) -> dict[str, list[str]]:
    return dict(connection.execute(_TABLES, (schema,)).fetchall())


def _copy_out(
    archive: ZipFile, connection: Connection[Any], schema: str, table: str, columns: list[str]
) -> dict[str, Any]:
    summed = hashlib.sha256()
    name = f"{schema}/{table}"
    query = SQL("COPY {}.{} ({}) TO STDOUT").format(Identifier(schema), Identifier(table), _named(columns))
    with connection.cursor().copy(query) as copy, archive.open(name, "w", force_zip64=True) as text:
        for data in copy:
            summed.update(data)
            text.write(data)
    return {"schema": schema, "table": table, "columns": columns, "sha256": summed.hexdigest()}


def _named(columns: list[str]) -> Any:
    return SQL(", ").join(map(Identifier, columns))


def restore(owner_url: str, file: Path, service_role: str | None = None) -> list[Restored]:
    """Restore the books of a file into a database without clubs, all or none, and make the read tables again.

    Raises BackupError.
    """
    migrate(owner_url, service_role)
    try:
        with ZipFile(file) as archive:
            manifest = _checked(archive)
            _put_back(owner_url, archive, manifest, service_role)
    except (BadZipFile, KeyError, json.JSONDecodeError) as error:
        raise BackupError(f"{file} is not a backup of poolbook: {error}") from error
    return list(_rebuilt(owner_url, manifest))


def _checked(archive: ZipFile) -> dict[str, Any]:
    """The manifest, after comparing every text with its SHA-256. Raises BackupError."""
    manifest: dict[str, Any] = json.loads(archive.read(MANIFEST))
    if manifest["format"] != FORMAT:
        raise BackupError(f"the backup has format {manifest['format']}; restore it with the release that wrote it")
    for table in manifest["tables"]:
        summed = hashlib.sha256()
        with archive.open(_name(table)) as text:
            while data := text.read(_CHUNK):
                summed.update(data)
        if summed.hexdigest() != table["sha256"]:
            raise BackupError(f"{_name(table)} in the backup is damaged: its SHA-256 differs")
    return manifest


def _name(table: dict[str, Any]) -> str:
    return f"{table['schema']}/{table['table']}"


def _put_back(owner_url: str, archive: ZipFile, manifest: dict[str, Any], service_role: str | None) -> None:
    with psycopg.connect(owner_url, autocommit=True) as owner:
        if owner.execute("SELECT 1 FROM poolbook.clubs LIMIT 1").fetchone():
            raise BackupError("this database has clubs already: restore into a database without clubs")
        try:
            _fill(owner, owner_url, archive, manifest, service_role)
        except BaseException:
            _remove(owner, manifest)
            raise


def _fill(
    owner: Connection[Any], owner_url: str, archive: ZipFile, manifest: dict[str, Any], service_role: str | None
) -> None:
    for club in manifest["clubs"]:
        create_club_schema(owner_url, **_as_given(club), service_role=service_role)
    here = [name for (name,) in owner.execute(_MIGRATIONS)]
    if manifest["clubs"] and here != manifest["migrations"]:
        raise BackupError("another release wrote the backup: restore it with that release, then migrate with this one")
    with owner.transaction():
        for table in manifest["tables"]:
            _copy_in(owner, archive, table)
        for schema in {table["schema"] for table in manifest["tables"]}:
            continue_numbering(owner, schema)


def _remove(owner: Connection[Any], manifest: dict[str, Any]) -> None:
    """Remove the empty schemas that a failed restore made, so that it can be tried again."""
    with owner.transaction():
        for club in manifest["clubs"]:
            schema = f"club_{UUID(club['id']).hex}"
            owner.execute(SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(Identifier(schema)))
            owner.execute("DELETE FROM poolbook.migrations WHERE schema_name = %s", (schema,))
            owner.execute("DELETE FROM poolbook.clubs WHERE id = %s", (UUID(club["id"]),))


def _as_given(club: dict[str, Any]) -> dict[str, Any]:
    return {
        "club": UUID(club["id"]),
        "name": club["name"],
        "currency": club["currency"],
        "created_at": datetime.fromisoformat(club["created_at"]),
    }


def _copy_in(owner: Connection[Any], archive: ZipFile, table: dict[str, Any]) -> None:
    place = Identifier(table["schema"]), Identifier(table["table"])
    query = SQL("COPY {}.{} ({}) FROM STDIN").format(*place, _named(table["columns"]))
    with owner.cursor().copy(query) as copy, archive.open(_name(table)) as text:
        while data := text.read(_CHUNK):
            copy.write(data)


def _rebuilt(owner_url: str, manifest: dict[str, Any]) -> Iterator[Restored]:
    pool = SharedPool(owner_url)
    try:
        for club in manifest["clubs"]:
            id = UUID(club["id"])
            datastore = SharedDatastore(pool, f"club_{id.hex}")
            store, tables = ClubStore(datastore), ReadTables(datastore)
            yield Restored(id, club["name"], rebuild(store, tables), digest(tables))
    finally:
        pool.close()
