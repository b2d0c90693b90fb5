"""What `restore` and `import` have in common."""

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


def continue_numbering(owner: Connection[Any], schema: str) -> None:
    """Set every identity sequence of a schema to the highest number in its column, so that new rows go on from it."""
    for table, column, sequence in owner.execute(_SEQUENCES, (schema,)).fetchall():
        highest = SQL("SELECT setval(%s, max({0})) FROM {1}.{2} HAVING max({0}) IS NOT NULL")
        named = highest.format(Identifier(column), Identifier(schema), Identifier(table))
        owner.execute(named, (sequence,))
