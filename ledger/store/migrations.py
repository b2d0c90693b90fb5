"""The files that make the tables, and the table in which it is recorded that they were applied.

The files are data in the package `ops.migrations`. In a file {schema} stands for the schema of every table and
{service} for the service's role. A file that carries over the clubs of an older release also has {club}, {club_schema}
and, as a text, {club_schema_name}.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

TABLE = """
    CREATE TABLE IF NOT EXISTS {schema}.migrations (
        schema_name text NOT NULL,
        name text NOT NULL,
        service_role text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (schema_name, name, service_role)
    );
"""
"""The table, which is there before the first file is applied."""

# A comment, a text or a body in $$ may have a semicolon in it.
_STATEMENT = re.compile(r"(?:--[^\n]*|'[^']*'|\$\$.*?\$\$|[^;])+", re.DOTALL)


@cache
def all_files() -> tuple[tuple[str, str], ...]:
    """The names and texts of the files, in the order of their numbers."""
    sql = (path for path in files("ops.migrations").iterdir() if path.name.endswith(".sql"))
    return tuple(sorted((path.name, path.read_text(encoding="utf-8")) for path in sql))


def statements(text: str) -> Iterator[str]:
    """The statements of a file one by one, as an engine wants them that sends each on to other machines."""
    return (statement for statement in _STATEMENT.findall(text) if statement.strip())


def grants(name: str) -> bool:
    """Whether a file gives rights to the service's role; it is applied once for each role."""
    return name.endswith("_grants.sql")


def carries_over(name: str) -> bool:
    """Whether a file is applied once for each club that has a schema of its own, as clubs of an older release have."""
    return name.endswith("_each_club.sql")
