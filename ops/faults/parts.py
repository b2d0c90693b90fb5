"""The parts of a running service: processes that can be killed and started again."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

import psutil  # type: ignore[import-untyped]

from api.settings import MOST_REQUESTS, Settings
from ops.embedded import EmbeddedPostgres
from ops.migrate import migrate
from ops.serving import check_port

ROOT = Path(__file__).resolve().parents[2]
OPERATOR = "an-operator-of-parts-that-are-killed"
START_SECONDS = 60.0
KILL_SECONDS = 10.0
BACKEND = "postgres: postgres "
"""The beginning of the title of a PostgreSQL process that serves a connection of the user postgres."""


class Parts:
    """A database, the API's workers and a separate follower, in a directory of their own.

    Raises PortTaken if another service listens at the port, because the clients would talk to that one.
    """

    def __init__(self, directory: Path, port: int) -> None:
        self.database = EmbeddedPostgres(directory)
        self.port = port
        self._directory = directory
        check_port(Settings.from_environment(self._environment))
        self._log = (directory / "parts.log").open("ab")
        self._api: subprocess.Popen[bytes] | None = None
        self._follower: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.database.start()
        migrate(self.database.url)
        self._start_api()
        self._start_follower()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in (self._api, self._follower):
            if process:
                _end(process)
        self.database.start()
        self.database.stop()
        self._log.close()

    def state(self) -> str:
        """The processes and the last 40 lines of their log, to find out why recording does not resume."""
        api = self._api and f"API {self._api.pid}: {self._api.poll()}, workers {_children(self._api.pid)}"
        lines = (self._directory / "parts.log").read_text(errors="replace").splitlines()
        return "\n".join([str(api), str(self.database.status), *lines[-40:]])

    def wait_until_ready(self) -> None:
        """Wait until the service can record. Raises TimeoutError after START_SECONDS."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            connection = HTTPConnection("127.0.0.1", self.port, timeout=5)
            try:
                connection.request("GET", "/readyz")
                if connection.getresponse().status == 200:
                    return
            except OSError:
                time.sleep(0.05)
            finally:
                connection.close()
        raise TimeoutError("the service does not become ready")

    # Killing

    @property
    def ways(self) -> dict[str, Callable[[Random], None]]:
        """Every way to kill, by the name of what is killed. Each starts again what does not come back by itself."""
        return {
            "a worker": self._kill_worker,
            "the whole API": self._kill_api,
            "the follower": self._kill_follower,
            "a backend of the database": self._kill_backend,
            "the whole database": self._kill_database,
        }

    def _kill_worker(self, chance: Random) -> None:
        assert self._api is not None
        if workers := _children(self._api.pid):
            _kill([chance.choice(workers)])

    def _kill_api(self, chance: Random) -> None:
        assert self._api is not None
        _end(self._api)
        self._start_api()

    def _kill_follower(self, chance: Random) -> None:
        assert self._follower is not None
        _end(self._follower)
        self._start_follower()

    def _kill_backend(self, chance: Random) -> None:
        """Kill one backend. PostgreSQL then assumes damaged memory: it ends all backends and recovers."""
        backends = [server for server in self._servers() if _title(server).startswith(BACKEND)]
        if backends:
            _kill([chance.choice(backends)])

    def _kill_database(self, chance: Random) -> None:
        _kill(self._servers())
        self.database.start()

    def _servers(self) -> list[psutil.Process]:
        """The processes of this database, the first of which started the others."""
        pid = self.database.status.pid
        return [psutil.Process(pid), *_children(pid)] if pid and psutil.pid_exists(pid) else []

    # Starting

    @property
    def _environment(self) -> dict[str, str]:
        kept = {name: text for name, text in os.environ.items() if not name.startswith(("POOLBOOK_", "PROMETHEUS_"))}
        return {
            **kept,
            "POOLBOOK_DATABASE_URL": self.database.url,
            "POOLBOOK_OPERATOR_TOKEN": OPERATOR,
            "POOLBOOK_REQUESTS_PER_SECOND": str(MOST_REQUESTS),
            "POOLBOOK_PORT": str(self.port),
        }

    def _run(self, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, *arguments], cwd=ROOT, env=self._environment, stdout=self._log, stderr=self._log
        )

    def _start_api(self) -> None:
        self._api = self._run("-m", "gunicorn", "-c", "ops/gunicorn.conf.py", "ops.wsgi:application()")

    def _start_follower(self) -> None:
        self._follower = self._run("-m", "ops.cli", "follow")


def _children(pid: int) -> list[psutil.Process]:
    try:
        children: list[psutil.Process] = psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []
    return children


def _title(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


def _kill(processes: list[psutil.Process]) -> None:
    """Kill processes, and wait until none of them runs."""
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    deadline = time.monotonic() + KILL_SECONDS
    while any(map(_runs, processes)) and time.monotonic() < deadline:
        time.sleep(0.01)


def _runs(process: psutil.Process) -> bool:
    """Whether a process runs. A zombie does not: it has let go of its files, locks and ports."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its children at once. It is suspended first, so that it cannot start more."""
    if process.poll() is None:
        parent = psutil.Process(process.pid)
        parent.suspend()
        _kill([*_children(process.pid), parent])
    process.wait()
