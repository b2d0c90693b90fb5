"""Fixtures: clubs that speak to the service over HTTP."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial

import pytest
from flask import Flask

from api.app import create_app
from api.service import Service, service_of
from api.settings import MOST_REQUESTS, Settings
from ledger.application.clubs import Clubs
from ops.migrate import migrate
from tests.api.house import OPERATOR, Desk, House
from tests.conftest import NewDatabase


@pytest.fixture(scope="session")
def clubs(database_url: str) -> Iterator[Clubs]:
    """The clubs in the shared database."""
    opened = Clubs(database_url)
    yield opened
    opened.close()


@contextmanager
def clubs_apart(new_database: NewDatabase) -> Iterator[Clubs]:
    """No clubs yet, in a database of its own: its follower has those of one module's tests, and no others."""
    url = new_database()
    migrate(url)
    with closing(Clubs(url)) as opened:
        yield opened


@pytest.fixture(scope="session")
def app(clubs: Clubs) -> Flask:
    """The application, built as in a worker."""
    # Evenings are played here as fast as the machine can.
    unlimited = {"POOLBOOK_OPERATOR_TOKEN": OPERATOR, "POOLBOOK_REQUESTS_PER_SECOND": str(MOST_REQUESTS)}
    return create_app(Settings.from_environment(unlimited), clubs)


@pytest.fixture(scope="session")
def operator(app: Flask) -> Desk:
    """The operator, who makes clubs."""
    return Desk(app, OPERATOR)


@pytest.fixture(scope="module")
def shared_house(app: Flask, clubs: Clubs) -> House:
    """A club with five members, A to E, for all tests of a module; each opens a sitting of its own."""
    return House.found_club(app, clubs)


@pytest.fixture
def house(shared_house: House) -> House:
    """The module's club. A module whose tests look at everything in a club's books overrides this with `own_house`."""
    return shared_house


@pytest.fixture
def new_house(app: Flask, clubs: Clubs) -> Callable[[], House]:
    """Founds clubs, each with five members, A to E."""
    return partial(House.found_club, app, clubs)


@pytest.fixture
def own_house(new_house: Callable[[], House]) -> House:
    """A club for one test, which looks at everything in its books, or damages them."""
    return new_house()


def without_patience(app: Flask) -> Service:
    """The service of an application, in which a read waits only a moment for a position that does not come."""
    return replace(service_of(app), patience_seconds=0.05)


@pytest.fixture
def impatient(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a read wait only a moment for a position that does not come."""
    monkeypatch.setitem(app.extensions, "poolbook", without_patience(app))
