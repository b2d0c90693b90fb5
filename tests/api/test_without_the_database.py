"""While the database is away, every route answers 503, and never an internal error."""

import re
from collections.abc import Iterator
from uuid import uuid4

import pytest
from flask import Flask

from api.access import Caller
from api.app import create_app
from api.metrics import Metrics
from api.service import service_of
from api.settings import Settings
from ledger.application.clubs import Clubs
from projections import standing
from tests.api.house import OPERATOR, Desk
from tests.api.test_access import ROUTES


@pytest.fixture(scope="module")
def cut_off(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application with an address at which no database listens."""
    nowhere = tmp_path_factory.mktemp("nowhere")
    clubs = Clubs(f"postgresql://postgres@/postgres?host={nowhere}")
    clubs.pool._borrow_timeout = 0.01
    yield create_app(Settings.from_environment({"POOLBOOK_OPERATOR_TOKEN": OPERATOR}), clubs)
    clubs.close()


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_every_route_answers_503_with_retry_after(cut_off: Flask, method: str, path: str) -> None:
    desk = Desk(cut_off, "pb_" + "x" * 43)
    url = re.sub(r"{\w+}", str(uuid4()), path)
    answer = desk.get(url) if method == "GET" else desk.post(url)
    assert answer.status_code == 503, answer.text
    assert answer.json["type"] == "/problems/unavailable"
    assert int(answer.headers["Retry-After"]) > 0


@pytest.mark.parametrize("path", ["", "/members", "/sittings", "/results", "/tokens"])
def test_reads_that_get_past_the_token_answer_503_too(
    cut_off: Flask, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = uuid4()
    monkeypatch.setattr("api.access.identify", lambda **_: Caller(role="owner", club=club))
    assert Desk(cut_off, "pb_x").get(f"/v1/clubs/{club}{path}").status_code == 503


def test_the_process_lives_and_is_not_ready(cut_off: Flask) -> None:
    desk = Desk(cut_off, None)
    assert desk.get("/livez").status_code == 200
    answer = desk.get("/readyz")
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0


def test_with_its_database_the_service_is_ready_and_reports_its_lag(app: Flask) -> None:
    answer = Desk(app, None).get("/readyz")
    assert answer.status_code == 200, answer.text
    assert answer.json["status"] == "ready"
    assert answer.json["lag"] >= 0


def test_while_a_part_of_its_database_is_away_the_service_is_ready_for_the_clubs_of_the_others(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "DO $$ BEGIN RAISE EXCEPTION 'connection to the remote node failed' USING ERRCODE = '08006'; END $$"
    monkeypatch.setattr(standing, "_STANDING", question)
    answer = Desk(app, None).get("/readyz")
    assert (answer.status_code, answer.json) == (200, {"status": "ready", "lag": None, "stopped": None})
    metrics = Metrics().text(lambda: standing.standing_of_all(service_of(app).clubs.pool)).decode()
    assert "poolbook_database_up 1.0" in metrics
    assert "poolbook_follower_lag_positions" not in metrics
