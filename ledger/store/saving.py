"""Saves that come at the same time go into one transaction.

A save has to wait for the club's turn in any case. While one thread has it, the others lay down what they have to save;
whoever gets the turn next saves all that lies there. What is answered is committed: each waits until his own is.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from typing import Any
from uuid import UUID

from psycopg import Connection

from ledger.store.envelope import CommandRow, SealedEvent
from ledger.store.errors import ActorRevoked, StoreUnavailable, VersionTaken

MOST_AT_ONCE = 64
"""How many saves go into one transaction at most."""

Place = tuple[UUID, int, str]
"""The place of a sealed part: stream, version, and its name within the event."""

Beside = Callable[[Connection[Any], datetime], None]
"""Writes what goes with a save, on its connection, within its transaction; it is given the time of the save."""


@dataclass(slots=True, eq=False)
class Save:
    """What one command records, and what goes with it: parts to be erased, and rows to be written beside it. `token` is
    that of its actor, if he has one.

    Once it is saved, `last` is the position of its last event and `at` the time at which all were recorded; `error` is
    why it was not.
    """

    events: Sequence[SealedEvent]
    command: CommandRow
    token: str | None = None
    erasing: Sequence[Place] = ()
    beside: Sequence[Beside] = ()
    last: int | None = field(default=None, init=False)
    at: datetime | None = field(default=None, init=False)
    error: BaseException | None = field(default=None, init=False)

    @property
    def goes_alone(self) -> bool:
        """Whether it needs a transaction of its own, because it writes more than a command and its events."""
        return bool(self.erasing or self.beside)


class Turn:
    """The turns of one club in this process: one thread records at a time, for all that wait."""

    def __init__(self, record: Callable[[Sequence[Save]], None], patience_seconds: float) -> None:
        self._record = record
        self._patience_seconds = patience_seconds
        self._turn = Lock()
        self._lock = Lock()
        self._waiting: list[Save] = []

    def save(self, save: Save) -> int:
        """The position of the last event of a save, when it is committed. Raises what refused it, or StoreUnavailable
        if the turn did not come in time; then nothing of it is recorded."""
        with self._lock:
            self._waiting.append(save)
        if not self._turn.acquire(timeout=self._patience_seconds):
            self._withdraw(save)
        else:
            try:
                while save.last is None and save.error is None:
                    self._record_some()
            finally:
                self._turn.release()
        if save.error is not None:
            raise save.error
        assert save.last is not None
        return save.last

    def _record_some(self) -> None:
        """Record the saves that have waited longest."""
        batch = self._next()
        try:
            self._record(batch)
        except (VersionTaken, ActorRevoked) as error:
            if len(batch) == 1:
                batch[0].error = error
            else:
                self._each_alone(batch)
        except BaseException as error:
            for save in batch:
                save.error = error

    def _next(self) -> Sequence[Save]:
        """Take the saves that have waited longest, or the first by itself where it must go alone."""
        with self._lock:
            together = self._waiting[:MOST_AT_ONCE]
            alone = next((n for n, save in enumerate(together) if save.goes_alone), len(together))
            batch = together[: max(alone, 1)]
            del self._waiting[: len(batch)]
        return batch

    def _each_alone(self, batch: Sequence[Save]) -> None:
        """Record each save of a batch that was refused because of one of them."""
        for save in batch:
            try:
                self._record([save])
            except BaseException as error:
                save.error = error

    def _withdraw(self, save: Save) -> None:
        """Give up waiting, unless another thread has taken the save up."""
        with self._lock:
            if save in self._waiting:
                self._waiting.remove(save)
                save.error = StoreUnavailable("other saves of this club took too long: nothing of this is recorded")
                return
        with self._turn:
            pass  # Whoever has taken it up is done with it by now.
