"""`poolbook serve`: the API and the follower, on the service's own PostgreSQL where no other is named.

gunicorn's master runs in the process of the command, and its workers are forks of it. The master ends when it is told
to, or when its terminal is closed; the end of a worker, whatever its cause, ends nothing but that worker.
"""

import logging
import mmap
import os
import signal
import sys
import time
from collections.abc import Callable
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]
from gunicorn.errors import HaltServer  # type: ignore[import-untyped]

from api.metrics import SHARED
from api.service import service_of
from api.settings import Settings, SettingsError
from api.stream import AT_ONCE
from ledger.application.clubs import Clubs
from ledger.store import SharedPool
from ops.alone import address_of
from ops.database import Database
from ops.embedded import EmbeddedError
from ops.logs import log_config
from projections.follow import Follower
from projections.leading import Leader
from projections.signing import KEY_FILE, KeyUnusable, Signer, key_in
from projections.webhooks import Postman, Sender

WORKERS = 2
THREADS = 2 * AT_ONCE
"""Of each worker: half of them may be held by streams of events, and as many are left for everything else."""

WORKER_CLASS = "ops.buffering.BufferingWorker"
KEEPALIVE_SECONDS = 5
LARGEST_REQUEST_LINE = 4_094
MOST_HEADER_FIELDS = 50

RETRY_SECONDS = 1.0
"""The pause after a failure of the master, before it tries the same again."""

log = logging.getLogger(__name__)


def clubs_of(database: Database, settings: Settings) -> Clubs:
    """The clubs in a database. Connects to nothing yet."""
    return Clubs(database.url, remembered_events=settings.remembered_events)


def let_streams_follow(worker: Any) -> None:
    """Let streams of events last until this worker of gunicorn stops, or finds that its master is gone."""
    service_of(worker.wsgi).streams.end_when(lambda: not worker.alive or worker.ppid != os.getppid())


def share_numbers() -> None:
    """Make the directory of the workers' numbers again if something has removed it, such as a cleaner of /tmp."""
    os.makedirs(os.environ[SHARED], mode=0o700, exist_ok=True)


def forget_numbers(worker: Any) -> None:
    """Remove the gauges of a worker that has ended; its counters stay."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def signer_of(settings: Settings) -> Signer:
    """What signs the clubs' logs; its key is made when it is first needed. Raises SettingsError if it is unusable."""
    try:
        key = key_in(settings.data_dir / KEY_FILE)
        return Signer(key, settings.checkpoint_dir, tallies=settings.tally_dir)
    except KeyUnusable as error:
        raise SettingsError([f"POOLBOOK_DATA_DIR: {error}"]) from error


def leaders_of(pool: SharedPool, settings: Settings, signer: Signer) -> tuple[Leader, ...]:
    """What works beside the API, in one process of all: the follower, and the sender of webhooks."""
    sender = Sender(pool, Postman(private=settings.webhook_private))
    return Follower(pool, signer=signer), sender


class Master(Arbiter):  # type: ignore[misc]
    """gunicorn's master, which goes on after any failure of a worker, and starts a database that died again.

    Only until the first worker has started is a worker that cannot start an error of the installation, which ends
    the service. Later it is an effect of the moment, such as a full disk, and the next one may succeed.
    """

    def __init__(self, app: "Server", database: Database) -> None:
        self._database = database
        self._first_worker_started = mmap.mmap(-1, 1)  # memory that the forks share with the master
        super().__init__(app)

    def init_signals(self) -> None:
        """Handle signals as gunicorn does, but leave a hangup ignored where it was: `nohup` goes on after it."""
        ignored = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        super().init_signals()
        if ignored:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def handle_hup(self) -> None:
        """Stop as at SIGTERM: the terminal was closed. gunicorn would begin anew with other workers."""
        self.handle_term()

    def note_start(self) -> None:
        """Note, in a worker, that it has started."""
        self._first_worker_started[0] = 1

    def manage_workers(self) -> None:
        """Start what is missing: the database if it is the service's own, and the workers. Called every second."""
        try:
            if self._database.own and self._database.own.revive():
                log.warning("the database had died and was started again")
            super().manage_workers()
        except (EmbeddedError, OSError):
            log.exception("the master could not start what is missing, and tries again")
            time.sleep(RETRY_SECONDS)

    def reap_workers(self) -> None:
        """Forget the workers that have ended."""
        while True:
            known = dict(self.WORKERS)
            try:
                super().reap_workers()
                return
            except HaltServer:
                if not self._first_worker_started[0]:
                    raise
                for pid in known.keys() - self.WORKERS.keys():
                    known[pid].tmp.close()
                    self.cfg.child_exit(self, known[pid])
                log.error("a worker could not start; another is started")
                time.sleep(RETRY_SECONDS)


