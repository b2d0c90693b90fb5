"""What the database holds of one club, table by table, as the catalogue lists them."""

from typing import Any
from uuid import UUID

import psycopg
from psycopg.sql import SQL, Identifier

_OF_CLUBS = """
    SELECT c.relname FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'club'
    WHERE c.relnamespace = 'poolbook'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY c.relname
"""


def tables_of_clubs(url: str) -> list[str]:
    """The tables that have a column `club`."""
    with psycopg.connect(url) as connection:
        return [name for (name,) in connection.execute(_OF_CLUBS)]


def rows_of_club(url: str, club: UUID | str) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of a club, by table."""
    select = SQL("SELECT * FROM poolbook.{} WHERE club = %s")
    tables = tables_of_clubs(url)
    with psycopg.connect(url) as connection:
        return {table: connection.execute(select.format(Identifier(table)), (club,)).fetchall() for table in tables}
