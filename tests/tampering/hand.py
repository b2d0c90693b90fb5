"""The hand of a superuser, who can change everything, without triggers and constraints."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from psycopg import Connection
from psycopg.errors import CheckViolation
from psycopg.rows import dict_row
from psycopg.sql import SQL, Composed, Identifier, Literal

from ledger.store import Club, ClubStore, SharedDatastore, SharedPool
from ledger.store.datastore import SCHEMA
from projections.rebuild import rebuild
from projections.signing import Signer, checkpoint_file
from projections.tables import ReadTables
from projections.tallies import tally_file
from projections.verify import Checkpoints, Report, verify

COPIES = "tampering_copies"
"""The schema of the copies of all tables, with which they are restored."""
VIEWS = "tampering_views"
"""The schema of views under the tables' names, which show and change the rows of the club alone."""

_OTHER = {
    "uuid": "gen_random_uuid()",
    "bigint": "coalesce({0}, 0) + 1000001",
    "integer": "coalesce({0}, 0) + 1000001",
    "smallint": "(coalesce({0}, 0) + 20)::smallint",
    # An object stays readable: an index over its fields would refuse anything else before we could look.
    "text": "coalesce({0}, '') || CASE WHEN starts_with({0}, '{{') THEN ' ' ELSE 'x' END",
    "boolean": "NOT coalesce({0}, false)",
    "timestamp with time zone": "coalesce({0}, now()) + interval '1 minute'",
    "bytea": "CASE WHEN octet_length({0}) > 0 THEN set_byte({0}, 0, get_byte({0}, 0) # 1) ELSE '\\x00' END",
    "ARRAY": "array_append({0}, 'x')",
}
"""Another value of a column, by its type."""


@dataclass(frozen=True)
class Column:
    name: str
    type: str
    unique: bool

    @property
    def other(self) -> Composed:
        return SQL(_OTHER[self.type]).format(Identifier(self.name))


