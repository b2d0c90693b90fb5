"""`poolbook serve` goes on serving after any of its processes has ended, or its database has died."""

import os
import shutil
import signal
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner

from api.settings import Settings
from ops.alone import RunsAlready, alone, check_alone
from ops.cli import main
from ops.embedded import EmbeddedPostgres
from ops.faults.killing import runs
from ops.serving import WORKERS
from tests.ops.conftest import PATIENCE, Served, free_port, own_service, start, wait_until_ready


@pytest.fixture(scope="module")
def own(started_once: Path) -> Iterator[Served]:
    """One service for all tests of this module. It starts again whatever a test has ended."""
    with own_service(started_once) as running:
        yield running


def workers_of(served: Served) -> set[int]:
    """The workers that run, without those that have ended and wait to be reaped."""
    return {child.pid for child in psutil.Process(served.process.pid).children() if runs(child)}


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def check_it_serves(served: Served) -> None:
    """A write is recorded, and the workers count together."""
    assert served.process.poll() is None, "the service has ended"
    wait_until_ready(served)
    assert served.post(f"/v1/clubs/{served.club}/members", {"name": f"M {time.monotonic()}"})["name"]
    with urllib.request.urlopen(f"http://127.0.0.1:{served.port}/metrics", timeout=10) as answer:
        assert b"poolbook_requests_total" in answer.read()


def test_no_end_of_a_worker_ends_the_service(own: Served) -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGABRT, signal.SIGQUIT, signal.SIGHUP, signal.SIGKILL):
        before = workers_of(own)
        assert len(before) == WORKERS
        for pid in before:
            os.kill(pid, number)
        until(lambda before=before: len(workers_of(own) - before) == WORKERS or own.process.poll() is not None)
        check_it_serves(own)


@pytest.fixture
def of_a_terminal() -> Iterator[None]:
    """Services that are started meanwhile heed SIGHUP, even where these tests were started by nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("of_a_terminal")
def test_closing_the_terminal_stops_the_service_and_its_database(started_once: Path) -> None:
    with own_service(started_once) as running:
        for pid in (*workers_of(running), running.process.pid):  # as the system does when a terminal is closed
            os.kill(pid, signal.SIGHUP)
        assert running.process.wait(PATIENCE) == 0
        assert not EmbeddedPostgres(running.place).status.ready


@pytest.mark.slow
@pytest.mark.usefixtures("of_a_terminal")
def test_a_database_that_was_started_apart_is_served_and_left_running(started_once: Path) -> None:
    database = EmbeddedPostgres(started_once)
    database.stay()
    running = start(started_once)
    running.process.send_signal(signal.SIGHUP)
    running.process.communicate(timeout=PATIENCE)
    assert (running.process.returncode, database.status.ready) == (0, True)
    assert database.shut_down()


def test_a_second_start_is_told_where_the_first_runs(own: Served, tmp_path: Path) -> None:
    at = f"poolbook runs already at http://127.0.0.1:{own.port}/, with"
    beside = own.ask("serve", "--port", str(free_port()))
    assert (beside.exit_code, beside.stderr) == (
        69,
        f"poolbook: {at} the same data, those in {own.place}: open it there, or stop it before you start another\n",
    )
    at_its_port = CliRunner().invoke(
        main,
        ["serve", "--port", str(own.port)],
        env={"POOLBOOK_DATA_DIR": str(tmp_path), "POOLBOOK_DATABASE_URL": None},
    )
    assert (at_its_port.exit_code, f"{at} other data than these" in at_its_port.stderr) == (69, True)
    assert list(tmp_path.iterdir()) == [], "and no database was begun"
    check_it_serves(own)


def test_two_that_start_at_once_do_not_both_serve(tmp_path: Path) -> None:
    settings = Settings.from_environment({"POOLBOOK_DATA_DIR": str(tmp_path), "POOLBOOK_PORT": str(free_port())})
    with alone(settings):
        with (
            pytest.raises(RunsAlready, match=f"at http://127.0.0.1:{settings.port}/, with the same data"),
            alone(settings),
        ):
            pass
        with pytest.raises(RunsAlready):
            check_alone(settings)
    check_alone(settings)


def test_workers_start_again_when_the_directory_of_their_numbers_was_removed(own: Served) -> None:
    before = workers_of(own)
    opened = {Path(file.path).parent for pid in before for file in psutil.Process(pid).open_files()}
    (shared,) = (directory for directory in opened if directory.name.startswith("poolbook-metrics-"))
    shutil.rmtree(shared)
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    until(lambda: len(workers_of(own) - before) == WORKERS or own.process.poll() is not None)
    check_it_serves(own)


def test_a_database_that_died_is_started_again(own: Served) -> None:
    database = EmbeddedPostgres(own.place)
    killed = database.status.pid
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    until(lambda: database.status.pid not in (None, killed) or own.process.poll() is not None)
    check_it_serves(own)


def test_workers_that_end_while_the_database_is_away_are_replaced(own: Served) -> None:
    killed, before = EmbeddedPostgres(own.place).status.pid, workers_of(own)
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    until(lambda: len(workers_of(own) - before) == WORKERS or own.process.poll() is not None)
    check_it_serves(own)
