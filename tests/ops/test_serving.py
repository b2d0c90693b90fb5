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

from ops.embedded import EmbeddedPostgres
from ops.faults.killing import runs
from ops.serving import WORKERS
from tests.ops.conftest import PATIENCE, Served, own_service, wait_until_ready


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


def test_a_hangup_of_the_master_changes_the_workers_and_goes_on(own: Served) -> None:
    for _ in range(2):
        before = workers_of(own)
        own.process.send_signal(signal.SIGHUP)
        until(lambda before=before: not workers_of(own) & before or own.process.poll() is not None)
        check_it_serves(own)


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
