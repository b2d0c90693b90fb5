"""Writes carried out in a thread of their own, while the thread that hands them over folds the next events."""

from queue import Queue
from threading import Thread
from types import TracebackType
from typing import Self

from projections.read_model import ClubCursor, Write

WAITING = 16
"""How many writes may wait: about those of two batches."""


class Writing:
    """Carries out writes with a cursor, in the order in which they are handed over, during a `with` block.

    The block ends when all are carried out. After the first error, in a write or in the block, the rest are dropped.
    """

    def __init__(self, cursor: ClubCursor) -> None:
        self._cursor = cursor
        self._writes: Queue[Write | None] = Queue(WAITING)
        self._error: Exception | None = None
        self._dropped = False
        self._thread = Thread(target=self._run, name="poolbook writing", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._dropped |= error is not None
        self._writes.put(None)
        self._thread.join()
        if error is None:
            self._raise()

    def hand_over(self, write: Write) -> None:
        """Have a write carried out after those handed over before. Raises what one of them has raised."""
        self._raise()
        self._writes.put(write)

    def _raise(self) -> None:
        if self._error:
            raise self._error

    def _run(self) -> None:
        while write := self._writes.get():
            if self._dropped:
                continue
            try:
                write(self._cursor)
            except Exception as error:
                self._error, self._dropped = error, True