@dataclass
class Hand:
    """A club in which everything can be changed and restored."""

    url: str
    club: Club
    other: Club
    """Another club, whose rows are in the same tables."""
    directory: Path
    signer: Signer
    connection: Connection[dict[str, Any]]
    columns: dict[str, list[Column]]
    notes: bytes
    role: str
    tallies: Path | None
    tallied: bytes
    data_dir: Path | None = None
    dropped: list[tuple[str, str, str]] = field(default_factory=list)
    """The checks that stood in the way of a change: table, name and definition."""

    @classmethod
    @contextmanager
    def on(
        cls, url: str, club: Club, other: Club, directory: Path, signer: Signer, role: str, tallies: Path
    ) -> Iterator["Hand"]:
        with psycopg.connect(url, autocommit=True, row_factory=dict_row) as connection:
            connection.execute("SET session_replication_role = replica")
            connection.execute(SQL("SET search_path TO {}, {}").format(Identifier(VIEWS), Identifier(SCHEMA)))
            connection.execute("SET timezone TO 'UTC'")
            columns = _columns(connection)
            connection.execute(SQL("CREATE SCHEMA {}; CREATE SCHEMA {}").format(Identifier(COPIES), Identifier(VIEWS)))
            for table in columns:
                stored = Identifier(SCHEMA, table)
                connection.execute(SQL("CREATE TABLE {} AS TABLE {}").format(Identifier(COPIES, table), stored))
                own = SQL("CREATE VIEW {} AS SELECT * FROM {} WHERE {}")
                connection.execute(own.format(Identifier(VIEWS, table), stored, _of(club, table)))
            notes = checkpoint_file(directory, club.id).read_bytes()
            try:
                tallied = tally_file(tallies, club.id).read_bytes()
                yield cls(url, club, other, directory, signer, connection, columns, notes, role, tallies, tallied)
            finally:
                connection.execute(SQL("DROP SCHEMA {}, {} CASCADE").format(Identifier(COPIES), Identifier(VIEWS)))

    def verified(self, club: Club | None = None) -> Report:
        """The report of a verification of the club, or of another."""
        return verify(
            self.url, club or self.club, Checkpoints(self.directory, self.signer.vkey, self.tallies, self.data_dir)
        )

    def put_right(self, *tables: str) -> None:
        """Restore these tables, or all, with what belongs to them, and the file of notes."""
        for table in tables or self.columns:
            self.connection.execute(
                SQL("DELETE FROM {0}; INSERT INTO {0} TABLE {1}").format(
                    Identifier(SCHEMA, table), Identifier(COPIES, table)
                )
            )
        while self.dropped:
            table, name, definition = self.dropped.pop()
            add = SQL("ALTER TABLE {} ADD CONSTRAINT {} ").format(Identifier(SCHEMA, table), Identifier(name))
            self.connection.execute(add + SQL(definition))
        self.file.write_bytes(self.notes)
        self.tally.write_bytes(self.tallied)

    def rebuild(self) -> None:
        """Rebuild the read tables, as the operator may."""
        pool = SharedPool(self.url)
        datastore = SharedDatastore(pool, self.club.id)
        rebuild(ClubStore(datastore), ReadTables(datastore))
        pool.close()

    @property
    def file(self) -> Path:
        return checkpoint_file(self.directory, self.club.id)

    @property
    def tally(self) -> Path:
        """The file in which the notes are counted."""
        assert self.tallies is not None
        return tally_file(self.tallies, self.club.id)

    def do(self, query: str, *values: Any) -> list[dict[str, Any]]:
        """Execute a statement and return its rows, if any."""
        cursor = self.connection.execute(query, values)  # type: ignore[arg-type]
        return cursor.fetchall() if cursor.description else []

    def one(self, query: str, *values: Any) -> dict[str, Any]:
        """The one row of a query."""
        (row,) = self.do(query, *values)
        return row

    # Any row of any table

    def row(self, table: str, column: str | None = None) -> dict[str, Any] | None:
        """A row of the club from the middle of a table, with its ctid; one with a value in this column, if any."""
        query = SQL("SELECT ctid, * FROM {} WHERE {} ORDER BY ctid")
        rows = self.connection.execute(query.format(Identifier(SCHEMA, table), _of(self.club, table))).fetchall()
        having = [row for row in rows if column is None or row[column] is not None] or rows
        return having[len(having) // 2] if having else None

    def change(self, table: str, column: Column) -> dict[str, Any] | None:
        """Give one column of one row another value; return the row as it was."""
        row = self.row(table, column.name)
        if row is not None:
            change = SQL("UPDATE {} SET {} = {} WHERE ctid = %s")
            query = change.format(Identifier(SCHEMA, table), Identifier(column.name), column.other)
            self._force(table, query, row)
        return row

    def delete(self, table: str) -> dict[str, Any] | None:
        """Delete one row and return it."""
        row = self.row(table)
        if row is not None:
            query = SQL("DELETE FROM {} WHERE ctid = %s").format(Identifier(SCHEMA, table))
            assert self.connection.execute(query, (row["ctid"],)).rowcount == 1
        return row

    def insert(self, table: str) -> dict[str, Any] | None:
        """Insert a copy of a row with other unique values; return the row that was copied."""
        row = self.row(table)
        if row is not None:
            columns = self.columns[table]
            query = SQL("INSERT INTO {0} ({1}) SELECT {2} FROM {0} WHERE ctid = %s").format(
                Identifier(SCHEMA, table),
                SQL(", ").join(Identifier(c.name) for c in columns),
                SQL(", ").join(c.other if c.unique else Identifier(c.name) for c in columns),
            )
            self._force(table, query, row)
        return row

    def _force(self, table: str, query: Composed, row: dict[str, Any]) -> None:
        """Execute a change of one row. Where the table's checks stand in the way, drop them first."""
        try:
            assert self.connection.execute(query, (row["ctid"],)).rowcount == 1
        except CheckViolation:
            for check in self.connection.execute(_CHECKS, (f"{SCHEMA}.{table}",)).fetchall():
                self.dropped.append((table, check["conname"], check["definition"]))
                drop = SQL("ALTER TABLE {} DROP CONSTRAINT {}")
                self.connection.execute(drop.format(Identifier(SCHEMA, table), Identifier(check["conname"])))
            assert self.connection.execute(query, (row["ctid"],)).rowcount == 1


def _of(club: Club, table: str) -> Composed:
    """The condition for the rows of a club. Migrations are of all clubs."""
    key, value = {"clubs": ("id", club.id), "migrations": ("schema_name", SCHEMA)}.get(table, ("club", club.id))
    return SQL("{} = {}").format(Identifier(key), Literal(value))


def _columns(connection: Connection[dict[str, Any]]) -> dict[str, list[Column]]:
    """Every table, and its columns."""
    columns: dict[str, list[Column]] = {}
    for row in connection.execute(_COLUMNS):
        columns.setdefault(row["table_name"], []).append(Column(row["column_name"], row["data_type"], row["unique"]))
    return columns


def replaced(state: bytes, changes: Sequence[tuple[str, str]]) -> bytes:
    """The bytes of a state with some values replaced."""
    for was, now in changes:
        assert was.encode() in state, state
        state = state.replace(was.encode(), now.encode(), 1)
    return state


_COLUMNS = """
    SELECT c.table_name, c.column_name, c.data_type, EXISTS (
        SELECT FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
        WHERE i.indisunique AND i.indrelid = format('%I.%I', c.table_schema, c.table_name)::regclass
            AND a.attname = c.column_name AND (a.attname <> 'club' OR i.indnkeyatts = 1)
    ) AS unique
    FROM information_schema.columns AS c JOIN information_schema.tables AS t USING (table_schema, table_name)
    WHERE c.table_schema = 'poolbook' AND t.table_type = 'BASE TABLE' ORDER BY c.table_name, c.ordinal_position
"""
_CHECKS = """
    SELECT conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE contype = 'c' AND conrelid = %s::regclass
"""