class Server(BaseApplication):  # type: ignore[misc]
    """gunicorn with the application built in each worker, after the fork.

    Each worker has a follower and a sender; the database lets one of each lead, and another takes over when it is gone.
    """

    def __init__(self, settings: Settings, database: Database, signer: Signer) -> None:
        # Loaded before the fork, so that the workers share it; not with this module, which every command loads.
        from api.app import create_app

        self._create_app = create_app
        self._settings = settings
        self._database = database
        self._signer = signer
        self._leaders: tuple[Leader, ...] = ()
        self._master: Master | None = None
        super().__init__()

    def load_config(self) -> None:
        """Few settings of gunicorn matter here; production has a configuration file of its own."""
        options: dict[str, Any] = {
            "bind": address_of(self._settings).removeprefix("http://"),
            "workers": WORKERS,
            "threads": THREADS,
            "worker_class": WORKER_CLASS,
            "graceful_timeout": 5,
            "keepalive": KEEPALIVE_SECONDS,
            "limit_request_line": LARGEST_REQUEST_LINE,
            "limit_request_fields": MOST_HEADER_FIELDS,
            "forwarder_headers": "",
            "sendfile": False,
            "loglevel": "warning",
            "control_socket_disable": True,
            "logconfig_dict": log_config(self._settings.log_format),
            "post_fork": lambda server, worker: share_numbers(),
            "post_worker_init": lambda worker: self._worker_started(worker),
            "child_exit": lambda server, worker: forget_numbers(worker),
            "worker_exit": lambda server, worker: self._stop_following(),
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def run(self) -> None:
        """Serve until stopped. The workers put their numbers together in a directory made for it."""
        master_pid = os.getpid()
        with TemporaryDirectory(prefix="poolbook-metrics-", ignore_cleanup_errors=True) as directory:
            os.environ[SHARED] = directory
            self._master = Master(self, self._database)
            try:
                self._master.run()
            except SystemExit as ending:
                if os.getpid() != master_pid:
                    _end_worker(ending)
                raise

    def load(self) -> Flask:
        """The application, and beside it the follower, and the sender of webhooks."""
        clubs = clubs_of(self._database, self._settings)
        self._leaders = leaders_of(clubs.pool, self._settings, self._signer)
        for leader in self._leaders:
            leader.start()
        return self._create_app(self._settings, clubs)

    def _worker_started(self, worker: Any) -> None:
        let_streams_follow(worker)
        if self._master:
            self._master.note_start()

    def _stop_following(self) -> None:
        for leader in self._leaders:
            leader.stop()


def _end_worker(ending: SystemExit) -> None:
    """End this process where it is, a worker that has finished.

    As a fork of the master it would otherwise leave the master's `with` blocks too, and clear up what the master and
    the other workers still use.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(ending.code if isinstance(ending.code, int) else 1)


def end_at_signals() -> None:
    """Let the signals to end do so by SystemExit, so that `with` blocks clear up."""
    when_told_to_end(_end)


def when_told_to_end(handler: Callable[[int, object], object]) -> None:
    """Call the handler at SIGTERM, and at SIGHUP unless that is ignored, as `nohup` has it."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _end(number: int, _frame: object) -> None:
    sys.exit(128 + number)
