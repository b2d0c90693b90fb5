"""Many clubs on one server, and a follower that does not run."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from flask import Flask

from api.app import create_app
from api.settings import Settings
from ledger.application.clubs import Clubs
from ledger.store import SharedDatastore
from projections.follow import Follower
from projections.tables import ReadTables
from tests.api.conftest import clubs_apart
from tests.api.house import OPERATOR, Desk, House
from tests.api.problems import refused_as
from tests.conftest import NewDatabase
from tests.statements import collected

CLUBS, THREADS = 40, 8


@pytest.fixture(scope="module")
def clubs(new_database: NewDatabase) -> Iterator[Clubs]:
    """The clubs of these tests."""
    with clubs_apart(new_database) as clubs:
        yield clubs


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
    tables = ReadTables(SharedDatastore(clubs.pool, UUID(house.id)))
    assert tables.wait_for(house.position(), timeout=5)


def test_with_the_follower_gone_a_club_founded_meanwhile_can_record(new_house: Callable[[], House]) -> None:
    house = new_house()
    assert house.play(house.begin(house.sit()), "deal")["position"] == house.position()


def founding_and_asking(app: Flask, clubs: Clubs) -> list[str]:
    """What is sent to found a club, to say whether the service is ready, and to write its metrics."""
    with collected() as statements:
        answer = Desk(app, OPERATOR).post("/v1/clubs", {"name": f"The Club {uuid4()}", "currency": "LSD"})
        assert answer.status_code == 201
        assert Desk(app, None).get("/readyz").status_code == 200
        assert Desk(app, None).get("/metrics").status_code == 200
    return [query for query, times in statements.sent.items() for _ in range(times)]


def test_founding_readiness_and_metrics_ask_the_same_however_many_clubs_there_are(
    app: Flask, clubs: Clubs, new_house: Callable[[], House]
) -> None:
    for _ in range(3):
        new_house()
    of_few = founding_and_asking(app, clubs)
    for _ in range(27):
        new_house()
    of_many = founding_and_asking(app, clubs)
    assert of_many == of_few
    assert sum("INSERT INTO poolbook.clubs" in query for query in of_many) == 1
    assert sum("FROM clubs LEFT JOIN followed" in query for query in of_many) == 2


def test_founding_a_club_makes_one_row_in_the_list_and_no_table(app: Flask, clubs: Clubs) -> None:
    before, tables_before = len(clubs.directory.clubs()), relations(clubs.pool.url)
    founding_and_asking(app, clubs)
    assert len(clubs.directory.clubs()) == before + 1
    assert relations(clubs.pool.url) == tables_before


def relations(url: str) -> int:
    """How many tables, indexes and sequences the database has."""
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT count(*) FROM pg_class").fetchone()
    assert row is not None
    return int(row[0])
