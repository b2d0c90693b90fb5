"""Reads, writes and pages of lists, each answer in its type."""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol, TypeVar, Unpack
from urllib.parse import quote
from uuid import uuid4
from weakref import WeakSet

import httpx
import msgspec

from poolbook.client.problems import NotUnderstood
from poolbook.client.sending import Patience, Request, sent
from poolbook.client.values import Write, plain

Answer = TypeVar("Answer")

POSITION = "Poolbook-Position"


def at(*parts: str | int) -> str:
    """The path of a thing: `at("games", id, "actions")`."""
    return "/".join(("/v1", *(quote(str(part), safe="") for part in parts)))


class Stream(Protocol):
    """What waits for events until it is stopped."""

    def stop(self) -> None:
        """End the waiting."""


class Connection:
    """A service at an address, asked with one token.

    `position` is that of the newest of its own writes: lists are read as they are after it. `streams` are those of
    events that end with it.
    """

    def __init__(
        self, address: str, token: str, patience: Patience, transport: httpx.BaseTransport | None = None
    ) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self.client = httpx.Client(base_url=address, headers=headers, transport=transport)
        self.patience = patience
        self.position = 0
        self.streams: WeakSet[Stream] = WeakSet()

    def close(self) -> None:
        """End the streams of events, and close the connections."""
        for stream in list(self.streams):
            stream.stop()
        self.client.close()

    def send(self, request: Request) -> httpx.Response:
        """The answer to any request. Raises NoAnswer or a Problem."""
        response = sent(self.client, request, self.patience)
        if request.key is not None:
            self.position = max(self.position, int(response.headers.get(POSITION, 0)))
        return response

    def read(self, path: str, kind: type[Answer], query: Mapping[str, Any] | None = None) -> Answer:
        """The answer to a GET. Raises NoAnswer, NotUnderstood or a Problem."""
        given = {name: plain(value) for name, value in (query or {}).items() if value is not None}
        return decoded(self.send(Request("GET", path, given)), kind)

    def ask(self, path: str, body: Mapping[str, Any], kind: type[Answer]) -> Answer:
        """The answer to a POST that records nothing."""
        return decoded(self.send(Request("POST", path, body=plain(body))), kind)

    def write(self, path: str, body: Any, kind: type[Answer], **options: Unpack[Write]) -> Answer:
        """The answer to a write, which is sent under one key until an answer comes."""
        headers = {"Idempotency-Key": options.get("key") or str(uuid4())}
        if (version := options.get("if_version")) is not None:
            headers["If-Match"] = f'"{version}"'
        return decoded(self.send(Request("POST", path, body=plain(body), headers=headers)), kind)

    def after_writes(self, query: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """A query for a list or a sum that has come at least as far as this connection's own writes."""
        return {**({"at_least": self.position} if self.position else {}), **(query or {})}

    def items(
        self, path: str, kind: type[Answer], query: Mapping[str, Any] | None = None, *, of_club: bool = True
    ) -> Iterator[Answer]:
        """The items of a list, read page by page as they are asked for.

        A list of the club is read as it is after the writes of this connection. One that is the same for every club
        (`of_club` False) has no position.
        """
        asked: Mapping[str, Any] = self.after_writes(query) if of_club else query or {}
        while True:
            page = self.read(path, dict[str, Any], asked)
            yield from (converted(item, kind) for item in page["items"])
            if page["next"] is None:
                return
            asked = {**(query or {}), "cursor": page["next"]}


def decoded(response: httpx.Response, kind: type[Answer]) -> Answer:
    """The body of an answer. Raises NotUnderstood."""
    try:
        return msgspec.json.decode(response.content, type=kind)
    except msgspec.DecodeError as error:
        raise NotUnderstood(f"{response.request.method} {response.url}: {error}") from error


def converted(value: Any, kind: type[Answer]) -> Answer:
    """A value within an answer. Raises NotUnderstood."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise NotUnderstood(str(error)) from error
