"""Every read table in the database is what the dataclass of its rows says, column by column."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints
from uuid import UUID

import pytest

from projections import READ_MODELS
from projections.merkle import CHECKPOINTS
from projections.read_model import Table
from projections.tables import ReadTables

TABLES = [*(table for model in READ_MODELS for table in model.tables), CHECKPOINTS]
TYPES: Mapping[Any, set[str]] = {
    int: {"bigint", "integer", "smallint"},
    bool: {"boolean"},
    str: {"text"},
    UUID: {"uuid"},
    datetime: {"timestamp with time zone"},
    bytes: {"bytea"},
    Sequence: {"ARRAY"},
    list: {"ARRAY"},
}
OTHERWISE = {
    ("settlements", "document"): "text",
    ("settlements", "paid"): "text",
    ("settlements", "done"): "text",
    ("settlements", "adjusted"): "text",
    ("settlements", "at_the_close"): "text",
    ("reckonings", "running"): "uuid",
}
"""Columns of another type than their fields: JSON of what is in the field, and an id that a state has as a text."""


def columns_in(tables: ReadTables, table: Table) -> dict[str, tuple[str, bool]]:
    """The type of each column of a table as the database has it, and whether it may be null."""
    query = """
        SELECT column_name, data_type, is_nullable FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = %(table)s
    """
    with tables.transaction() as cursor:
        rows = cursor.execute(query, {"table": table.name}).fetchall()
    return {row["column_name"]: (row["data_type"], row["is_nullable"] == "YES") for row in rows}


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_table_has_the_columns_of_the_dataclass_of_its_rows(tables: ReadTables, table: Table) -> None:
    kept = columns_in(tables, table)
    assert set(kept) == {"club", *table.columns}
    assert kept["club"] == ("uuid", False)
    for name, hint in get_type_hints(table.row).items():
        data_type, nullable = kept[name]
        kinds = get_args(hint) if isinstance(hint, UnionType) else (hint,)
        (kind,) = (part for part in kinds if part is not NoneType)
        assert nullable == (NoneType in kinds), name
        other = OTHERWISE.get((table.name, name))
        assert data_type in ({other} if other else TYPES[get_origin(kind) or kind]), name
