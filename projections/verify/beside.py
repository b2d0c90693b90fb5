"""Work in a process of its own, beside the one that waits for its result."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from signal import SIG_IGN, SIGINT, signal
from typing import Generic, TypeVar

from projections.verify.passes import Progress

T = TypeVar("T")

Work = Callable[[Progress], T]
"""Work that can be sent to another process; it is given a function that takes how much of it is done."""


class Beside(Generic[T]):
    """Work that another process does. Made by `beside`."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._done = 0
        self._result: T | Exception | None = None

    @property
    def done(self) -> int:
        """How much of the work is done."""
        while self._result is None and self._pipe.poll():
            self._receive()
        return self._done

    def result(self, progress: Progress) -> T:
        """Wait for the result. Raises what the work has raised, or EOFError if its process was ended."""
        while self._result is None:
            self._receive()
            progress(self._done)
        if isinstance(self._result, Exception):
            raise self._result
        return self._result

    def _receive(self) -> None:
        try:
            received = self._pipe.recv()
        except EOFError as error:
            raise EOFError("the process that worked beside this one was ended before it had a result") from error
        if isinstance(received, int):
            self._done = received
        else:
            self._result = received


@contextmanager
def beside(work: Work[T]) -> Iterator[Beside[T]]:
    """Do the work in another process meanwhile. At the end of the block that process is ended."""
    context = get_context("spawn")  # a process with threads cannot be forked
    pipe, its_pipe = context.Pipe(duplex=False)
    arguments = work, its_pipe, gc.get_threshold()
    process = context.Process(target=_do, args=arguments, name="poolbook verify", daemon=True)
    process.start()
    its_pipe.close()
    try:
        yield Beside(pipe)
    finally:
        process.kill()
        process.join()
        pipe.close()


def _do(work: Work[T], pipe: Connection, collecting: tuple[int, int, int]) -> None:
    """Do the work, collecting reference cycles as seldom as the process that waits, and send the result."""
    gc.set_threshold(*collecting)
    signal(SIGINT, SIG_IGN)  # at the keyboard it goes to both; the other process ends this one
    result: T | Exception
    try:
        result = work(pipe.send)
    except Exception as error:
        result = error
    pipe.send(result)
