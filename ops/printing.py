"""Rows printed as a table for people, or as CSV or JSON for programs.

The table has human headings and amounts as people write them. CSV (RFC 4180, with a header) and JSON (an array of
objects) have the fields of the API under their names; amounts are whole minor units.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from api.printed import money
from ledger.exports.lines import lines, plain

Row = Mapping[str, Any]

FORMATS = ("table", "csv", "json")

format_option = click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="table",
    show_default=True,
    help="A table with amounts as people write them, or the API's fields with amounts in whole minor units.",
)
ids_option = click.option(
    "--ids", is_flag=True, help="Show the ids of clubs, members, sittings and games in place of their names."
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its heading, and the text or number of it in a row. Numbers stand to the right."""

    heading: str
    cell: Callable[[Row], object]
    justify: Literal["left", "right"] = "left"


def console() -> Console:
    """A console on standard output, as wide as the terminal; wide where that is none, for whoever reads whole lines."""
    wide = None if sys.stdout.isatty() or "COLUMNS" in os.environ else 200
    return Console(highlight=False, width=wide)


def writes_unicode() -> bool:
    """Whether standard output can write what is not ASCII."""
    encoding: str = getattr(sys.stdout, "encoding", None) or "utf-8"
    return encoding.lower().replace("-", "").replace("_", "") == "utf8"


def amount(minor_units: int, currency: str) -> str:
    """An amount as people write it, with signs that every terminal has: `1.25`, `-2s 6d`, `L1 2s 6d` for want of £."""
    text = money(minor_units, currency).replace("\N{MINUS SIGN}", "-")
    return text if writes_unicode() else text.replace("£", "L")


def show(
    rows: Sequence[Row], columns: Sequence[Column], form: str, *, empty: str = "", header: Sequence[str] = ()
) -> None:
    """Print rows in a format on standard output; CSV and JSON in UTF-8 whatever the terminal's encoding.

    Where there are no rows, a table is the sentence `empty` on standard error, and a CSV its `header`.
    """
    if form == "json":
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2).encode())
    elif form == "csv":
        click.echo(_csv(rows, header).encode(), nl=False)
    elif not rows:
        click.echo(empty, err=True)
    else:
        show_table(rows, columns)


def show_table(rows: Sequence[Row], columns: Sequence[Column]) -> None:
    """Print rows as a table with a line below its headings."""
    table = Table(box=box.SIMPLE_HEAD if writes_unicode() else None, pad_edge=False, show_edge=False)
    for column in columns:
        table.add_column(column.heading, justify=column.justify, overflow="fold")
    for row in rows:
        table.add_row(*(Text(_shown(column.cell(row))) for column in columns))
    console().print(table)


def _shown(value: object) -> str:
    return "" if value is None else str(value)


def _csv(rows: Sequence[Row], header: Sequence[str]) -> str:
    """Rows as CSV. A field that is an object becomes a column for each of its fields, as in `bought.paid`; a list is
    its items with commas between."""
    flat = [_flat(row) for row in rows]
    names = list(dict.fromkeys(name for row in flat for name in row)) or list(header)
    return lines([names, *([row.get(name, "") for name in names] for row in flat)])


def _flat(row: Row, before: str = "") -> dict[str, object]:
    flat: dict[str, object] = {}
    for name, value in row.items():
        if isinstance(value, Mapping):
            flat |= _flat(value, f"{before}{name}.")
        else:
            flat[before + name] = _field(value)
    return flat


def _field(value: object) -> object:
    """The value of one field of a CSV. Text that a spreadsheet could take for a formula is marked as text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return plain(", ".join(json.dumps(v, ensure_ascii=False) if isinstance(v, Mapping) else str(v) for v in value))
    return plain(value) if isinstance(value, str) else value
