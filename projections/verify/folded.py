"""The read tables: fold every read model again into temporary tables, and compare row by row.

The temporary tables are in the verification's transaction, which is rolled back, so the follower and readers notice
nothing. Rows are compared as of the follower's position. A follower that is behind is a notice; one that was stopped
is a difference.
"""

from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg.sql import SQL, Composable, Composed, Identifier, Placeholder

from ledger.store import Logged
from ledger.store.datastore import SCHEMA
from projections.read_model import ReadModel, Table
from projections.verify.report import Difference, Differs, Findings, lone_row, unlike_row
from projections.verify.snapshot import Snapshot

KIND = "tables"
POSITION = "followed"


class Folded:
    """Folds the events into temporary tables, and compares these with the stored ones."""

    def __init__(self, snapshot: Snapshot, models: Sequence[ReadModel], findings: Findings) -> None:
        self._snapshot = snapshot
        self._models = models
        self._findings = findings
        self._position = snapshot.tables.position()
        self._folded = 0
        self._behind = 0

    def see(self, batch: Sequence[Logged]) -> None:
        """Fold the events that the follower has folded. Raises Differs if one cannot be folded."""
        followed = [logged for logged in batch if logged.position <= self._position]
        self._behind += len(batch) - len(followed)
        if not followed:
            return
        cursor = self._snapshot.cursor
        for model in self._models:
            try:
                with self._snapshot.connection.transaction():
                    model.apply(cursor, followed)
            except Exception as error:
                if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
                    raise
                raise self._cannot_fold(model, followed, error) from error
        self._folded = followed[-1].position

    def finish(self) -> None:
        """Compare the tables. Raises Differs at the first row that differs."""
        if failure := self._snapshot.tables.failure():
            # An exception's message may hold anything, so only its kind is reported; the follower's log has the rest.
            kind = failure.error.partition(":")[0]
            sentence = f"the follower stopped after position {failure.after_position} ({kind})"
            raise Differs(Difference(kind=KIND, sentence=sentence, table="projection_failure"))
        if self._folded != self._position:
            sentence = f"the read tables claim to have come to position {self._position}, at which there is no event"
            claimed, folded = str(self._position), str(self._folded)
            raise Differs(Difference(kind=KIND, sentence=sentence, table=POSITION, expected=folded, found=claimed))
        if self._behind:
            sentence = f"the read tables are {self._behind} events behind, as the follower has not come to them yet"
            self._findings.notice("behind", sentence, position=self._position)
        for model in self._models:
            for table in model.tables:
                self._compare(table)
                self._findings.count("read_rows", self._snapshot.count(table.name))

    def _compare(self, table: Table) -> None:
        for row in self._snapshot.rows(first_differing(table, Identifier("pg_temp", table.name))):
            raise Differs(difference(KIND, table, row))

    def _cannot_fold(self, model: ReadModel, batch: Sequence[Logged], error: Exception) -> Differs:
        where = f"between positions {batch[0].position} and {batch[-1].position}"
        sentence = f"the events {where} cannot be folded into {model.name}: {type(error).__name__}"
        return Differs(Difference(kind=KIND, sentence=sentence, position=batch[0].position, table=model.tables[0].name))


def check_position(snapshot: Snapshot, tables: Sequence[Table]) -> None:
    """Raise Differs unless the read tables have a position, up to which everything is then compared, or no rows."""
    if snapshot.count(POSITION) or not any(snapshot.count(table.name) for table in tables):
        return
    sentence = "the read tables do not say how far they have come"
    raise Differs(Difference(kind=KIND, sentence=sentence, table=POSITION))


def difference(kind: str, table: Table, row: Sequence[Any]) -> Difference:
    """How a stored row differs from the expected one; `row` has the columns of both, from `first_differing`."""
    width = len(table.columns)
    expected, stored = row[:width], row[width:]
    missing, intruding = stored[0] is None, expected[0] is None
    keys = (expected if missing else stored)[: len(table.key)]
    key = ", ".join(f"{name} {value}" for name, value in zip(table.key, keys, strict=True))
    if missing or intruding:
        return lone_row(kind, table.name, key, missing=missing)
    column, was, now = next(
        (name, was, now) for name, was, now in zip(table.columns, expected, stored, strict=True) if was != now
    )
    return unlike_row(kind, table.name, key, column, was, now)


def first_differing(table: Table, anew: Composable) -> Composed:
    """A query for the first row of the club, by key, that differs from what is stored.

    It selects the columns of `anew`, then those of the stored row, all null where one of them has no such row.
    """

    def of(side: str) -> Composed:
        return SQL(", ").join(Identifier(side, column) for column in table.columns)

    return SQL(
        "SELECT {expected}, {stored} FROM {anew} AS anew"
        " FULL JOIN (SELECT * FROM {kept} WHERE club = {club}) AS kept ON {alike}"
        " WHERE {one_only} OR ({expected}) IS DISTINCT FROM ({stored}) ORDER BY {order} LIMIT 1"
    ).format(
        expected=of("anew"),
        stored=of("kept"),
        anew=anew,
        kept=Identifier(SCHEMA, table.name),
        club=Placeholder("club"),
        alike=SQL(" AND ").join(SQL("anew.{0} = kept.{0}").format(Identifier(k)) for k in table.key),
        one_only=SQL("anew.{0} IS NULL OR kept.{0} IS NULL").format(Identifier(table.key[0])),
        order=SQL(", ").join(SQL("coalesce(anew.{0}, kept.{0})").format(Identifier(k)) for k in table.key),
    )
