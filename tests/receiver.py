"""A receiver of webhooks: an HTTP server in a thread, which answers as it is told and keeps what it was sent."""

import json
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import sleep
from types import TracebackType
from typing import Any, Self

from standardwebhooks.webhooks import Webhook

Answer = tuple[int, dict[str, str]]


class Receiver:
    """Answers 204, or what `answers` has for the next requests; `delay` seconds later."""

    def __init__(self) -> None:
        self.headers: list[dict[str, str]] = []
        self.bodies: list[bytes] = []
        self.answers: list[Answer] = []
        self.otherwise: Answer = (204, {})
        self.delay = 0.0
        self.before_answer: Callable[[], None] = lambda: None
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/hook"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.headers.append({name.lower(): text for name, text in self.headers.items()})
                receiver.bodies.append(body)
                sleep(receiver.delay)
                receiver.before_answer()
                status, headers = receiver.answers.pop(0) if receiver.answers else receiver.otherwise
                self.send_response(status)
                for name, text in {"Content-Length": "0", **headers}.items():
                    self.send_header(name, text)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        return Handler

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The bodies, in the order in which they came."""
        return [json.loads(body) for body in self.bodies]

    @property
    def positions(self) -> list[int]:
        """The positions of the events, in the order in which they came."""
        return [message["position"] for message in self.messages if message["topic"] != "ping"]

    @property
    def ids(self) -> list[str]:
        """The ids of the messages."""
        return [headers["webhook-id"] for headers in self.headers]

    def verify(self, secret: str, n: int = -1) -> dict[str, Any]:
        """One message, verified as a receiver does; raises WebhookVerificationError where its signature is wrong."""
        verified: dict[str, Any] = Webhook(secret).verify(self.bodies[n], self.headers[n])
        return verified

    def __enter__(self) -> Self:
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
