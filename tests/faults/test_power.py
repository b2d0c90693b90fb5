"""A database whose machine loses its power keeps what it acknowledged, and one that is set to hurry is found out."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import psycopg
import pytest

from ops.embedded import EmbeddedError
from ops.faults.power import FrailPostgres, can_lose_power

pytestmark = pytest.mark.skipif(not can_lose_power(), reason="there is no C compiler")

COMMITS = 40


class Rows:
    """A table in a frail database, and the number of rows whose insertion was acknowledged."""

    def __init__(self, server: FrailPostgres, chance: Random) -> None:
        self.server = server
        self.chance = chance
        self.acknowledged = 0
        server.start()
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute("CREATE TABLE rows (number int PRIMARY KEY, words text)")
            connection.execute("CHECKPOINT")

    def insert(self) -> None:
        """Insert rows of some length, each in a transaction, and write over others."""
        with psycopg.connect(self.server.url, autocommit=True) as connection:
            for _ in range(COMMITS):
                connection.execute("INSERT INTO rows VALUES (%s, repeat('x', 500))", (self.acknowledged,))
                self.acknowledged += 1
                one = self.chance.randrange(self.acknowledged)
                connection.execute("UPDATE rows SET words = words || 'y' WHERE number = %s", (one,))

    def cut(self) -> None:
        """Cut the power as the pages are written, and start again. Raises EmbeddedError where nothing starts."""
        self.server.cut(self.chance)

    def there(self) -> int:
        """How many rows are there, each read whole."""
        with psycopg.connect(self.server.url, autocommit=True) as connection:
            row = connection.execute("SELECT count(words), sum(length(words)) FROM rows").fetchone()
        assert row is not None
        return int(row[0])


@pytest.fixture
def rows() -> Iterator[Rows]:
    with tempfile.TemporaryDirectory(prefix="poolbook-power-", ignore_cleanup_errors=True) as directory:
        server = FrailPostgres(Path(directory))
        yield Rows(server, Random(1896))
        server.kill()


def set_off(rows: Rows, setting: str) -> None:
    with psycopg.connect(rows.server.url, autocommit=True) as connection:
        connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("CHECKPOINT")
    rows.server.cut(rows.chance)


def test_what_was_acknowledged_is_there_after_every_cut(rows: Rows) -> None:
    for _ in range(3):
        rows.insert()
        rows.cut()
        assert rows.there() == rows.acknowledged


def fails_within(rows: Rows, cuts: int) -> bool:
    """Whether acknowledged rows are lost, or cannot be read, or no server starts, after at most so many cuts."""
    try:
        for _ in range(cuts):
            rows.insert()
            rows.cut()
            if rows.there() != rows.acknowledged:
                return True
    except (EmbeddedError, psycopg.Error):
        return True
    return False


@pytest.mark.parametrize("setting", ["fsync", "synchronous_commit"])
def test_a_database_that_does_not_sync_is_found(rows: Rows, setting: str) -> None:
    set_off(rows, setting)
    assert fails_within(rows, cuts=10)


@pytest.mark.slow
def test_a_database_whose_pages_may_be_torn_is_found(rows: Rows) -> None:
    set_off(rows, "full_page_writes")
    assert fails_within(rows, cuts=40)
