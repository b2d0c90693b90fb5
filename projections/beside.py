"""Work in a process of its own, beside the one that waits for its result."""

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from signal import SIG_IGN, SIGINT, signal
from typing import Generic, TypeVar

M = TypeVar("M")
T = TypeVar("T")

Work = Callable[[Callable[[M], None]], T]
"""Work that can be sent to another process; it is given a function that takes messages on the way to its result."""


@dataclass(frozen=True, slots=True)
class _End(Generic[T]):
    """The last that another process sends: the result of its work, or what the work has raised."""

    result: T | None
    error: Exception | None = None


class Beside(Generic[M, T]):
    """Work that another process does. Made by `beside`."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._end: _End[T] | None = None

    def messages(self) -> Iterator[M]:
        """The messages of the work, as they come. Raises what the work has raised, or EOFError if its process was
        ended.

        Only so many messages as a pipe holds are sent before they are asked for: the work waits meanwhile.
        """
        while self._end is None:
            yield from self._receive()
        if self._end.error:
            raise self._end.error

    def waiting(self) -> Iterator[M]:
        """The messages that have come already."""
        while self._end is None and self._pipe.poll():
            yield from self._receive()

    def result(self) -> T:
        """Wait for the result. Raises as `messages` does."""
        for _ in self.messages():
            pass
        assert self._end is not None
        return self._end.result  # type: ignore[return-value]

    def _receive(self) -> Iterator[M]:
        try:
            received = self._pipe.recv()
        except EOFError as error:
            raise EOFError("the process that worked beside this one was ended before it had a result") from error
        if isinstance(received, _End):
            self._end = received
        else:
            yield received


def as_they_come(works: Sequence[Beside[M, T]]) -> Iterator[M]:
    """The messages of several works, until all have come to their ends. Raises as `messages` does."""
    going_on = {work._pipe: work for work in works}
    while going_on:
        for pipe in wait(list(going_on)):
            assert isinstance(pipe, Connection)
            yield from going_on[pipe].waiting()
            if going_on[pipe]._end:
                going_on.pop(pipe).result()


@contextmanager
def beside(work: Work[M, T], name: str = "poolbook verify") -> Iterator[Beside[M, T]]:
    """Do the work in another process meanwhile. At the end of the block that process is ended."""
    context = get_context("spawn")  # a process with threads cannot be forked
    pipe, its_pipe = context.Pipe(duplex=False)
    arguments = work, its_pipe, gc.get_threshold()
    process = context.Process(target=_do, args=arguments, name=name, daemon=True)
    process.start()
    its_pipe.close()
    try:
        yield Beside(pipe)
    finally:
        process.kill()
        process.join()
        pipe.close()


def _do(work: Work[M, T], pipe: Connection, collecting: tuple[int, int, int]) -> None:
    """Do the work, collecting reference cycles as seldom as the process that waits, and send the result."""
    gc.set_threshold(*collecting)
    signal(SIGINT, SIG_IGN)  # at the keyboard it goes to both; the other process ends this one
    with suppress(BrokenPipeError):  # the other process was ended
        try:
            end = _End(work(pipe.send))
        except BrokenPipeError:
            raise
        except Exception as error:
            end = _End(None, error)
        pipe.send(end)
