"""A worker of gunicorn whose threads never wait for a client.

The worker's own loop reads a request, and gives it to a thread only when all of it is here; the thread's answer goes
into a buffer, which the loop sends on as fast as the client reads. So a hundred clients that send half a request, or
read no answer, cost a hundred sockets and some memory, and no thread. Each state has its time limit; where there are
as many connections as the worker may have, the one that has kept it waiting longest is closed for a new one; where
all of them together take too much memory, those that take most are closed.

A stream of events is written without that buffer, under the time limit that it sets itself, and holds its thread.
"""

import errno
import resource
import socket
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ, EVENT_WRITE
from time import monotonic
from typing import Any

from gunicorn.errors import ConfigError  # type: ignore[import-untyped]
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]

from ops.connection import Connection
from ops.framing import Phase
from ops.unreadable import answer_to

HEAD_SECONDS = 10.0
"""For the head of a request, from the connection or from the first byte."""
BODY_SECONDS = 30.0
"""For the body, from the end of the head."""
ANSWER_SECONDS = 60.0
"""For the client to read what is left of an answer when the thread has finished it."""
LINGER_SECONDS = 2.0
"""For the client to close a connection that is ended. What he still sends is dropped."""
LOOK_SECONDS = 0.2
"""How often these limits are looked at."""

MOST_BUFFERED = 64 * 1024 * 1024
"""Bytes that a worker keeps for all its slow clients; beyond that those of whom it keeps most are closed."""

_READ_AT_ONCE = 64 * 1024


