"""A real PostgreSQL for the tests: the one at POOLBOOK_DATABASE_URL, or one of their own in a temporary directory.

Nothing is ever written to the database that the URL names: the tests make others beside it and drop them again.
"""

import os
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from hypothesis import HealthCheck, settings
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.sql import SQL, Identifier
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

from ledger.store import Club, ClubStore, Directory, SharedDatastore, SharedPool
from ops.distribute import distribute
from ops.embedded import EmbeddedPostgres
from ops.migrate import migrate

# A slow machine makes no example false, and must not fail one.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

NewDatabase = Callable[[], str]
NoteSeed = Callable[[object], None]

DISTRIBUTED = "TEST_NEW_DATABASE"
"""The variable with a command that makes a database, whose name is its last argument, on all machines of Citus. The
tests are then run with the tables laid out over these."""

BROWSER = "tests/pages/chromium/"

SEED = "seed"
"""The name under which a test's report carries what its chance followed from."""


class OneBrowser(LoadFileScheduling):
    """Gives all tests of a file to one process, and all tests in a browser to one: two browsers slow each other down so
    much that pages look late which are not."""

    def _split_scope(self, nodeid: str) -> str:
        scope: str = super()._split_scope(nodeid)
        return BROWSER if scope.startswith(BROWSER) else scope


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> OneBrowser | None:
    """Spread the tests over processes by `--dist loadfile`."""
    return OneBrowser(config, log) if config.option.dist == "loadfile" else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what cannot be divided and takes longest: the tests in a browser."""
    items.sort(key=lambda item: not item.nodeid.startswith(BROWSER))


@pytest.fixture
def note_seed(record_property: Callable[[str, object], None]) -> NoteSeed:
    """A function that notes a seed of the test. It is printed with a failure, and at the end of every run."""

    def note(seed: object) -> None:
        print(f"seed: {seed}")
        record_property(SEED, str(seed))

    return note


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print every seed, so that a run that passed can be repeated too.

    Seeds come with the reports of the tests, whichever process ran them.
    """
    reports = [report for outcome in terminalreporter.stats.values() for report in outcome]
    seeds = sorted(
        f"{report.nodeid}: {value}"
        for report in reports
        if isinstance(report, pytest.TestReport) and report.when == "call"
        for name, value in report.user_properties
        if name == SEED
    )
    if seeds:
        terminalreporter.section("seeds")
        for line in seeds:
            terminalreporter.line(line)


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """The server, as a user who may make databases."""
    if given := os.environ.get("POOLBOOK_DATABASE_URL"):
        yield given
        return
    # Not pytest's own directory: the server runs as another user than root, who may not pass through that.
    temporary = tempfile.TemporaryDirectory(prefix="poolbook-", ignore_cleanup_errors=True)
    with temporary as directory, EmbeddedPostgres(Path(directory)) as server:
        do_not_wait_for_the_disk(server.url)
        yield server.url


def do_not_wait_for_the_disk(server_url: str) -> None:
    """Let a server that ends with the tests skip what only matters when the machine dies.

    Tests of kills, lost disks and restarts start servers of their own, which keep the settings of the service.
    """
    with psycopg.connect(server_url, autocommit=True) as connection:
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            connection.execute(SQL("ALTER SYSTEM SET {} = off").format(Identifier(setting)))
        connection.execute("SELECT pg_reload_conf()")


def lay_out(owner_url: str) -> None:
    """Lay out the tables over the machines of Citus, and give roles their rights there, if the tests run on it."""
    if DISTRIBUTED in os.environ:
        distribute(owner_url)


@pytest.fixture(scope="session")
def new_database(server_url: str) -> Iterator[NewDatabase]:
    """Makes an empty database and returns its conninfo. It is gone when the tests are over."""
    names: list[str] = []

    def make() -> str:
        name = f"poolbook_test_{uuid4().hex}"
        url = make_conninfo(**{**conninfo_to_dict(server_url), "dbname": name})
        if command := os.environ.get(DISTRIBUTED):
            subprocess.run([*shlex.split(command), name], check=True, stdout=subprocess.DEVNULL)
            migrate(url)
            lay_out(url)
        else:
            with psycopg.connect(server_url, autocommit=True) as connection:
                connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        names.append(name)
        return url

    yield make
    if "POOLBOOK_DATABASE_URL" not in os.environ:
        return  # They go with the server. To drop them takes longer than to make them: each waits for a checkpoint.
    with psycopg.connect(server_url, autocommit=True) as connection:
        for name in names:
            connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


@pytest.fixture(scope="session")
def database_url(new_database: NewDatabase) -> str:
    """A migrated database, shared by all tests; each that records anything has a club of its own."""
    url = new_database()
    migrate(url)
    return url


@pytest.fixture(scope="session")
def pool(database_url: str) -> Iterator[SharedPool]:
    """The connections of the tests to the shared database."""
    shared = SharedPool(database_url)
    yield shared
    shared.close()


@pytest.fixture(scope="session")
def directory(pool: SharedPool) -> Directory:
    """The list of clubs in the shared database."""
    return Directory(SharedDatastore(pool))


@pytest.fixture(scope="session")
def new_club(directory: Directory) -> Callable[[], Club]:
    """Makes a club in the shared database, its books empty."""

    def make() -> Club:
        club = Club(id=uuid4(), name="The Green Baize", currency="GBP", created_at=datetime.now(UTC))
        assert directory.add_club(club)
        return club

    return make


@pytest.fixture
def club(new_club: Callable[[], Club]) -> Club:
    """A fresh club, its books empty."""
    return new_club()


@pytest.fixture
def store(pool: SharedPool, club: Club) -> ClubStore:
    """The books of the fresh club."""
    return ClubStore(SharedDatastore(pool, club.id))
