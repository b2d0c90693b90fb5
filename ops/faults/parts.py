"""The parts of a running service: processes that can be killed and started again."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

import psutil  # type: ignore[import-untyped]

from api.settings import MOST_REQUESTS, Settings
from ops.alone import check_alone
from ops.embedded import EmbeddedPostgres
from ops.faults.killing import children, kill, server_processes
from ops.faults.power import FrailPostgres, can_lose_power
from ops.migrate import migrate

ROOT = Path(__file__).resolve().parents[2]
OPERATOR = "an-operator-of-parts-that-are-killed"
START_SECONDS = 60.0
Kill = Callable[[Random], None]
"""Kills something. What is left to chance follows from the argument."""

BACKEND = "postgres: postgres "
"""The beginning of the title of a PostgreSQL process that serves a connection of the user postgres."""


class Parts:
    """A database, the API's workers and a separate follower, in a directory of their own.

    Where there is a C compiler, the machine of the database can lose its power too. Raises PortTaken if another program
    listens at the port, because the clients would talk to that one.
    """

    def __init__(self, directory: Path, port: int) -> None:
        self._frail = FrailPostgres(directory) if can_lose_power() else None
        self.database = self._frail or EmbeddedPostgres(directory)
        self.port = port
        self._directory = directory
        check_alone(Settings.from_environment(self._environment))
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
        api = self._api and f"API {self._api.pid}: {self._api.poll()}, workers {children(self._api.pid)}"
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

    def verify(self) -> str | None:
        """What `poolbook verify` says of all clubs where it finds that something differs; None where all agrees."""
        verifying = subprocess.run(
            [sys.executable, "-m", "ops.cli", "verify", "--all"],
            cwd=ROOT,
            env=self._environment,
            capture_output=True,
            text=True,
        )
        return None if verifying.returncode == 0 else verifying.stdout + verifying.stderr

    # Killing

    @property
    def ways(self) -> dict[str, Kill]:
        """Every way to kill, by the name of what is killed. Each starts again what does not come back by itself."""
        return {
            "a worker": self._kill_worker,
            "the whole API": self._kill_api,
            "the follower": self._kill_follower,
            "a backend of the database": self._kill_backend,
            "the whole database": self._kill_database,
            **({"the power of the database": self._cut_power} if self._frail else {}),
        }

    def _kill_worker(self, chance: Random) -> None:
        assert self._api is not None
        if workers := children(self._api.pid):
            kill([chance.choice(workers)])

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
            kill([chance.choice(backends)])

    def _kill_database(self, chance: Random) -> None:
        kill(self._servers())
        self.database.start()

    def _cut_power(self, chance: Random) -> None:
        assert self._frail is not None
        self._frail.cut(chance)

    def _servers(self) -> list[psutil.Process]:
        return server_processes(self.database)

    # Starting

    @property
    def _environment(self) -> dict[str, str]:
        kept = {name: text for name, text in os.environ.items() if not name.startswith(("POOLBOOK_", "PROMETHEUS_"))}
        return {
            **kept,
            "POOLBOOK_DATABASE_URL": self.database.url,
            "POOLBOOK_DATA_DIR": str(self._directory / "service"),
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


def _title(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its children at once. It is suspended first, so that it cannot start more."""
    if process.poll() is None:
        parent = psutil.Process(process.pid)
        parent.suspend()
        kill([*children(process.pid), parent])
    process.wait()
