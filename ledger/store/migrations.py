"""The files that make the schemas of the database, and the table in which it is recorded that they were applied.

The files are data in the package `ops.migrations`: `poolbook_*.sql` for the directory, `club_*.sql` for the schema of
every club. In a file {schema} stands for the schema and {service} for the service's role.
"""

from functools import cache
from importlib.resources import files

OF_DIRECTORY, OF_CLUB = "poolbook_", "club_"
"""How the names of the files begin that make the directory's schema, and those that make a club's."""

TABLE = """
    CREATE TABLE IF NOT EXISTS {schema}.migrations (
        schema_name text NOT NULL,
        name text NOT NULL,
        service_role text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (schema_name, name, service_role)
    );
"""
"""The table, in the directory's schema. It is there before the first file is applied."""


@cache
def files_of(kind: str) -> list[tuple[str, str]]:
    """The names and texts of the files of a kind, in the order of their numbers."""
    return sorted(
        (path.name, path.read_text(encoding="utf-8"))
        for path in files("ops.migrations").iterdir()
        if path.name.startswith(kind) and path.name.endswith(".sql")
    )


def grants(name: str) -> bool:
    """Whether a file gives rights to the service's role; it is applied once for each role."""
    return name.endswith("_grants.sql")
