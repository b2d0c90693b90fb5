"""One club, opened to be read: its tables, the names in it, its currency."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import click
from marshmallow import Schema

from api.schemas.fields import ID_FORM
from ledger.application.club_books import ClubBooks
from ledger.roles import Role
from ledger.telling.redaction import Reader
from ops.naming import Naming
from ops.plainly import club_books, tables_of
from ops.printing import Column, Row, amount
from projections.follow import ClubFollower
from projections.tables import ReadTables

OWNER = Reader(Role.OWNER)
"""Who reads at the command line."""
EVERY = 1_000_000
"""More rows than any list of a club has: these commands print whole lists."""
PATIENCE_SECONDS = 0.5
"""How long a command waits for a follower that runs beside it."""
SOON_FOLDED = 20_000
"""Events that a command folds by itself, in some seconds; more are left to `rebuild`, which shows how far it is."""


@dataclass(frozen=True, slots=True)
class ClubRead:
    """A club that is read. `ids`: rows keep the ids of the API in place of names."""

    books: ClubBooks
    tables: ReadTables
    naming: Naming
    ids: bool

    def rows(self, schema: Schema, objects: Sequence[Any]) -> list[Row]:
        """Objects as the API answers them, with names in place of ids unless ids are wanted."""
        rows = [schema.dump(item) for item in objects]
        return rows if self.ids else [self._named(row) for row in rows]

    def money(self, heading: str, field: str) -> Column:
        """A column of amounts. An inner field of a row is named as in `bought.paid`."""
        currency = self.books.club().currency
        return Column(heading, lambda row: amount(inner(row, field), currency), "right")

    def _named(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            return {self._named(name): self._named(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [self._named(item) for item in value]
        return self.naming.called(value) if isinstance(value, str) and ID_FORM.fullmatch(value) else value


def fields_of(schema: Schema) -> list[str]:
    """The names of the fields that the API answers by a schema."""
    return [field.data_key or name for name, field in schema.fields.items()]


def inner(row: Row, field: str) -> Any:
    """A field of a row, or of an object in it: `bought.paid`."""
    value: Any = row
    for name in field.split("."):
        value = value[name]
    return value


def text(heading: str, field: str) -> Column:
    """A column of words."""
    return Column(heading, lambda row: inner(row, field))


def whole(heading: str, field: str) -> Column:
    """A column of numbers that are no amounts."""
    return Column(heading, lambda row: inner(row, field), "right")


@contextmanager
def club_read(chosen: str | None, ids: bool = False) -> Iterator[ClubRead]:
    """The club that was chosen, or the only one, its lists up to date. Where that cannot be, standard error says so."""
    with club_books(chosen) as (clubs, club, books):
        tables = tables_of(clubs, club.id)
        _bring_up_to_date(books, tables)
        yield ClubRead(books, tables, Naming(books, tables), ids)


def _bring_up_to_date(books: ClubBooks, tables: ReadTables) -> None:
    """Wait for the follower of a service that runs; where there is none, fold here what is not much."""
    last, failure = books.store.max_position(), tables.failure()
    remedy = "`poolbook rebuild` brings them up to date, and `poolbook serve` keeps them so"
    if failure is not None:
        remedy = f"an error stopped them there ({failure.error}); mend its cause, then run `poolbook rebuild`"
    elif tables.wait_for(last, PATIENCE_SECONDS) or _folded(books, tables, last):
        return
    behind = f"the lists have come to position {tables.position()} of the log, which is at {last}"
    click.echo(f"poolbook: {behind}: {remedy}", err=True)


def _folded(books: ClubBooks, tables: ReadTables, last: int) -> bool:
    """Whether the lists have come to a position by folding what they lack, if that takes no longer than a moment."""
    if last - tables.position() > SOON_FOLDED:
        return False
    follower = ClubFollower(books.store, tables)
    while follower.advance():
        pass
    return tables.position() >= last
