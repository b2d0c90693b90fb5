"""What a read model is: its tables, and the changes that a batch of the log makes in them.

A read model gets batches in order, in the transaction that also moves the position. Its rows depend on the events
alone, never on how the log was divided into batches, so that a rebuild gives the same rows as following.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any, LiteralString, Protocol
from uuid import UUID

from msgspec import Struct
from psycopg import Copy, Cursor
from psycopg.copy import FileWriter
from psycopg.rows import DictRow
from psycopg.sql import SQL, Composed, Identifier

from ledger.store import Logged

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    RowOfTable = DataclassInstance | Struct

Key = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class ClubCursor:
    """A cursor within a transaction on the read tables, for the rows of one club.

    Where `later` is set, it takes the writes, which are then carried out in their order with another cursor, perhaps in
    another process.
    """

    cursor: Cursor[DictRow]
    club: UUID
    later: "Callable[[Write], None] | None" = None

    def execute(self, query: LiteralString | Composed, parameters: Mapping[str, Any] | None = None) -> Cursor[DictRow]:
        """Execute a statement, which is given the club as `club`."""
        return self.cursor.execute(query, {**(parameters or {}), "club": self.club})

    def write(self, write: "Write") -> None:
        """Carry out a write on the read tables: at once, or in its turn after those that came before."""
        if self.later:
            self.later(write)
        else:
            write(self)


Write = Callable[[ClubCursor], None]
"""Reads and changes the read tables with the cursor that it is given. It can be sent to another process."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A read table: its name, the dataclass or struct of its rows, and the columns of its key within a club.

    The columns are those of the key, which may be among the fields of the rows or stand beside them, and the other
    fields. Before them all is the club.
    """

    name: str
    row: "type[RowOfTable]"
    key: tuple[str, ...]
    columns: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        named = self.row.__struct_fields__ if issubclass(self.row, Struct) else (f.name for f in fields(self.row))
        others = (name for name in named if name not in self.key)
        object.__setattr__(self, "columns", (*self.key, *others))

    def values(self, row: "RowOfTable", **beside: Any) -> tuple[Any, ...]:
        """The value of every column: the one in `beside`, or else that of the row's field of this name."""
        return tuple([beside[name] if name in beside else getattr(row, name) for name in self.columns])


class ReadModel(Protocol):
    """Some read tables, and how a batch of the log changes them."""

    @property
    def name(self) -> str: ...

    @property
    def tables(self) -> tuple[Table, ...]: ...

    def apply(self, cursor: ClubCursor, batch: Sequence[Logged]) -> None:
        """Change the tables by these events, in the cursor's transaction. It must not commit.

        Only what is given to `cursor.write` may read or change the read tables: the writes of earlier batches may not
        have been carried out yet.
        """

    def forget(self, cursor: ClubCursor) -> None:
        """Empty the club's part of the tables, in the cursor's transaction."""


class MissingRow(Exception):
    """An event changes a row that no earlier event has inserted."""


@dataclass(slots=True)
class _Change:
    """The changes of a row that stands: columns set to a value, and amounts added to other columns."""

    puts: dict[str, Any] = field(default_factory=dict)
    adds: dict[str, int] = field(default_factory=dict)

    def put(self, values: Mapping[str, Any]) -> None:
        self.puts.update(values)
        for column in values:
            self.adds.pop(column, None)

    def add(self, amounts: Mapping[str, int]) -> None:
        for column, amount in amounts.items():
            held = self.puts if column in self.puts else self.adds
            held[column] = held.get(column, 0) + amount


class Rows:
    """The changes that a batch makes, collected so that each row is written once."""

    def __init__(self) -> None:
        self._new: dict[Table, dict[Key, dict[str, Any]]] = {}
        self._changed: dict[Table, dict[Key, _Change]] = {}

    def insert(self, table: Table, row: "RowOfTable", **beside: Any) -> None:
        """Insert a row with the values of `Table.values`. Raises ValueError if this batch has inserted it already."""
        values = table.values(row, **beside)
        key, new = values[: len(table.key)], self._new.setdefault(table, {})
        if key in new:
            raise ValueError(f"{table.name} {key} is inserted twice")
        new[key] = dict(zip(table.columns, values, strict=True))

    def put(self, table: Table, key: Key, **values: Any) -> None:
        """Set columns of an existing row."""
        if new := self._inserted(table, key):
            new.update(values)
        else:
            self._change(table, key).put(values)

    def add(self, table: Table, key: Key, **amounts: int) -> None:
        """Add amounts to columns of an existing row."""
        if new := self._inserted(table, key):
            for column, amount in amounts.items():
                new[column] += amount
        else:
            self._change(table, key).add(amounts)

    def write(self, cursor: ClubCursor) -> None:
        """Have the changes carried out. The writes raise MissingRow if a changed row does not exist."""
        for table, new in self._new.items():
            cursor.write(copying(cursor, table, (_values(table, row) for row in new.values())))
        for table, changed in self._changed.items():
            for (puts, adds), rows in _alike(changed).items():
                cursor.write(partial(_change_rows, table=table, puts=puts, adds=adds, rows=rows))

    def _inserted(self, table: Table, key: Key) -> dict[str, Any] | None:
        """The row with this key, if this batch has inserted it."""
        rows = self._new.get(table)
        return rows.get(key) if rows else None

    def _change(self, table: Table, key: Key) -> _Change:
        changed = self._changed.setdefault(table, {})
        if key not in changed:
            changed[key] = _Change()
        return changed[key]


