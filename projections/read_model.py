"""What a read model is: its tables, and the changes that a batch of the log makes in them.

A read model is given batches in order, in the transaction that also moves the position. Its rows follow from the
events alone, never from how the log was divided into batches, so that a club rebuilt from nothing has the very
rows that following it made.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from psycopg import Cursor
from psycopg.rows import DictRow
from psycopg.sql import SQL, Composed, Identifier

from ledger.store import Logged

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Key = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A read table: its name, the columns of its key, and the others."""

    name: str
    key: tuple[str, ...]
    columns: tuple[str, ...]


class ReadModel(Protocol):
    """A part of the read side: its tables, and what a batch of the log does to them."""

    @property
    def name(self) -> str: ...

    @property
    def tables(self) -> tuple[Table, ...]: ...

    def apply(self, cursor: Cursor[DictRow], batch: Sequence[Logged]) -> None:
        """Change the tables by these events, in the cursor's transaction. It must not commit."""


class MissingRow(Exception):
    """An event changes a row that no earlier event made."""


@dataclass(slots=True)
class _Change:
    """What becomes of one row: columns put to a value, and amounts added to others."""

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
        self._new: dict[Table, dict[Key, _Change]] = {}
        self._changed: dict[Table, dict[Key, _Change]] = {}

    def insert(self, table: Table, key: Key, **values: Any) -> None:
        """A new row with all its columns. Raises ValueError when this batch made it already."""
        new = self._new.setdefault(table, {})
        if key in new:
            raise ValueError(f"{table.name} {key} is made twice")
        new[key] = _Change(dict(values))

    def put(self, table: Table, key: Key, **values: Any) -> None:
        """Set columns of a row that is there."""
        self._change(table, key).put(values)

    def add(self, table: Table, key: Key, **amounts: int) -> None:
        """Add amounts to columns of a row that is there."""
        self._change(table, key).add(amounts)

    def write(self, cursor: Cursor[DictRow]) -> None:
        """Carry the changes out. Raises MissingRow when one is of a row that is not there."""
        for table, new in self._new.items():
            with cursor.copy(_copy(table)) as copy:
                for key, row in new.items():
                    copy.write_row((*key, *_values(table, row)))
        for table, changed in self._changed.items():
            for (puts, adds), rows in _alike(changed).items():
                cursor.executemany(_update(table, puts, adds), rows)
                if cursor.rowcount != len(rows):
                    raise MissingRow(f"{cursor.rowcount} of {len(rows)} rows of {table.name} are there to be changed")

    def _change(self, table: Table, key: Key) -> _Change:
        new = self._new.get(table, {}).get(key)
        return new or self._changed.setdefault(table, {}).setdefault(key, _Change())


def columns(row: "DataclassInstance") -> dict[str, Any]:
    """The fields of a dataclass by name, as the columns of a row: the values themselves, where asdict copies them."""
    return {name: getattr(row, name) for name in row.__dataclass_fields__}


def _values(table: Table, row: _Change) -> Iterable[Any]:
    if set(row.puts) != set(table.columns):
        raise ValueError(f"a row of {table.name} has the columns {table.columns}, not {tuple(row.puts)}")
    return (row.puts[column] for column in table.columns)


def _alike(changed: Mapping[Key, _Change]) -> dict[tuple[Key, Key], list[Key]]:
    """The parameters of the changes, under the columns they put and add to: one statement for each kind."""
    kinds: dict[tuple[Key, Key], list[Key]] = {}
    for key, change in changed.items():
        puts, adds = tuple(sorted(change.puts)), tuple(sorted(change.adds))
        values = (*(change.puts[c] for c in puts), *(change.adds[c] for c in adds), *key)
        kinds.setdefault((puts, adds), []).append(values)
    return kinds


def _copy(table: Table) -> Composed:
    """New rows go in by COPY: a batch of the books is a thousand lines."""
    columns = (*table.key, *table.columns)
    return SQL("COPY {} ({}) FROM STDIN").format(Identifier(table.name), SQL(", ").join(Identifier(c) for c in columns))


def _update(table: Table, puts: Key, adds: Key) -> Composed:
    changes = [SQL("{} = %s").format(Identifier(c)) for c in puts]
    changes += [SQL("{0} = {0} + %s").format(Identifier(c)) for c in adds]
    return SQL("UPDATE {} SET {} WHERE {}").format(
        Identifier(table.name),
        SQL(", ").join(changes),
        SQL(" AND ").join(SQL("{} = %s").format(Identifier(c)) for c in table.key),
    )


@dataclass(frozen=True, slots=True)
class Folded:
    """A read model whose rows follow from one event after another."""

    name: str
    tables: tuple[Table, ...]
    fold: Callable[[Rows, Logged], None]

    def apply(self, cursor: Cursor[DictRow], batch: Sequence[Logged]) -> None:
        """Fold a batch and write its rows."""
        rows = Rows()
        for logged in batch:
            self.fold(rows, logged)
        rows.write(cursor)
