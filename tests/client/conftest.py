"""A service at an address, whose lists follow what is recorded, and clubs that speak to it through the client."""

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from uuid import UUID

import httpx
import pytest
from flask import Flask
from werkzeug.serving import make_server

from api.app import create_app
from api.service import service_of
from api.settings import MOST_REQUESTS, Settings
from ledger.application.clubs import Clubs
from ledger.store import SharedDatastore
from poolbook.client import Club, Patience, Poolbook
from projections import READ_MODELS
from projections.follow import ClubFollower
from projections.signing import KEY_FILE, Sealer, Signer, key_in
from projections.tables import ReadTables
from tests.api.conftest import clubs, new_house, own_house
from tests.api.house import OPERATOR, House

__all__ = ["clubs", "new_house", "own_house"]

QUICK = Patience(deadline=20.0, attempt=5.0, first_pause=0.01, longest_pause=0.05)
"""For tests that do not wait."""


@pytest.fixture(scope="session")
def app(clubs: Clubs) -> Iterator[Flask]:
    """An application of its own, whose streams may be followed until the tests are over."""
    unlimited = {"POOLBOOK_OPERATOR_TOKEN": OPERATOR, "POOLBOOK_REQUESTS_PER_SECOND": str(MOST_REQUESTS)}
    made = create_app(Settings.from_environment(unlimited), clubs)
    over = Event()
    service_of(made).streams.end_when(over.is_set)
    yield made
    over.set()


@pytest.fixture(scope="session")
def port(app: Flask) -> Iterator[int]:
    """The port of this machine at which the application listens."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def address(port: int) -> str:
    """Its address."""
    return f"http://127.0.0.1:{port}"


@pytest.fixture
def house(own_house: House) -> House:
    """A club of the test alone."""
    return own_house


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    """A key of the test's own."""
    return Signer(key_in(tmp_path / KEY_FILE), tmp_path / "checkpoints")


@pytest.fixture
def followed(house: House, signer: Signer) -> Iterator[House]:
    """The club, while a follower keeps its lists and signs its log."""
    tables = ReadTables(SharedDatastore(house.clubs.pool, UUID(house.id)))
    follower = ClubFollower(house.store, tables, READ_MODELS, Sealer(signer, UUID(house.id), tables))
    over = Event()

    def follow() -> None:
        while not over.wait(0.02):
            while follower.advance():
                pass

    thread = Thread(target=follow)
    thread.start()
    yield house
    over.set()
    thread.join()


class Wire(httpx.BaseTransport):
    """A way to the application within the process that can go wrong.

    `faults` are met one after another, one for each request; then all goes well. Each is given the request and the way
    to the service, and answers or raises. `sent` are the requests.
    """

    def __init__(self, app: Flask, *faults: Callable[[httpx.Request, httpx.BaseTransport], httpx.Response]) -> None:
        self._service = httpx.WSGITransport(app=app)
        self.faults = list(faults)
        self.sent: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        if self.faults:
            return self.faults.pop(0)(request, self._service)
        return self._service.handle_request(request)

    @property
    def keys(self) -> list[str | None]:
        """The Idempotency-Key of each request."""
        return [request.headers.get("Idempotency-Key") for request in self.sent]


def lose_the_answer(request: httpx.Request, service: httpx.BaseTransport) -> httpx.Response:
    """The service does what it is asked, and its answer is lost."""
    service.handle_request(request).read()
    raise httpx.ReadTimeout("the answer was lost", request=request)


def lose_the_request(request: httpx.Request, service: httpx.BaseTransport) -> httpx.Response:
    """The service hears nothing."""
    raise httpx.ConnectError("nobody listens", request=request)


@pytest.fixture
def wire(app: Flask) -> Wire:
    """A way to the application, on which all goes well unless a test adds faults."""
    return Wire(app)


@pytest.fixture
def book(house: House, wire: Wire) -> Iterator[Poolbook]:
    """The service, with the token of the club's owner, over the wire."""
    token = house.owner.token
    assert token is not None
    with Poolbook("http://poolbook.test", token, patience=QUICK, transport=wire) as opened:
        yield opened


@pytest.fixture
def club(book: Poolbook) -> Club:
    """The club, through the client."""
    return book.club()
