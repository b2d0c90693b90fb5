"""Browsers without a window: clients of the application that keep cookies, and read the forms of its pages."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.api.conftest import app, clubs, house, impatient, new_house, operator, own_house, shared_house
from tests.api.house import House

__all__ = ["app", "clubs", "house", "impatient", "new_house", "operator", "own_house", "shared_house"]


class Visitor:
    """Somebody with a browser."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()

    def get(self, path: str, **headers: str) -> TestResponse:
        return self.client.get(path, headers={"Accept": "text/html", **_named(headers)})

    def post(self, path: str, fields: dict[str, str], **headers: str) -> TestResponse:
        return self.client.post(path, data=fields, headers={"Accept": "text/html", **_named(headers)})

    def word(self) -> str:
        """The word that the forms of this session carry."""
        found = re.search(r'name="form" value="([^"]+)"', self.get("/sign-in").text)
        assert found
        return unescape(found[1])

    def sign_in(self, token: str, next: str = "/", **headers: str) -> TestResponse:
        return self.post("/sign-in", {"form": self.word(), "token": token, "next": next}, **headers)


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): text for name, text in headers.items()}


@pytest.fixture
def visitor(app: Flask) -> Visitor:
    """A browser in which nobody has signed in."""
    return Visitor(app)


@pytest.fixture
def signed_in(app: Flask) -> Callable[[str | None], Visitor]:
    """Makes browsers in which the holder of a token has signed in."""

    def enter(token: str | None) -> Visitor:
        assert token is not None
        visitor = Visitor(app)
        assert visitor.sign_in(token).status_code == 303
        return visitor

    return enter


@pytest.fixture
def owner(house: House, signed_in: Callable[[str | None], Visitor]) -> Visitor:
    """The owner of the club, signed in."""
    return signed_in(house.owner.token)


@pytest.fixture
def scorekeeper(house: House, signed_in: Callable[[str | None], Visitor]) -> Visitor:
    """The scorekeeper, signed in."""
    return signed_in(house.scorekeeper.token)


@pytest.fixture
def player(house: House, signed_in: Callable[[str | None], Visitor]) -> Visitor:
    """The player A, signed in."""
    return signed_in(house.desk("player", "A").token)


def pages_of(club: str, member: str, sitting: str, game: str) -> list[str]:
    """Every page that a reader can ask for."""
    steps = [f"{game}?step={n}" for n in range(0, 20, 4)]
    besides = [f"{game}?step=3&beside={other}" for other in ("written", "demand_when=bet_raised", "nonsense=1")]
    return [
        f"/clubs/{club}",
        f"/clubs/{club}?held=1895-11",
        f"/clubs/{club}/games",
        f"/clubs/{club}/games?class=threes&law=59",
        f"/clubs/{club}/results",
        f"/clubs/{club}/members/{member}",
        f"/clubs/{club}/members/{member}?sitting={sitting.rpartition('/')[2]}",
        sitting,
        f"{sitting}/otherwise",
        f"{sitting}/otherwise?reading=odd_counter=carried",
        f"{sitting}/sheet",
        f"{sitting}/till",
        f"{sitting}/till?player={member}&strike=1",
        f"{sitting}/till/line?kind=payments&body=%7B%7D",
        f"/clubs/{club}/sittings/new",
        f"/clubs/{club}/members",
        f"/clubs/{club}/members/{member}/account",
        game,
        f"{game}/table",
        f"{game}/slip",
        f"{game}/otherwise?reading=side_show_ante=within",
        f"{game}/correction?step=3",
        f"{game}/disputes",
        f"{game}/disputes/1",
        f"{game}/unsealing",
        f"/clubs/{club}/audit",
        *steps,
        *besides,
        "/laws",
        "/laws/28",
        "/laws/59",
    ]
