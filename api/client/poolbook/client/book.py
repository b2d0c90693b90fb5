"""Where it all begins: a service, and a token."""

from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any, Self, Unpack
from uuid import uuid4

import httpx

from poolbook.client.answers import ClubState, FoundedClub, Law, Me, Reading
from poolbook.client.club import Club
from poolbook.client.connection import Connection, at
from poolbook.client.problems import PoolbookError
from poolbook.client.sending import Patience, Request
from poolbook.client.values import Write, body, plain


class Poolbook:
    """A service, asked with one token. Several threads may use one.

    address    such as `http://127.0.0.1:8181`
    token      `pb_…`, as `poolbook token issue` prints it
    patience   how long a request is sent again before its failure is raised
    transport  another way to the service than a socket, of httpx
    """

    def __init__(
        self,
        address: str,
        token: str,
        *,
        patience: Patience | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._connection = Connection(address, token, patience or Patience(), transport)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the streams of events, and close the connections."""
        self._connection.close()

    def me(self) -> Me:
        """The club, the role and the member of the token."""
        return self._connection.read(at("me"), Me)

    def club(self) -> Club:
        """The club of the token. Raises PoolbookError for the operator's token, which is of no club."""
        club = self.me().club
        if club is None:
            raise PoolbookError("the operator's token is of no club: use the token of a club's owner or scorekeeper")
        return Club(self._connection, self._connection.read(at("clubs", club), ClubState))

    def found_club(self, name: str, currency: str, **also: Unpack[Write]) -> FoundedClub:
        """Found a club, with the operator's token. The answer holds its owner's token, this once."""
        return self._connection.write(at("clubs"), body(name=name, currency=currency), FoundedClub, **also)

    def laws(self) -> Iterator[Law]:
        """The laws of the book."""
        return self._connection.items(at("laws"), Law, of_club=False)

    def law(self, number: int) -> Law:
        """One law."""
        return self._connection.read(at("laws", number), Law)

    def readings(self) -> Iterator[Reading]:
        """The points where the book can be read in several ways."""
        return self._connection.items(at("readings"), Reading, of_club=False)

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        text: str | None = None,
        key: str | None = None,
        if_version: int | None = None,
    ) -> httpx.Response:
        """The answer to any request that the document at /openapi.json describes, for which there is no method here.

        `body` is sent as JSON, `text` as text in UTF-8. It is sent again like all others; a POST under one key, which
        is made unless given. Raises NoAnswer or a Problem.
        """
        headers = {} if method in ("GET", "HEAD") else {"Idempotency-Key": key or str(uuid4())}
        if if_version is not None:
            headers["If-Match"] = f'"{if_version}"'
        if text is not None:
            headers["Content-Type"] = "text/plain; charset=utf-8"
        return self._connection.send(Request(method, path, plain(query or {}), plain(body), text, headers))
