"""A PostgreSQL of its own, for a club that has nothing but Python.

Two locks of the kernel, which end with the processes that hold them, decide who may do what:

* The server locks a file of its data, `global/pg_control`, from before it starts until its last process has ended: it
  inherits the open file from the process that starts it. Whoever cannot take that lock starts no server, in whatever
  namespace or container he is, and whatever other files say or have been removed.
* Every process that uses the server holds a shared lock on `users.lock`. The last to leave stops the server, unless it
  was told to stay.

The server listens on a Unix socket only, in a directory that nobody but its own user may enter.
"""

import contextlib
import fcntl
import hashlib
import os
import pwd
import shlex
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

import psutil  # type: ignore[import-untyped]
import psycopg

from ops.programs import VERSION, EmbeddedError, open_the_way, programs, run_program, server_user

__all__ = ["EmbeddedError", "EmbeddedPostgres", "Status"]

START_TIMEOUT = 60.0
"""Seconds that a server may take to become ready, recovery after a crash included."""
STOP_TIMEOUT = 60.0
"""Seconds that a server may take to write its data and end."""

_STEP_SECONDS = 0.1
_LONGEST_SOCKET_PATH = 103  # bytes; macOS allows the fewest
_PORT = 5432  # part of the socket's name only


@dataclass(frozen=True, slots=True)
class Status:
    """Whether the server answers, the process id of its postmaster if it can be seen from here, and its data."""

    ready: bool
    pid: int | None
    data: Path


