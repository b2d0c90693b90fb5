"""Limits: on guesses at tokens by address, on requests by token, on waiting for what cannot come."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from time import monotonic
from uuid import UUID

import pytest
from flask import Flask

from api.app import create_app
from api.limits import IN_PROGRESS, Guesses, Requests
from api.service import service_of
from api.settings import Settings
from api.stream import OF_A_TOKEN
from ledger.application.clubs import Clubs
from ledger.store import Club, Directory
from ops.serving import THREADS
from tests.api.house import OPERATOR, Desk, House
from tests.api.problems import invalid, refused_as

WRONG_OPERATOR = OPERATOR[:-1] + "x"


class Clock:
    """A clock that stands until it is moved."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def guarded(clubs: Clubs) -> tuple[Flask, Clock]:
    """An application that lets three guesses pass at once, and one more in ten seconds."""
    clock = Clock()
    app = create_app(Settings.from_environment({"POOLBOOK_OPERATOR_TOKEN": OPERATOR}), clubs)
    object.__setattr__(service_of(app), "guesses", Guesses(3, 0.1, clock))
    return app, clock


# Guesses at tokens


def flood(app: Flask, *, address: str = "127.0.0.1", times: int = 10) -> None:
    """Guesses from one address, more than it may make."""
    for n in range(times):
        answer = asked(app, f"pb_{n:043}", address)
        assert answer in (401, 429)
    assert asked(app, "pb_" + "x" * 43, address) == 429


def asked(app: Flask, token: str, address: str) -> int:
    """The status with which a token is answered that comes from an address."""
    headers = {"Authorization": f"Bearer {token}"}
    return app.test_client().get("/v1/me", headers=headers, environ_overrides={"REMOTE_ADDR": address}).status_code


def test_who_guesses_at_tokens_is_made_to_wait(guarded: tuple[Flask, Clock]) -> None:
    app, clock = guarded
    for n in range(3):
        refused_as(Desk(app, f"pb_guess{n}").get("/v1/me"), 401, "unauthorized")
    answer = Desk(app, "pb_another").get("/v1/me")
    refused_as(answer, 429, "too-many")
    assert answer.headers["Retry-After"] == "10"
    clock.now = 10.0
    refused_as(Desk(app, "pb_another").get("/v1/me"), 401, "unauthorized")
    refused_as(Desk(app, "pb_another").get("/v1/me"), 429, "too-many")


def test_a_guesser_shuts_out_no_neighbour_whose_token_is_good_and_no_operator(
    guarded: tuple[Flask, Clock], house: House
) -> None:
    app, _ = guarded
    owner = Desk(app, house.owner.token)
    assert owner.get("/v1/me").status_code == 200
    assert Desk(app, OPERATOR).get("/v1/me").status_code == 200
    flood(app)
    assert owner.get("/v1/me").status_code == 200
    assert Desk(app, OPERATOR).get("/v1/me").status_code == 200
    refused_as(Desk(app, None).get("/v1/me"), 401, "unauthorized")
    assert Desk(app, "pb_guess").client.get("/livez").status_code == 200


def test_a_flood_of_guesses_shuts_out_no_token_of_a_club_that_this_process_has_not_seen_yet(
    guarded: tuple[Flask, Clock], house: House
) -> None:
    app, _ = guarded
    flood(app)
    for desk in (house.owner, house.scorekeeper, house.desk("player", "A")):
        assert Desk(app, desk.token).get("/v1/me").status_code == 200


def test_the_operators_token_is_guessed_at_no_oftener_than_any_other(guarded: tuple[Flask, Clock]) -> None:
    app, clock = guarded
    for n in range(3):
        refused_as(Desk(app, f"{WRONG_OPERATOR}{n}").get("/v1/me"), 401, "unauthorized")
    # The right guess comes too late: it is answered as a wrong one is.
    refused_as(Desk(app, WRONG_OPERATOR).get("/v1/me"), 429, "too-many")
    refused_as(Desk(app, OPERATOR).get("/v1/me"), 429, "too-many")
    assert asked(app, OPERATOR, "192.0.2.7") == 200
    refused_as(Desk(app, OPERATOR).get("/v1/me"), 429, "too-many")
    clock.now = 10.0
    assert Desk(app, OPERATOR).get("/v1/me").status_code == 200


