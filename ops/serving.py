"""`poolbook serve`: the API and the follower, on the service's own PostgreSQL where no other is named."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]

from api import create_app
from api.metrics import SHARED
from api.service import service_of
from api.settings import Settings, SettingsError
from api.stream import AT_ONCE
from ledger.application.clubs import Clubs
from ops.database import Database
from ops.logs import CONFIG
from ops.migrate import create_club_schema, service_role_of
from projections.follow import Follower
from projections.signing import KEY_FILE, KeyUnusable, Signer, key_in

WORKERS = 2
THREADS = 2 * AT_ONCE
"""Of each worker: half of them may be held by streams of events, and as many are left for everything else."""


class PortTaken(Exception):
    """Somebody else listens at the address."""


def clubs_of(database: Database) -> Clubs:
    """The clubs in a database; its owner's role makes the schemas of new ones."""
    role = service_role_of(database.url, database.owner_url)
    return Clubs(database.url, partial(create_club_schema, database.owner_url, service_role=role))


def let_streams_follow(worker: Any) -> None:
    """Let streams of events last until this worker of gunicorn stops, or finds that its master is gone."""
    service_of(worker.wsgi).streams.end_when(lambda: not worker.alive or worker.ppid != os.getppid())


def forget_numbers(worker: Any) -> None:
    """Let the numbers of a worker that is gone be those of a process that is gone."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def signer_of(settings: Settings) -> Signer:
    """What signs the clubs' logs; its key is made at the first need. Raises SettingsError where it cannot be used."""
    try:
        return Signer(key_in(settings.data_dir / KEY_FILE), settings.checkpoint_dir)
    except KeyUnusable as error:
        raise SettingsError([f"POOLBOOK_DATA_DIR: {error}"]) from error


class Server(BaseApplication):  # type: ignore[misc]
    """gunicorn with the application built in each worker, after the fork.

    Each worker has a follower; the database lets one of them lead, and another takes over when it is gone.
    """

    def __init__(self, settings: Settings, database: Database, signer: Signer) -> None:
        self._settings = settings
        self._database = database
        self._signer = signer
        self._follower: Follower | None = None
        super().__init__()

    def load_config(self) -> None:
        """Few settings of gunicorn matter here; production has a configuration file of its own."""
        options: dict[str, Any] = {
            "bind": f"{self._settings.host}:{self._settings.port}",
            "workers": WORKERS,
            "threads": THREADS,
            "worker_class": "gthread",
            "graceful_timeout": 5,
            "loglevel": "warning",
            "control_socket_disable": True,
            "logconfig_dict": CONFIG,
            "post_worker_init": lambda worker: let_streams_follow(worker),
            "child_exit": lambda server, worker: forget_numbers(worker),
            "worker_exit": lambda server, worker: self._stop_following(),
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def run(self) -> None:
        """Serve until stopped, the workers putting their numbers together in a directory made for it."""
        with TemporaryDirectory(prefix="poolbook-metrics-", ignore_cleanup_errors=True) as directory:
            os.environ[SHARED] = directory
            super().run()

    def load(self) -> Flask:
        """The application, and the follower beside it."""
        clubs = clubs_of(self._database)
        self._follower = Follower(clubs.pool, signer=self._signer).start()
        return create_app(self._settings, clubs)

    def _stop_following(self) -> None:
        if self._follower:
            self._follower.stop()


def check_port(settings: Settings) -> None:
    """Raises PortTaken before anything is started, rather than after a dozen retries."""
    with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            raise PortTaken(f"cannot listen at {settings.host}:{settings.port}: {error.strerror}") from error


@contextmanager
def clubs_in(database: Database) -> Iterator[Clubs]:
    """The clubs, for as long as a command needs them."""
    clubs = clubs_of(database)
    try:
        yield clubs
    finally:
        clubs.close()
