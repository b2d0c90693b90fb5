"""What bringing books back has in common, whichever file they come from."""

from typing import Any

from psycopg import Connection
from psycopg.sql import SQL, Identifier

_SEQUENCES = """
    SELECT c.relname, a.attname, pg_get_serial_sequence(format('%%I.%%I', n.nspname, c.relname), a.attname)
    FROM pg_class AS c
    JOIN pg_namespace AS n ON n.oid = c.relnamespace
    JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attidentity <> ''
    WHERE n.nspname = %s
"""


def let_numbers_go_on(owner: Connection[Any], schema: str) -> None:
    """Let the numbers that a schema's tables give by themselves go on after the highest that was put into them."""
    for table, column, sequence in owner.execute(_SEQUENCES, (schema,)).fetchall():
        highest = SQL("SELECT setval(%s, max({0})) FROM {1}.{2} HAVING max({0}) IS NOT NULL")
        named = highest.format(Identifier(column), Identifier(schema), Identifier(table))
        owner.execute(named, (sequence,))
