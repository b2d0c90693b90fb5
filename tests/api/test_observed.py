"""What the operator sees of requests, and what he does not see."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from api.app import create_app
from api.settings import Settings
from ledger.application.clubs import Clubs
from ops.logs import JsonLines
from tests.api.house import OPERATOR, Desk, House
from tests.api.problems import STRANGER


class Log:
    """The lines of the log, as they are written."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture
def log() -> Iterator[Log]:
    """The log of the API, from here on."""
    captured = Log()
    handler = logging.StreamHandler(captured.stream)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("api")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield captured
    logger.removeHandler(handler)
    logger.setLevel(logging.NOTSET)


def test_each_request_is_one_line_with_its_outcome_and_its_club(house: House, log: Log) -> None:
    game = house.begin(house.sit())
    before = len(log.lines)
    house.scorekeeper.post(f"{game}/actions", {"action": "deal"}, X_Request_Id="the-deal", Idempotency_Key="k")
    house.scorekeeper.post(f"{game}/actions", {"action": "deal"}, X_Request_Id="again", Idempotency_Key="k")
    house.scorekeeper.post(f"{game}/actions", house.act("C stakes 5"), X_Request_Id="too-small")
    house.owner.get(f"/v1/games/{STRANGER}")
    Desk(house.app, None).get("/nowhere/Ah")
    lines = log.lines[before:]
    route = "/v1/games/<id:game>/actions"
    logged = [(x["request"], x["method"], x["route"], x["status"], x["outcome"], x["law"], x["code"]) for x in lines]
    assert logged[:3] == [
        ("the-deal", "POST", route, 201, "done", None, None),
        ("again", "POST", route, 201, "replayed", None, None),
        ("too-small", "POST", route, 422, "refused", 25, "opening_too_small"),
    ]
    assert [x[3:5] for x in logged[3:]] == [(404, "not-found"), (404, "not-found")]
    assert [x["club"] for x in lines] == [house.id] * 4 + [None]
    assert all(x["milliseconds"] >= 0 and x["time"].endswith("+00:00") for x in lines)


def test_the_log_holds_no_card_no_token_and_nothing_of_a_body(
    house: House, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = house.begin(house.sit())
    hand = ["Ah", "As", "Ts", "Js", "9s"]
    body = {"action": "deal", "cards": {house.member["C"]: hand}, "note": "a word of the book"}
    assert house.scorekeeper.post(f"{game}/actions", body).status_code == 201
    house.scorekeeper.post(f"{game}/actions", {**body, "Kh": 1})
    house.scorekeeper.post(f"{game}/actions", data=b'{"action": "Kh"')
    house.owner.get(f"{game}?card=Kh")
    Desk(house.app, "pb_guess-Kh").get("/v1/me")

    def fail(*_: object) -> None:
        raise RuntimeError("the hand of C is Ah Ad") from ValueError("Kh")

    monkeypatch.setattr("api.routes.games.game_body", fail)
    assert house.owner.get(game, X_Request_Id="Kh Ah").status_code == 500
    (error,) = [line for line in log.lines if line["level"] == "error"]
    assert [exception["type"] for exception in error["error"]] == ["builtins.RuntimeError", "builtins.ValueError"]
    assert any("test_observed" in place for place in error["error"][0]["places"])
    tokens = [desk.token for desk in (house.owner, house.scorekeeper)]
    for word in (*hand, "Kh", "a word of the book", "pb_", *tokens, *house.member.values()):
        assert word not in log.text, word


def test_an_id_that_came_with_a_request_goes_out_with_it_and_with_its_problem(house: House) -> None:
    answer = house.owner.get(f"/v1/games/{STRANGER}", X_Request_Id="from-the-balancer.7")
    assert answer.headers["X-Request-Id"] == answer.json["instance"] == "from-the-balancer.7"
    assert house.owner.get("/v1/me", X_Request_Id="mine").headers["X-Request-Id"] == "mine"


@pytest.mark.parametrize("given", [None, "", "x" * 65, "a b", "a\tb", "é", '{"x":1}'])
def test_an_id_that_cannot_be_one_is_replaced(house: House, given: str | None) -> None:
    answer = house.owner.get(f"/v1/games/{STRANGER}", X_Request_Id=given)
    assert answer.headers["X-Request-Id"] == answer.json["instance"] != given
    assert len(answer.json["instance"]) == 36


def test_the_numbers_tell_requests_by_route_outcome_and_law_and_how_far_the_follower_is(
    clubs: Clubs, house: House
) -> None:
    app = create_app(Settings.from_environment({"POOLBOOK_OPERATOR_TOKEN": OPERATOR}), clubs)
    game = house.begin(house.sit())
    desk = Desk(app, house.scorekeeper.token)
    for body in ({"action": "deal"}, house.act("C stakes 5"), house.act("C stakes 6")):
        desk.post(f"{game}/actions", body)
    text = Desk(app, None).get("/metrics").text
    route = 'method="POST",outcome="{}",route="/v1/games/<id:game>/actions",status="{}"'
    assert f'poolbook_requests_total{{law="",{route.format("done", 201)}}} 2.0' in text
    assert f'poolbook_requests_total{{law="25",{route.format("refused", 422)}}} 1.0' in text
    assert "poolbook_recording_seconds_count 2.0" in text
    assert "poolbook_database_up 1.0" in text
    assert "poolbook_follower_lag_positions " in text
    assert house.id not in text


def test_whatever_a_client_makes_up_adds_no_series_to_the_numbers(clubs: Clubs) -> None:
    app = create_app(Settings.from_environment({}), clubs)
    client = app.test_client()
    for n in range(5):
        client.open(f"/nowhere/{n}", method=f"BREW{n}")
    lines = [x for x in client.get("/metrics").text.splitlines() if x.startswith("poolbook_requests_total")]
    assert len(lines) == 1, lines