def test_a_request_without_a_token_is_no_guess(guarded: tuple[Flask, Clock]) -> None:
    app, _ = guarded
    for _ in range(10):
        refused_as(Desk(app, None).get("/v1/me"), 401, "unauthorized")
    refused_as(Desk(app, "pb_guess").get("/v1/me"), 401, "unauthorized")


def test_a_revoked_token_is_a_guess_like_any_other(guarded: tuple[Flask, Clock], house: House) -> None:
    app, _ = guarded
    issued = house.issue("auditor")
    desk = Desk(app, issued["token"])
    assert desk.get("/v1/me").status_code == 200
    house.owner.post(f"{house.path}/tokens/{issued['id']}/revoke")
    for _ in range(4):
        refused_as(desk.get("/v1/me"), 401, "unauthorized")
    refused_as(Desk(app, "pb_guess").get("/v1/me"), 429, "too-many")


def test_what_has_not_the_form_of_a_token_is_not_looked_up(
    guarded: tuple[Flask, Clock], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("it was looked up")

    monkeypatch.setattr(Directory, "find_token", fail)
    for secret in ("pb_guess", "x" * 43, "pb_" + "x" * 44, "pb_" + "é" * 43):
        assert asked(guarded[0], secret, f"192.0.2.{len(secret)}") == 401


def test_another_address_is_not_made_to_wait(guarded: tuple[Flask, Clock]) -> None:
    app, _ = guarded
    flood(app, address="192.0.2.1")
    assert asked(app, "pb_x", "192.0.2.2") == 401


def test_of_ipv6_a_network_is_one_guesser_and_not_each_of_its_addresses(guarded: tuple[Flask, Clock]) -> None:
    app, _ = guarded
    flood(app, address="2001:db8::1")
    assert asked(app, "pb_x", "2001:db8::ffff:2") == 429
    assert asked(app, "pb_x", "2001:db8:0:1::2") == 401
    flood(app, address="192.0.2.1")
    assert asked(app, "pb_x", "::ffff:192.0.2.1") == 429


def test_the_memory_of_addresses_is_bounded() -> None:
    guesses = Guesses(clock=Clock())
    for n in range(10_500):
        guesses.failed(str(n))
        guesses.admitted(str(n), b"digest")
    assert len(guesses._allowance) == len(guesses._admitted) == 10_000


# Requests of one token


@pytest.fixture
def limited(clubs: Clubs) -> tuple[Flask, Clock]:
    """An application that lets a token send one request a second, ten at once, and two at the same time."""
    clock = Clock()
    app = create_app(Settings.from_environment({"POOLBOOK_OPERATOR_TOKEN": OPERATOR}), clubs)
    object.__setattr__(service_of(app), "requests", Requests(1, in_progress=2, clock=clock))
    return app, clock


def test_a_token_that_asks_too_often_waits_and_no_other_does(limited: tuple[Flask, Clock], house: House) -> None:
    app, clock = limited
    owner, other = Desk(app, house.owner.token), Desk(app, house.scorekeeper.token)
    for _ in range(10):
        assert owner.get("/v1/me").status_code == 200
    answer = owner.get("/v1/me")
    refused_as(answer, 429, "too-many")
    assert answer.headers["Retry-After"] == "1"
    assert other.get("/v1/me").status_code == Desk(app, OPERATOR).get("/v1/me").status_code == 200
    clock.now = 1.0
    assert owner.get("/v1/me").status_code == 200
    refused_as(owner.get("/v1/me"), 429, "too-many")


def test_a_token_has_so_many_requests_in_progress_and_no_more(
    limited: tuple[Flask, Clock], house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, _ = limited
    desk, entry, statuses, deeper = Desk(app, house.owner.token), Clubs.entry, list[int](), iter(range(2))

    def ask_again(clubs: Clubs, club: UUID) -> Club:
        # The first request is in progress here, then the second within it, which begins the third.
        if next(deeper, None) is not None:
            with ThreadPoolExecutor(1) as another:
                statuses.append(another.submit(desk.get, house.path).result().status_code)
        return entry(clubs, club)

    monkeypatch.setattr(Clubs, "entry", ask_again)
    assert desk.get(house.path).status_code == 200
    assert statuses == [429, 200]
    # All of them have ended, and count no more.
    assert desk.get("/v1/me").status_code == 200
    assert not service_of(app).requests._in_progress


def test_requests_that_begin_at_the_same_moment_are_counted_one_by_one() -> None:
    requests, together = Requests(1, in_progress=5, clock=Clock()), Barrier(40)

    def begin(_: int) -> float:
        together.wait()
        return requests.begin(b"digest")

    with ThreadPoolExecutor(40) as threads:
        waits = list(threads.map(begin, range(40)))
    assert waits.count(0) == 5


def test_one_token_leaves_threads_to_others_beside_its_streams() -> None:
    assert IN_PROGRESS + OF_A_TOKEN < THREADS


def test_a_request_that_fails_has_ended_too(limited: tuple[Flask, Clock], house: House) -> None:
    app, _ = limited
    owner = Desk(app, house.owner.token)
    for path in ("/v1/nowhere", "/v1/games/x", f"{house.path}/members?limit=0"):
        owner.get(path)
    assert not service_of(app).requests._in_progress


# Waiting for a position


@pytest.mark.parametrize("ahead", [1_001, 1_000_000, 10**12 - 1_000])
def test_a_position_far_ahead_is_refused_at_once_with_what_to_do(house: House, ahead: int) -> None:
    sitting = house.sit()
    position = house.position() + ahead
    begun = monotonic()
    for path in (
        *(f"{house.path}/{name}" for name in ("members", "sittings", "results", "books", "audit", "log/checkpoint")),
        *(f"{sitting}/{name}" for name in ("games", "pool", "buy-back", "books")),
    ):
        answer = house.owner.get(f"{path}?at_least={position}")
        invalid(answer, "at_least")
        assert f"at position {house.position()}" in answer.json["detail"]
        assert "Poolbook-Position" in answer.json["detail"]
    assert monotonic() - begun < 2.0


def test_a_position_that_the_read_tables_have_yet_to_reach_is_waited_for(house: House, impatient: None) -> None:
    house.sit()
    house.follow()
    ahead = f"{house.path}/sittings?at_least={house.position() + 1_000}"
    refused_as(house.owner.get(ahead), 503, "unavailable")
    house.sit()
    refused_as(house.owner.get(f"{house.path}/sittings?at_least={house.position()}"), 503, "unavailable")
    house.follow()
    assert house.owner.get(f"{house.path}/sittings?at_least={house.position()}").status_code == 200


# What is left, as answers tell it


def test_every_answer_to_a_token_tells_what_it_may_still_ask(limited: tuple[Flask, Clock], house: House) -> None:
    app, clock = limited
    desk = Desk(app, house.owner.token)
    for left in range(9, -1, -1):
        headers = desk.get("/v1/me").headers
        assert headers["RateLimit-Policy"] == '"requests";q=10;w=10'
        assert headers["RateLimit"] == f'"requests";r={left};t={10 - left}'
    one_too_many = desk.get("/v1/me")
    refused_as(one_too_many, 429, "too-many")
    assert (one_too_many.headers["RateLimit"], one_too_many.headers["Retry-After"]) == ('"requests";r=0;t=10', "1")
    clock.now = 4.0
    assert desk.get(f"{house.path}/nowhere").status_code == 404
    assert desk.get("/v1/me").headers["RateLimit"] == '"requests";r=3;t=7'


def test_a_guesser_is_told_his_own_limit_and_nobody_else_any(guarded: tuple[Flask, Clock]) -> None:
    app, _ = guarded
    flood(app)
    answer = Desk(app, "pb_another").get("/v1/me")
    assert answer.headers["RateLimit-Policy"] == '"guesses";q=3;w=30'
    assert answer.headers["RateLimit"] == '"guesses";r=0;t=30'
    assert "RateLimit" not in Desk(app, None).get("/v1/laws/1").headers