class EmbeddedPostgres:
    """The server whose data are in `data_dir`/postgres. As a context manager it starts and stops."""

    def __init__(self, data_dir: Path) -> None:
        self._dir = data_dir.expanduser().resolve()
        self._data = self._dir / "postgres"
        self._log = self._data / "server.log"
        self._membership: int | None = None
        self._member = os.getpid()

    def start(self) -> str:
        """Attach to the running server or start one; the URL to connect to, once it really answers.

        Raises EmbeddedError when it does not within START_TIMEOUT, or when the place is unsuitable.
        """
        self._make_place()
        with self._alone():
            self._initialise()
            lock = self._wait_for_server()
            if lock is not None:
                self._launch(lock)
            if self._membership is None:
                self._membership = os.open(self._dir / "users.lock", os.O_RDWR | os.O_CREAT, 0o600)
                fcntl.flock(self._membership, fcntl.LOCK_SH)
        return self.url

    def revive(self) -> bool:
        """Start the server again if it has died; whether it had. Raises EmbeddedError when it does not start."""
        if not self._is_free() or self._answers():
            return False
        self.start()
        return True

    def stop(self) -> None:
        """Leave the server, and stop it if no other process uses it.

        Does nothing when `start` was not called, or in a fork of the process that called it: that one still uses it.
        """
        if self._membership is None or self._member != os.getpid():
            return
        with self._alone():
            if self._last_user(self._membership) and not self._stays.exists():
                self._halt()
            os.close(self._membership)
            self._membership = None

    def stay(self) -> str:
        """Start the server and leave it running when its last user goes; the URL to connect to."""
        self.start()
        self._stays.touch()
        self.stop()
        return self.url

    def shut_down(self) -> bool:
        """Stop a server that was told to stay. False while a process uses it: then it stops when the last one leaves.

        Raises EmbeddedError when it runs where this process cannot reach it.
        """
        if not self._dir.exists():
            return True
        with self._alone():
            self._stays.unlink(missing_ok=True)
            users = os.open(self._dir / "users.lock", os.O_RDWR | os.O_CREAT, 0o600)
            try:
                unused = self._last_user(users)
                if unused and not self._halt():
                    raise EmbeddedError(f"the server of {self._data} runs in another container: stop it there")
            finally:
                os.close(users)
        return unused

    @property
    def _stays(self) -> Path:
        return self._dir / "stays"

    def _last_user(self, membership: int) -> bool:
        try:
            fcntl.flock(membership, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    @property
    def url(self) -> str:
        """A conninfo URL for the superuser of the server, by its socket."""
        return f"postgresql://postgres@/postgres?host={quote(str(self._sockets), safe='')}&port={_PORT}"

    @property
    def status(self) -> Status:
        """What is there now, by connecting to it and by looking at the processes."""
        postmaster = self._postmaster()
        ready = self._dir.exists() and self._answers()
        return Status(ready=ready, pid=postmaster.pid if postmaster else None, data=self._data)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    # The place

    def _make_place(self) -> None:
        if os.geteuid() == 0 and self._dir.is_relative_to(Path(pwd.getpwuid(0).pw_dir).resolve()):
            raise EmbeddedError(
                f"{self._dir} is under root's home, which the server's own user may not enter: "
                "set POOLBOOK_DATA_DIR to a directory elsewhere"
            )
        if not self._dir.exists():
            self._dir.mkdir(parents=True, exist_ok=True)
            self._dir.chmod(0o755)

    @property
    def _sockets(self) -> Path:
        """The data directory itself or, where a socket or a URL cannot have its path, a private one elsewhere."""
        path = os.fsencode(self._data / f".s.PGSQL.{_PORT}")
        if len(path) <= _LONGEST_SOCKET_PATH and b"," not in path:  # a comma would part two hosts
            return self._data
        identity = f"{self._dir}:{self._dir.stat().st_ino}"
        return Path(tempfile.gettempdir()) / f"poolbook-{hashlib.sha256(identity.encode()).hexdigest()[:16]}"

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Let one process at a time install, start or stop the server of this directory."""
        handle = os.open(self._dir / "server.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)

    # What is there

    def _answers(self) -> bool:
        try:
            with psycopg.connect(self.url, connect_timeout=5) as connection:
                connection.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def _try_lock(self) -> int | None:
        """The lock of the server as an open file; None while a server holds it.

        PostgreSQL writes this file in place and never replaces it, and no server runs without it.
        """
        try:
            lock = os.open(self._data / "global" / "pg_control", os.O_RDWR)
        except FileNotFoundError as error:
            raise EmbeddedError(f"{error.filename} is missing: the data are damaged, restore a backup") from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            return None
        return lock

    def _is_free(self) -> bool:
        """Whether no server holds the lock just now."""
        lock = self._try_lock()
        if lock is not None:
            os.close(lock)
        return lock is not None

    def _wait_for_server(self) -> int | None:
        """None once a server answers, or the lock for a new one where none lives.

        A server that is starting, recovering or ending holds the lock and is waited for. One that an older release
        started has no lock, but can be seen.
        """
        deadline = time.monotonic() + START_TIMEOUT
        while not self._answers():
            lock = self._try_lock()
            if lock is not None and not self._processes():
                return lock
            if lock is not None:
                os.close(lock)
            if time.monotonic() > deadline:
                raise EmbeddedError(
                    f"a server holds {self._data} but does not answer at {self.url}: stop it where it runs; "
                    f"it may be in another container (processes seen from here: {self._pids() or 'none'})"
                )
            time.sleep(_STEP_SECONDS)
        return None

    def _processes(self) -> list[psutil.Process]:
        """The PostgreSQL processes of this directory that can be seen from here; each works in it, a zombie in none."""
        return [
            process
            for process in psutil.process_iter(("name", "cwd", "ppid"))
            if process.info["cwd"] == str(self._data) and process.info["name"].startswith("postgres")
        ]

    def _pids(self) -> str:
        return ", ".join(str(process.pid) for process in self._processes())

    def _postmaster(self) -> psutil.Process | None:
        """The process that started the server's others, if it can be seen from here."""
        processes = self._processes()
        pids = {process.pid for process in processes}
        return next((process for process in processes if process.info["ppid"] not in pids), None)

    # Installing, starting, stopping

    def _initialise(self) -> None:
        """Make the data directory. It is built beside its place, so that an interrupted start leaves no half."""
        mark = self._data / "PG_VERSION"
        if mark.exists():
            if (version := mark.read_text().strip()) != VERSION:
                raise EmbeddedError(f"{self._data} was made by PostgreSQL {version}; the programs are {VERSION}")
            return
        building = self._dir / "postgres.new"
        shutil.rmtree(building, ignore_errors=True)
        building.mkdir(mode=0o700)
        if user := server_user(self._data):
            os.chown(building, user.pw_uid, user.pw_gid)
            open_the_way(building)
            open_the_way(programs())
        self._run(
            "initdb", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C",
            "--locale-provider=builtin", "--builtin-locale=C.UTF-8", f"--pgdata={building}",
        )  # fmt: skip
        building.rename(self._data)

    def _launch(self, lock: int) -> None:
        """Start the server, which keeps the lock for as long as it lives.

        No server lives in the directory now, so what a killed one left is removed: its process id may be that of
        another process by this time, and PostgreSQL would refuse to start.
        """
        try:
            (self._data / "postmaster.pid").unlink(missing_ok=True)
            sockets = self._sockets
            if sockets != self._data:
                self._make_private(sockets)
            (sockets / f".s.PGSQL.{_PORT}.lock").unlink(missing_ok=True)
            socket_list = '"' + str(sockets).replace('"', '""') + '"'
            options = shlex.join(
                ["-c", "listen_addresses=", "-c", f"port={_PORT}", "-c", f"unix_socket_directories={socket_list}"]
            )
            self._run(
                "pg_ctl", "start", "--wait", f"--timeout={START_TIMEOUT:.0f}", "--pgdata=.", f"--log={self._log.name}",
                f"--options={options}", inherited=(lock,),
            )  # fmt: skip
        finally:
            os.close(lock)
        self._check_launched()

    def _check_launched(self) -> None:
        """Raise EmbeddedError, after the server has been stopped, where it does not answer or has not the lock."""
        held = not self._is_free()
        if held and self._answers():
            return
        self._halt()
        if not held:
            raise EmbeddedError(f"the server of {self._data} did not keep its lock: /bin/sh closes inherited files")
        raise EmbeddedError(f"the server started but does not answer at {self.url}; see {self._log}")

    def _make_private(self, sockets: Path) -> None:
        user = server_user(self._data)
        sockets.mkdir(mode=0o700, exist_ok=True)
        if sockets.lstat().st_uid not in (os.geteuid(), user and user.pw_uid):
            raise EmbeddedError(f"{sockets} belongs to another user")
        if user:
            os.chown(sockets, user.pw_uid, user.pw_gid)
        sockets.chmod(0o700)

    def _halt(self) -> bool:
        """Stop the server if one lives; False where one does that cannot be seen from here, and so runs on.

        The signal goes to a process that was seen to work in the directory, never to the number in `postmaster.pid`:
        in another container that number is another process.
        """
        if not self._data.exists():
            return True
        postmaster = self._postmaster()
        if postmaster is not None:
            with contextlib.suppress(psutil.NoSuchProcess):
                postmaster.send_signal(signal.SIGINT)
            self._wait_until_ended(postmaster.pid)
        elif not self._is_free():
            return False
        if (sockets := self._sockets) != self._data:
            shutil.rmtree(sockets, ignore_errors=True)
        return True

    def _wait_until_ended(self, pid: int) -> None:
        deadline = time.monotonic() + STOP_TIMEOUT
        while self._processes() or not self._is_free():
            if time.monotonic() > deadline:
                raise EmbeddedError(f"the server of {self._data} (process {pid}) does not stop")
            time.sleep(_STEP_SECONDS)

    def _run(self, program: str, *arguments: str, inherited: tuple[int, ...] = ()) -> None:
        run_program(program, *arguments, data=self._data, log=self._log, inherited=inherited)
