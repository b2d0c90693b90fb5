"""The statements that a process sends to the database, and the check that each of them names its club."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

import pytest
from psycopg import Connection, Cursor, ServerCursor
from psycopg.sql import SQL, Composable, Identifier

from ledger.store.datastore import SCHEMA

Parameters = Sequence[Any] | Mapping[str, Any] | None

_EXPLAINED = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH|MERGE|VALUES)\b", re.IGNORECASE)
_COPIED = re.compile(r"\s*COPY\b.*\bFROM\s+STDIN(?:\s*\(FORMAT\s+BINARY\))?\s*$", re.IGNORECASE | re.DOTALL)
_WRITTEN = re.compile(
    r'\b(?:INSERT\s+INTO|COPY)\s+(?:"?poolbook"?\.)?"?(\w+)"?(?:\s+AS\s+\w+)?\s*(\([^)]*\))?', re.IGNORECASE
)
_TEMPORARY = re.compile(r"\s*CREATE\s+TEMPORARY\s+TABLE\s+\S+\s+\(LIKE\s", re.IGNORECASE)
_IN_TEMPORARY = re.compile(r'"pg_temp"\."?(\w+)')
_LITERAL = re.compile(r"'(?:[^']|'')*'")
_CONDITIONS = ("Index Cond", "Recheck Cond", "Filter")


@dataclass
class Statements:
    """The statements sent so far, in their order: how often each was sent, and its first parameters."""

    sent: dict[str, int] = field(default_factory=dict)
    parameters: dict[str, Parameters] = field(default_factory=dict)

    def note(self, query: str, parameters: Parameters) -> None:
        self.sent[query] = self.sent.get(query, 0) + 1
        self.parameters.setdefault(query, parameters)


@contextmanager
def collected() -> Iterator[Statements]:
    """Collect every statement that this process sends, on whatever connection and by whatever method of a cursor.

    psycopg sends all statements by these methods, but for those that begin and end a transaction.
    """
    statements = Statements()
    with pytest.MonkeyPatch.context() as patching:
        for kind, name in (
            *((Cursor, name) for name in ("execute", "executemany", "stream", "copy")),
            *((ServerCursor, name) for name in ("execute", "stream")),
        ):
            patching.setattr(kind, name, _noting(statements, getattr(kind, name), many=name == "executemany"))
        yield statements


def _noting(statements: Statements, send: Any, *, many: bool) -> Any:
    @wraps(send)
    def noting(cursor: Any, query: Any, params: Any = None, *args: Any, **kwargs: Any) -> Any:
        first = next(iter(params), None) if many and params else params
        statements.note(_text(query, cursor), first)
        return send(cursor, query, params, *args, **kwargs)

    return noting


def _text(query: str | bytes | Composable, cursor: Cursor[Any]) -> str:
    if isinstance(query, Composable):
        return query.as_string(cursor)
    return query.decode() if isinstance(query, bytes) else query


class Checker:
    """Says what in a statement is not limited to one club.

    The database is asked for the plan of the statement, with the parameters that it was sent with: in a plan every
    table that is read stands by itself, with the conditions under which its rows are read. `tables` has the tables of
    clubs, each with the column that names the club; `connection` must be able to read them.
    """

    def __init__(self, connection: Connection[Any], tables: Mapping[str, str]) -> None:
        self._connection = connection
        self._tables = tables
        self._words = re.compile(rf"\b({'|'.join(map(re.escape, tables))})\b")

    def astray(self, query: str, parameters: Parameters) -> list[str]:
        """The tables of clubs that a statement reads or writes without naming the club."""
        if _EXPLAINED.match(query):
            return sorted({*self._written_without_a_club(query), *self._read_without_a_club(query, parameters)})
        if _COPIED.match(query):
            return sorted(self._written_without_a_club(query))
        if _TEMPORARY.match(query) or (_IN_TEMPORARY.search(query) and SCHEMA not in query):
            return []
        # SET, LISTEN and their like: what has neither a plan nor a list of columns must name no such table.
        return sorted(set(self._words.findall(query)))

    def _written_without_a_club(self, query: str) -> Iterator[str]:
        for table, columns in _WRITTEN.findall(query):
            if table in self._tables and self._tables[table] not in re.findall(r"\w+", columns):
                yield table

    def _read_without_a_club(self, query: str, parameters: Parameters) -> Iterator[str]:
        with self._connection.transaction(force_rollback=True):
            for table in set(_IN_TEMPORARY.findall(query)):
                like = SQL("CREATE TEMPORARY TABLE {} (LIKE {})")
                self._connection.execute(like.format(Identifier("pg_temp", table), Identifier(SCHEMA, table)))
            row = self._connection.execute(f"EXPLAIN (VERBOSE, FORMAT JSON) {query}", parameters).fetchone()
        assert row is not None
        for plan in _nodes(row[0][0]["Plan"]):
            table = plan.get("Relation Name") if plan.get("Schema") == SCHEMA else None
            is_read = table in self._tables and plan["Node Type"] != "ModifyTable"
            if is_read and not _is_limited(plan, self._tables[table]):
                yield table


def _is_limited(plan: Mapping[str, Any], column: str) -> bool:
    """Whether a table is read under the condition that the club is a certain one, or that of another table's row."""
    certain = re.compile(rf"\((\w+\.)?{column} = ('_'::uuid|\w+\.(club|id)|\$\d+)\)")
    conditions = (_LITERAL.sub("'_'", plan[name]) for name in _CONDITIONS if name in plan)
    return any(certain.fullmatch(part) for condition in conditions for part in _conjuncts(condition))


def _conjuncts(condition: str) -> Iterator[str]:
    """The conditions that all must hold, of one written as `(a)` or `((a) AND (b))`; of any other only itself."""
    parts, depth = [""], 0
    for letter in condition[1:-1]:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        parts[-1] += letter
        if depth == 0 and parts[-1].endswith(" AND "):
            parts[-1] = parts[-1].removesuffix(" AND ")
            parts.append("")
    yield from parts if len(parts) > 1 else [condition]


def _nodes(plan: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The nodes of a plan, one below the other."""
    yield plan
    for below in plan.get("Plans", ()):
        yield from _nodes(below)
