"""A client's connection as gunicorn sees it: a socket that never waits, between what has arrived and what is unsent."""

import errno
import select
import socket
from time import monotonic
from typing import Any

from gunicorn.http.parser import RequestParser  # type: ignore[import-untyped]

from api.requests import LARGEST_BODY
from ops.framing import Incoming

STALL_SECONDS = 10.0
"""For the client to read so much of an answer in several parts that the thread may go on with the next."""

SEND_AT_ONCE = 64 * 1024
"""Bytes of an answer that are sent while it is still being made; a smaller one is sent whole."""
MOST_UNSENT = 1024 * 1024
"""Bytes of an answer that wait for the client before the thread that makes more of it waits too."""


class ClientSocket:
    """What gunicorn and the application take for the client's socket, in a thread.

    It reads from the bytes that have arrived, and never waits for more: `starved` says that more was asked for. It
    writes into a buffer; with a time limit set, it writes to the client instead, and waits for him.
    """

    def __init__(self, client: socket.socket) -> None:
        self._client = client
        self._timeout: float | None = None
        self.arrived = bytearray()
        self.unsent = bytearray()
        self.starved = False
        self.broken = False

    def recv(self, size: int, flags: int = 0) -> bytes:
        """What has arrived, or nothing. With flags it asks the client's socket itself."""
        if flags:
            return self._client.recv(size, flags)
        data = bytes(self.arrived[:size])
        del self.arrived[:size]
        self.starved = self.starved or not data
        return data

    def sendall(self, data: bytes) -> None:
        """Send, or keep until there is more or the client takes more. Raises BrokenPipeError if he takes too little."""
        if len(self.unsent) > MOST_UNSENT:
            self._send_until(MOST_UNSENT, STALL_SECONDS)
        self.unsent += data
        if self._timeout is not None:
            self._send_until(0, self._timeout)
        elif len(self.unsent) >= SEND_AT_ONCE:
            self.send_some()

    def send(self, data: bytes) -> int:
        """Nothing: gunicorn sends by this that the client may go on with a body, which is here already."""
        return len(data)

    def send_some(self) -> None:
        """Send what the client takes now, without waiting. Raises OSError when he is gone."""
        if self.broken:
            raise BrokenPipeError(errno.EPIPE, "the client is gone")
        try:
            while self.unsent:
                del self.unsent[: self._client.send(self.unsent)]
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self.broken = True
            raise

    def _send_until(self, left: int, seconds: float) -> None:
        deadline = monotonic() + seconds
        self.send_some()
        while len(self.unsent) > left:
            if (remaining := deadline - monotonic()) <= 0:
                self.broken = True
                raise BrokenPipeError(errno.EPIPE, "the client reads too slowly")
            writable = select.poll()
            writable.register(self._client, select.POLLOUT)
            writable.poll(remaining * 1000)
            self.send_some()

    def fileno(self) -> int:
        """The number of the client's socket, for whoever asks the kernel about it."""
        return self._client.fileno()

    def gettimeout(self) -> float | None:
        """The time limit of a write; None where writes go into the buffer."""
        return self._timeout

    def settimeout(self, seconds: float | None) -> None:
        """Set the time limit of a write, or let writes go into the buffer again."""
        self._timeout = seconds

    def setblocking(self, blocking: bool) -> None:
        """Nothing: whether to wait is decided here."""

    def shutdown(self, how: int) -> None:
        """Nothing: the worker's loop ends the connection."""

    def close(self) -> None:
        """Nothing: the worker's loop closes the connection."""


class Parser(RequestParser):  # type: ignore[misc]
    """gunicorn's reader of requests, told what was found out while they arrived."""

    incoming: Incoming

    def __next__(self) -> Any:
        if self.incoming.error:
            raise self.incoming.error
        request = super().__next__()
        if self.incoming.cut:
            request.force_close()
        return request


class Connection:
    """A client's connection; what gunicorn asks of one, and where it stands between its client and a thread."""

    initialized = True
    data_ready = True
    is_http2 = False

    def __init__(self, cfg: Any, client_socket: socket.socket, client: Any, server: Any) -> None:
        client_socket.setblocking(False)
        self.cfg = cfg
        self.client_socket = client_socket
        self.client = client
        self.server = server
        self.sock = ClientSocket(client_socket)
        self.parser = Parser(cfg, self.sock, client)
        self.incoming = Incoming(LARGEST_BODY)
        self.deadline = 0.0
        self.reused = False

    @property
    def buffered(self) -> int:
        """Bytes that are kept for this client."""
        return len(self.incoming.data) + len(self.sock.unsent)

    def init(self) -> None:
        """Nothing: gunicorn would wrap the socket here."""

    def hand_over(self) -> None:
        """Let gunicorn read the request that has arrived."""
        self.sock.arrived += self.incoming.data
        self.incoming.data.clear()
        self.parser.incoming = self.incoming

    def await_next(self) -> None:
        """Begin with what the client has sent after the last request."""
        left = bytes(self.parser.unreader.take_buffered() + self.sock.arrived)
        self.sock.arrived.clear()
        self.incoming = Incoming(LARGEST_BODY)
        self.reused = True
        self.incoming.feed(left)
