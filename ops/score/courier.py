"""A thread that sends kept lines in the background, and after a lost connection tries again with longer and longer
pauses. The prompt never waits for the database longer than a moment."""

from collections.abc import Callable
from threading import Event, Thread
from types import TracebackType
from typing import Self

from ops.score.sending import Sender

PATIENCE_SECONDS = 2.0
"""How long the prompt waits for a line to be recorded, before it goes on."""
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.5, 30.0


class Courier:
    """Sends what waits whenever `send` is called, and from time to time while the connection is lost.

    `tell` is called by the thread with a sentence, when the connection has come back, and when the record takes no more
    lines.
    """

    def __init__(self, sender: Sender, tell: Callable[[str], None], first_pause: float = FIRST_PAUSE_SECONDS) -> None:
        self.sender = sender
        self._tell = tell
        self._first_pause = first_pause
        self._wake, self._rested = Event(), Event()
        self._stopped = False
        self._failure: BaseException | None = None
        self._thread = Thread(target=self._run, name="courier", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped = True
        self._wake.set()
        self._thread.join(PATIENCE_SECONDS)

    def send(self) -> None:
        """Have the lines sent that wait, and wait a moment for it. Raises what failed in the thread, a lost connection
        apart."""
        if self.sender.lost is None and self._failure is None:
            self._rested.clear()
            self._wake.set()
            self._rested.wait(PATIENCE_SECONDS)
        if self._failure is not None:
            raise self._failure

    def _run(self) -> None:
        pause = self._first_pause
        while True:
            self._wake.wait(pause if self.sender.lost else None)
            self._wake.clear()
            if self._stopped:
                return
            was_lost = self.sender.lost is not None
            try:
                self.sender.flush()
            except (Exception, SystemExit) as error:  # The thread of the prompt raises it, which says it plainly.
                self._failure = error
                self._rested.set()
                return
            self._rested.set()
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS) if was_lost else self._first_pause
            if was_lost and self.sender.lost is None:
                self._tell(self.sender.halted or "the connection is back, and every line is recorded")
