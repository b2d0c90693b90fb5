"""Processes killed, with those that they started."""

import time
from contextlib import suppress

import psutil  # type: ignore[import-untyped]

from ops.embedded import EmbeddedPostgres

KILL_SECONDS = 10.0


def children(pid: int) -> list[psutil.Process]:
    """The processes that a process has started, and they in their turn."""
    try:
        children: list[psutil.Process] = psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []
    return children


def server_processes(server: EmbeddedPostgres) -> list[psutil.Process]:
    """The processes of a database, the first of which started the others; none if it does not run."""
    pid = server.status.pid
    return [psutil.Process(pid), *children(pid)] if pid and psutil.pid_exists(pid) else []


def kill(processes: list[psutil.Process]) -> None:
    """Kill processes, and wait until none of them runs."""
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    deadline = time.monotonic() + KILL_SECONDS
    while any(map(runs, processes)) and time.monotonic() < deadline:
        time.sleep(0.01)


def runs(process: psutil.Process) -> bool:
    """Whether a process runs. A zombie does not: it has let go of its files, locks and ports."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
