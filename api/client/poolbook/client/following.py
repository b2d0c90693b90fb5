"""The stream of a club's events, read over broken connections without loss or doubling."""

import socket
import time
from collections.abc import Generator, Iterator
from types import TracebackType
from typing import Self

import httpx
import msgspec

from poolbook.client.answers import Event
from poolbook.client.connection import Connection
from poolbook.client.problems import NoAnswer, NotUnderstood, PoolbookError, problem_of

SILENCE = 40.0
"""Seconds without a line after which the connection counts as lost. The service sends an empty line every 15."""


class Following:
    """An iterator over the events after a position, which waits at the end of the log for more.

        with club.follow() as events:
            for event in events:
                ...

    A connection that breaks is made anew, and goes on after `position`, the last event that was given out. It fails
    only when the service could not be reached for as long as the patience of the connection lasts, or refuses: the
    iteration then raises NoAnswer or a Problem (Unauthorized once the token is revoked). `stop`, which any thread may
    call, ends the iteration.
    """

    def __init__(self, connection: Connection, path: str, after: int) -> None:
        self.position = after
        self._connection = connection
        self._path = path
        self._response: httpx.Response | None = None
        self._stopped = False
        self._events = self._all()

    def __iter__(self) -> Iterator[Event]:
        return self

    def __next__(self) -> Event:
        return next(self._events)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self._events.close()

    def stop(self) -> None:
        """End the iteration, now if it waits for the next event."""
        self._stopped = True
        response = self._response
        network = response.extensions.get("network_stream") if response else None
        plug = network.get_extra_info("socket") if network else None
        if plug is not None:
            try:
                plug.shutdown(socket.SHUT_RDWR)  # wakes the thread that reads
            except OSError:
                return  # It is closed already.

    def _all(self) -> Generator[Event]:
        patience = self._connection.patience
        pauses, heard = patience.pauses(), time.monotonic()
        while not self._stopped:
            failure: PoolbookError | None = None
            try:
                for event in self._once():
                    pauses, heard = patience.pauses(), time.monotonic()
                    yield event
                    heard = time.monotonic()
            except httpx.TransportError as error:
                failure = NoAnswer(f"the stream of events: {error or type(error).__name__}")
                failure.__cause__ = error
            except PoolbookError as problem:
                if not getattr(problem, "passes", False):
                    raise
                failure = problem
            pause = max(next(pauses), getattr(failure, "retry_after", None) or 0.0)
            if failure and not self._stopped and time.monotonic() + pause > heard + patience.deadline:
                raise failure
            self._wait(pause)

    def _once(self) -> Iterator[Event]:
        """The events of one connection, until it ends."""
        timeout = httpx.Timeout(self._connection.patience.attempt, read=SILENCE)
        address = f"{self._path}?follow=true&after={self.position}"
        headers = {"Accept": "application/x-ndjson"}
        with self._connection.client.stream("GET", address, headers=headers, timeout=timeout) as response:
            if not response.is_success:
                response.read()
                raise problem_of(response)
            self._response = response
            try:
                for line in _whole_lines(response):
                    if self._stopped:
                        return
                    event = _event(line)
                    if event.position > self.position:
                        self.position = event.position
                        yield event
            finally:
                self._response = None

    def _wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self._stopped and time.monotonic() < until:
            time.sleep(min(0.1, seconds))


def _whole_lines(response: httpx.Response) -> Iterator[bytes]:
    """The lines that came whole, without the empty ones; what was cut off at the end is left to the next connection."""
    rest = b""
    for chunk in response.iter_bytes():
        *lines, rest = (rest + chunk).split(b"\n")
        yield from filter(None, lines)


def _event(line: bytes) -> Event:
    try:
        return msgspec.json.decode(line, type=Event)
    except msgspec.DecodeError as error:
        raise NotUnderstood(f"a line of the stream: {error}") from error
