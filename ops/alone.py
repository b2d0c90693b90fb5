"""One service in a data directory, and one program at a port: what a second start finds is said with its address."""

import errno
import fcntl
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

from api.settings import Settings

NAME = "poolbook"
"""The title of the service's OpenAPI document."""
PATIENCE_SECONDS = 2.0
"""How long the program at a port may take to say whether it is poolbook."""


class RunsAlready(Exception):
    """A service runs already, in the same data directory or at the same port. The message says where."""


class PortTaken(Exception):
    """The address cannot be listened at. The message says why, and what to do."""


def address_of(settings: Settings) -> str:
    """The address of the service in a browser on this machine, without a slash at the end."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}"


def check_alone(settings: Settings) -> None:
    """Raise RunsAlready or PortTaken before anything is started, rather than after a dozen retries."""
    if settings.database_url is None and (address := _address_in(_file_in(settings))):
        raise RunsAlready(_said(address, f"with the same data, those in {settings.data_dir}"))
    with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            raise _taken(settings, error) from error


@contextmanager
def alone(settings: Settings) -> Iterator[None]:
    """Be the only service on the data directory's own PostgreSQL during the block. Raises RunsAlready.

    The lock is that of an open file, which forks share: it ends with the last process of the service, however that
    ends. Services on a database that the settings name share it, so they hold no lock.
    """
    if settings.database_url is not None:
        yield
        return
    with open(_file_in(settings), "a+", encoding="utf-8") as file:
        if not _lock(file.fileno()):
            file.seek(0)
            raise RunsAlready(_said(file.read(), f"with the same data, those in {settings.data_dir}"))
        file.truncate(0)
        file.write(address_of(settings))
        file.flush()
        yield


def _said(address: str, where: str) -> str:
    return f"poolbook runs already at {address}/, {where}: open it there, or stop it before you start another"


def _file_in(settings: Settings) -> Path:
    return settings.data_dir / "service.lock"


def _address_in(file: Path) -> str | None:
    """The address of the service that holds the lock of this file; None if none does."""
    try:
        opened = os.open(file, os.O_RDONLY)
    except OSError:
        return None
    try:
        return None if _lock(opened) else os.read(opened, 200).decode()
    finally:
        os.close(opened)


def _lock(file: int) -> bool:
    """Whether the lock was free; then it is held until the file is closed."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _taken(settings: Settings, error: OSError) -> Exception:
    """The error of a bind as it is told: as another poolbook, another program, or as the system words it."""
    reason = f"cannot listen at {settings.host}:{settings.port}: {error.strerror}"
    if error.errno != errno.EADDRINUSE:
        return PortTaken(reason)
    address = address_of(settings)
    if _is_poolbook(address):
        return RunsAlready(_said(address, "with other data than these"))
    return PortTaken(f"{reason} by another program; choose another port with --port or POOLBOOK_PORT")


def _is_poolbook(address: str) -> bool:
    """Whether the service at an address describes itself as poolbook."""
    directly = build_opener(ProxyHandler({}))
    try:
        with directly.open(f"{address}/openapi.json", timeout=PATIENCE_SECONDS) as answer:
            return bool(json.loads(answer.read())["info"]["title"] == NAME)
    except (OSError, HTTPException, ValueError, LookupError, TypeError):
        return False
