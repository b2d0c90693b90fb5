"""A service of its own, started by `poolbook serve` in an empty directory."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner, Result

from ops.cli import main
from tests.api.conftest import app, clubs, house, impatient, new_house, own_house, shared_house

__all__ = ["app", "clubs", "house", "impatient", "new_house", "own_house", "shared_house"]

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds that anything may take before a test gives up."""


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def poolbook(*arguments: str, place: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end on the database in `place`."""
    return subprocess.run(
        [sys.executable, "-m", "ops.cli", *arguments],
        cwd=ROOT,
        env=environment(place, **settings),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def environment(place: Path, **settings: str) -> dict[str, str]:
    """The environment with no settings of the service but these."""
    inherited = {name: text for name, text in os.environ.items() if not name.startswith("POOLBOOK_")}
    return {**inherited, "POOLBOOK_DATA_DIR": str(place), "COLUMNS": "120", **settings}


@dataclass
class Served:
    """A running service: its data directory, port and process, and the club, the owner's token
    and the path of the link that it printed."""

    place: Path
    port: int
    process: subprocess.Popen[str]
    club: str = ""
    token: str = ""
    link: str = ""

    def get(self, path: str) -> Any:
        """The body of the answer to a GET, sent as the owner."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}")
        request.add_header("Authorization", f"Bearer {self.token}")
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.loads(answer.read())

    def post(self, path: str, body: Any) -> Any:
        """The body of the answer to a POST, sent as the owner."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", json.dumps(body).encode())
        request.add_header("Authorization", f"Bearer {self.token}")
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.loads(answer.read())

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command beside the service, on the same database, in a process of its own."""
        return poolbook(*arguments, place=self.place)

    def ask(self, *arguments: str) -> Result:
        """Run a command on the same database in this process, which is quicker: the program is loaded already."""
        inherited = dict.fromkeys((name for name in os.environ if name.startswith("POOLBOOK_")), None)
        return CliRunner().invoke(main, arguments, env={**inherited, "POOLBOOK_DATA_DIR": str(self.place)})


def start(place: Path, port: int | None = None) -> Served:
    """Start the service, and read what it prints until it says where it is."""
    port = port or free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "ops.cli", "serve", "--port", str(port)],
        cwd=ROOT,
        env=environment(place),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    served = Served(place, port, process)
    assert process.stdout is not None
    for line in process.stdout:
        if printed := re.fullmatch(r"The Demonstration Club: (\S+)\n", line):
            served.club = printed[1]
        if printed := re.fullmatch(r"owner's token: (\S+)\n", line):
            served.token = printed[1]
        if printed := re.fullmatch(r"sign in as its owner: http://[\d.:]+(/\S+)  .*\n", line):
            served.link = printed[1]
        if line.startswith("poolbook is at "):
            wait_until_ready(served)
            return served
    raise AssertionError(f"the service ended with {process.wait()}")


def wait_until_ready(served: Served) -> None:
    """Wait for the first answer."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            served.get("/readyz")
            return
        except OSError:
            assert time.monotonic() < deadline, "the service never became ready"
            time.sleep(0.1)


@pytest.fixture(scope="package")
def place() -> Iterator[Path]:
    """A data directory that the database's own user can reach."""
    directory = Path(tempfile.mkdtemp(prefix="poolbook ops "))
    directory.chmod(0o755)
    yield directory
    shutil.rmtree(directory, ignore_errors=True)


@pytest.fixture(scope="package")
def served(place: Path) -> Iterator[Served]:
    """The service, from its very first start."""
    running = start(place)
    yield running
    running.process.send_signal(signal.SIGTERM)
    assert running.process.wait(PATIENCE) == 0
    assert running.process.stdout is not None
    running.process.stdout.close()
    assert poolbook("db", "status", place=place).stdout.startswith("not running")


@pytest.fixture(scope="session")
def started_once() -> Iterator[Path]:
    """The data directory of a service that was started once and stopped."""
    place = Path(tempfile.mkdtemp(prefix="poolbook-once-"))
    place.chmod(0o755)
    running = start(place)
    running.process.send_signal(signal.SIGTERM)
    running.process.communicate(timeout=PATIENCE)
    yield place
    shutil.rmtree(place, ignore_errors=True)


@contextmanager
def own_service(started_once: Path) -> Iterator[Served]:
    """A service that nobody else uses, which may be stopped or broken. Its data directory is a copy."""
    place = Path(tempfile.mkdtemp(prefix="poolbook-own-"))
    subprocess.run(["cp", "--archive", f"{started_once}/.", place], check=True)
    running = start(place)
    # Its log is read away, lest a full pipe hold it up.
    reading = Thread(target=lambda: [None for _ in running.process.stdout or ()])
    reading.start()
    yield running
    if running.process.poll() is None:
        running.process.send_signal(signal.SIGTERM)
        running.process.wait(PATIENCE)
    reading.join()
    assert running.process.stdout is not None
    running.process.stdout.close()
    shutil.rmtree(place, ignore_errors=True)


@pytest.fixture
def own(started_once: Path) -> Iterator[Served]:
    """A service of the test alone."""
    with own_service(started_once) as running:
        yield running
