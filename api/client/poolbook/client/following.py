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

    A connection that breaks or ends is made anew, and goes on after `position`, that of the last event given out. The
    iteration raises NoAnswer or Unavailable only when the service stays away for as long as the patience of the client
    lasts, and a Problem where the service refuses (Unauthorized once the token is revoked). `stop`, which any thread
    may call, ends the iteration, and so does the closing of the Poolbook.
    """

    def __init__(self, connection: Connection, path: str, after: int) -> None:
        self.position = after
        self._connection = connection
        self._path = path
        self._response: httpx.Response | None = None
        self._stopped = False
        self._heard = time.monotonic()
        self._events = self._all()
        connection.streams.add(self)

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
        pauses = patience.pauses()
        while not self._stopped:
            failure: PoolbookError | None = None
            began = self._heard
            try:
                yield from self._once()
            except httpx.TransportError as error:
                failure = NoAnswer(f"the stream of events: {error or type(error).__name__}")
                failure.__cause__ = error
            except PoolbookError as problem:
                if not getattr(problem, "passes", False):
                    raise
                failure = problem
            if self._heard > began:
                pauses = patience.pauses()
            pause = max(next(pauses), getattr(failure, "retry_after", None) or 0.0)
            if failure and not self._stopped and time.monotonic() + pause > self._heard + patience.deadline:
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
                for line in self._whole_lines(response):
                    if self._stopped:
                        return
                    event = _event(line)
                    if event.position > self.position:
                        self.position = event.position
                        yield event
            finally:
                self._response = None

    def _whole_lines(self, response: httpx.Response) -> Iterator[bytes]:
        """The lines that came whole, without the empty ones; what was cut off is left to the next connection."""
        rest = b""
        self._heard = time.monotonic()
        for chunk in response.iter_bytes():
            *lines, rest = (rest + chunk).split(b"\n")
            yield from filter(None, lines)
            self._heard = time.monotonic()

    def _wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self._stopped and time.monotonic() < until:
            time.sleep(min(0.1, seconds))


def _event(line: bytes) -> Event:
    try:
        return msgspec.json.decode(line, type=Event)
    except msgspec.DecodeError as error:
        raise NotUnderstood(f"a line of the stream: {error}") from error