class BufferingWorker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's worker with threads, of which none waits for a client."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        # Half of the files that the process may have open are for everything else.
        self.worker_connections = min(self.cfg.worker_connections, max(files // 2, 1))
        self.connections: set[Connection] = set()
        self._waiting: dict[Connection, None] = {}
        """Those that wait for their clients, the one that has waited longest first."""
        self._next_look = monotonic()

    @classmethod
    def check_config(cls, cfg: Any, log: Any) -> None:
        """Raises ConfigError for what this worker cannot do."""
        if cfg.is_ssl:
            raise ConfigError("this worker speaks no TLS: put a proxy that does before it")

    # The loop

    def run(self) -> None:
        """Serve until the worker is told to stop, then finish what is being answered."""
        self.poller.register(self.method_queue.fileno(), EVENT_READ, self.method_queue.run_callbacks)
        self.set_accept_enabled(True)
        while self.alive and self.is_parent_alive():
            self._turn()
        self.set_accept_enabled(False)
        self._cap_idle()
        deadline = monotonic() + self.cfg.graceful_timeout
        while self.connections and monotonic() < deadline:
            self._turn()
        for connection in list(self.connections):
            self._close(connection)
        self.tpool.shutdown(wait=False)
        self.poller.close()
        self.method_queue.close()
        for listener in self.sockets:
            listener.close()

    def _turn(self) -> None:
        self.notify()
        self.wait_for_and_dispatch_events(timeout=LOOK_SECONDS)
        now = monotonic()
        if now < self._next_look:
            return
        self._next_look = now + LOOK_SECONDS
        for connection in [waiting for waiting in self._waiting if waiting.deadline <= now]:
            self._close(connection)
        self._bound_memory()

    def _bound_memory(self) -> None:
        excess = sum(connection.buffered for connection in self._waiting) - MOST_BUFFERED
        if excess <= 0:
            return
        for connection in sorted(self._waiting, key=lambda waiting: waiting.buffered, reverse=True):
            excess -= connection.buffered
            self._close(connection)
            if excess <= 0:
                return

    def _cap_idle(self) -> None:
        """Close what is idle soon: a client may be sending just now."""
        soon = monotonic() + LINGER_SECONDS
        for connection in self._waiting:
            if connection.incoming.phase is Phase.NOTHING:
                connection.deadline = min(connection.deadline, soon)

    def _wait(self, connection: Connection, event: int, on_ready: Callable[[Connection], None], seconds: float) -> None:
        connection.deadline = monotonic() + seconds
        self._waiting[connection] = None
        self.poller.register(connection.client_socket, event, partial(self._on_ready, connection, on_ready))

    def _on_ready(self, connection: Connection, on_ready: Callable[[Connection], None], _: object) -> None:
        if connection in self._waiting:  # an earlier event of the same turn may have closed it
            on_ready(connection)

    def _cease_to_wait(self, connection: Connection) -> None:
        if connection in self._waiting:
            del self._waiting[connection]
            self.poller.unregister(connection.client_socket)

    def _close(self, connection: Connection) -> None:
        self._cease_to_wait(connection)
        self.connections.discard(connection)
        self.nr_conns = len(self.connections)
        connection.client_socket.close()

    def _close_the_longest_waiting(self) -> None:
        for connection in self._waiting:
            self._close(connection)
            return

    # From a client

    def accept(self, listener: socket.socket) -> None:
        """Take a new connection; where there are too many, in the place of another."""
        if len(self.connections) >= self.worker_connections:
            self._close_the_longest_waiting()
        try:
            client_socket, client = listener.accept()
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
                self._close_the_longest_waiting()
            return
        connection = Connection(self.cfg, client_socket, client, listener.getsockname())
        self.connections.add(connection)
        self.nr_conns = len(self.connections)
        self._wait(connection, EVENT_READ, self._read, HEAD_SECONDS)

    def _read(self, connection: Connection) -> None:
        try:
            data = connection.client_socket.recv(_READ_AT_ONCE)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:
            self._close(connection)
            return
        before = connection.incoming.phase
        connection.incoming.feed(data)
        if connection.incoming.phase is Phase.READY:
            self._cease_to_wait(connection)
            self._give_to_a_thread(connection)
        elif connection.incoming.phase is not before:
            self._set_limit(connection)

    def _set_limit(self, connection: Connection) -> None:
        """Give the client time for the part of a request that has begun."""
        if connection.incoming.phase is Phase.BODY:
            connection.deadline = monotonic() + BODY_SECONDS
            if connection.incoming.expects_continue:
                with suppress(OSError):
                    connection.client_socket.send(b"HTTP/1.1 100 Continue\r\n\r\n")
        elif connection.reused:
            connection.deadline = monotonic() + HEAD_SECONDS

    def _give_to_a_thread(self, connection: Connection) -> None:
        connection.hand_over()
        self.enqueue_req(connection)

    def handle(self, connection: Connection) -> Any:
        """Answer a request, in a thread; whether another may follow on the connection."""
        again = super().handle(connection)
        with suppress(OSError):  # the loop will meet it again
            connection.sock.send_some()
        return again

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        """Answer a request that cannot be read, or whose error the application has not answered."""
        with suppress(OSError):  # the client may be gone
            client.sendall(answer_to(exc))

    # To a client

    def finish_request(self, connection: Connection, handled: Future[Any]) -> None:
        """Go on with a connection whose request a thread has answered."""
        if connection not in self.connections:
            return
        again = not handled.cancelled() and handled.exception() is None and handled.result() is True
        if connection.sock.starved or connection.incoming.cut:
            again = False  # where the next request begins is unknown
        self._send(connection, self._await_next if again else self._linger)

    def _send(self, connection: Connection, then: Callable[[Connection], None]) -> None:
        try:
            connection.sock.send_some()
        except OSError:
            self._close(connection)
            return
        if connection.sock.unsent and connection not in self._waiting:
            self._wait(connection, EVENT_WRITE, partial(self._send, then=then), ANSWER_SECONDS)
        elif not connection.sock.unsent:
            self._cease_to_wait(connection)
            then(connection)

    def _await_next(self, connection: Connection) -> None:
        connection.await_next()
        if connection.incoming.phase is Phase.READY:
            self._give_to_a_thread(connection)
            return
        patience = float(self.cfg.keepalive) if self.alive else LINGER_SECONDS
        self._wait(connection, EVENT_READ, self._read, patience)
        if connection.incoming.phase is not Phase.NOTHING:
            self._set_limit(connection)

    def _linger(self, connection: Connection) -> None:
        """Tell the client that no more comes, and let him close: a closed socket would make him lose the answer."""
        try:
            connection.client_socket.shutdown(socket.SHUT_WR)
        except OSError:
            self._close(connection)
            return
        self._wait(connection, EVENT_READ, self._drop, LINGER_SECONDS)

    def _drop(self, connection: Connection) -> None:
        try:
            data = connection.client_socket.recv(_READ_AT_ONCE)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:
            self._close(connection)
