"""Many clubs on one server, and a follower that does not run."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from api import create_app
from api.settings import Settings
from ledger.application.clubs import Clubs
from ops.migrate import create_club_schema, migrate
from projections.follow import Follower
from tests.api.house import OPERATOR, Desk, House
from tests.api.problems import refused_as
from tests.conftest import NewDatabase

CLUBS, THREADS = 40, 8


@pytest.fixture(scope="module")
def clubs(new_database: NewDatabase) -> Iterator[Clubs]:
    """A database of its own, so that its follower has only the clubs of the test."""
    url = new_database()
    migrate(url)
    opened = Clubs(url, partial(create_club_schema, url))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def app(clubs: Clubs) -> Flask:
    """The application on that database."""
    return create_app(Settings.from_environment({"POOLBOOK_OPERATOR_TOKEN": OPERATOR}), clubs)


@pytest.fixture
def house(own_house: House) -> House:
    """A club of its own, because each test reads all its lists."""
    return own_house


def test_forty_clubs_and_eight_threads_without_an_error(app: Flask, clubs: Clubs) -> None:
    def evening(_: int) -> tuple[str, list[int]]:
        house = House.found_club(app, clubs)
        sitting = house.sit(players="ABC")
        game = house.begin(sitting)
        house.play(game, "deal; C stakes 6; A passes; B passes")
        return house.id, [len(house.owner.get(f"{game}/actions").json["items"]), house.position()]

    with ThreadPoolExecutor(THREADS) as threads:
        counts_of_clubs = list(threads.map(evening, range(CLUBS)))
    assert len({club for club, _ in counts_of_clubs}) == CLUBS
    # Every club counts its own positions: what the others did shows nowhere.
    assert len({tuple(counts) for _, counts in counts_of_clubs}) == 1
    assert len(clubs.pool.current()._pool) <= 10


def read(house: House, position: int) -> Any:
    return house.owner.get(f"{house.path}/sittings?at_least={position}")


def test_with_the_follower_away_recording_goes_on_and_readers_who_must_see_it_are_told_to_wait(
    house: House, impatient: None
) -> None:
    game = house.begin(house.sit())
    last = house.play(game, "deal; C stakes 6")["position"]
    answer = read(house, last)
    problem = refused_as(answer, 503, "unavailable")
    assert str(last) in problem["detail"]
    assert int(answer.headers["Retry-After"]) > 0
    assert house.owner.get(f"{house.path}/sittings").json["items"] == []
    assert house.play(game, "D passes")["position"] == last + 1
    ready = Desk(house.app, None).get("/readyz")
    assert ready.status_code == 200
    assert ready.json["lag"] >= last + 1


def test_started_again_the_follower_catches_up(house: House, clubs: Clubs, impatient: None) -> None:
    game = house.begin(house.sit())
    last = house.play(game, "deal; C stakes 6; D passes")["position"]
    refused_as(read(house, last), 503, "unavailable")
    with Follower(clubs.pool):
        for _ in range(400):
            answer = read(house, last)
            if answer.status_code == 200:
                break
    assert answer.status_code == 200
    assert int(answer.headers["Poolbook-Position"]) >= last
    assert len(answer.json["items"]) == 1
    (standing,) = [
        house.app.extensions["poolbook"]._progress_of(entry)
        for entry in house.clubs.directory.clubs()
        if entry.id == UUID(house.id)
    ]
    assert standing.lag == 0


def test_with_the_follower_gone_a_club_founded_meanwhile_can_record(new_house: Callable[[], House]) -> None:
    house = new_house()
    assert house.play(house.begin(house.sit()), "deal")["position"] == house.position()
