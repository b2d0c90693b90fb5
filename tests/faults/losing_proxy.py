"""A proxy between a client and the service, which loses replies."""

import socket
import threading
from random import Random
from types import TracebackType
from typing import Self

from ops.faults.lines import TIMEOUT_SECONDS

_CHUNK = 65_536


class LosingProxy:
    """Passes requests on, lets the service answer, and loses some of the replies, whole or in the middle.

    `lost` counts the replies to writes that were acknowledged and of which the client heard nothing.
    """

    def __init__(self, service_port: int, chance: Random, share: float = 0.5) -> None:
        self._service_port = service_port
        self._chance = chance
        self._share = share
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._closed = False
        self.port: int = self._listener.getsockname()[1]
        self.lost = 0

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closed = True
        self._listener.close()

    def _accept(self) -> None:
        while not self._closed:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        with client, socket.create_connection(("127.0.0.1", self._service_port), TIMEOUT_SECONDS) as service:
            client.settimeout(TIMEOUT_SECONDS)
            service.sendall(_request(client))
            reply = b"".join(iter(lambda: service.recv(_CHUNK), b""))
            if self._chance.random() >= self._share:
                client.sendall(reply)
                return
            if reply.split(b" ", 2)[1:2] == [b"201"]:
                self.lost += 1
            if self._chance.random() < 0.5:
                client.sendall(reply[: len(reply) // 2])


def _request(client: socket.socket) -> bytes:
    """A whole request: its head, and as much of a body as the head says."""
    data = b""
    while b"\r\n\r\n" not in data:
        if not (more := client.recv(_CHUNK)):
            return data
        data += more
    head, _, body = data.partition(b"\r\n\r\n")
    lengths = [x.split(b":")[1] for x in head.split(b"\r\n") if x.lower().startswith(b"content-length:")]
    missing = int(lengths[0]) - len(body) if lengths else 0
    while missing > 0 and (more := client.recv(_CHUNK)):
        data, missing = data + more, missing - len(more)
    return data
