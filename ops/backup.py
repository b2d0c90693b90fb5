"""Back up the books of every club in one file, as of one moment, and restore them.

A backup is a zip archive: the output of COPY for each table, which holds the rows of all clubs, and a manifest with the
applied migrations and the SHA-256 of every text. The read tables are left out; a restore makes them again from the
events. A backup holds hidden cards and the hashes of tokens, so only its owner may read the file. The release that
wrote it restores it, into a database without clubs; a newer release then migrates that database like any other.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import psycopg
from psycopg import Connection
from psycopg.sql import SQL, Identifier

from ledger.store import ClubStore, SharedDatastore, SharedPool
from ledger.store.datastore import SCHEMA
from ops.files import whole_file
from ops.migrate import migrate
from projections import READ_MODELS
from projections.rebuild import digest, rebuild
from projections.tables import ReadTables

FORMAT = 2
MANIFEST = "manifest.json"
_CHUNK = 1 << 20

_LEFT_OUT = [
    # What a restore makes again, and what is in no club's books.
    "migrations",
    "followed",
    "projection_failure",
    "log_unsigned",
    *(table.name for model in READ_MODELS for table in model.tables),
    # A copy of the books that is brought up elsewhere must not send to the club's receivers.
    "webhooks",
    "webhook_dead",
    # Tables in which nothing stays.
    "erasures",
    "book_pages",
]
# The list of clubs comes first: tokens refer to it.
_TABLES = """
    SELECT c.relname, array_agg(a.attname::text ORDER BY a.attnum)
    FROM pg_class AS c
    JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = 'poolbook'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relname = ANY(%s)
    GROUP BY c.relname ORDER BY c.relname <> 'clubs', c.relname
"""
_CLUBS = "SELECT id, name FROM poolbook.clubs ORDER BY created_at, id"
_HEAD = "SELECT count(*), sum(position) FROM poolbook.clubs"
_MIGRATIONS = """
    SELECT name FROM poolbook.migrations WHERE schema_name = 'poolbook' AND service_role = '' ORDER BY name
"""


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

    Raises FileExistsError if the file exists, BackupError where the database cannot show one moment.
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
    head = connection.execute(_HEAD).fetchone()
    tables = connection.execute(_TABLES, (_LEFT_OUT,)).fetchall()
    manifest = {
        "format": FORMAT,
        "migrations": _migrations(connection),
        "clubs": [{"id": str(id), "name": name} for id, name in connection.execute(_CLUBS)],
        "tables": [_copy_out(archive, connection, table, columns) for table, columns in tables],
    }
    if connection.execute(_HEAD).fetchone() != head:
        # So it is where an engine divides the tables: each of its machines shows the present.
        raise BackupError("clubs have recorded meanwhile, and this database shows no single moment: stop the service")
    return manifest


def _migrations(connection: Connection[Any]) -> list[str]:
    return [name for (name,) in connection.execute(_MIGRATIONS)]


def _copy_out(archive: ZipFile, connection: Connection[Any], table: str, columns: list[str]) -> dict[str, Any]:
    summed = hashlib.sha256()
    query = SQL("COPY {} ({}) TO STDOUT").format(Identifier(SCHEMA, table), _named(columns))
    with connection.cursor().copy(query) as copy, archive.open(table, "w", force_zip64=True) as text:
        for data in copy:
            summed.update(data)
            text.write(data)
    return {"table": table, "columns": columns, "sha256": summed.hexdigest()}


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
            _put_back(owner_url, archive, manifest)
    except (BadZipFile, KeyError, json.JSONDecodeError) as error:
        raise BackupError(f"{file} is not a backup of poolbook: {error}") from error
    return list(_rebuilt(owner_url, manifest))


def _checked(archive: ZipFile) -> dict[str, Any]:
    """The manifest, after comparing every text with its SHA-256. Raises BackupError."""
    manifest: dict[str, Any] = json.loads(archive.read(MANIFEST))
    if manifest["format"] != FORMAT:
        says = "restore it with the release that wrote it, then migrate with this one"
        raise BackupError(f"the backup has format {manifest['format']}, and this release reads {FORMAT}: {says}")
    for table in manifest["tables"]:
        summed = hashlib.sha256()
        with archive.open(table["table"]) as text:
            while data := text.read(_CHUNK):
                summed.update(data)
        if summed.hexdigest() != table["sha256"]:
            raise BackupError(f"{table['table']} in the backup is damaged: its SHA-256 differs")
    return manifest


def _put_back(owner_url: str, archive: ZipFile, manifest: dict[str, Any]) -> None:
    with psycopg.connect(owner_url) as owner:
        if owner.execute("SELECT 1 FROM poolbook.clubs LIMIT 1").fetchone():
            raise BackupError("this database has clubs already: restore into a database without clubs")
        if _migrations(owner) != manifest["migrations"]:
            raise BackupError(
                "another release wrote the backup: restore it with that release, then migrate with this one"
            )
        for table in manifest["tables"]:
            _copy_in(owner, archive, table)
        owner.execute("UPDATE poolbook.clubs SET gone_on = true")


def _copy_in(owner: Connection[Any], archive: ZipFile, table: dict[str, Any]) -> None:
    query = SQL("COPY {} ({}) FROM STDIN").format(Identifier(SCHEMA, table["table"]), _named(table["columns"]))
    with owner.cursor().copy(query) as copy, archive.open(table["table"]) as text:
        while data := text.read(_CHUNK):
            copy.write(data)


def _rebuilt(owner_url: str, manifest: dict[str, Any]) -> Iterator[Restored]:
    pool = SharedPool(owner_url)
    try:
        for club in manifest["clubs"]:
            id = UUID(club["id"])
            datastore = SharedDatastore(pool, id)
            store, tables = ClubStore(datastore), ReadTables(datastore)
            yield Restored(id, club["name"], rebuild(store, tables), digest(tables))
    finally:
        pool.close()
