"""What a read model is: its tables, and the changes that a batch of the log makes in them.

A read model gets batches in order, in the transaction that also moves the position. Its rows depend on the events
alone, never on how the log was divided into batches, so that a rebuild gives the same rows as following.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
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
    """A read table: its name, the dataclass of its rows, and the columns of its key.

    The columns are those of the key, which may be among the dataclass's fields or stand beside them, and its other
    fields.
    """

    name: str
    row: "type[DataclassInstance]"
    key: tuple[str, ...]
    columns: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        others = (f.name for f in fields(self.row) if f.name not in self.key)
        object.__setattr__(self, "columns", (*self.key, *others))

    def values(self, row: "DataclassInstance", **beside: Any) -> tuple[Any, ...]:
        """The value of every column: the one in `beside`, or else that of the row's field of this name."""
        return tuple([beside[name] if name in beside else getattr(row, name) for name in self.columns])


class ReadModel(Protocol):
    """Some read tables, and how a batch of the log changes them."""

    @property
    def name(self) -> str: ...

    @property
    def tables(self) -> tuple[Table, ...]: ...

    def apply(self, cursor: Cursor[DictRow], batch: Sequence[Logged]) -> None:
        """Change the tables by these events, in the cursor's transaction. It must not commit."""


class MissingRow(Exception):
    """An event changes a row that no earlier event has inserted."""


@dataclass(slots=True)
class _Change:
    """The changes of one row: columns set to a value, and amounts added to other columns."""

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

    def insert(self, table: Table, row: "DataclassInstance", **beside: Any) -> None:
        """Insert a row with the values of `Table.values`. Raises ValueError if this batch has inserted it already."""
        values = table.values(row, **beside)
        key, new = values[: len(table.key)], self._new.setdefault(table, {})
        if key in new:
            raise ValueError(f"{table.name} {key} is inserted twice")
        new[key] = _Change(dict(zip(table.columns, values, strict=True)))

    def put(self, table: Table, key: Key, **values: Any) -> None:
        """Set columns of an existing row."""
        self._change(table, key).put(values)

    def add(self, table: Table, key: Key, **amounts: int) -> None:
        """Add amounts to columns of an existing row."""
        self._change(table, key).add(amounts)

    def write(self, cursor: Cursor[DictRow]) -> None:
        """Carry out the changes. Raises MissingRow if a changed row does not exist."""
        for table, new in self._new.items():
            with cursor.copy(_copy(table)) as copy:
                for row in new.values():
                    copy.write_row(_values(table, row))
        for table, changed in self._changed.items():
            for (puts, adds), rows in _alike(changed).items():
                cursor.executemany(_update(table, puts, adds), rows)
                if cursor.rowcount != len(rows):
                    raise MissingRow(
                        f"{cursor.rowcount} of {len(rows)} rows of {table.name} that were to be changed exist"
                    )

    def _change(self, table: Table, key: Key) -> _Change:
        new = self._new.get(table, {}).get(key)
        return new or self._changed.setdefault(table, {}).setdefault(key, _Change())


def _values(table: Table, row: _Change) -> Sequence[Any]:
    """The values of a new row after every change of this batch. Raises ValueError if a change added a column."""
    if tuple(row.puts) != table.columns:
        raise ValueError(f"a row of {table.name} has the columns {table.columns}, not {tuple(row.puts)}")
    return tuple(row.puts.values())


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
    return SQL("COPY {} ({}) FROM STDIN").format(Identifier(table.name), SQL(", ").join(map(Identifier, table.columns)))


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
    """A read model in which each event changes some rows by itself."""

    name: str
    tables: tuple[Table, ...]
    fold: Callable[[Rows, Logged], None]

    def apply(self, cursor: Cursor[DictRow], batch: Sequence[Logged]) -> None:
        """Fold a batch and write its rows."""
        rows = Rows()
        for logged in batch:
            self.fold(rows, logged)
        rows.write(cursor)
