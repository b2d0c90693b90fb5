"""A page that was torn on the disk while nobody looked is found by `poolbook verify`, which says so."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner

from ledger.application.clubs import Clubs
from ops.cli import main
from ops.demo import demo_club
from ops.embedded import EmbeddedPostgres
from ops.migrate import migrate

PAGE = 8192


def recorded(url: str, place: Path) -> str:
    """Record the demonstration, and write all pages; the file of the table of events, below the data directory."""
    clubs = Clubs(url)
    try:
        demo_club(clubs, place)
    finally:
        clubs.close()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CHECKPOINT")
        row = connection.execute("SELECT pg_relation_filepath('poolbook.stored_events')").fetchone()
    assert row is not None
    return str(row[0])


@pytest.fixture
def place() -> Iterator[Path]:
    """A data directory that the database's own user can reach."""
    with tempfile.TemporaryDirectory(prefix="poolbook-torn-", ignore_cleanup_errors=True) as directory:
        Path(directory).chmod(0o755)
        yield Path(directory)


def test_a_torn_page_is_found(place: Path) -> None:
    environment = {"POOLBOOK_DATA_DIR": str(place)}
    with EmbeddedPostgres(place) as server:
        migrate(server.url)
        file = place / "postgres" / recorded(server.url, place)
    assert CliRunner().invoke(main, ["rebuild"], env=environment).exit_code == 0
    assert CliRunner().invoke(main, ["verify"], env=environment).exit_code == 0
    whole = file.read_bytes()
    file.write_bytes(whole[: PAGE // 2] + bytes(PAGE // 2) + whole[PAGE:])
    result = CliRunner().invoke(main, ["verify"], env=environment)
    assert (result.exit_code, result.stderr) == (65, "")
    assert "the database cannot read what it has stored: invalid page in block 0" in result.stdout
    exported = CliRunner().invoke(main, ["export", "jsonl"], env=environment)
    assert (exported.exit_code, exported.stdout) == (65, "")
    assert "restore a backup: invalid page in block 0" in exported.stderr