def copying(cursor: ClubCursor, table: Table, rows: Iterable[Sequence[Any]]) -> Write:
    """A write that copies new rows into a table, each the values of its columns.

    The rows are put in the binary form of COPY here, where there may be time, and not where they are written.
    """
    packed = BytesIO()
    with Copy(cursor.cursor.connection.cursor(), binary=True, writer=FileWriter(packed)) as copy:
        copy.set_types(_types(cursor, table))
        for row in rows:
            copy.write_row((cursor.club, *row))
    return partial(_copy_in, table=table, packed=packed.getvalue())


def _copy_in(cursor: ClubCursor, table: Table, packed: bytes) -> None:
    with cursor.cursor.copy(_copy(table)) as copy:
        copy.write(packed)


def _change_rows(cursor: ClubCursor, table: Table, puts: Key, adds: Key, rows: Sequence[Key]) -> None:
    cursor.cursor.executemany(_update(table, puts, adds), [(*row, cursor.club) for row in rows])
    if (changed := cursor.cursor.rowcount) != len(rows):
        raise MissingRow(f"{changed} of {len(rows)} rows of {table.name} that were to be changed exist")


_TYPES: dict[Table, tuple[int, ...]] = {}
"""The types of a table's columns, the club's first, as PostgreSQL numbers them."""


def _types(cursor: ClubCursor, table: Table) -> tuple[int, ...]:
    if table not in _TYPES:
        query = SQL("SELECT {} FROM {} WHERE club = %(club)s LIMIT 0").format(_columns(table), Identifier(table.name))
        _TYPES[table] = tuple(column.type_code for column in cursor.execute(query).description or ())
    return _TYPES[table]


def _values(table: Table, row: Mapping[str, Any]) -> Sequence[Any]:
    """The values of a new row after every change of this batch. Raises ValueError if a change added a column."""
    if tuple(row) != table.columns:
        raise ValueError(f"a row of {table.name} has the columns {table.columns}, not {tuple(row)}")
    return tuple(row.values())


def _alike(changed: Mapping[Key, _Change]) -> dict[tuple[Key, Key], list[Key]]:
    """The parameters of the changes, by the columns they put and add to: one statement for each key."""
    kinds: dict[tuple[Key, Key], list[Key]] = {}
    for key, change in changed.items():
        puts, adds = tuple(sorted(change.puts)), tuple(sorted(change.adds))
        values = (*(change.puts[c] for c in puts), *(change.adds[c] for c in adds), *key)
        kinds.setdefault((puts, adds), []).append(values)
    return kinds


def _copy(table: Table) -> Composed:
    """The statement for new rows: COPY, because a batch of the books has a thousand lines."""
    return SQL("COPY {} ({}) FROM STDIN (FORMAT BINARY)").format(Identifier(table.name), _columns(table))


def _columns(table: Table) -> Composed:
    return SQL(", ").join(map(Identifier, ("club", *table.columns)))


def _update(table: Table, puts: Key, adds: Key) -> Composed:
    changes = [SQL("{} = %s").format(Identifier(c)) for c in puts]
    changes += [SQL("{0} = {0} + %s").format(Identifier(c)) for c in adds]
    return SQL("UPDATE {} SET {} WHERE {}").format(
        Identifier(table.name),
        SQL(", ").join(changes),
        SQL(" AND ").join(SQL("{} = %s").format(Identifier(c)) for c in (*table.key, "club")),
    )


def empty(cursor: ClubCursor, tables: Iterable[Table]) -> None:
    """Delete the club's rows of these tables."""
    for table in tables:
        cursor.execute(SQL("DELETE FROM {} WHERE club = %(club)s").format(Identifier(table.name)))


@dataclass(frozen=True, slots=True)
class Folded:
    """A read model in which each event changes some rows by itself."""

    name: str
    tables: tuple[Table, ...]
    fold: Callable[[Rows, Logged], None]

    def apply(self, cursor: ClubCursor, batch: Sequence[Logged]) -> None:
        """Fold a batch and write its rows."""
        rows = Rows()
        for logged in batch:
            self.fold(rows, logged)
        rows.write(cursor)

    def forget(self, cursor: ClubCursor) -> None:
        """Empty the club's part of the tables."""
        empty(cursor, self.tables)
