"""HTTP requests to a running service."""

import json
from http.client import HTTPConnection, HTTPException
from typing import Any

from ops.faults.scorekeeper import Answer, Lost, Send

TIMEOUT_SECONDS = 15.0


def line(port: int, token: str) -> Send:
    """A function that sends requests to the service at a port of this machine, each on a new connection."""

    def send(method: str, path: str, body: Any, key: str | None) -> Answer:
        connection = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_SECONDS)
        headers = {"Authorization": f"Bearer {token}", "Connection": "close"}
        if key is not None:
            headers |= {"Idempotency-Key": key, "Content-Type": "application/json"}
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = connection.getresponse()
            return Answer(answer.status, json.loads(answer.read() or b"null"), dict(answer.headers))
        except (OSError, HTTPException, ValueError) as error:
            raise Lost from error
        finally:
            connection.close()

    return send
