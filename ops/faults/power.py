"""A database whose machine can lose its power: everything that it had not synced is then gone, or half there.

A library of our own (`synced.c`) is preloaded into the server and copies each file aside when it is synced. At a power
cut the server is killed and finds a disk as a real one would be: what was synced is there, and of every block that was
written since it finds the old or the new content, by chance. So pages are torn too.

It needs a C compiler, and Linux.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from shutil import which
from threading import Thread

import psycopg

from ops.embedded import EmbeddedPostgres
from ops.faults.killing import kill, server_processes
from ops.programs import open_the_way

SOURCE = Path(__file__).with_name("synced.c")
BLOCK = 4096
"""Bytes that a disk writes whole or not at all. A page of PostgreSQL is two of them."""
CHECKPOINT_SECONDS = 0.05
"""The power goes within this time after the server began to write its pages."""
STAYS = {"server.log", "postmaster.pid"}


def can_lose_power() -> bool:
    """Whether there is a compiler for the library."""
    return which("cc") is not None


class FrailPostgres(EmbeddedPostgres):
    """The server of a directory, on a disk that forgets what was not synced."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        directory = directory.resolve()
        self._real = directory / "postgres"
        self._synced = directory / "synced"
        self._library = directory / "synced.so"

    def start(self) -> str:
        """Start the server with the library in it; at the first start, without: all that is there then is synced."""
        if not self._library.exists():
            open_the_way(self._library)
            subprocess.run(
                ["cc", "-shared", "-fPIC", "-O2", "-o", self._library, SOURCE, "-ldl"], check=True, capture_output=True
            )
            super().start()
            self.stop()
            subprocess.run(["cp", "--archive", self._real, self._synced], check=True)
        with self._preloaded():
            return super().start()

    @contextmanager
    def _preloaded(self) -> Iterator[None]:
        added = {
            "LD_PRELOAD": str(self._library),
            "DISK_DATA": str(self._real),
            "DISK_SYNCED": str(self._synced),
        }
        os.environ.update(added)
        try:
            yield
        finally:
            for name in added:
                del os.environ[name]

    def kill(self) -> None:
        """Kill the server."""
        kill(server_processes(self))

    def cut(self, chance: Random) -> None:
        """Cut the power, half the times as the server writes its pages, and start the server again.

        Raises EmbeddedError if it does not start.
        """
        writing = Thread(target=self._checkpoint)
        if chance.random() < 0.5:
            writing.start()
            time.sleep(chance.random() * CHECKPOINT_SECONDS)
        self.kill()
        if writing.ident is not None:
            writing.join()
        self._lose(chance)
        self.start()

    def _checkpoint(self) -> None:
        with suppress(psycopg.Error), psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute("CHECKPOINT")

    def _lose(self, chance: Random) -> None:
        """Leave on the disk what was synced, and some of the blocks written since."""
        for path in self._files(self._real):
            _forget(path, self._synced / path.relative_to(self._real), chance)
        for path in self._files(self._synced):
            if not (self._real / path.relative_to(self._synced)).exists():
                shutil.copy2(path, self._real / path.relative_to(self._synced))
        shutil.rmtree(self._synced)
        subprocess.run(["cp", "--archive", self._real, self._synced], check=True)

    def _files(self, root: Path) -> list[Path]:
        return sorted(path for path in root.rglob("*") if path.is_file() and path.name not in STAYS)


def _forget(path: Path, synced: Path, chance: Random) -> None:
    """Leave in a file only what was synced of it, and some of the blocks written since."""
    if not synced.exists():
        path.unlink()
        return
    written, kept = path.read_bytes(), synced.read_bytes()
    if written == kept:
        return
    blocks = [
        chance.choice((written, kept))[at : at + BLOCK] or kept[at : at + BLOCK] for at in range(0, len(kept), BLOCK)
    ]
    with path.open("r+b") as file:
        file.write(b"".join(blocks))
        file.truncate()
