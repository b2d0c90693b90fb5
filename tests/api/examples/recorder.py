"""Sends requests to an application, and keeps those that are examples with their answers."""

import json
import re
from typing import Any
from urllib.parse import urlencode

from flask import Flask

from tests.api.house import OPERATOR

Exchange = dict[str, Any]
"""One request and its answer, as `api/examples.json` has them."""

JSON = ("application/json", "application/problem+json")

SHOWN = ("Location", "ETag", "Link", "Retry-After")
"""The headers of an answer that are kept with it, where it has them."""


class Recorder:
    """A client that keeps what was sent and answered."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()
        self.routes = app.url_map.bind("localhost")
        self.exchanges: list[Exchange] = []
        self.requests = 0

    def send(
        self,
        token: str | None,
        method: str,
        path: str,
        body: Any = None,
        *,
        example: str | None = None,
        status: int | None = None,
        query: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
        data: bytes | None = None,
        content_type: str | None = None,
    ) -> Any:
        """The body of the answer. A request with an `example`, which says what is done in it, is kept.

        A body that is text is sent as its bytes, any other as JSON; `data` is sent unchanged, and not kept.
        Fails where the answer has another status: 201 to a POST and 200 to a GET, unless the call says otherwise.
        """
        self.requests += 1
        given = {"X-Request-Id": f"request-{self.requests}"}
        if token:
            given["Authorization"] = f"Bearer {token}"
        if method == "POST":
            given["Idempotency-Key"] = f"request-{self.requests}"
        address = f"{path}?{urlencode(query)}" if query else path
        sent: dict[str, Any] = {} if body is None else {"json": body}
        if isinstance(body, str):
            data, content_type = body.encode(), "application/octet-stream"
        if data is not None:
            sent = {"data": data, "content_type": content_type or "application/json"}
        answer = self.client.open(address, method=method, headers={**given, **(headers or {})}, **sent)
        expected = status or (201 if method == "POST" else 200)
        assert answer.status_code == expected, (method, address, answer.text)
        read = json.loads(answer.data) if answer.mimetype in JSON else answer.text
        if token != OPERATOR and (created := answer.headers.get("Location")):
            shown = self.client.get(created, headers={"Authorization": given["Authorization"]})
            assert shown.status_code == 200, (created, shown.text)
        if example is not None:
            endpoint, parts = self.routes.match(path, method)
            exchange = {
                "operation": endpoint.rpartition(".")[2],
                "name": re.sub(r"\W+", "_", example.lower()),
                "summary": example,
                "path": parts,
                "query": query,
                "headers": headers,
                **({} if body is None else {"body": json.loads(json.dumps(body))}),
                "status": answer.status_code,
                "media_type": answer.mimetype,
                "answer_headers": {name: answer.headers[name] for name in SHOWN if name in answer.headers},
                "answer": read,
            }
            empty = {"path", "query", "headers", "answer_headers"} - {name for name, value in exchange.items() if value}
            self.exchanges.append({name: exchange[name] for name in exchange if name not in empty})
        return read
