"""A club that speaks to the service over HTTP."""

from collections.abc import Callable, Iterator
from functools import partial
from uuid import uuid4

import pytest
from flask import Flask

from api import create_app
from api.settings import Settings
from ledger.application.clubs import Clubs
from ops.migrate import create_club_schema
from tests.api.house import OPERATOR, Desk, House


@pytest.fixture(scope="session")
def clubs(database_url: str) -> Iterator[Clubs]:
    """The clubs in the shared database."""
    found = Clubs(database_url, partial(create_club_schema, database_url))
    yield found
    found.close()


@pytest.fixture(scope="session")
def app(clubs: Clubs) -> Flask:
    """The application, as a worker builds it."""
    return create_app(Settings.from_environment({"POOLBOOK_OPERATOR_TOKEN": OPERATOR}), clubs)


@pytest.fixture
def operator(app: Flask) -> Desk:
    """The operator, who makes clubs."""
    return Desk(app, OPERATOR)


@pytest.fixture
def new_house(app: Flask, clubs: Clubs, operator: Desk) -> Callable[[], House]:
    """Founds clubs, each with five members, A to E."""

    def make() -> House:
        founded = operator.post("/v1/clubs", {"name": f"The Club {uuid4()}", "currency": "LSD"})
        assert founded.status_code == 201, founded.text
        return House(app, clubs, founded.json)

    return make


@pytest.fixture
def house(new_house: Callable[[], House]) -> House:
    """A club with five members, A to E."""
    return new_house()
